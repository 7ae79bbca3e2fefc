// Every command in a ```console block of README.md and of the pages in docs/ is run, and its output compared with what
// stands there; every link from one page to another leads somewhere.
// PERFMODEL_UPDATE_DOCS=1 writes the new output into the files instead (scripts/update-docs).
#include <doctest/doctest.h>

#include <algorithm>
#include <regex>
#include <vector>

#include "console.hpp"
#include "run.hpp"

namespace cli_documentation_test {
namespace {

/// What a reader types; scripts/plan builds first, which the test does not repeat.
std::string as_run(const std::string& command) {
  if (command == "./scripts/plan") return "perfmodel-plan recommend examples/fcnn.json";
  if (command.rfind("./scripts/plan ", 0) == 0) return "perfmodel-plan " + command.substr(15);
  return command;
}

void check_file(const std::filesystem::path& path) {
  CAPTURE(path.string());
  const bool update = std::getenv("PERFMODEL_UPDATE_DOCS") != nullptr;
  std::string text = cli::slurp(path);
  const std::size_t count = cli::console_examples(text).size();
  for (std::size_t i = 0; i < count; ++i) {
    const cli::Example example = cli::console_examples(text)[i];  // line numbers move when an output is replaced
    CAPTURE(example.line);
    CAPTURE(example.command);
    const cli::Run run = cli::shell(as_run(example.command));
    const std::string output = run.out + run.err;
    if (update)
      text = cli::with_output(text, example, output);
    else
      CHECK(output == example.output);
  }
  if (update) std::ofstream(path, std::ios::binary) << text;
}

/// C++ in ```cpp blocks that is a whole program.
std::vector<std::string> programs(const std::string& markdown) {
  static const std::regex block("```cpp\n([^`]*)```");
  std::vector<std::string> found;
  for (std::sregex_iterator match(markdown.begin(), markdown.end(), block), end; match != end; ++match)
    if ((*match)[1].str().find("int main(") != std::string::npos) found.push_back((*match)[1]);
  return found;
}

/// The pages of docs/ and its folders, in the order of their names.
std::vector<std::filesystem::path> pages() {
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(PERFMODEL_SOURCE_DIR "/docs"))
    if (entry.path().extension() == ".md") found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

/// Targets of the Markdown links of a page that are files, without what stands behind "#".
std::vector<std::string> linked_files(const std::string& markdown) {
  static const std::regex link(R"(\]\(([^)#:\s]+)(#[^)\s]*)?\))");
  std::vector<std::string> files;
  for (std::sregex_iterator match(markdown.begin(), markdown.end(), link), end; match != end; ++match)
    files.push_back((*match)[1]);
  return files;
}

}  // namespace

TEST_CASE("README.md prints what perfmodel-plan prints") {
  const std::filesystem::path readme = PERFMODEL_SOURCE_DIR "/README.md";
  REQUIRE(cli::console_examples(cli::slurp(readme)).size() >= 3);
  check_file(readme);
}

TEST_CASE("docs/ prints what perfmodel-plan prints") {
  REQUIRE(pages().size() >= 30);
  for (const std::filesystem::path& page : pages()) check_file(page);
}

TEST_CASE("links between pages lead somewhere") {
  std::vector<std::filesystem::path> all = pages();
  all.emplace_back(PERFMODEL_SOURCE_DIR "/README.md");
  for (const std::filesystem::path& page : all)
    for (const std::string& file : linked_files(cli::slurp(page))) {
      CAPTURE(page.string());
      CAPTURE(file);
      CHECK(std::filesystem::exists(page.parent_path() / file));
    }
}

TEST_CASE("whole programs in README.md and docs/ are those of examples/, which are built and run") {
  std::vector<std::string> examples;
  for (const auto& entry : std::filesystem::directory_iterator(PERFMODEL_SOURCE_DIR "/examples"))
    if (entry.path().extension() == ".cpp") examples.push_back(cli::slurp(entry.path()));
  const std::vector<std::string> of_readme = programs(cli::slurp(PERFMODEL_SOURCE_DIR "/README.md"));
  REQUIRE(of_readme.size() == 1);
  CHECK(of_readme[0] == cli::slurp(PERFMODEL_SOURCE_DIR "/examples/first.cpp"));
  for (const std::filesystem::path& page : pages())
    for (const std::string& program : programs(cli::slurp(page))) {
      CAPTURE(page.string());
      CHECK(std::find(examples.begin(), examples.end(), program) != examples.end());
    }
}

TEST_CASE("linked_files() finds files, not addresses") {
  const std::string text = "[a](b.md) and [c](d/e.md#part), not [f](https://g.h/i) or [j](#k) or (l.md)";
  CHECK(linked_files(text) == std::vector<std::string>{"b.md", "d/e.md"});
}

TEST_CASE("console_examples() and with_output() find commands and replace outputs") {
  const std::string text = "a\n```console\n$ one\n1\n2\n$ two\n```\n$ no\n```sh\n$ no\n```\n";
  const auto examples = cli::console_examples(text);
  REQUIRE(examples.size() == 2);
  CHECK(examples[0].command == "one");
  CHECK(examples[0].output == "1\n2\n");
  CHECK(examples[1].output.empty());
  CHECK(cli::with_output(text, examples[0], "x\n") == "a\n```console\n$ one\nx\n$ two\n```\n$ no\n```sh\n$ no\n```\n");
}
}  // namespace cli_documentation_test

// Tables at the command line: names stay whole, lines follow COLUMNS, equal blocks are one row.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <tests/relative_error.hpp>

#include "checks.hpp"

namespace cli_table_test {
using cli::plan;
using cli::Run;
using cli::shell;
using cli::small;

namespace {

std::size_t longest_line(const std::string& text) {
  std::size_t longest = 0;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) longest = std::max(longest, line.size());
  return longest;
}

/// Lines of the text that begin with this word.
std::vector<std::string> lines_with(const std::string& text, const std::string& begin) {
  std::vector<std::string> found;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(begin)) found.push_back(line);
  return found;
}

}  // namespace

TEST_CASE("names of cards stay whole however narrow the line") {
  const std::string question =
      " recommend " + small + " -b 64 -d A100-SXM4-40GB,A100-SXM4-80GB --max-gpus 4 --samples 1e9 --price 1 --by cost";
  for (const char* columns : {"60", "80", "100"}) {
    const Run run = shell("COLUMNS=" + std::string(columns) + " perfmodel-plan" + question);
    CAPTURE(run.out);
    CHECK(lines_with(run.out, "A100-SXM4-40GB ").size() == 1);
    CHECK(lines_with(run.out, "A100-SXM4-80GB ").size() == 1);
  }
}

TEST_CASE("lines follow COLUMNS; what has no room is named") {
  const std::string command = " perfmodel-plan recommend " + small + " -b 64 -d T4,L4";
  const Run wide = shell("COLUMNS=200" + command), usual = shell("unset COLUMNS;" + command),
            narrow = shell("COLUMNS=60" + command);
  CHECK(longest_line(usual.out) <= 100);
  CHECK(longest_line(narrow.out) <= 60);
  CHECK(longest_line(wide.out) > 100);
  CHECK(narrow.out.find("no room for: ") != std::string::npos);
  CHECK(wide.out.find("no room for: ") == std::string::npos);
  CHECK(shell("COLUMNS=many" + command).out == usual.out);
}

TEST_CASE("layers folds equal blocks into one row each; --all unfolds them") {
  const std::string question = "layers llama-8b:seq=128 -d H100-SXM5-80GB -b 1 -p bf16 --optimizer sgd";
  const Run folded = plan(question), all = shell("COLUMNS=160 perfmodel-plan " + question + " --all");
  CHECK(lines_with(folded.out, "32 x mlp.up_proj ").size() == 1);
  CHECK(lines_with(folded.out, "layers.").empty());
  CHECK(lines_with(all.out, "layers.0.self_attn.q_proj ").size() == 1);
  CHECK(lines_with(all.out, "layers.").size() == 32 * lines_with(folded.out, "32 x ").size());
  CHECK(lines_with(all.out, "32 x ").empty());
  // JSON names every layer, whatever the table does
  CHECK(plan(question + " --json").out == plan(question + " --all --json").out);
}

TEST_CASE("layers: a folded row is the sum of its layers") {
  const std::string question = "layers fcnn:layers=5,hidden=1024,inputs=1024,outputs=10 -d T4 -b 512";
  const auto json = nlohmann::json::parse(plan(question + " --json").out);
  double share = 0.0;
  for (const auto& layer : json.at("layers"))
    if (layer.at("layer").get<std::string>().starts_with("linear")) share += 100.0 * layer.at("share").get<double>();
  const auto rows = lines_with(plan(question).out, "5 x linear ");
  REQUIRE(rows.size() == 1);
  const std::string& row = rows.front();
  CHECK(std::abs(std::stod(row.substr(row.rfind("  "))) - share) < 0.051);  // printed with one digit
}

TEST_CASE("layers says both utilizations, in text and JSON") {
  const std::string question = "layers " + small + " -d V100-PCIE-16GB -b 256";
  const auto json = nlohmann::json::parse(plan(question + " --json").out);
  CHECK(json.at("gpu_utilization").get<double>() > json.at("flop_utilization").get<double>());
  CHECK(relative_error(json.at("gpu_utilization"),
                       json.at("busy_us").get<double>() / json.at("step_us").get<double>()) < 1e-12);  // all digits
  const std::string text = plan(question).out;
  CHECK(text.find("GPU utilization ") != std::string::npos);
  CHECK(text.find(" TFLOPS in fp32") != std::string::npos);
}

TEST_CASE("--help follows COLUMNS; commands to copy stay whole") {
  for (const char* command : {"", "recommend", "memory", "sweep", "validate", "predict step", "devices"})
    for (const std::size_t columns : {60UL, 80UL, 100UL}) {
      CAPTURE(command);
      const Run help = shell("COLUMNS=" + std::to_string(columns) + " perfmodel-plan " + command + " --help");
      CHECK(help.exit_code == 0);
      std::istringstream in(help.out);
      for (std::string line; std::getline(in, line);)
        if (line.find("  perfmodel-plan ") == std::string::npos && line.find("    --batch ") == std::string::npos)
          CHECK_MESSAGE(line.size() <= columns, line);
    }
  CHECK(longest_line(plan("recommend --help").out.substr(0, 3000)) <= 100);
}

TEST_CASE("the table of cards keeps their names whole") {
  for (const char* columns : {"60", "80", "100"}) {
    const Run run = shell("COLUMNS=" + std::string(columns) + " perfmodel-plan devices");
    CHECK(lines_with(run.out, "A100-SXM4-40GB ").size() == 1);
    CHECK(lines_with(run.out, "A100-SXM4-80GB ").size() == 1);
    CHECK(longest_line(run.out) <= std::stoul(columns));
  }
}
}  // namespace cli_table_test

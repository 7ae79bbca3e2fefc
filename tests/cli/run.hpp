#pragma once
/// Runs the real perfmodel-plan, as a shell user would.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace cli {

struct Run {
  int exit_code{};
  std::string out{}, err{};
};

[[nodiscard]] inline std::string slurp(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A folder of this process, for files that a test writes.
[[nodiscard]] inline std::filesystem::path scratch() {
  static const std::filesystem::path folder = [] {
    auto path = std::filesystem::temp_directory_path() / ("perfmodel-cli-" + std::to_string(::getpid()));
    std::filesystem::create_directories(path);
    return path;
  }();
  return folder;
}

[[nodiscard]] inline std::string scratch_file(const std::string& name, const std::string& content) {
  const auto path = scratch() / name;
  std::ofstream(path, std::ios::binary) << content;
  return path.string();
}

/// One shell command line; `perfmodel-plan` in it is the binary under test.
[[nodiscard]] inline Run shell(const std::string& command, const std::string& input = {}) {
  const auto out = scratch() / "stdout", err = scratch() / "stderr";
  const std::string in = scratch_file("stdin", input);
  const std::string programs = std::filesystem::path(PERFMODEL_PLAN).parent_path().string();
  const std::string line = "export PATH=\"" + programs + ':' + programs +
                           "/../examples:$PATH\"; unset COLUMNS; cd \"" PERFMODEL_SOURCE_DIR "\"; { " + command +
                           "\n} <" + in + " >" + out.string() + " 2>" + err.string();
  const int status = std::system(line.c_str());
  return {.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1, .out = slurp(out), .err = slurp(err)};
}

/// perfmodel-plan with these arguments.
[[nodiscard]] inline Run plan(const std::string& arguments, const std::string& input = {}) {
  return shell("perfmodel-plan " + arguments, input);
}

}  // namespace cli

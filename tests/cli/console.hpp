#pragma once
/// The ```console blocks of a Markdown file: commands after "$ ", each with the output that it prints.
#include <sstream>
#include <string>
#include <vector>

namespace cli {

struct Example {
  std::size_t line{};  ///< of the command, from 1
  std::string command{};
  std::string output{};
  std::size_t output_lines{};
};

[[nodiscard]] inline std::vector<Example> console_examples(const std::string& markdown) {
  std::vector<Example> examples;
  std::istringstream in(markdown);
  bool inside = false;
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.rfind("```", 0) == 0) {
      inside = !inside && line == "```console";
    } else if (inside && line.rfind("$ ", 0) == 0) {
      examples.push_back({.line = number, .command = line.substr(2)});
    } else if (inside && !examples.empty()) {
      examples.back().output += line + '\n';
      ++examples.back().output_lines;
    }
  }
  return examples;
}

/// The same text with the output of one example replaced. @pre example is one of console_examples(markdown)
[[nodiscard]] inline std::string with_output(const std::string& markdown, const Example& example,
                                             const std::string& output) {
  std::istringstream in(markdown);
  std::string result;
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    const bool old = number > example.line && number <= example.line + example.output_lines;
    if (!old) result += line + '\n';
    if (number == example.line) result += output;
  }
  return result;
}

}  // namespace cli

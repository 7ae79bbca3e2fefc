#pragma once
/// What shells and man read about the program, made from the options themselves: it cannot go stale.
#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace plan {

/// What the last word may become, after the words before it: commands, options, cards, networks and their options
/// after a colon, words of options; "@files json onnx" asks the shell for files that end so, and for folders.
[[nodiscard]] std::vector<std::string> completions(const CLI::App& app, const std::vector<std::string>& words);

/// Writes a man page for the program and one for each command: FOLDER/perfmodel-plan-gemm.1. @throws Error where a file
/// cannot be written
void write_man_pages(const CLI::App& app, const std::string& folder);

/// --complete WORD... and --man-pages FOLDER, which only scripts use. @returns whether that is what was asked
[[nodiscard]] bool answer_scripts(const CLI::App& app, int argc, char** argv);

}  // namespace plan

#pragma once
/// One man page: the help text of a command in the language of man(7).
#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace plan {

/// @param name   "perfmodel-plan-gemm"
/// @param below  pages of the command's own commands
[[nodiscard]] std::string man_page(const CLI::App& command, const std::string& name,
                                   const std::vector<std::string>& below);

}  // namespace plan

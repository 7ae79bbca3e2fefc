#pragma once
/// What --help prints, in lines that are as wide as those of tables.
#include <CLI/App.hpp>
#include <string>

namespace plan {

/// Options and commands in two columns; where a line is narrow, the left one is, too.
class HelpText : public CLI::Formatter {
 public:
  [[nodiscard]] std::string make_option(const CLI::Option* option, bool is_positional) const override;
  [[nodiscard]] std::string make_subcommand(const CLI::App* command) const override;
  [[nodiscard]] std::string make_description(const CLI::App* command) const override;
  [[nodiscard]] std::string make_footer(const CLI::App* command) const override;
};

/// Text whose lines are broken by hand, broken anew: an unfinished line goes on in the next one, and so does one that
/// the next is set deeper than. Command lines (`perfmodel-plan ...`, indented) stay as they are.
[[nodiscard]] std::string refilled(const std::string& text);

}  // namespace plan

#include "help_text.hpp"

#include <algorithm>
#include <sstream>
#include <vector>

#include "table.hpp"

namespace plan {

namespace {

/// The same with a space behind a comma wherever a word is longer than a line.
[[nodiscard]] std::string breakable(const std::string& text, std::size_t width) {
  std::string result, word;
  const auto end_word = [&] {
    for (std::size_t comma = 0; word.size() > width; word.erase(0, comma + 1)) {
      comma = word.rfind(',', width - 1);
      if (comma == std::string::npos || comma + 1 >= word.size()) break;
      result += word.substr(0, comma + 1) + ' ';
    }
    result += word;
    word.clear();
  };
  for (const char c : text) {
    if (c != ' ') {
      word += c;
      continue;
    }
    end_word();
    result += c;
  }
  end_word();
  return result;
}

/// Lines of text that begin in this column but for the first, which already has `taken` characters.
[[nodiscard]] std::string hanging(const std::string& text, std::size_t column, std::size_t taken) {
  const std::size_t width = table_width() > column + 20 ? table_width() - column : 20;
  const std::string lines = wrapped(breakable(text, width), width);
  std::string result(column > taken ? column - taken : 0, ' ');
  for (const char c : lines) {
    if (result.ends_with('\n')) result.append(column, ' ');
    result += c;
  }
  return result;
}

/// "  --name X      what it says": each line of the text begins in the right column.
[[nodiscard]] std::string two_columns(const std::string& head, const std::string& text) {
  const std::size_t column = std::min<std::size_t>(34, 2 * table_width() / 5);
  std::string left = hanging(head, 4, 2);
  left = "  " + left.substr(2, left.size() - 3);
  const std::size_t last = left.find('\n') == std::string::npos ? left.size() : column;
  if (text.empty()) return left + '\n';
  if (last + 2 <= column) return left + hanging(text, column, last);
  return left + '\n' + hanging(text, column, 0);
}

[[nodiscard]] std::size_t depth_of(const std::string& line) {
  const std::size_t depth = line.find_first_not_of(' ');
  return depth == std::string::npos ? 0 : depth;
}
[[nodiscard]] bool is_command(const std::string& line) {
  return depth_of(line) > 0 && line.substr(depth_of(line)).starts_with("perfmodel-plan ");
}

/// Column in which the words of a line begin: behind the first gap of two spaces, where there is one.
[[nodiscard]] std::size_t text_column(const std::string& line) {
  const std::size_t gap = depth_of(line) == 0 ? std::string::npos : line.find("  ", depth_of(line));
  return gap == std::string::npos ? depth_of(line) : line.find_first_not_of(' ', gap);
}

}  // namespace

std::string refilled(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    const bool open =
        !lines.empty() && !lines.back().empty() && !is_command(lines.back()) &&
        (depth_of(line) > depth_of(lines.back()) ? depth_of(lines.back()) > 0
                                                 : depth_of(line) == 0 && depth_of(lines.back()) == 0 &&
                                                       !lines.back().ends_with('.') && !lines.back().ends_with(':'));
    const bool command_goes_on = !lines.empty() && is_command(lines.back()) && lines.back().ends_with('\\');
    if (command_goes_on)
      lines.back() += '\n' + line;
    else if (open && !line.empty() && !is_command(line))
      lines.back() += ' ' + line.substr(depth_of(line));
    else
      lines.push_back(line);
  }
  std::string result;
  for (const std::string& line : lines) {
    const std::size_t column = text_column(line);
    result += is_command(line) || line.empty() ? line + '\n'
                                               : line.substr(0, column) + hanging(line.substr(column), column, column);
  }
  return result;
}

std::string HelpText::make_option(const CLI::Option* option, bool is_positional) const {
  return two_columns(make_option_name(option, is_positional) + make_option_opts(option), make_option_desc(option));
}
std::string HelpText::make_subcommand(const CLI::App* command) const {
  return two_columns(command->get_name(), command->get_description());
}
std::string HelpText::make_description(const CLI::App* command) const {
  return command->get_description().empty() ? "" : wrapped(command->get_description());
}
std::string HelpText::make_footer(const CLI::App* command) const {
  return command->get_footer().empty() ? "" : refilled(command->get_footer());
}

}  // namespace plan

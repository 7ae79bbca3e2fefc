#include "man_page.hpp"

#include <sstream>

namespace plan {

namespace {

/// Text as roff takes it: no escapes, no requests, hyphens that can be searched for.
[[nodiscard]] std::string roff(const std::string& text) {
  std::string safe;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\'')) safe += "\\&";
    if (c == '\\')
      safe += "\\e";
    else if (c == '-')
      safe += "\\-";
    else
      safe += c;
    line_begins = c == '\n';
  }
  return safe;
}

[[nodiscard]] std::string bold(const std::string& text) { return "\\fB" + roff(text) + "\\fR"; }
[[nodiscard]] std::string slanted(const std::string& text) { return "\\fI" + roff(text) + "\\fR"; }

/// "-d, --device NAME|FILE"
[[nodiscard]] std::string option_head(const CLI::Option& option) {
  std::string head;
  for (const std::string& name : option.get_snames()) head += (head.empty() ? "" : ", ") + bold("-" + name);
  for (const std::string& name : option.get_lnames()) head += (head.empty() ? "" : ", ") + bold("--" + name);
  if (head.empty()) head = slanted(option.get_name(true));
  if (option.get_items_expected_max() > 0 && !option.get_positional()) head += ' ' + slanted(option.get_type_name());
  return head;
}

[[nodiscard]] std::string option_text(const CLI::Option& option) {
  std::string text = roff(option.get_description());
  if (!option.get_default_str().empty() && option.get_items_expected_max() > 0)
    text += " (default: " + roff(option.get_default_str()) + ')';
  if (option.get_required()) text += " (required)";
  return text;
}

[[nodiscard]] std::string options_section(const CLI::App& command) {
  std::string text;
  for (const bool positional : {true, false})
    for (const CLI::Option* option : command.get_options()) {
      if (option->get_positional() != positional || option->get_group().empty()) continue;
      text += ".TP\n" + option_head(*option) + '\n' + option_text(*option) + '\n';
    }
  return text.empty() ? "" : ".SH OPTIONS\n" + text;
}

}  // namespace

std::string man_page(const CLI::App& command, const std::string& name, const std::vector<std::string>& below) {
  const bool program = below.size() > 0 && command.get_parent() == nullptr;
  std::string called = "perfmodel-plan";
  if (!program && name.size() > called.size()) {
    std::string rest = name.substr(called.size() + 1);
    if (rest.starts_with("predict-")) rest[7] = ' ';  // the one command with commands of its own
    called += ' ' + rest;
  }
  std::string page = ".TH \"" + roff(name) + "\" 1 \"\" \"perfmodel " PERFMODEL_VERSION "\" \"perfmodel\"\n.SH NAME\n" +
                     roff(name) + " \\- " + roff(command.get_description()) + "\n.SH SYNOPSIS\n" + bold(called);
  page += below.empty() ? "" : ' ' + slanted("COMMAND");
  for (const CLI::Option* option : command.get_options())
    if (option->get_positional()) page += ' ' + slanted(option->get_name(true));
  page += " [" + slanted("OPTION") + "]...\n";
  if (!below.empty()) {
    page += ".SH COMMANDS\n";
    for (const CLI::App* sub : command.get_subcommands([](const CLI::App*) { return true; }))
      page += ".TP\n" + bold(sub->get_name()) + '\n' + roff(sub->get_description()) + '\n';
  }
  page += options_section(command);
  if (!command.get_footer().empty()) page += ".SH NOTES\n.nf\n" + roff(command.get_footer()) + "\n.fi\n";
  page +=
      ".SH EXIT STATUS\n0 done; 1 no plan satisfies the question; 2 wrong usage or input; 3 a device or a measurement "
      "failed.\n";
  page += ".SH SEE ALSO\n";
  if (below.empty()) page += bold("perfmodel-plan") + "(1)\n";
  for (std::size_t i = 0; i < below.size(); ++i) page += bold(below[i]) + "(1)" + (i + 1 < below.size() ? ",\n" : "\n");
  return page;
}

}  // namespace plan

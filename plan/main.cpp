/// perfmodel-plan: which GPU, which batch size, how long, how much memory.
/// Exit codes: 0 done, 1 no plan satisfies the question, 2 bad usage or input, 3 a measurement or device failed.
#include <CLI/CLI.hpp>  // as a whole here alone, so that CLI11 is compiled once
#include <algorithm>
#include <exception>
#include <iostream>
#include <memory>
#include <perfmodel/error.hpp>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/quoted_text.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "command.hpp"
#include "help_pages.hpp"
#include "help_text.hpp"
#include "in_order.hpp"
#include "kept_memory.hpp"

namespace {

/// One line: what a person or a script reads.
int failed(const std::string& why, int code) {
  std::string line = why.substr(0, why.find('\n'));
  std::cerr << "perfmodel-plan: " << line << '\n';
  return code;
}

/// What the command line says too much, if anything: CLI11 reports a missing option first, which a misspelt one causes.
std::string unexpected(const CLI::App& app) {
  const CLI::App* at = &app;
  while (!at->get_subcommands().empty()) at = at->get_subcommands().front();
  const auto rest = at->remaining();
  return rest.empty() ? "" : rest.front();
}

/// What people call an option that has another name here.
constexpr std::pair<std::string_view, std::string_view> synonyms[]{{"--batch-size", "--batch"},
                                                                   {"--batchsize", "--batch"},
                                                                   {"--bs", "--batch"},
                                                                   {"--dtype", "--precision"},
                                                                   {"--gpus", "--max-gpus"},
                                                                   {"--gpu", "--device"},
                                                                   {"--gpu", "--gpus"},
                                                                   {"--devices", "--device"},
                                                                   {"--card", "--device"},
                                                                   {"--cards", "--device"},
                                                                   {"--gradient-accumulation", "--accumulation"},
                                                                   {"--grad-accum", "--accumulation"},
                                                                   {"--checkpointing", "--checkpoint-every"},
                                                                   {"--gradient-checkpointing", "--checkpoint-every"},
                                                                   {"--lora", "--what-if"},
                                                                   {"--qlora", "--what-if"},
                                                                   {"--channels-last", "--memory-format"},
                                                                   {"--format", "--memory-format"},
                                                                   {"--price-per-hour", "--price"},
                                                                   {"--sequence", "--seq"},
                                                                   {"--seq-len", "--seq"},
                                                                   {"--sequence-length", "--seq"},
                                                                   {"--context", "--seq"},
                                                                   {"--deadline", "--max-time"},
                                                                   {"--time", "--max-time"},
                                                                   {"--images", "--samples"},
                                                                   {"--budget", "--max-cost"},
                                                                   {"--cost", "--max-cost"}};

[[nodiscard]] std::vector<std::string> options_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

/// "--gpus is an option of recommend and layers": where the command itself has none that is meant.
[[nodiscard]] std::string others_with(const CLI::App& app, const std::string& option) {
  std::string text;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    const std::vector<std::string> names = options_of(*command);
    if (std::find(names.begin(), names.end(), option) == names.end()) continue;
    text += (text.empty() ? "" : ", ") + command->get_name();
  }
  return text.empty() ? "" : "; " + option + " is an option of " + text;
}

/// "; did you mean --batch?" for a word that is nearly an option of the command, or that people use for one; which
/// commands have it, where this one has none.
[[nodiscard]] std::string suggestion(const CLI::App& app, const std::string& word) {
  if (!word.starts_with("--")) return "";
  const std::string typed = word.substr(0, word.find('='));
  const CLI::App* at = &app;
  while (!at->get_subcommands().empty()) at = at->get_subcommands().front();
  const std::vector<std::string> names = options_of(*at);
  std::string meant;
  for (const auto& [other, ours] : synonyms)
    if (typed == other && std::find(names.begin(), names.end(), ours) != names.end())
      meant += (meant.empty() ? "" : " or ") + std::string(ours);
  if (!meant.empty()) return "; did you mean " + meant + "?";
  if (const std::string others = others_with(app, perfmodel::lower_case(typed)); !others.empty()) return others;
  for (const std::string& name : perfmodel::json::nearest_names(typed, names, 1))
    if (perfmodel::edit_distance(perfmodel::lower_case(typed), name) <= 2) return "; did you mean " + name + "?";
  for (const auto& [other, ours] : synonyms)
    if (typed == other) return others_with(app, std::string(ours));
  return "";
}

/// "perfmodel-plan gemm", as far as the command line names commands.
std::string command_of(const CLI::App& app) {
  std::string text = "perfmodel-plan";
  for (const CLI::App* at = &app; !at->get_subcommands().empty();) {
    at = at->get_subcommands().front();
    text += ' ' + at->get_name();
  }
  return text;
}

/// CLI11's "--batch: 1 required N missing", of an option at the line's end, as other messages are.
std::string in_our_words(const std::string& text) {
  const std::size_t colon = text.find(": ");
  if (colon == std::string::npos || !text.ends_with(" missing")) return text;
  return perfmodel::bad_input(text.substr(0, colon), "nothing", "must be followed by its value").what();
}

/// CLI11 would only say that a command is required. @throws Error with the nearest names, or all where there is none
void check_command(CLI::App& app, int argc, char** argv, int at = 1) {
  if (app.get_subcommands({}).empty() || (argc > at && argv[at][0] == '-')) return;
  std::vector<std::string> names;
  for (CLI::App* command : app.get_subcommands({})) {
    if (argc > at && command->get_name() == argv[at]) return check_command(*command, argc, argv, at + 1);
    names.push_back(command->get_name());
  }
  if (argc > at) names = perfmodel::json::nearest_names(argv[at], names, 20);
  std::string accepted;
  for (const std::string& name : names) accepted += (accepted.empty() ? "" : ", ") + name;
  throw perfmodel::bad_input("command", argc > at ? '"' + perfmodel::one_line(argv[at], 40) + '"' : "nothing",
                             "must be one of " + accepted);
}

/// An option or an argument that is there but empty says nothing: a variable of the shell was not set.
void check_not_empty(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const bool cut = word.rfind("--", 0) == 0 && word.find('=') == word.size() - 1;
    if (!word.empty() && !(cut && word.size() > 1)) continue;
    const std::string option = word.empty() ? argv[i - 1] : word.substr(0, word.size() - 1);
    throw perfmodel::bad_input(option.rfind('-', 0) == 0 ? option : "argument " + std::to_string(i), "an empty word",
                               "must not be empty");
  }
}

}  // namespace

int main(int argc, char** argv) {
  plan::keep_freed_memory(plan::usual_threads());
  CLI::App app{
      "Which GPU and which batch size? Predicts time and memory of a network from what is published or measured about "
      "a card.",
      "perfmodel-plan"};
  app.set_version_flag("--version", "perfmodel-plan " PERFMODEL_VERSION);
  app.require_subcommand(1);
  app.formatter(std::make_shared<plan::HelpText>());  // commands take it over
  plan::add_commands(app);
  try {
    if (plan::answer_scripts(app, argc, argv)) return 0;
    check_not_empty(argc, argv);
    check_command(app, argc, argv);
    app.parse(argc, argv);
  } catch (const CLI::Success& done) {
    return app.exit(done);
  } catch (const CLI::ParseError& error) {
    if (const std::string extra = unexpected(app); !extra.empty())
      return failed("got \"" + perfmodel::one_line(extra, 40) + "\", which is not expected here" +
                        suggestion(app, extra) + " (see " + command_of(app) + " --help)",
                    2);
    return failed(in_our_words(error.what()) + " (see " + command_of(app) + " --help)", 2);
  } catch (const plan::Incomplete& error) {
    return failed(error.what(), 2);
  } catch (const perfmodel::Error& error) {
    return failed(error.what(), 2);
  } catch (const perfmodel::NoPlan& error) {
    return failed(error.what(), 1);
  } catch (const perfmodel::DeviceError& error) {
    return failed(error.what(), 3);
  } catch (const std::bad_alloc&) {
    return failed("not enough memory for this question", 2);
  } catch (const std::exception& error) {
    return failed(std::string("internal error: ") + error.what(), 3);
  }
  return 0;
}

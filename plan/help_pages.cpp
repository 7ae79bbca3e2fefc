#include "help_pages.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/json/file.hpp>
#include <perfmodel/json/host_system_json.hpp>
#include <perfmodel/json/preset_json.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/software/host.hpp>
#include <system_error>

#include "man_page.hpp"

namespace plan {

namespace {

using Words = std::vector<std::string>;

/// Commands of an application, as CLI11 gives them of one that nobody may change.
[[nodiscard]] std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

/// The name here of a network that is called otherwise where its weights are shared; else what was typed.
[[nodiscard]] std::string name_here(const std::string& typed) {
  for (const perfmodel::NamedNetwork& network : perfmodel::named_networks())
    if (network.name == typed) return typed;
  try {
    return perfmodel::named_network(typed).name;
  } catch (const perfmodel::Error&) {
    return typed;
  }
}

/// The options of a network that its text does not say yet: "layers=", and "layers=4" where "layers=" is typed.
[[nodiscard]] Words unsaid_options(const std::string& options, const std::string& typed) {
  Words words;
  const std::size_t colon = typed.find(':'), last = typed.find_last_of(":,");
  const std::string said = typed.substr(colon, last - colon + 1), begun = typed.substr(0, last + 1);
  for (std::size_t begin = 0; begin < options.size();) {
    const std::size_t end = std::min(options.find(',', begin), options.size());
    const std::string option = options.substr(begin, end - begin), key = option.substr(0, option.find('=') + 1);
    begin = end + 1;
    const bool given = said.find(':' + key) != std::string::npos || said.find(',' + key) != std::string::npos;
    if (key.empty() || given) continue;
    words.push_back(begun + key);
    if (typed == begun + key) words.push_back(begun + option);
  }
  return words;
}

/// Names of networks and, behind a colon, their options.
[[nodiscard]] Words network_words(const std::string& typed) {
  Words words;
  const std::size_t colon = typed.find(':');
  const std::string here = name_here(typed.substr(0, colon));
  for (const perfmodel::NamedNetwork& network : perfmodel::named_networks()) {
    const std::string name(network.name), options(network.options);
    if (colon == std::string::npos) words.push_back(name);
    if (name != here) continue;
    if (colon != std::string::npos) return unsaid_options(options, typed);
    if (name == typed && !options.empty()) words.push_back(name + ':');
  }
  return words;
}

/// "a, b, c" as words.
[[nodiscard]] Words words_of(const std::string& list) {
  Words words;
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find(", ", begin), list.size());
    words.push_back(list.substr(begin, end - begin));
    begin = end + 2;
  }
  return words;
}

/// Each behind what a list has already: "T4," and "L4" make "T4,L4".
[[nodiscard]] Words in_list(const Words& words, const std::string& typed) {
  const std::size_t comma = typed.rfind(',');
  if (comma == std::string::npos) return words;
  Words listed;
  for (const std::string& word : words)
    if (!word.starts_with('@')) listed.push_back(typed.substr(0, comma + 1) + word);
  return listed;
}

/// Names in the data folders. An installation without them completes nothing.
template <class Names>
[[nodiscard]] Words where_there(Names&& names) {
  try {
    return names();
  } catch (const perfmodel::Error&) {
    return {};
  }
}
[[nodiscard]] Words system_words() {
  return where_there([] {
    Words words;
    for (const auto& system : perfmodel::json::all_systems()) words.push_back(perfmodel::lower_case(system.name));
    words.emplace_back("@files json");
    return words;
  });
}
[[nodiscard]] Words preset_words() {
  return where_there([] {
    Words words;
    for (const auto& file : perfmodel::json::device_files(perfmodel::json::presets_folder())) {
      const perfmodel::json::Document document = perfmodel::json::parse_file(file);
      for (const auto& preset : perfmodel::json::presets_from_json(document.root())) words.push_back(preset.name);
    }
    return words;
  });
}

[[nodiscard]] Words file_words(const std::string& endings) {
  return {"@files" + (endings.empty() ? "" : ' ' + endings)};
}

/// What may stand after an option of a command.
[[nodiscard]] Words option_words(const CLI::App& command, const CLI::Option& option) {
  static const std::map<std::string, Words> known{
      {"precision", {"fp32", "tf32", "fp16", "bf16", "amp_fp16", "amp_bf16"}},
      {"optimizer",
       {"sgd", "momentum", "rmsprop", "adam", "adam:fused", "adam:foreach", "adam:loop", "adamw", "adamw:fused",
        "adamw:foreach", "adamw:loop", "adam8bit"}},
      {"solve", {"batch", "gpus", "layers", "hidden", "seq", "deadline"}},
      {"strategy", {"auto", "ddp", "zero1", "zero2", "fsdp", "tp", "sp", "pp", "zb", "ep", "cp", "offload"}},
      {"gradient-scaler", {"true", "false"}},
      {"cudnn-benchmark", {"true", "false"}},
      {"framework", {"libtorch", "pytorch", "cuda_graph", "compile", "compile_graph"}},
      {"load", {"isolated", "sustained"}},
      {"mode", {"train", "infer"}},
      {"memory-format", {"nchw", "nhwc"}},
      {"operands", {"cold", "warm", "rotated"}},
      {"layout", {"NN", "NT", "TN", "TT"}},
      {"dtype", {"bf16", "fp16", "tf32", "fp32", "fp64", "fp8", "int8"}},
      {"weights", {"fp8", "int8"}},
      {"format", {"vega-lite"}}};
  const std::string name = option.get_lnames().empty() ? "" : option.get_lnames().front();
  if (name == "device") {
    Words words = perfmodel::json::device_names();
    words.emplace_back("@files json");
    return words;
  }
  if (name == "host") {
    Words words = words_of(perfmodel::host_names());
    words.emplace_back("@files json");
    return words;
  }
  if (name == "system") return system_words();
  if (name == "preset") return preset_words();
  const std::string type = option.get_type_name();
  if (type.starts_with("FILE.")) return file_words(type.substr(5));
  if (type.find("FILE") != std::string::npos) return file_words("");
  if (name == "timeline") return {"csv", "json"};
  if (name == "by")
    return command.get_name() == "layers" ? Words{"layer", "kind", "convention"}
                                          : Words{"samples", "time", "energy", "cost"};
  const auto found = known.find(name);
  return found == known.end() ? Words{} : found->second;
}

/// What may stand where no option is: commands, a network, a card, a file.
[[nodiscard]] Words positional_words(const CLI::App& command, const std::string& typed) {
  Words words;
  for (const CLI::App* sub : commands_of(command)) words.push_back(sub->get_name());
  if (!words.empty()) return words;
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_positional() ? option->get_name(true) : "";
    if (name == "NETWORK") {
      words = network_words(typed);
      words.emplace_back("@files json onnx");
    }
    if (name == "NAME") words = in_list(perfmodel::json::device_names(), typed);
    if (name == "FILE") words = file_words("csv");
  }
  return words;
}

[[nodiscard]] bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

/// The option that a word like "-d" or "--device" names.
[[nodiscard]] const CLI::Option* option_of(const CLI::App& command, const std::string& word) {
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames())
      if (word == "--" + name) return option;
    for (const std::string& name : option->get_snames())
      if (word == "-" + name) return option;
  }
  return nullptr;
}

}  // namespace

std::vector<std::string> completions(const CLI::App& app, const std::vector<std::string>& words) {
  if (words.empty()) return {};
  const CLI::App* command = &app;
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    for (const CLI::App* sub : commands_of(*command))
      if (sub->get_name() == words[i]) {
        command = sub;
        break;
      }
  const std::string& typed = words.back();
  const CLI::Option* before = words.size() > 1 ? option_of(*command, words[words.size() - 2]) : nullptr;
  Words all;
  if (before != nullptr && takes_value(*before)) {
    all = option_words(*command, *before);
    const std::string type = before->get_type_name();
    if (type == "NAMES" || type == "WORDS") all = in_list(all, typed);
  } else if (typed.starts_with('-')) {
    for (const CLI::Option* option : command->get_options())
      for (const std::string& name : option->get_lnames()) all.push_back("--" + name);
  } else {
    all = positional_words(*command, typed);
  }
  Words fitting;
  for (const std::string& word : all)
    if (word.starts_with(typed) || word.starts_with("@files")) fitting.push_back(word);
  std::sort(fitting.begin(), fitting.end());
  fitting.erase(std::unique(fitting.begin(), fitting.end()), fitting.end());
  return fitting;
}

namespace {

void write_pages_below(const CLI::App& command, const std::string& name, const std::string& folder) {
  std::vector<std::string> below;
  for (const CLI::App* sub : commands_of(command)) below.push_back(name + '-' + sub->get_name());
  perfmodel::json::write_file(folder + '/' + name + ".1", man_page(command, name, below));
  for (const CLI::App* sub : commands_of(command)) write_pages_below(*sub, name + '-' + sub->get_name(), folder);
}

}  // namespace

void write_man_pages(const CLI::App& app, const std::string& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  write_pages_below(app, "perfmodel-plan", folder);
}

bool answer_scripts(const CLI::App& app, int argc, char** argv) {
  const std::string first = argc > 2 ? argv[1] : "";
  if (first == "--complete") {
    for (const std::string& word : completions(app, {argv + 2, argv + argc})) std::cout << word << '\n';
    return true;
  }
  if (first == "--man-pages" && argc == 3) {
    write_man_pages(app, argv[2]);
    return true;
  }
  return false;
}

}  // namespace plan

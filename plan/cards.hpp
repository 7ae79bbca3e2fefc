#pragma once
/// The cards that a question is about, from --device.
#include <perfmodel/json/catalogue.hpp>
#include <CLI/CLI.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace plan {

/// "a,b" and "a" "b" are the same list.
[[nodiscard]] inline std::vector<std::string> split_list(const std::vector<std::string>& words) {
  std::vector<std::string> result;
  for (const std::string& word : words) {
    std::istringstream in(word);
    bool any = false;
    for (std::string item; std::getline(in, item, ',');) {
      result.push_back(item);
      any = true;
    }
    if (!any) result.emplace_back();
  }
  return result;
}

/// All cards of the catalogue, in the order of their files' names.
[[nodiscard]] inline std::vector<perfmodel::json::DeviceRecord> all_cards() {
  std::vector<perfmodel::json::DeviceRecord> cards;
  for (const auto& file : perfmodel::json::device_files(perfmodel::json::devices_folder()))
    cards.push_back(perfmodel::json::device_from_file(file));
  return cards;
}

/// The named cards, or all of them for "all".
[[nodiscard]] inline std::vector<perfmodel::json::DeviceRecord> load_cards(const std::vector<std::string>& words) {
  const std::vector<std::string> names = split_list(words);
  if (names.size() == 1 && names[0] == "all") return all_cards();
  std::vector<perfmodel::json::DeviceRecord> cards;
  std::set<std::string> seen;
  for (const std::string& name : names) {
    cards.push_back(perfmodel::json::load_device(name, "--device"));
    if (!seen.insert(cards.back().device.name).second) cards.pop_back();
  }
  return cards;
}

inline CLI::Option* add_device_option(CLI::App& command, std::string& device) {
  return command.add_option("-d,--device", device, "name of a card (see perfmodel-plan devices) or a device file")->type_name("NAME|FILE");
}

}  // namespace plan

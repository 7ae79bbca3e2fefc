#include "validate_cards.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <perfmodel/device/card_name.hpp>

#include "cards.hpp"

namespace plan {
namespace {

using namespace perfmodel;

/// The names in a column, in their order, each with the line on which it comes first and the number of its rows.
struct Named {
  std::string name{};
  std::int64_t line{};
  std::size_t rows{};
};

[[nodiscard]] std::vector<Named> names_in(const CsvTable& table, std::size_t column) {
  std::vector<Named> names;
  for (const CsvRow& row : table.rows) {
    const std::string& name = row.cells[column];
    const auto at = std::find_if(names.begin(), names.end(), [&](const Named& n) { return n.name == name; });
    if (at != names.end())
      ++at->rows;
    else
      names.push_back({name, row.line, 1});
  }
  return names;
}

[[nodiscard]] std::string joined(const std::vector<std::string>& words, const char* between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

[[nodiscard]] std::string listed(const std::vector<Named>& names) {
  std::vector<std::string> words;
  for (const Named& n : names) words.push_back(n.name);
  return joined(words, ", ");
}

[[nodiscard]] std::vector<Device> catalogue() {
  std::vector<Device> devices;
  for (const auto& file : json::device_files(json::devices_folder()))
    devices.push_back(json::device_from_file(file).device);
  return devices;
}

[[nodiscard]] CsvTable rows_of(const CsvTable& table, std::size_t column, const std::string& name) {
  CsvTable part{.file = table.file, .columns = table.columns};
  for (const CsvRow& row : table.rows)
    if (row.cells[column] == name) part.rows.push_back(row);
  return part;
}

/// --device as "NAME=CARD,NAME=CARD". @throws Error for an item without both, and for a name that the column does not
/// have
[[nodiscard]] std::map<std::string, std::string> cards_said(const std::string& device, const std::vector<Named>& names,
                                                            const std::string& column, const std::string& file) {
  std::map<std::string, std::string> said;
  if (device.find('=') == std::string::npos) return said;
  for (const std::string& item : split_list({device})) {
    const std::size_t sign = item.rfind('=');
    if (sign == std::string::npos || sign == 0 || sign + 1 == item.size())
      throw bad_input("--device", in_quotes(item),
                      "must be NAME=CARD for each name in the column " + column + ", or one card for all rows");
    const std::string name = item.substr(0, sign);
    if (std::none_of(names.begin(), names.end(), [&](const Named& n) { return n.name == name; }))
      throw bad_input("--device", in_quotes(name),
                      "must be in the column " + column + " of " + file + ", which has: " + listed(names));
    said[name] = item.substr(sign + 1);
  }
  return said;
}

/// All rows for one card: those of the one name, or of the one among several that can mean it.
[[nodiscard]] RowsByCard all_for(const CsvTable& table, std::size_t column, const std::vector<Named>& names,
                                 json::Card card) {
  std::vector<Device> devices = catalogue();
  const std::string own = card.device().name;
  if (std::none_of(devices.begin(), devices.end(), [&](const Device& d) { return d.name == own; }))
    devices.push_back(card.device());
  std::vector<Named> fitting;
  bool exact = false;
  for (const Named& n : names) {
    const std::vector<std::string> meant = cards_meant(n.name, devices);
    const bool fits = std::find(meant.begin(), meant.end(), own) != meant.end() || (names.size() == 1 && meant.empty());
    const bool spelled = lower_case(n.name) == lower_case(own);
    if (spelled && !exact) fitting.clear(), exact = true;
    if (exact ? spelled : fits) fitting.push_back(n);
  }
  RowsByCard result;
  if (names.size() > 1 && fitting.size() != 1)
    throw bad_input(table.file, "rows of " + std::to_string(names.size()) + " cards",
                    "choose one with --gpu: " + listed(names) + "; or say which they are: --device \"" +
                        names.front().name + "=CARD,...\"");
  if (names.size() > 1)
    result.note = "only the " + std::to_string(fitting.front().rows) + " rows of " + in_quotes(fitting.front().name) +
                  ", of " + std::to_string(table.rows.size());
  if (names.size() == 1 && fitting.empty())
    result.note = "the rows say that they are of " + in_quotes(names.front().name) + ", which is not " + own;
  const std::string& name = (fitting.empty() ? names : fitting).front().name;
  result.cards.push_back({.card = std::move(card), .name = name, .table = rows_of(table, column, name)});
  return result;
}

/// The card that a name means. @throws Error with the row and what would be accepted; `unclear` lists names with
/// several cards
[[nodiscard]] std::optional<json::Card> looked_up(const Named& n, const std::vector<Device>& devices,
                                                  const std::string& place, std::vector<std::string>& unclear) {
  if (n.name.empty()) throw bad_input(place, "nothing", "must be the name of a card, or --device must say the card");
  const std::vector<std::string> meant = cards_meant(n.name, devices);
  if (meant.size() == 1) return load_card(meant.front());
  if (meant.empty()) {
    std::vector<std::string> all;
    for (const Device& d : devices) all.push_back(d.name);
    throw bad_input(place, in_quotes(n.name),
                    "must be a card of perfmodel-plan devices, or --device \"" + n.name +
                        "=CARD\" says which it is; nearest: " + joined(json::nearest_names(n.name, all), ", "));
  }
  unclear.push_back(n.name + '=' + joined(meant, "|"));
  return std::nullopt;
}

}  // namespace

RowsByCard rows_by_card(const CsvTable& asked, const std::string& column, const std::string& device,
                        const std::string& gpu) {
  const auto at = asked.find(column);
  const bool pairs = device.find('=') != std::string::npos;
  if (!at) {
    if (!gpu.empty() || pairs)
      throw bad_input(gpu.empty() ? "--device" : "--gpu", in_quotes(gpu.empty() ? device : gpu),
                      "must be in the column " + column + ", which " + asked.file + " does not have");
    if (device.empty())
      throw bad_input("--device", "nothing", "must name the card, because " + asked.file + " has no column " + column);
    return {.cards = {{.card = load_card(device), .table = asked}}};
  }
  const CsvTable table = gpu.empty() ? asked : rows_of(asked, *at, gpu);
  if (table.rows.empty() && !gpu.empty())
    throw bad_input("--gpu", '"' + gpu + '"', "must be in the column " + column + " of " + table.file);
  const std::vector<Named> names = names_in(table, *at);
  if (!device.empty() && !pairs) {
    if (names.empty()) return {.cards = {{.card = load_card(device), .table = table}}};
    return all_for(table, *at, names, load_card(device));
  }
  const std::map<std::string, std::string> said = cards_said(device, names, column, table.file);
  const std::vector<Device> devices = catalogue();
  RowsByCard result;
  std::vector<std::string> unclear;
  std::string where;
  for (const Named& n : names) {
    const std::string place = table.file + ':' + std::to_string(n.line) + ": " + column;
    const auto told = said.find(n.name);
    std::optional<json::Card> card =
        told != said.end() ? load_card(told->second) : looked_up(n, devices, place, unclear);
    if (card)
      result.cards.push_back({.card = std::move(*card), .name = n.name, .table = rows_of(table, *at, n.name)});
    else if (where.empty())
      where = place;
  }
  if (unclear.empty()) return result;
  const std::string first = unclear.front().substr(0, unclear.front().rfind('='));
  throw bad_input(where, in_quotes(first),
                  "which board is meant must be said, with one of each: --device \"" + joined(unclear, ",") + '"');
}

}  // namespace plan

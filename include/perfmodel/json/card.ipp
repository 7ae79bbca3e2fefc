#pragma once
#include <perfmodel/json/card.hpp>
#include <perfmodel/json/reader.hpp>

namespace perfmodel::json {
namespace detail {
PERFMODEL_INLINE Card card_from(DeviceRecord record, const std::filesystem::path& folder) {
  Card card{.record = std::move(record)};
  card.calibration = card_calibration(card.device(), folder);
  if (card.calibration) card.calibration->file = card.calibration->file.lexically_relative(folder);
  return card;
}

PERFMODEL_INLINE Card card_from_calibrated(const Node& root, const std::string& place,
                                           const std::filesystem::path& folder) {
  const Node name = root.at("device");
  Card card{.record = load_device(name.text(64), name.place(), folder)};
  card.calibration = calibration_from_json(root, card.device());
  if (!card.calibration->applies)
    throw bad_input(place, '"' + one_line(root.file(), 400) + '"',
                    "must fit this version, but " + card.calibration->why_not);
  return card;
}

/// What `make` makes of each device of the catalogue.
template <class Made, class F>
[[nodiscard]] std::vector<Made> each_device(const std::filesystem::path& folder, const ForEach& each, const F& make) {
  const Sources shared = shared_sources(folder);  // read once for all
  const std::vector<std::filesystem::path> files = device_files(folder);
  std::vector<Made> made(files.size());
  each(files.size(), [&](std::size_t i) {
    const Document document = parse_file(files[i]);
    made[i] = make(device_from_json(document.root(), shared));
  });
  return made;
}
}  // namespace detail

PERFMODEL_INLINE Card load_card(const std::string& word, const std::string& place,
                                const std::filesystem::path& folder) {
  const std::filesystem::path file = find_device(word, place, folder);
  if (file == std::filesystem::path(word)) {  // a path, not a name
    const Document document = parse_file(file);
    const Node root = document.root();
    if (root.is_object() && root.find("format")) return detail::card_from_calibrated(root, place, folder);
  }
  return detail::card_from(device_from_file(file), folder);
}

PERFMODEL_INLINE std::vector<DeviceRecord> all_devices(const std::filesystem::path& folder, const ForEach& each) {
  return detail::each_device<DeviceRecord>(folder, each, [](DeviceRecord record) { return record; });
}

PERFMODEL_INLINE std::vector<Card> all_cards(const std::filesystem::path& folder, const ForEach& each) {
  return detail::each_device<Card>(folder, each,
                                   [&](DeviceRecord record) { return detail::card_from(std::move(record), folder); });
}

}  // namespace perfmodel::json

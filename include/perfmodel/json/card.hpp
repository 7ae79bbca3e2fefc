#pragma once
/// A card as predictions need it: what is published about it and, where somebody measured it, what that says.
#include <filesystem>
#include <optional>
#include <perfmodel/compiled.hpp>
#include <perfmodel/for_each.hpp>
#include <perfmodel/json/calibration_json.hpp>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/software/host.hpp>
#include <string>
#include <vector>

namespace perfmodel::json {

struct Card {
  DeviceRecord record{};
  std::optional<CardCalibration> calibration{};  ///< of its calibrated file, if there is one

  [[nodiscard]] const Device& device() const { return record.device; }
  /// The factors for make_card_model(); all 1 where no measurement holds.
  [[nodiscard]] CardCorrection correction() const { return calibration ? calibration->correction : CardCorrection{}; }
  /// The host of the machine in which it was measured, for the frameworks whose steps were timed there;
  /// default_host() for others.
  [[nodiscard]] HostScales host() const {
    HostScales scales = every_framework(default_host().factor);
    if (calibration)
      for (const MeasuredHost& measured : calibration->hosts)
        scales[static_cast<std::size_t>(measured.framework)] = measured.scale;
    return scales;
  }
};

namespace detail {
/// A device of the catalogue with the calibration beside it, if there is one.
[[nodiscard]] Card card_from(DeviceRecord record, const std::filesystem::path& folder);

/// A calibrated file that was asked for by its path: it has to hold, else the answer is not what was asked for.
[[nodiscard]] Card card_from_calibrated(const Node& root, const std::string& place,
                                        const std::filesystem::path& folder);
}  // namespace detail

/// Finds and reads a card with its calibration.
/// @param word   name in any case, the path of a device file, or the path of a calibrated file, which names its card
/// @param place  what the user wrote it in, for the message
/// @throws Error with the nearest names, or with what is wrong in a file; for a calibrated file given by its path also
/// where it was fitted to other constants (one that lies beside the catalogue is then left alone, and says so)
[[nodiscard]] Card load_card(const std::string& word, const std::string& place = "device",
                             const std::filesystem::path& folder = devices_folder());

/// What is published about every card of the catalogue, in the order of the files' names. @param each  reads them
[[nodiscard]] std::vector<DeviceRecord> all_devices(const std::filesystem::path& folder = devices_folder(),
                                                    const ForEach& each = one_by_one);

/// The same cards, each with its calibration.
[[nodiscard]] std::vector<Card> all_cards(const std::filesystem::path& folder = devices_folder(),
                                          const ForEach& each = one_by_one);

}  // namespace perfmodel::json

#ifndef PERFMODEL_COMPILED
#include <perfmodel/json/card.ipp>
#endif

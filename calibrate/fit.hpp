#pragma once
#include <filesystem>
#include <perfmodel/calibration/direct_facts.hpp>
#include <perfmodel/calibration/validation.hpp>
#include <string>
#include <vector>

#include "raw_folder.hpp"

namespace perfmodel::calibrate {

/// What a folder of raw tables says, with the model beside it.
struct Calibration {
  RawFolder raw{};
  Device device{};                         ///< published facts
  std::vector<DirectFact> facts{};         ///< read directly off the tables
  std::vector<std::string> differences{};  ///< between what the card reports and what is published
  bool fitted_to_these{};                  ///< the compiled constants were fitted to this card's rows, too
  std::vector<Judged> judged{};
  std::vector<RegimeErrors> seen{}, unseen{};
  std::vector<std::string> missed{};  ///< limits that the held-out shapes miss
};

/// What the errors of the held-out shapes prove: one sentence for reports.
[[nodiscard]] std::string meaning_of_errors(const Calibration& calibration);

/// @throws Error for bad raw files and for a card that is neither in the catalogue nor given as a device file
[[nodiscard]] Calibration fit(const std::filesystem::path& raw_folder, const std::string& device);

/// The calibrated file: published facts by reference, measured ones with machine and raw files, errors per regime.
[[nodiscard]] std::string calibration_json(const Calibration& calibration);

/// A device file from what the card itself reports, for a card that the catalogue does not have. Published figures that
/// no query answers (peaks, bandwidth) are taken from the measurement and marked so.
[[nodiscard]] std::string new_device_json(const RawFolder& raw, const std::vector<DirectFact>& facts);

}  // namespace perfmodel::calibrate

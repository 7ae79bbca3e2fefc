#pragma once
/// Reads what of a calibrated file changes predictions: devices/calibrated/CARD.json, key "calibration".
#include <filesystem>
#include <optional>
#include <perfmodel/compiled.hpp>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/card_correction.hpp>
#include <perfmodel/pricing/constants_fingerprint.hpp>
#include <perfmodel/software/host_profile.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace perfmodel::json {

class Node;

inline constexpr std::int64_t calibration_format_version = 1;

/// The host of the machine in which a card was measured, over a framework's profile. It is the machine's, not the
/// card's, and of the framework whose steps were timed: another framework's operations may be slowed down otherwise.
struct MeasuredHost {
  Framework framework{};
  double scale{1.0};
  std::string machine{};  ///< "Intel Xeon, 16 threads"
};

/// What a calibration of one card says to the planner.
struct CardCalibration {
  CardCorrection correction{};        ///< all 1 where it does not hold
  std::vector<MeasuredHost> hosts{};  ///< none where it does not hold
  bool applies{};                     ///< false: `why_not` says why the file's factors are left alone
  std::string why_not{};
  std::string device{}, date{};  ///< the card as files are named, day of the measurement
  std::filesystem::path file{};
};

/// "constants: measured on this card, 2026-11-21, devices/calibrated/h200-sxm.json", or why they are not used.
[[nodiscard]] inline std::string line(const CardCalibration& c) {
  if (c.applies) return "constants: measured on this card, " + c.date + ", " + c.file.string();
  return "constants: " + c.file.string() + " of " + c.date + " is not used: " + c.why_not;
}

namespace detail {
/// The framework of "host.FRAMEWORK"; nothing for another name.
[[nodiscard]] std::optional<Framework> host_of(std::string_view name);

void read_factors(const Node& factors, CardCalibration& c);
}  // namespace detail

/// @throws Error for a file of another kind, version or card; where its constants are those of this version also for an
/// unknown factor and a factor outside its bounds
[[nodiscard]] CardCalibration calibration_from_json(const Node& root, const Device& device);

/// The calibration of a card of the catalogue, if its file is there. @throws Error as calibration_from_json() does
[[nodiscard]] std::optional<CardCalibration> card_calibration(const Device& device,
                                                              const std::filesystem::path& folder = devices_folder());

}  // namespace perfmodel::json

#ifndef PERFMODEL_COMPILED
#include <perfmodel/json/calibration_json.ipp>
#endif

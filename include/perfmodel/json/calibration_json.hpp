#pragma once
/// Reads what of a calibrated file changes predictions: devices/calibrated/<card>.json, key "calibration".
#include <filesystem>
#include <optional>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/card_correction.hpp>
#include <perfmodel/pricing/constants_fingerprint.hpp>
#include <perfmodel/software/host_profile.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace perfmodel::json {

inline constexpr std::int64_t calibration_format_version = 1;

/// The host of the machine in which a card was measured, over a framework's profile. It is the machine's, not the
/// card's, and of the framework whose steps were timed: another framework's operations may be slowed down otherwise.
struct MeasuredHost {
  Framework framework{};
  double scale{1.0};
  std::string machine{};  ///< "Intel Xeon, 16 threads", "median of 5 machines"
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
[[nodiscard]] inline std::optional<Framework> host_of(std::string_view name) {
  constexpr std::string_view host = "host.";
  if (name.substr(0, host.size()) == host)
    for (const Framework framework : all_frameworks)
      if (perfmodel::name(framework) == name.substr(host.size())) return framework;
  return std::nullopt;
}

inline void read_factors(const Node& factors, CardCalibration& c) {
  for (const auto& [name, entry] : factors.members()) {
    if (const auto framework = host_of(name)) {
      c.hosts.push_back({.framework = *framework,
                         .scale = entry.at("value").number({.low = least_host_scale, .high = most_host_scale}),
                         .machine = entry.at("machine").text(200)});
      continue;
    }
    double* factor = factor_of(c.correction, name);
    if (factor == nullptr)
      throw entry.error(
          "has an unknown name; known are dram, l2, launch, power, attention, math.FORMAT and host.FRAMEWORK");
    *factor = entry.at("value").number({.low = least_correction, .high = most_correction});
  }
}
}  // namespace detail

/// @throws Error for a file of another kind, version or card; where its constants are those of this version also for an
/// unknown factor and a factor outside its bounds
[[nodiscard]] inline CardCalibration calibration_from_json(const Node& root, const Device& device) {
  if (root.at("format").text() != "perfmodel-calibration")
    throw root.at("format").error("must be \"perfmodel-calibration\"");
  if (root.at("version").integer(0, 1'000'000) != calibration_format_version)
    throw root.at("version").error("must be " + std::to_string(calibration_format_version) +
                                   ": run perfmodel-calibrate fit again");
  CardCalibration c{
      .device = root.at("device").text(64), .date = root.at("machine").at("date").text(32), .file = root.file()};
  if (lower_case(c.device) != lower_case(device.name))
    throw root.at("device").error("must be " + lower_case(device.name));
  const auto block = root.find("calibration");
  if (!block) {
    c.why_not = "it has no factors; run perfmodel-calibrate fit again";
    return c;
  }
  if (block->at("constants").text(16) != constants_fingerprint(device)) {
    c.why_not = "it was fitted to other constants; run perfmodel-calibrate fit again";
    return c;
  }
  detail::read_factors(block->at("factors"), c);
  c.applies = true;
  return c;
}

/// The calibration of a card of the catalogue, if its file is there. @throws Error as calibration_from_json() does
[[nodiscard]] inline std::optional<CardCalibration> card_calibration(
    const Device& device, const std::filesystem::path& folder = devices_folder()) {
  const auto file = calibrated_file(device.name, folder);
  if (!file) return std::nullopt;
  const Document document = parse_file(file->string());
  return calibration_from_json(document.root(), device);
}

}  // namespace perfmodel::json

#pragma once
#include <array>
#include <perfmodel/json/calibration_json.hpp>
#include <perfmodel/json/reader.hpp>

namespace perfmodel::json {
namespace detail {
PERFMODEL_INLINE std::optional<Framework> host_of(std::string_view name) {
  constexpr std::string_view host = "host.";
  if (name.substr(0, host.size()) == host)
    for (const Framework framework : all_frameworks)
      if (perfmodel::name(framework) == name.substr(host.size())) return framework;
  return std::nullopt;
}

PERFMODEL_INLINE void read_factors(const Node& factors, CardCalibration& c) {
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
          "has an unknown name; known are dram, l2, launch, latency, power, attention, math.FORMAT and host.FRAMEWORK");
    *factor = entry.at("value").number({.low = least_correction, .high = most_correction});
  }
}

/// What calibration_from_json() reads of a file; most of it are measurements and what is left of them.
inline constexpr std::array<std::string_view, 5> calibration_members{"format", "version", "device", "machine",
                                                                     "calibration"};
}  // namespace detail

PERFMODEL_INLINE CardCalibration calibration_from_json(const Node& root, const Device& device) {
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

PERFMODEL_INLINE std::optional<CardCalibration> card_calibration(const Device& device,
                                                                 const std::filesystem::path& folder) {
  const auto file = calibrated_file(device.name, folder);
  if (!file) return std::nullopt;
  const Document document = parse_file(file->string(), {}, detail::calibration_members);
  return calibration_from_json(document.root(), device);
}

}  // namespace perfmodel::json

#pragma once
#include <string>
#include <vector>

#include "calibrate/fit/calibration.hpp"

namespace perfmodel::calibrate {

/// The calibrated file: published facts by reference, measured ones with machine and raw files, errors per regime.
[[nodiscard]] std::string calibration_json(const Calibration& calibration);

/// A device file from what the card itself reports, for a card that the catalogue does not have. Published figures that
/// no query answers (peaks, bandwidth) are taken from the measurement and marked so.
[[nodiscard]] std::string new_device_json(const RawFolder& raw, const std::vector<DirectFact>& facts);

}  // namespace perfmodel::calibrate

#pragma once
#include <filesystem>
#include <iosfwd>

#include "calibrate/fit/calibration.hpp"

namespace perfmodel::calibrate {

/// The errors per regime as a table for the terminal, and what was missed.
void print_report(std::ostream& out, const Calibration& calibration);

/// report.md with the errors, the card's factors and the facts, and beside it accuracy.svg, unseen.svg, operations.svg
/// and steps.svg (predicted over measured, each row a point), bandwidth.svg and clock.svg. @throws DeviceError where
/// they cannot be written
void write_report(const std::filesystem::path& folder, const Calibration& calibration);

}  // namespace perfmodel::calibrate

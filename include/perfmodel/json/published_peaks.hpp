#pragma once
/// Peaks as documents print them, which the card's data must reproduce: a check of every rate in a device file.
#include <algorithm>
#include <charconv>
#include <perfmodel/compiled.hpp>
#include <perfmodel/device/device.hpp>
#include <string>

namespace perfmodel::json {

class Node;

/// A peak as its document prints it, and the clock it is said to be computed at.
struct PublishedPeak {
  MathUnit math_unit{};
  NumberFormat format{};
  bool sparse{};
  std::string printed{};  ///< with all its digits: "989.4"
  std::string unit{};     ///< TFLOPS, TOPS, PFLOPS or POPS
  WorkRate rate{};        ///< what is printed
  WorkRate half_digit{};  ///< half a unit of the last printed digit
  ClockRate clock{};
  std::string source{};
  std::string exception{};  ///< why SMs x MACs x clock does not give it; empty where it does
};

/// SMs x MAC/clk/SM x the peak's clock: what the printed figure should be.
[[nodiscard]] inline WorkRate recomputed(const Device& device, const PublishedPeak& peak) {
  const double factor = peak.sparse ? device.rates.sparse_factor : 1.0;
  return factor * (device.sms * device.rates(peak.math_unit, peak.format) * peak.clock);
}
/// Does the device's data give the printed figure, to half a unit of its last digit?
[[nodiscard]] bool reproduced(const Device& device, const PublishedPeak& peak);

namespace detail {
/// Sets `printed`, `unit` and what follows from them. @throws Error for what are no printed digits
void read_printed(const Node& node, PublishedPeak& peak);
}  // namespace detail

}  // namespace perfmodel::json

#ifndef PERFMODEL_COMPILED
#include <perfmodel/json/published_peaks.ipp>
#endif

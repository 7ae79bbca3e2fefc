#pragma once
/// Peaks as documents print them, which the card's data must reproduce: a check of every rate in a device file.
#include <algorithm>
#include <perfmodel/device/device.hpp>
#include <perfmodel/json/reader.hpp>
#include <string>

namespace perfmodel::json {

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
[[nodiscard]] inline bool reproduced(const Device& device, const PublishedPeak& peak) {
  const WorkRate difference = recomputed(device, peak) - peak.rate;
  const WorkRate tolerance =
      (1.0 + 1e-9) * peak.half_digit;  // 1e-9: rounding of doubles when the difference is exactly half
  return difference <= tolerance && -difference <= tolerance;
}

namespace detail {
/// Sets `printed`, `unit` and what follows from them. @throws Error for what are no printed digits
inline void read_printed(const Node& node, PublishedPeak& peak) {
  const Node printed = node.at("printed");
  peak.printed = printed.text(12);
  const auto dot = peak.printed.find('.');
  const bool digits =
      std::all_of(peak.printed.begin(), peak.printed.end(), [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
  if (!digits || peak.printed.front() == '.' || peak.printed.back() == '.' || dot != peak.printed.rfind('.'))
    throw printed.error("must be the printed digits as a text, e.g. \"989.4\"");
  const WorkRate one = node.at("unit").word<double>({{"TFLOPS", 1.0}, {"TOPS", 1.0}, {"PFLOPS", 1e3}, {"POPS", 1e3}}) *
                       tera * flop / second;
  peak.unit = node.at("unit").text();
  double last_digit = 1.0;
  for (std::size_t i = dot == std::string::npos ? peak.printed.size() : dot + 1; i < peak.printed.size(); ++i)
    last_digit /= 10.0;
  peak.rate = std::stod(peak.printed) * one;
  peak.half_digit = 0.5 * last_digit * one;
}
}  // namespace detail

}  // namespace perfmodel::json

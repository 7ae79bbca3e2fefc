#pragma once
#include <perfmodel/json/published_peaks.hpp>
#include <perfmodel/json/reader.hpp>

namespace perfmodel::json {
PERFMODEL_INLINE bool reproduced(const Device& device, const PublishedPeak& peak) {
  const WorkRate difference = recomputed(device, peak) - peak.rate;
  const WorkRate tolerance =
      (1.0 + 1e-9) * peak.half_digit;  // 1e-9: rounding of doubles when the difference is exactly half
  return difference <= tolerance && -difference <= tolerance;
}

namespace detail {
PERFMODEL_INLINE void read_printed(const Node& node, PublishedPeak& peak) {
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
  double value = 0.0;
  std::from_chars(peak.printed.data(), peak.printed.data() + peak.printed.size(), value);
  peak.rate = value * one;
  peak.half_digit = 0.5 * last_digit * one;
}
}  // namespace detail

}  // namespace perfmodel::json

#pragma once
/// How the planner prints quantities: three significant digits and a unit that keeps them short.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <perfmodel/units.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace plan {

/// printf for one number: `number("%.3g", x)`.
[[nodiscard]] inline std::string number(const char* format, double x) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), format, x);
  return text.data();
}

/// Three significant digits without an exponent, for 0.001 <= x < 1e15: 0.0123, 1.23, 12.3, 123, 1234.
[[nodiscard]] inline std::string three_digits(double x) {
  if (x == 0.0 || !std::isfinite(x)) return x == 0.0 ? "0" : "-";
  const double size = std::abs(x);
  if (size < 1e-3 || size >= 1e15) return number("%.2e", x);
  const double rounded = std::strtod(number("%.2e", size).c_str(), nullptr);  // 9.996 has as many digits as 10.0
  const int digits = static_cast<int>(std::floor(std::log10(rounded)));
  return number(("%." + std::to_string(std::max(0, 2 - digits)) + "f").c_str(), x);
}

using Scale = std::pair<double, std::string_view>;

/// The largest of the scales that leaves at least one digit before the point.
template <std::size_t n>
[[nodiscard]] std::string scaled(double x, const std::array<std::pair<double, std::string_view>, n>& scales) {
  for (const auto& [scale, unit] : scales)
    if (std::abs(x) >= 0.9995 * scale) return three_digits(x / scale) + ' ' + std::string(unit);
  return three_digits(x / scales.back().first) + ' ' + std::string(scales.back().second);
}

inline constexpr std::array<Scale, 7> time_scales{
    {{86400, "days"}, {3600, "h"}, {60, "min"}, {1, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}}};

/// Below a minute in s, ms, us or ns; above in min, h or days.
[[nodiscard]] inline std::string text(perfmodel::Time time) {
  return scaled(perfmodel::in(time, perfmodel::second), time_scales);
}
/// Binary multiples, as frameworks print memory.
[[nodiscard]] inline std::string text(perfmodel::Bytes bytes) {
  return scaled(perfmodel::in(bytes, perfmodel::byte), std::array<Scale, 5>{{{1024 * perfmodel::gibi, "TiB"},
                                                                             {perfmodel::gibi, "GiB"},
                                                                             {perfmodel::mebi, "MiB"},
                                                                             {perfmodel::kibi, "KiB"},
                                                                             {1, "B"}}});
}
[[nodiscard]] inline std::string text(perfmodel::Work work) {
  return scaled(perfmodel::in(work, perfmodel::flop),
                std::array<Scale, 6>{
                    {{1e15, "PFLOP"}, {1e12, "TFLOP"}, {1e9, "GFLOP"}, {1e6, "MFLOP"}, {1e3, "kFLOP"}, {1, "FLOP"}}});
}
[[nodiscard]] inline std::string text(perfmodel::Energy energy) {
  return scaled(perfmodel::in(energy, perfmodel::joule),
                std::array<Scale, 5>{{{3.6e9, "MWh"}, {3.6e6, "kWh"}, {3.6e3, "Wh"}, {1, "J"}, {1e-3, "mJ"}}});
}

[[nodiscard]] inline std::string power_text(perfmodel::Power power) {
  return scaled(perfmodel::in(power, perfmodel::watt), std::array<Scale, 3>{{{1e6, "MW"}, {1e3, "kW"}, {1, "W"}}});
}

/// "1.2 .. 3.4 ms": two times in the unit of the first that keeps it short.
[[nodiscard]] inline std::string range_text(perfmodel::Time low, perfmodel::Time high) {
  const std::string first = text(low);
  const std::string unit = first.substr(first.find(' '));
  double scale = 1.0;
  for (const auto& [seconds, word] : time_scales)
    if (unit.substr(1) == word) scale = seconds;
  return three_digits(perfmodel::in(low, perfmodel::second) / scale) + ".." +
         three_digits(perfmodel::in(high, perfmodel::second) / scale) + unit;
}

/// "723 k", "312 ": right-aligned in a column with the space that units have.
[[nodiscard]] inline std::string count_text(double x) {
  return scaled(x, std::array<Scale, 4>{{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}}});
}
/// "723 k samples/s", "312 samples/s"
[[nodiscard]] inline std::string rate_text(double per_second, const std::string& unit) {
  std::string text = count_text(per_second);
  while (text.ends_with(' ')) text.pop_back();
  return text + ' ' + unit;
}

/// 1234567 as "1,234,567".
[[nodiscard]] inline std::string grouped(std::int64_t count) {
  std::string text = std::to_string(count);
  const std::size_t begin = count < 0 ? 1 : 0;
  for (std::size_t i = text.size(); i > begin + 3; i -= 3) text.insert(i - 3, 1, ',');
  return text;
}

/// An amount of money without an exponent: "12,345.60", "3.50", "0.00123".
[[nodiscard]] inline std::string money_text(double x) {
  if (!(std::abs(x) >= 1.0)) return x == 0.0 || std::abs(x) >= 1e-3 ? three_digits(x) : number("%.9f", x);
  const std::string cents = number("%.2f", x);
  const std::size_t point = cents.find('.');
  return std::abs(x) < 1e15 ? grouped(std::stoll(cents.substr(0, point))) + cents.substr(point) : cents;
}

/// A number with every digit that matters to a script.
[[nodiscard]] inline std::string exact(double x) {
  std::array<char, 32> text{};  // as printf's %.6g, which is six times as slow
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), x, std::chars_format::general, 6).ptr};
}

/// "8 x H100-SXM5-80GB"; of one card its name.
[[nodiscard]] inline std::string cards_text(std::int64_t gpus, const std::string& device) {
  return (gpus > 1 ? std::to_string(gpus) + " x " : std::string()) + device;
}

}  // namespace plan

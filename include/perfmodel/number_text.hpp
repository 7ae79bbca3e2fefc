#pragma once
#include <array>
#include <charconv>
#include <string>

namespace perfmodel {

/// A number as messages print it: six significant digits at the most, a point, an exponent where that is shorter;
/// whatever the locale of the program that asks. (std::to_string() and printf() follow it: 0,5 in a German one.)
[[nodiscard]] inline std::string number_text(double value) {
  constexpr int digits = 6;
  std::array<char, 32> text{};
  const auto written = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, digits);
  return {text.data(), written.ptr};
}

}  // namespace perfmodel

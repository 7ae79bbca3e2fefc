#pragma once
#include <cstdint>

namespace perfmodel {

/// smallest q with q * divisor >= value.  @pre value >= 0, divisor > 0
[[nodiscard]] constexpr std::int64_t ceil_div(std::int64_t value, std::int64_t divisor) {
  return value / divisor + (value % divisor != 0 ? 1 : 0);
}

/// value rounded up to a multiple.  @pre value >= 0, multiple > 0
[[nodiscard]] constexpr std::int64_t round_up(std::int64_t value, std::int64_t multiple) {
  return ceil_div(value, multiple) * multiple;
}

/// value rounded up, for 0 <= value < 2^62; std::ceil is a call where SSE 4.1 may not be assumed, and not constexpr.
[[nodiscard]] constexpr double round_up(double value) {
  const double whole = static_cast<double>(static_cast<std::int64_t>(value));
  return whole < value ? whole + 1.0 : whole;
}

}  // namespace perfmodel

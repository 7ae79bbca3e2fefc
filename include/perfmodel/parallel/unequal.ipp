#pragma once
#include <perfmodel/parallel/unequal.hpp>

namespace perfmodel {

PERFMODEL_INLINE double expected_largest(std::int64_t n) {
  if (n < 2) return 0.0;
  constexpr double reach = 9.0;
  constexpr int steps = 3600;
  constexpr double width = 2.0 * reach / steps;
  const double count = static_cast<double>(n), density = std::numbers::inv_sqrtpi / std::numbers::sqrt2;
  double sum = 0.0;
  for (int i = 0; i <= steps; ++i) {
    const double x = -reach + width * i, below = 0.5 * std::erfc(-x / std::numbers::sqrt2);
    sum += count * x * density * std::exp(-0.5 * x * x) * std::pow(below, count - 1.0);
  }
  return width * sum;
}

}  // namespace perfmodel

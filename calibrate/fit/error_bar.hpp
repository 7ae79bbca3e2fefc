#pragma once
/// Error bars from residuals: measured / predicted of rows that a fit has not seen.
#include <algorithm>
#include <array>
#include <cstddef>
#include <perfmodel/measurement/statistics.hpp>
#include <perfmodel/pricing/gemm/family.hpp>
#include <vector>

namespace perfmodel {

/// Where the bar of a class lies between its own residuals and those of all classes together: a class with few rows
/// borrows. Bars reach a little beyond the 5th and 95th percentile, for the next card is not one of these.
[[nodiscard]] inline ErrorBar error_bar(std::vector<double> own, const std::vector<double>& all,
                                        double widening = 1.05) {
  constexpr std::size_t enough = 12;
  if (own.size() < enough) {
    if (all.size() < enough) return {0.5, 2.0};
    own.insert(own.end(), all.begin(), all.end());
  }
  return {std::min(quantile(own, 0.05), 1.0) / widening, std::max(quantile(own, 0.95), 1.0) * widening};
}

}  // namespace perfmodel

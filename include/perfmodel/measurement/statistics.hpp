#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace perfmodel {

/// How far predictions lie from measurements, in shares of the measurement: 0.1 is 10 %.
struct ErrorStatistics {
  std::size_t count{};
  double mean{};    ///< of |predicted / measured - 1|
  double median{};  ///< likewise
  double p90{};     ///< likewise: 90th percentile
  double worst{};   ///< likewise
  double bias{};    ///< mean of predicted / measured - 1, with its sign: > 0 is too slow
};

/// The p-quantile of values, linear between the two nearest. Sorts a copy.  @pre values not empty, 0 <= p <= 1
[[nodiscard]] double quantile(std::vector<double> values, double p);

/// Statistics of predicted / measured. All zero for no ratios.
[[nodiscard]] ErrorStatistics error_statistics(std::span<const double> ratios);

/// Pearson's correlation of two series of the same length; 0 where one is constant.
[[nodiscard]] double correlation(std::span<const double> x, std::span<const double> y);

/// A series minus its centred moving average over 2 * half + 1 points (fewer at the ends).
[[nodiscard]] std::vector<double> detrended(std::span<const double> series, std::size_t half);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/compiled.hpp>
#include <perfmodel/measurement/statistics.ipp>
#endif

#pragma once
#include <perfmodel/measurement/statistics.hpp>

namespace perfmodel {

PERFMODEL_INLINE double quantile(std::vector<double> values, double p) {
  std::sort(values.begin(), values.end());
  const double position = p * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (position - static_cast<double>(below)) * (values[above] - values[below]);
}

PERFMODEL_INLINE ErrorStatistics error_statistics(std::span<const double> ratios) {
  if (ratios.empty()) return {};
  std::vector<double> errors;
  double sum = 0.0, signed_sum = 0.0;
  for (const double ratio : ratios) {
    errors.push_back(std::abs(ratio - 1.0));
    sum += errors.back();
    signed_sum += ratio - 1.0;
  }
  const double n = static_cast<double>(ratios.size());
  return {.count = ratios.size(),
          .mean = sum / n,
          .median = quantile(errors, 0.5),
          .p90 = quantile(errors, 0.9),
          .worst = *std::max_element(errors.begin(), errors.end()),
          .bias = signed_sum / n};
}

PERFMODEL_INLINE double correlation(std::span<const double> x, std::span<const double> y) {
  const double n = static_cast<double>(x.size());
  double sx = 0, sy = 0, sxx = 0, syy = 0, sxy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sx += x[i], sy += y[i], sxx += x[i] * x[i], syy += y[i] * y[i], sxy += x[i] * y[i];
  }
  const double vx = sxx - sx * sx / n, vy = syy - sy * sy / n;
  return vx > 0.0 && vy > 0.0 ? (sxy - sx * sy / n) / std::sqrt(vx * vy) : 0.0;
}

PERFMODEL_INLINE std::vector<double> detrended(std::span<const double> series, std::size_t half) {
  std::vector<double> out(series.size());
  for (std::size_t i = 0; i < series.size(); ++i) {
    const std::size_t first = i > half ? i - half : 0, last = std::min(series.size() - 1, i + half);
    double sum = 0.0;
    for (std::size_t j = first; j <= last; ++j) sum += series[j];
    out[i] = series[i] - sum / static_cast<double>(last - first + 1);
  }
  return out;
}

}  // namespace perfmodel

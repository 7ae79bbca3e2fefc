#pragma once
#include <cstdint>
#include <perfmodel/device/number_format.hpp>
#include <perfmodel/units.hpp>

namespace perfmodel::op {

/// Loss of sequences over all ways to align `labels` of each with `steps` of logarithms of `classes` (CTC: Graves et
/// al., Connectionist Temporal Classification, 2006): a table of logarithms by step and by state, of which there is one
/// for each label and one before, between and behind them. Backward fills a second such table from the end and sums up
/// what each class has at each step.
struct AlignedLoss {
  bool backward{};
  NumberFormat format{NumberFormat::fp32};
  std::int64_t batch{}, steps{}, classes{}, labels{};
  friend constexpr bool operator==(const AlignedLoss&, const AlignedLoss&) = default;
};
/// Of one sample at one step.
[[nodiscard]] constexpr std::int64_t states(const AlignedLoss& a) { return 2 * a.labels + 1; }
[[nodiscard]] constexpr Bytes table_bytes(const AlignedLoss& a) {
  return static_cast<double>(a.batch) * static_cast<double>(a.steps) * static_cast<double>(states(a)) *
         element_size(a.format);
}
[[nodiscard]] constexpr Bytes logarithm_bytes(const AlignedLoss& a) {
  return static_cast<double>(a.batch) * static_cast<double>(a.steps) * static_cast<double>(a.classes) *
         element_size(a.format);
}
/// Three predecessors a state, each raised to a power and added.
[[nodiscard]] constexpr Work work(const AlignedLoss& a) {
  constexpr double a_state = 6.0;
  return a_state * (a.backward ? 2.0 : 1.0) * static_cast<double>(a.batch) * static_cast<double>(a.steps) *
         static_cast<double>(states(a)) * flop;
}
[[nodiscard]] constexpr Bytes traffic(const AlignedLoss& a) {
  return a.backward ? 2.0 * logarithm_bytes(a) + table_bytes(a) : logarithm_bytes(a) + table_bytes(a);
}

}  // namespace perfmodel::op

#pragma once
#include <cmath>
#include <cstdint>
#include <numbers>
#include <perfmodel/compiled.hpp>
#include <perfmodel/parallel/layout.hpp>

namespace perfmodel {

/// Mean of the largest of n standard normal numbers: the integral of n x phi(x) Phi(x)^(n - 1), where phi is their
/// density and Phi its integral. Harter 1961, doi:10.1093/biomet/48.1-2.151, Table 1.
[[nodiscard]] double expected_largest(std::int64_t n);

/// Seconds of a step that a data rank waits for the slowest one, where samples are of unequal size: images that are not
/// cut to one size, sentences that are not padded to one length. Ranks meet where gradients are summed, with parameters
/// cut among them in every pass.
/// @param pass  seconds of one  @param passes  between two sums
[[nodiscard]] inline double wait_for_slowest(const ParallelLayout& l, double pass, double passes) {
  if (!(l.unequal > 0.0)) return 0.0;
  const double spread = l.zero >= 3 ? passes : std::sqrt(passes);  // of a sum of independent passes
  return l.unequal * expected_largest(l.shares()) * spread * pass;
}

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/parallel/unequal.ipp>
#endif

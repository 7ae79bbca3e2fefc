#pragma once
/// How PyTorch launches a sum, mean or maximum over some dimensions of a tensor. aten/src/ATen/native/cuda/Reduce.cuh,
/// setReduceConfig.
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <perfmodel/operation/reduction.hpp>
#include <perfmodel/rounding.hpp>

namespace perfmodel {

/// A sum as the launch sees it, after dimensions that are one run in memory are joined.
struct ReductionSizes {
  std::int64_t values{};      ///< of one result
  std::int64_t results{};     ///< in all
  std::int64_t side{};        ///< results side by side in memory: of the innermost run of kept dimensions
  std::int64_t runs{1};       ///< of summed dimensions: from two on each value's address is calculated
  std::int64_t kept_runs{1};  ///< of kept dimensions; 0: one result
  std::int64_t at_once{1};    ///< results of a thread, which takes so many neighbours with one load
  std::int64_t distance{1};   ///< elements between neighbours that threads side by side read
  bool along{};               ///< neighbours in memory belong to one result
  friend constexpr bool operator==(const ReductionSizes&, const ReductionSizes&) = default;
};

/// Threads and blocks of the launch.
struct ReductionLaunch {
  std::int64_t width{1}, height{1};   ///< threads of a block along the fastest dimension, and across
  std::int64_t at_once{1};            ///< results of a thread
  bool vectors{};                     ///< a load takes four values of one result
  bool shared{};                      ///< the threads across work on one result
  std::int64_t blocks{1};             ///< beside those that share results,
  std::int64_t blocks_per_result{1};  ///< of which there are so many
  std::int64_t values{};              ///< that each thread adds
};

namespace detail {
/// Dimensions of one kind, summed or kept, innermost first, those that are one run joined.
struct ReducedRuns {
  std::array<std::int64_t, Shape::max_rank> extent{}, stride{};
  std::size_t count{};
};

[[nodiscard]] constexpr ReducedRuns reduced_runs(const op::Reduction& r, bool summed) {
  const Operand& x = r.input;
  ReducedRuns runs;
  std::array<std::size_t, Shape::max_rank> order{};
  std::size_t count = 0;
  const bool one_result = op::outputs_of(r) == 1;  // which may have no dimensions at all
  for (std::size_t i = x.shape.rank; i-- > 0;)
    if (x.shape[i] > 1 && (one_result || r.output.shape[i] == 1) == summed) order[count++] = i;
  for (std::size_t i = 1; summed && i < count; ++i)  // kept ones follow the result, whose innermost is the last
    for (std::size_t k = i; k > 0 && x.strides[order[k - 1]] > x.strides[order[k]]; --k)
      std::swap(order[k - 1], order[k]);
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t extent = x.shape[order[i]], stride = x.strides[order[i]];
    if (runs.count > 0 && stride == runs.stride[runs.count - 1] * runs.extent[runs.count - 1])
      runs.extent[runs.count - 1] *= extent;
    else
      runs.extent[runs.count] = extent, runs.stride[runs.count] = stride, ++runs.count;
  }
  return runs;
}

/// Results that a thread takes with one load: four, two or one, as their number and every other stride allow.
/// get_output_vec_size in the same file.
[[nodiscard]] constexpr std::int64_t results_at_once(const ReducedRuns& summed, const ReducedRuns& kept) {
  std::int64_t at_once = 4;
  const auto allow = [&](std::int64_t n) {
    while (n % at_once != 0) at_once /= 2;
  };
  allow(kept.extent[0]);
  for (std::size_t i = 0; i < summed.count; ++i) allow(summed.stride[i]);
  for (std::size_t i = 1; i < kept.count; ++i) allow(kept.stride[i]);
  return at_once;
}
}  // namespace detail

[[nodiscard]] constexpr ReductionSizes reduction_sizes(const op::Reduction& r) {
  const detail::ReducedRuns summed = detail::reduced_runs(r, true), kept = detail::reduced_runs(r, false);
  ReductionSizes s{.values = op::values_of(r),
                   .results = op::outputs_of(r),
                   .side = kept.count > 0 ? kept.extent[0] : 1,
                   .runs = static_cast<std::int64_t>(std::max<std::size_t>(1, summed.count)),
                   .kept_runs = static_cast<std::int64_t>(kept.count)};
  s.along = kept.count == 0 || (summed.count > 0 && summed.stride[0] < kept.stride[0]);
  const detail::ReducedRuns& fastest = s.along ? summed : kept;
  s.distance = fastest.count > 0 ? fastest.stride[0] : 1;
  if (!s.along && s.distance == 1) s.at_once = detail::results_at_once(summed, kept);
  return s;
}

/// Of a packed matrix over its rows; of one column: over everything.
[[nodiscard]] constexpr ReductionSizes sums_over_rows(std::int64_t rows, std::int64_t columns) {
  ReductionSizes s{.values = rows, .results = columns, .side = columns, .kept_runs = columns == 1 ? 0 : 1};
  s.along = columns == 1;
  while (!s.along && s.at_once < 4 && columns % (2 * s.at_once) == 0) s.at_once *= 2;
  return s;
}
/// Of a packed matrix over its columns.
[[nodiscard]] constexpr ReductionSizes sums_of_rows(std::int64_t rows, std::int64_t columns) {
  return {.values = columns, .results = rows, .side = 1, .kept_runs = rows == 1 ? 0 : 1, .along = true};
}

/// @pre sms, threads_per_sm > 0
[[nodiscard]] constexpr ReductionLaunch reduction_launch(const ReductionSizes& s, std::int64_t sms,
                                                         std::int64_t threads_per_sm) {
  constexpr std::int64_t block_threads = 512, warp = 32, least_values = 16, most_values = 256, vector = 4,
                         least_vectorized = 128;
  const auto power = [](std::int64_t n, std::int64_t most) {
    return n < most
               ? static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(std::max<std::int64_t>(1, n))))
               : most;
  };
  ReductionLaunch l{.at_once = s.at_once};
  l.vectors = s.along && s.distance == 1 && s.values > least_vectorized && s.runs == 1 && s.kept_runs == 0;
  const std::int64_t threads = block_threads / l.at_once,
                     along = power(s.along ? s.values / (l.vectors ? vector : 1) : s.side / l.at_once, threads),
                     across = power(s.along ? s.results : s.values, threads);
  l.height = std::min(across, threads / std::min(along, warp));
  l.width = std::min(along, threads / l.height);
  std::int64_t together = s.along ? l.width : 1, apart = s.along ? 1 : l.width;  // values and results of a block
  l.shared = ceil_div(s.values, together) >= std::min(l.height * least_values, most_values);
  (l.shared ? together : apart) *= l.height;
  l.values = ceil_div(s.values, together);
  l.blocks = std::max<std::int64_t>(1, ceil_div(s.results / l.at_once, apart));
  const std::int64_t held = sms * (threads_per_sm / (l.width * l.height));
  if (!l.shared || l.values < most_values || l.blocks > held) return l;
  l.blocks_per_result =
      std::max(std::min(ceil_div(held, l.blocks), ceil_div(l.values, least_values)), ceil_div(l.values, most_values));
  l.values = ceil_div(s.values, together * l.blocks_per_result);
  return l;
}

}  // namespace perfmodel

#pragma once
#include <algorithm>
#include <perfmodel/device/hardware.hpp>
#include <perfmodel/lowering/reduction_launch.hpp>
#include <perfmodel/lowering/streaming.hpp>
#include <perfmodel/lowering/target.hpp>
#include <perfmodel/lowering/workspace.hpp>
#include <perfmodel/operation/reduction.hpp>
#include <perfmodel/operation/softmax.hpp>

namespace perfmodel {

/// Bytes of the sectors of 32 bytes that warps read; none where neighbouring threads read neighbours, or rows that lie
/// end to end.
[[nodiscard]] constexpr Bytes scattered_sectors(const op::Reduction& r) {
  constexpr double sector = hardware::sector_bytes, lanes = hardware::warp_threads;
  const detail::ReducedRuns summed = detail::reduced_runs(r, true), kept = detail::reduced_runs(r, false);
  const bool along = reduction_sizes(r).along;
  const detail::ReducedRuns &fastest = along ? summed : kept, &other = along ? kept : summed;
  if (fastest.count == 0) return {};
  const double distance = static_cast<double>(fastest.stride[0]) * in(element_size(r.input.format), byte),
               run = std::min(static_cast<double>(fastest.extent[0]), lanes);
  const bool end_to_end = other.count == 0 || other.stride[0] == fastest.stride[0] * fastest.extent[0];
  const double piece = std::max(end_to_end ? 0.0 : sector, run * std::min(distance, sector));
  const double all = static_cast<double>(elements(r.input.shape)) / run * piece;
  return all > in(bytes(r.input), byte) ? all * byte : Bytes{};
}

/// A sum as its kernel sees it: neighbours added to each other, or neighbouring results side by side.
[[nodiscard]] constexpr Streaming lowered(const op::Reduction& r) {
  const ReductionSizes sums = reduction_sizes(r);
  const Bytes sectors = scattered_sectors(r);
  return {.kind = sums.along ? StreamingKind::row_reduction : StreamingKind::column_reduction,
          .format = r.input.format,
          .rows = sums.along ? sums.results : sums.values,
          .columns = sums.along ? sums.values : sums.results,
          .read = is_dense(r.input) ? bytes(r.input) : std::max(bytes(r.input), sectors),
          .written = bytes(r.output),
          .work = work(r),
          .sectors = sectors,
          .fresh = true,  // what is summed was just made
          .sums = sums,
          .reduced = r.what};
}

/// Partial sums that several blocks pass on, and the counters by which they wait for each other; 0 if each result is
/// summed inside one block. Accumulators are FP32.
[[nodiscard]] constexpr ReductionScratch reduction_scratch(const op::Reduction& r, const TraceTarget& card) {
  constexpr std::int64_t accumulator_bytes = 4;
  if (is_contiguous(r) && outputs_of(r) > 1) return {};
  return column_sum_scratch(values_of(r), outputs_of(r), accumulator_bytes, card);
}

/// The counters are cleared first.
template <class Kernels>
void lower(const op::Reduction& r, const LoweringTarget& target, Kernels& kernels) {
  const ReductionScratch scratch = reduction_scratch(r, target.card);
  if (scratch.semaphore_bytes > 0)
    kernels.push_back(Streaming{.kind = StreamingKind::fill,
                                .format = NumberFormat::int8,
                                .columns = scratch.semaphore_bytes,
                                .written = static_cast<double>(scratch.semaphore_bytes) * byte});
  kernels.push_back(lowered(r));
}

/// Along another dimension than the innermost a thread walks down each row; along the innermost thread blocks take rows
/// in pieces; of one row CUB's scan. PyTorch, aten/src/ATen/native/cuda/ScanUtils.cuh, tensor_kernel_scan_outer_dim and
/// tensor_kernel_scan_innermost_dim.
[[nodiscard]] constexpr Streaming lowered(const op::Scan& s) {
  const Bytes size = 0.5 * traffic(s);
  return {.kind = s.stride > 1  ? StreamingKind::strided_scan
                  : s.rows == 1 ? StreamingKind::whole_scan
                                : StreamingKind::row_scan,
          .format = s.format,
          .rows = s.rows,
          .columns = s.columns,
          .read = size,
          .written = size,
          .work = work(s),
          .fresh = true,
          .visits = s.pairs ? 1.0 : 0.0};
}

[[nodiscard]] constexpr Streaming lowered(const op::Softmax& s) {
  const double n = static_cast<double>(s.rows) * static_cast<double>(s.columns);
  return {.kind = StreamingKind::softmax,
          .format = s.output,
          .rows = s.rows,
          .columns = s.columns,
          .read = (s.backward ? 2.0 : 1.0) * n * element_size(s.input),
          .written = n * element_size(s.output),
          .work = work(s),
          .special_functions = s.backward ? 0.0 : n,
          .backward = s.backward,
          .stride = s.stride,
          .logarithm = s.logarithm};
}

}  // namespace perfmodel

#pragma once
#include <perfmodel/lowering/streaming.hpp>
#include <perfmodel/lowering/target.hpp>
#include <perfmodel/lowering/workspace.hpp>
#include <perfmodel/operation/reduction.hpp>
#include <perfmodel/operation/softmax.hpp>

namespace perfmodel {

/// A sum as its kernel sees it: neighbours added to each other, or neighbouring results side by side.
[[nodiscard]] constexpr Streaming lowered(const op::Reduction& r) {
  const bool contiguous = is_contiguous(r);
  const std::int64_t outputs = outputs_of(r), values = values_of(r);
  return {.kind = contiguous ? StreamingKind::row_reduction : StreamingKind::column_reduction,
          .format = r.input.format,
          .rows = contiguous ? outputs : values,
          .columns = contiguous ? values : outputs,
          .read = bytes(r.input),
          .written = bytes(r.output),
          .work = work(r)};
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
          .stride = s.stride};
}

}  // namespace perfmodel

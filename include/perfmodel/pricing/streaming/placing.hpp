#pragma once
/// Kernels that calculate where each element comes from or goes to, running sums along rows, and rows put in order.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <perfmodel/pricing/streaming/batch_norm.hpp>

namespace perfmodel {

namespace detail {
[[nodiscard]] inline InstructionCycles placed_cycles(const Streaming& s, const StreamingModel& model) {
  const WalkConstants& w = model.table.walks;
  const double n = static_cast<double>(s.columns), missed = s.operands == Operands::warm ? 0.0 : 1.0;
  switch (s.kind) {
    case StreamingKind::rolled_elements:
      return {.issue = w.rolled * n};
    case StreamingKind::triangle_elements:
      return {.issue = (bits(s.format) <= 16 ? w.triangle_narrow : w.triangle) * n};
    case StreamingKind::unfolded_elements: {
      const double block = std::min(1.0, n / std::max(1.0, s.visits) / w.unfolded_block);
      return {.issue = w.unfolded_element * n,
              .serial =
                  w.unfolded_start + w.unfolded_step * s.visits * (w.unfolded_even + (1.0 - w.unfolded_even) * block)};
    }
    case StreamingKind::folded_elements:
      return {.issue = (w.folded + w.folded_window * s.visits) * n,
              .serial = w.folded_start + w.folded_step * s.visits};
    case StreamingKind::fitted_pooling:
      return {.serial = w.fitted_start +
                        s.visits * (w.fitted_element + w.fitted_plane * static_cast<double>(s.images) / model.sms)};
    default:
      return {.serial = w.bag_start + missed * w.bag_miss + w.bag_column * n / model.sms};
  }
}

/// Logarithm of the threads that take a row: the more the longer the row is against their number, 16 to 512 of a
/// block's 512; beyond 2^9 times as many rows as elements the difference wraps around. PyTorch,
/// aten/src/ATen/native/cuda/ScanUtils.cuh, get_log_num_threads_x_inner_scan.
[[nodiscard]] inline int scan_levels(double rows, double columns) {
  constexpr int block_levels = 9, least = 4;
  const auto levels = [](double n) { return static_cast<int>(std::ceil(std::log2(std::max(1.0, n)))); };
  const int difference = block_levels + levels(columns) - levels(rows);
  return difference < 0 ? block_levels : std::clamp(difference / 2, least, block_levels);
}

[[nodiscard]] inline InstructionCycles scan_cycles_of(const Streaming& s, const StreamingModel& model) {
  const WalkConstants& w = model.table.walks;
  const double rows = static_cast<double>(s.rows), columns = static_cast<double>(s.columns),
               longer = s.visits > 0.0 ? w.scan_pairs : 1.0;
  if (s.kind == StreamingKind::whole_scan)
    return {.issue = (s.visits > 0.0 ? w.scan_whole_pairs : w.scan_whole_element) * columns,
            .serial = w.scan_whole_start};
  const int levels = scan_levels(rows, columns);
  const double pieces = std::ceil(columns / std::exp2(levels + 1)), blocks = std::ceil(rows / std::exp2(9 - levels));
  const double steps = levels + 1.0, alone = w.scan_latency + w.scan_latency_level * steps,
               together = (w.scan_block + w.scan_block_level * steps) * blocks / model.sms;
  return {.serial = pieces * std::max(alone, together) * longer};
}

[[nodiscard]] inline InstructionCycles sorted_cycles(const Streaming& s, const StreamingModel& model) {
  const WalkConstants& w = model.table.walks;
  if (s.kind == StreamingKind::sorted_list)
    return {.serial = w.sorted_list_start + w.sorted_list_key * static_cast<double>(s.columns) / model.sms};
  std::size_t fits = 0;
  while (fits + 1 < w.sorted_keys.size() && static_cast<double>(s.columns) > w.sorted_keys[fits]) ++fits;
  const double passes = bits(s.format) <= 16 ? 1.0 : bits(s.format) <= 32 ? w.sorted_wide : w.sorted_int64;
  return {.serial =
              std::max(w.sorted_start[fits], passes * w.sorted_row[fits] * static_cast<double>(s.rows) / model.sms)};
}
}  // namespace detail

}  // namespace perfmodel

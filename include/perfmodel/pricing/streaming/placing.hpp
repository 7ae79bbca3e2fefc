#pragma once
/// Kernels that calculate where each element comes from or goes to, running sums along rows, and rows put in order.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <perfmodel/pricing/streaming/batch_norm.hpp>

namespace perfmodel {

/// Cycles of an SM for each element, whatever the format: PyTorch 2.11, single calls on an H200 (random_operations.csv,
/// seeds 1 to 8); other seeds and an H100 judge (docs/lab/2026-11-26-unseen-networks.md).
namespace placing_cycles {
inline constexpr double rolled = 1.19, triangle_narrow = 0.58, triangle = 0.9;
/// A thread for each window of a channel walks over its elements: cycles in all, of a step of 1,024 threads, three
/// quarters of which go with the threads, and of an SM for an element (more_operations.csv, even seeds, H100).
inline constexpr double unfolded_start = 2600.0, unfolded_step = 376.0, unfolded_block = 1024.0, unfolded_even = 0.25,
                        unfolded_element = 0.79;
/// A thread for each element of the image walks over the windows that it lies in: cycles in all and of a window, and of
/// an SM for an element and each of its windows.
inline constexpr double folded_start = 3000.0, folded_step = 1200.0, folded = 5.6, folded_window = 1.72;
/// A thread for each place walks over the channels: cycles in all, of a channel, more from memory, of a result.
inline constexpr double sampled_start = 1500.0, sampled_channel = 376.0, sampled_miss = 520.0, sampled_result = 1.7;
/// A thread for each result of a plane walks over its window: cycles in all, of an element, more for each plane of an
/// SM.
inline constexpr double fitted_start = 3000.0, fitted_element = 74.0, fitted_plane = 9.6;
/// 32 columns of a row in a bag: cycles in all, more from memory, of a column.
inline constexpr double bag_start = 4700.0, bag_miss = 4000.0, bag_column = 0.5;
}  // namespace placing_cycles

/// Running sums along the innermost dimension: 2 x threads elements of a row at a time, up and down a tree of sums; of
/// one row, CUB's scan. Logarithms of sums, and the largest with its place, take longer.
namespace scan_cycles {
inline constexpr double block = 730.0, block_level = 84.0, latency = 250.0, latency_level = 300.0, pairs = 1.75;
inline constexpr double whole_start = 3500.0, whole_element = 0.85, whole_pairs = 2.9;
}  // namespace scan_cycles

/// Rows in order: cycles of an SM for a row of so many keys of 16 bits, and until the first is done.
namespace sort_cycles {
inline constexpr double list_start = 15000.0, list_key = 2.5;
struct Rows {
  std::int64_t keys{};
  double row{}, start{};
};
inline constexpr std::array<Rows, 5> rows{Rows{32, 440.0, 8500.0}, Rows{128, 800.0, 8500.0},
                                          Rows{1024, 4100.0, 17000.0}, Rows{2048, 7500.0, 18000.0},
                                          Rows{4096, 15000.0, 22000.0}};
/// 4 bits of a key a pass.
inline constexpr double wide = 1.9, int64 = 3.5;
}  // namespace sort_cycles

namespace detail {
[[nodiscard]] inline InstructionCycles placed_cycles(const Streaming& s, const StreamingModel& model) {
  using namespace placing_cycles;
  const double n = static_cast<double>(s.columns), missed = s.operands == Operands::warm ? 0.0 : 1.0;
  switch (s.kind) {
    case StreamingKind::rolled_elements:
      return {.issue = rolled * n};
    case StreamingKind::triangle_elements:
      return {.issue = (bits(s.format) <= 16 ? triangle_narrow : triangle) * n};
    case StreamingKind::unfolded_elements: {
      const double block = std::min(1.0, n / std::max(1.0, s.visits) / unfolded_block);
      return {.issue = unfolded_element * n,
              .serial = unfolded_start + unfolded_step * s.visits * (unfolded_even + (1.0 - unfolded_even) * block)};
    }
    case StreamingKind::folded_elements:
      return {.issue = (folded + folded_window * s.visits) * n, .serial = folded_start + folded_step * s.visits};
    case StreamingKind::fitted_pooling:
      return {.serial = fitted_start +
                        s.visits * (fitted_element + fitted_plane * static_cast<double>(s.images) / model.sms)};
    case StreamingKind::sampled_elements:
      return {.issue = sampled_result * n,
              .serial = sampled_start + s.visits * (sampled_channel + missed * sampled_miss)};
    default:
      return {.serial = bag_start + missed * bag_miss + bag_column * n / model.sms};
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
  using namespace scan_cycles;
  const double rows = static_cast<double>(s.rows), columns = static_cast<double>(s.columns),
               longer = s.visits > 0.0 ? pairs : 1.0;
  if (s.kind == StreamingKind::whole_scan)
    return {.issue = (s.visits > 0.0 ? whole_pairs : whole_element) * columns, .serial = whole_start};
  const int levels = scan_levels(rows, columns);
  const double pieces = std::ceil(columns / std::exp2(levels + 1)), blocks = std::ceil(rows / std::exp2(9 - levels));
  const double steps = levels + 1.0, alone = latency + latency_level * steps,
               together = (block + block_level * steps) * blocks / model.sms;
  return {.serial = pieces * std::max(alone, together) * longer};
}

[[nodiscard]] inline InstructionCycles sorted_cycles(const Streaming& s, const StreamingModel& model) {
  using namespace sort_cycles;
  if (s.kind == StreamingKind::sorted_list)
    return {.serial = list_start + list_key * static_cast<double>(s.columns) / model.sms};
  const auto* fits = std::find_if(sort_cycles::rows.begin(), sort_cycles::rows.end() - 1,
                                  [&](const Rows& r) { return s.columns <= r.keys; });
  const double passes = bits(s.format) <= 16 ? 1.0 : bits(s.format) <= 32 ? wide : int64;
  return {.serial = std::max(fits->start, passes * fits->row * static_cast<double>(s.rows) / model.sms)};
}
}  // namespace detail

}  // namespace perfmodel

#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <perfmodel/pricing/streaming/batch_norm.hpp>
#include <perfmodel/pricing/streaming/placing.hpp>
#include <perfmodel/pricing/streaming/resampling.hpp>

namespace perfmodel {

namespace detail {
[[nodiscard]] constexpr double access_cycles(const Streaming& s, const InstructionConstants& c) {
  switch (s.access) {
    case AccessPattern::vectorized:
      break;
    case AccessPattern::converting:
      return c.converting;
    case AccessPattern::strided:
      return c.strided;
    case AccessPattern::strided_converting:
      return c.strided_converting;
  }
  return 0.0;
}
[[nodiscard]] constexpr double function_cycles(const Streaming& s, const InstructionConstants& c) {
  switch (s.function) {
    case PointwiseFunction::power:
      return c.power;
    case PointwiseFunction::gelu:
      return c.gelu;
    case PointwiseFunction::elu:
      return c.elu;
    case PointwiseFunction::dropout:
      return c.dropout;
    default:
      return 0.0;
  }
}
[[nodiscard]] constexpr double pool_cycles(const Streaming& s, const InstructionConstants& c) {
  const std::size_t kind = s.function == PointwiseFunction::compare ? 0 : 1, layout = s.channels_together ? 1 : 0;
  const std::array<double, 2>& each = (s.backward ? c.pool_backward : c.pool_forward)[kind][layout];
  return each[0] * static_cast<double>(s.columns) + each[1] * s.visits;
}
}  // namespace detail

namespace detail {
/// Blocks of 512 threads, 32 for rows shorter than that, walk down a row each, one load a thread and trip, which waits
/// for the one before. PyTorch, aten/src/ATen/native/cuda/group_norm_kernel.cu: RowwiseMomentsCUDAKernel and
/// ComputeInternalGradientsCUDAKernel.
[[nodiscard]] inline double row_moments_cycles(const Streaming& s, const StreamingModel& model,
                                               const InstructionConstants& c) {
  constexpr double block = 512.0, warp = 32.0, fall = 0.4;  // of the L2, until nothing is left
  const double threads = static_cast<double>(s.columns) < block ? warp : block,
               held = std::min(model.threads_per_sm / threads, model.blocks_per_sm);
  const double waves = std::ceil(static_cast<double>(s.rows) / (model.sms * held)),
               trips = std::ceil(static_cast<double>(s.columns) / threads);
  const double kept = model.l2_bytes / model.l2_partitions,
               missed = s.operands == Operands::warm
                            ? std::clamp((in(s.read, byte) - kept) / (fall * model.l2_bytes), 0.0, 1.0)
                            : missed_of_fresh(s, model);
  return waves * (c.moment_start + trips * (c.moment_trip + missed * c.missed_moment_trip));
}
}  // namespace detail

/// Kernels whose threads each make a few dependent loads: cycles of these, more where nothing is in a cache, and of
/// each element. PyTorch 2.11, single calls on an H200 (data/raw/h200-sxm/random_operations.csv, seeds 1 to 8).
namespace indexing_cycles {
inline constexpr double gathered_start = 7540.0, gathered_miss = 4300.0, gathered_element = 0.664;
/// Scattered one by one, and rows at a time; more where the places do not fit the L2. Additions to few places wait for
/// each other, by the root of their number (more_operations.csv, even seeds, H100).
inline constexpr double scattered_element = 2.2, scattered_together = 0.9, scattered_miss = 8.0,
                        scattered_waits = 250.0;
inline constexpr double indexed_start = 6070.0, indexed_miss = 2820.0, indexed_element = 1.13;
/// Rows that go to one place are added one after the other: of up to 32 elements, of more. A block: 1.1 million blocks
/// of 276 places in 16,384 tables take 884 us.
inline constexpr double short_row = 420.0, long_row = 950.0, missed_row = 500.0, wave = 3270.0;
/// One block sorts: cycles in all, of a pass over 6 bits.
inline constexpr double block_sort = 1200.0, block_pass = 3000.0;
/// Labels of pixels: cycles in all, and of each byte that 1,024 threads touch, forward and backward.
inline constexpr double label_start = 4000.0, label_byte = 70.0, label_byte_backward = 45.0;
}  // namespace indexing_cycles

/// More cycles of a sort's pass for each key: passes over up to 8,000 keys take 6.1 us, over 128,000 7.3, over more 8.8
/// (embeddings' gradients, random_operations.csv, seeds 1 to 8; held-out seeds and an H100 within 7 %).
inline constexpr double sort_pass_key = 0.035;

/// A thread of an embedding's gradient walks over ten rows and more, whatever their width: 4,096 rows of 384 elements
/// take 8.9 us, and their sums 8.9 (H200).
inline constexpr double segment_start = 17000.0;

/// Norms of columns: 16 columns a block of 64 rows of threads, which walk down twice: 345 us forward and 417 backward
/// for 36,864 rows of 128 (H200). PyTorch, aten/src/ATen/native/cuda/WeightNorm.cu.
inline constexpr double column_norm_trip = 593.0, column_norm_trip_backward = 716.0;

/// Pooling of volumes, cycles of an SM for each thread that is started: for a result of a window of 9, 4.1; of 27, 6.9
/// (max_pool3d of two networks on an H200). Backward: a thread, an addition of 32 bits, one of 16 bits and more for
/// each further result that an element of the image may be the largest of.
inline constexpr double volume_thread = 2.7, volume_window = 0.155, volume_thread_backward = 1.6,
                        volume_added_narrow = 4.0, volume_shared_narrow = 0.77;

namespace detail {
/// Cycles of an SM for each element that goes to its place. Rows are found together, wherever they lie.
[[nodiscard]] inline double scattered_cycles(const Streaming& s, const StreamingModel& model) {
  using namespace indexing_cycles;
  const double places = static_cast<double>(s.pixels), table = places * in(element_size(s.format), byte),
               lost = table > model.l2_bytes ? 1.0 - model.l2_bytes / table : 0.0;
  const double waits = s.visits > 1.0 && places > 0.0 ? scattered_waits / std::sqrt(places) : 0.0;
  return waits + (s.images > 0 ? scattered_together : scattered_element + lost * scattered_miss);
}
[[nodiscard]] inline InstructionCycles indexing_cycles_of(const Streaming& s, const StreamingModel& model) {
  using namespace indexing_cycles;
  const double n = static_cast<double>(s.columns), missed = s.operands == Operands::warm ? 0.0 : 1.0;
  if (s.kind == StreamingKind::gathered_elements)
    return {.serial = gathered_start + missed * gathered_miss +
                      (s.visits > 0.0 ? scattered_cycles(s, model) : gathered_element) * n / model.sms};
  if (s.kind == StreamingKind::indexed_elements)
    return {.serial = indexed_start + missed * indexed_miss + indexed_element * n / model.sms};
  if (s.kind == StreamingKind::pixel_labels) {
    constexpr double threads = 1024.0;
    const double rows = static_cast<double>(s.rows), trips = std::ceil(n / threads),
                 touched = in(s.read, byte) / std::max(1.0, rows * n),
                 held = std::floor(model.threads_per_sm / threads),
                 waves = std::max(1.0, std::ceil(rows / (model.sms * held)));
    return {.serial = label_start + waves * trips * touched * (s.backward ? label_byte_backward : label_byte)};
  }
  constexpr double held = 16.0, short_width = 32.0;  // blocks of 128 threads an SM
  const double row = s.columns == 1 ? 0.0 : n <= short_width ? short_row : long_row + missed * missed_row;
  return {.serial = s.visits * row + wave * std::ceil(static_cast<double>(s.images) / (model.sms * held))};
}

[[nodiscard]] inline InstructionCycles volume_pooling_cycles(const Streaming& s) {
  const double threads = static_cast<double>(s.images) * static_cast<double>(s.pixels),
               results = static_cast<double>(s.columns);
  if (!s.backward) return {.issue = threads * (volume_thread + volume_window * s.visits)};
  const double added = bits(s.format) == 16 ? volume_added_narrow + volume_shared_narrow * s.visits : 0.0;
  return {.issue = std::max(threads * volume_thread_backward, results * added)};
}

[[nodiscard]] inline InstructionCycles column_norm_cycles(const Streaming& s, const StreamingModel& model) {
  constexpr double columns_a_block = 16.0, rows_a_block = 64.0, blocks_held = 2.0;
  const double waves =
      std::ceil(std::ceil(static_cast<double>(s.columns) / columns_a_block) / (model.sms * blocks_held));
  return {.serial = waves * 2.0 * std::ceil(static_cast<double>(s.rows) / rows_a_block) *
                    (s.backward ? column_norm_trip_backward : column_norm_trip)};
}
}  // namespace detail

/// Running sums: cycles of a step of a thread that finds its number in L2, and beyond that in memory. Choosing from
/// rows: cycles in all, of an SM for each row and each of its elements; ordering what is chosen, up to 32 of them or
/// more. PyTorch 2.11, single calls on an H200 (random_operations.csv, seeds 1 to 8).
namespace row_cycles {
inline constexpr double scan_step = 312.0, missed_scan_step = 380.0;
inline constexpr double choice_start = 8000.0, choice_row = 160.0, choice_element = 10.4;
inline constexpr double order_start = 4400.0, order_row = 170.0, long_order_row = 680.0, short_order = 32.0;
}  // namespace row_cycles

namespace detail {
[[nodiscard]] inline InstructionCycles row_cycles_of(const Streaming& s, const StreamingModel& model) {
  using namespace row_cycles;
  const double rows = static_cast<double>(s.rows), columns = static_cast<double>(s.columns);
  if (s.kind == StreamingKind::strided_scan) {
    const double missed = s.operands == Operands::warm ? missed_of_fresh(s.read, model) : missed_of_fresh(s, model),
                 waves = std::max(1.0, rows / (model.sms * model.threads_per_sm));
    return {.serial = waves * columns * (scan_step + missed * missed_scan_step)};
  }
  if (s.kind == StreamingKind::row_choice)
    return {.serial = choice_start + rows * (choice_row + choice_element * columns) / model.sms};
  return {.serial = order_start + rows * (columns > short_order ? long_order_row : order_row) / model.sms};
}

/// A block of a concatenation first looks up which tensor it copies: some KB take 2.4 us, not 1.2 (H200).
[[nodiscard]] constexpr double join_cycles(const Streaming& s) {
  constexpr double start = 2600.0, missed = 1600.0;
  return start + (s.operands == Operands::warm ? 0.0 : missed);
}
}  // namespace detail

/// Cycles of a kernel's instructions beside what geometry_of() counts.
[[nodiscard]] inline InstructionCycles instruction_cycles(const Streaming& s, const StreamingModel& model) {
  const InstructionConstants& c = model.table.instructions;
  const double n = static_cast<double>(s.columns);
  switch (s.kind) {
    case StreamingKind::elementwise:
      return {.issue = (detail::access_cycles(s, c) + detail::function_cycles(s, c)) * n + c.line * s.lines};
    case StreamingKind::concatenation:
      if (s.visits > 0.0) return {.serial = detail::join_cycles(s)};  // pieces of 16 bytes: the memory alone
      return {.issue = n * (s.channels_together ? c.concatenated_channels
                                                : c.concatenated_4_bytes * in(element_size(s.format), byte) / 4.0),
              .serial = detail::join_cycles(s)};
    case StreamingKind::pooling:
      return {.issue = detail::pool_cycles(s, c)};
    case StreamingKind::batch_norm:
      return batch_norm_cycles(s, model);
    case StreamingKind::batch_norm_inference:
      return batch_norm_inference_cycles(s, model);
    case StreamingKind::resampling_regions:
      return {.issue = n * (s.backward ? c.regions_backward : c.regions_forward)};
    case StreamingKind::resampling_nearest:
      return {.issue = n * (s.backward ? c.nearest_backward : c.nearest_forward),
              .serial = s.backward ? detail::gathered_images_cycles(s, model) : 0.0};
    case StreamingKind::resampling_between:
      return detail::sampled_cycles(s, model, c);
    case StreamingKind::resampling_atomic:
      return detail::added_cycles(s, model, c);
    case StreamingKind::embedding:
      return {.issue = c.embedded_index * static_cast<double>(s.rows)};
    case StreamingKind::embedding_gradient: {
      constexpr double indices_at_once = 32.0;
      return {.serial = c.embedded_batch * std::ceil(static_cast<double>(s.rows) / indices_at_once)};
    }
    case StreamingKind::segment_sum:
      return {.issue = c.segment_element * n + c.segment_result * s.visits, .serial = segment_start};
    case StreamingKind::scatter_rows:
      return {.issue = c.scattered * s.visits, .serial = segment_start};
    case StreamingKind::sort_pass:
      return {.serial = c.sort_pass + sort_pass_key * n};
    case StreamingKind::sort_block:
      if (s.visits > 0.0) return {.serial = indexing_cycles::block_sort + s.visits * indexing_cycles::block_pass};
      return {.serial = s.rows == 0 ? c.choice : c.sort_start + c.sort_key * std::min(n, c.sort_keys)};
    case StreamingKind::gathered_elements:
    case StreamingKind::indexed_elements:
    case StreamingKind::indexed_sums:
    case StreamingKind::pixel_labels:
      return detail::indexing_cycles_of(s, model);
    case StreamingKind::column_norms:
      return detail::column_norm_cycles(s, model);
    case StreamingKind::volume_pooling:
      return detail::volume_pooling_cycles(s);
    case StreamingKind::strided_scan:
    case StreamingKind::row_choice:
    case StreamingKind::choice_order:
      return detail::row_cycles_of(s, model);
    case StreamingKind::fitted_pooling:
    case StreamingKind::rolled_elements:
    case StreamingKind::triangle_elements:
    case StreamingKind::unfolded_elements:
    case StreamingKind::folded_elements:
    case StreamingKind::sampled_elements:
    case StreamingKind::bagged_rows:
      return detail::placed_cycles(s, model);
    case StreamingKind::row_scan:
    case StreamingKind::whole_scan:
      return detail::scan_cycles_of(s, model);
    case StreamingKind::sorted_rows:
    case StreamingKind::sorted_list:
      return detail::sorted_cycles(s, model);
    case StreamingKind::row_moments:
      return {.serial = detail::row_moments_cycles(s, model, c)};
    default:
      return {};
  }
}

}  // namespace perfmodel

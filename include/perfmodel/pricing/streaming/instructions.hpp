#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <perfmodel/pricing/streaming/batch_norm.hpp>
#include <perfmodel/pricing/streaming/geometry.hpp>
#include <perfmodel/pricing/streaming/placing.hpp>
#include <perfmodel/pricing/streaming/resampling.hpp>
#include <perfmodel/pricing/streaming/transforms.hpp>

namespace perfmodel {

namespace detail {
[[nodiscard]] constexpr double access_cycles(const Streaming& s, const StreamingModel& model) {
  const InstructionConstants& c = model.table.instructions;
  if (s.tensors > 1 && s.access != AccessPattern::vectorized) return model.table.walks.several_results;
  switch (s.access) {
    case AccessPattern::vectorized:
      break;
    case AccessPattern::converting:
      return s.function == PointwiseFunction::copy ? 0.0 : c.converting;  // a cast: by its shape
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
    case PointwiseFunction::softplus:
      return c.softplus;
    case PointwiseFunction::mish:
      return c.mish;
    case PointwiseFunction::mish_backward:
      return c.mish_backward;
    case PointwiseFunction::arc_tangent:
      return c.arc_tangent;
    case PointwiseFunction::dropout:
      return c.dropout;
    default:
      return 0.0;
  }
}
/// Are a function's exponentials, logarithms and divisions in its function_cycles()?
[[nodiscard]] constexpr bool counted_whole(PointwiseFunction function) {
  using enum PointwiseFunction;
  return function == softplus || function == mish || function == mish_backward || function == arc_tangent;
}
[[nodiscard]] constexpr double pool_cycles(const Streaming& s, const InstructionConstants& c) {
  const std::size_t kind = s.function == PointwiseFunction::compare ? 0 : 1, layout = s.channels_together ? 1 : 0;
  const std::array<double, 2>& each = (s.backward ? c.pool_backward : c.pool_forward)[kind][layout];
  return each[0] * static_cast<double>(s.columns) + each[1] * s.visits;
}

/// Blocks of 512 threads, 32 for rows shorter than that, walk down a row each, one load a thread and trip, which waits
/// for the one before. PyTorch, aten/src/ATen/native/cuda/group_norm_kernel.cu: RowwiseMomentsCUDAKernel and
/// ComputeInternalGradientsCUDAKernel.
[[nodiscard]] inline double row_moments_cycles(const Streaming& s, const StreamingModel& model,
                                               const InstructionConstants& c) {
  constexpr double block = 512.0, warp = hardware::warp_threads;
  const double threads = static_cast<double>(s.columns) < block ? warp : block,
               held = std::min(model.threads_per_sm / threads, model.blocks_per_sm);
  const double waves = std::ceil(static_cast<double>(s.rows) / (model.sms * held)),
               trips = std::ceil(static_cast<double>(s.columns) / threads);
  const double kept = model.l2_bytes / model.l2_partitions,
               missed = s.operands == Operands::warm
                            ? std::clamp((in(s.read, byte) - kept) / (c.moment_fall * model.l2_bytes), 0.0, 1.0)
                            : missed_of_fresh(s, model);
  return waves * (c.moment_start + trips * (c.moment_trip + missed * c.missed_moment_trip));
}

/// Cycles of sums of sorted rows: what one thread takes, which walks over the pieces of its run, or the card to start
/// all blocks, many of which find nothing to do. Blocks of one warp end sooner than others start.
[[nodiscard]] constexpr double started(const Streaming& s, const WalkConstants& w) {
  const bool sums = s.visits > 0.0;
  const double walk = static_cast<double>(s.stride) * (sums ? w.run_sum : w.run_piece);
  return std::max({sums ? w.segment_start : 0.0, walk, w.block_start * static_cast<double>(s.images)});
}

/// Cycles of an SM for each element that goes to its place. Rows are found together, wherever they lie.
[[nodiscard]] inline double scattered_cycles(const Streaming& s, const StreamingModel& model) {
  const WalkConstants& w = model.table.walks;
  const double places = static_cast<double>(s.pixels), table = places * in(element_size(s.format), byte),
               lost = table > model.l2_bytes ? 1.0 - model.l2_bytes / table : 0.0;
  const double waits = s.visits > 1.0 && places > 0.0 ? w.scattered_waits / std::sqrt(places) : 0.0;
  return waits + (s.images > 0 ? w.scattered_together : w.scattered_element + lost * w.scattered_miss);
}
[[nodiscard]] inline InstructionCycles indexing_cycles_of(const Streaming& s, const StreamingModel& model) {
  const WalkConstants& w = model.table.walks;
  const double n = static_cast<double>(s.columns), missed = s.operands == Operands::warm ? 0.0 : 1.0;
  if (s.kind == StreamingKind::gathered_elements)
    return {.serial = w.gathered_start + missed * w.gathered_miss +
                      (s.visits > 0.0 ? scattered_cycles(s, model) : w.gathered_element) * n / model.sms};
  if (s.kind == StreamingKind::indexed_elements)
    return {.serial = w.indexed_start + missed * w.indexed_miss + w.indexed_element * n / model.sms};
  if (s.kind == StreamingKind::pixel_labels) {
    constexpr double threads = 1024.0;
    const double rows = static_cast<double>(s.rows), trips = std::ceil(n / threads),
                 touched = in(s.read, byte) / std::max(1.0, rows * n),
                 held = std::floor(model.threads_per_sm / threads),
                 waves = std::max(1.0, std::ceil(rows / (model.sms * held)));
    return {.serial = w.label_start + waves * trips * touched * (s.backward ? w.label_byte_backward : w.label_byte)};
  }
  constexpr double held = 16.0, short_width = 32.0;  // blocks of 128 threads an SM
  const double row = s.columns == 1 ? 0.0 : n <= short_width ? w.short_row : w.long_row + missed * w.missed_row;
  return {.serial = s.visits * row + w.wave * std::ceil(static_cast<double>(s.images) / (model.sms * held))};
}

[[nodiscard]] inline InstructionCycles volume_pooling_cycles(const Streaming& s, const StreamingModel& model) {
  const WalkConstants& w = model.table.walks;
  const double threads = static_cast<double>(s.images) * static_cast<double>(s.pixels),
               results = static_cast<double>(s.columns);
  if (!s.backward) return {.issue = threads * (w.volume_thread + w.volume_window * s.visits)};
  const double added = bits(s.format) == 16 ? w.volume_added_narrow + w.volume_shared_narrow * s.visits : 0.0;
  return {.issue = std::max(threads * w.volume_thread_backward, results * added)};
}

[[nodiscard]] inline InstructionCycles column_norm_cycles(const Streaming& s, const StreamingModel& model) {
  const WalkConstants& w = model.table.walks;
  constexpr double columns_a_block = 16.0, rows_a_block = 64.0, blocks_held = 2.0;
  const double waves =
      std::ceil(std::ceil(static_cast<double>(s.columns) / columns_a_block) / (model.sms * blocks_held));
  return {.serial = waves * 2.0 * std::ceil(static_cast<double>(s.rows) / rows_a_block) *
                    (s.backward ? w.column_norm_trip_backward : w.column_norm_trip)};
}

[[nodiscard]] inline InstructionCycles row_cycles_of(const Streaming& s, const StreamingModel& model) {
  const WalkConstants& w = model.table.walks;
  const double rows = static_cast<double>(s.rows), columns = static_cast<double>(s.columns);
  if (s.kind == StreamingKind::strided_scan) {
    const double missed = s.operands == Operands::warm ? missed_of_fresh(s.read, model) : missed_of_fresh(s, model),
                 waves = std::max(1.0, rows / (model.sms * model.threads_per_sm)),
                 pair = s.visits > 0.0 ? w.scan_pair_step : 0.0;
    return {.serial = waves * columns * (w.scan_step + pair + missed * w.missed_scan_step)};
  }
  if (s.kind == StreamingKind::row_choice)
    return {.serial = w.choice_start + rows * (w.choice_row + w.choice_element * columns) / model.sms};
  return {.serial = w.order_start + rows * (columns > w.short_order ? w.long_order_row : w.order_row) / model.sms};
}

/// A block of a concatenation first looks up which tensor it copies. What several tensors have in one line of the
/// result is written to it one after the other, to memory and back where it does not stay in L2. Whole pieces of 16
/// bytes take what the memory takes: lines, and sectors, that several write pass it again.
[[nodiscard]] inline InstructionCycles join_cycles(const Streaming& s, const StreamingModel& model) {
  const InstructionConstants& c = model.table.instructions;
  const WalkConstants& w = model.table.walks;
  const double serial = w.join_start + (s.operands == Operands::warm ? 0.0 : w.join_miss);
  if (s.visits > 0.0) {
    const Bytes again = (w.join_line_again * s.lines * hardware::line_bytes) * byte +
                        (s.visits > 1.0 ? w.join_sector_again : 0.0) * s.written;
    const double passed = in(again * missed_of_fresh(s.written, model), byte);
    if (!(passed > 0.0)) return {.serial = serial};
    const double seconds = model.dram_seconds(in(s.read, byte), in(s.written, byte) + passed);
    return {.issue = seconds * model.sms * model.clock, .serial = serial};
  }
  const double element = s.channels_together ? c.concatenated_channels
                                             : c.concatenated_4_bytes * in(element_size(s.format), byte) / 4.0,
               line = s.access == AccessPattern::strided ? w.join_line_strided : w.join_line,
               missed = missed_of_fresh(w.join_in_flight * s.written, model);
  return {.issue = static_cast<double>(s.columns) * element + line * s.lines * (1.0 + missed), .serial = serial};
}
}  // namespace detail

/// Cycles of a kernel's instructions beside what geometry_of() counts.
[[nodiscard]] inline InstructionCycles instruction_cycles(const Streaming& s, const StreamingModel& model) {
  const InstructionConstants& c = model.table.instructions;
  const WalkConstants& w = model.table.walks;
  const double n = static_cast<double>(s.columns);
  switch (s.kind) {
    case StreamingKind::elementwise:
      return {.issue = (detail::access_cycles(s, model) + detail::function_cycles(s, c)) * n + c.line * s.lines};
    case StreamingKind::optimizer:
      return {.issue = model.table.update_uneven_access * detail::accesses_of_element(s) * s.visits};
    case StreamingKind::concatenation:
      return detail::join_cycles(s, model);
    case StreamingKind::pooling: {
      const double all = detail::pool_cycles(s, c), blocks = static_cast<double>(s.chunks);
      if (!(blocks > 0.0)) return {.issue = all};
      // of the busiest SM
      return {.serial = std::max(all / blocks * std::ceil(blocks / model.sms), w.pooled_step[s.backward] * s.lines)};
    }
    case StreamingKind::batch_norm:
      return batch_norm_cycles(s, model);
    case StreamingKind::batch_norm_inference:
      return batch_norm_inference_cycles(s, model);
    case StreamingKind::resampling_regions:
      return {.issue = n * (s.backward ? c.regions_backward : c.regions_forward)};
    case StreamingKind::resampling_nearest:
      return {.issue = n * (s.backward ? c.nearest_backward : c.nearest_forward)[s.channels_together ? 1 : 0] +
                       (s.backward && s.channels_together ? w.nearest_apart_image * s.lines : 0.0),
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
      return {.issue = c.segment_element * n + c.segment_result * s.visits, .serial = detail::started(s, w)};
    case StreamingKind::scatter_rows:
      return {.issue = c.scattered * s.visits, .serial = detail::started(s, w)};
    case StreamingKind::sort_pass:
      return {.serial = c.sort_pass + w.sort_pass_key * n};
    case StreamingKind::sort_block:
      if (s.visits > 0.0) return {.serial = w.block_sort + s.visits * w.block_pass};
      return {.serial = s.rows == 0 ? c.choice : c.sort_start + c.sort_key * std::min(n, c.sort_keys)};
    case StreamingKind::gathered_elements:
    case StreamingKind::indexed_elements:
    case StreamingKind::indexed_sums:
    case StreamingKind::pixel_labels:
      return detail::indexing_cycles_of(s, model);
    case StreamingKind::column_norms:
      return detail::column_norm_cycles(s, model);
    case StreamingKind::volume_pooling:
      return detail::volume_pooling_cycles(s, model);
    case StreamingKind::strided_scan:
    case StreamingKind::row_choice:
    case StreamingKind::choice_order:
      return detail::row_cycles_of(s, model);
    case StreamingKind::fitted_pooling:
    case StreamingKind::rolled_elements:
    case StreamingKind::triangle_elements:
    case StreamingKind::unfolded_elements:
    case StreamingKind::folded_elements:
    case StreamingKind::bagged_rows:
      return detail::placed_cycles(s, model);
    case StreamingKind::row_scan:
    case StreamingKind::whole_scan:
      return detail::scan_cycles_of(s, model);
    case StreamingKind::sorted_rows:
    case StreamingKind::sorted_list:
      return detail::sorted_cycles(s, model);
    case StreamingKind::fourier:
      return detail::fourier_cycles(s, model);
    case StreamingKind::aligned_states:
    case StreamingKind::aligned_labels:
    case StreamingKind::aligned_classes:
      return detail::aligned_cycles(s, model);
    case StreamingKind::sampled_elements:
      return detail::coordinate_cycles(s, model);
    case StreamingKind::sampled_gradients:
      return detail::coordinate_gradient_cycles(s, model);
    case StreamingKind::row_moments:
      return {.serial = detail::row_moments_cycles(s, model, c)};
    default:
      return {};
  }
}

}  // namespace perfmodel

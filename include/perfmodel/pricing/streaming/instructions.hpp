#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <perfmodel/pricing/streaming/batch_norm.hpp>

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
                            : 1.0;
  return waves * (c.moment_start + trips * (c.moment_trip + missed * c.missed_moment_trip));
}
}  // namespace detail

namespace detail {
/// A thread for each place of the result walks over all planes, one after the other; where channels lie together, a
/// thread for each result. Places that the SMs do not hold at once wait.
[[nodiscard]] inline InstructionCycles sampled_cycles(const Streaming& s, const StreamingModel& model,
                                                      const InstructionConstants& c) {
  constexpr double bilinear = 4.0, line_bytes = 128.0;
  const std::size_t kind = s.visits > bilinear ? 1 : 0;
  const double results = static_cast<double>(s.columns), planes = static_cast<double>(s.images);
  if (s.channels_together && planes > 0.0) return {.issue = c.sampled_together * results};
  const double plane_bytes = s.lines / std::max(1.0, planes) * in(element_size(s.format), byte),
               walk = c.sampled_plane[kind] + c.sampled_line[kind] * std::min(1.0, plane_bytes / line_bytes),
               places = c.sampled_result[kind] * static_cast<double>(s.pixels) / model.sms;
  return {.serial = planes * std::hypot(walk, places)};
}

/// Numbers of a square image that the 32 neighbouring results of a warp add to, in each of four directions.
[[nodiscard]] inline double numbers_of_a_warp(const Streaming& s) {
  constexpr double lanes = 32.0;
  const double planes = std::max(1.0, static_cast<double>(s.images)), width = std::sqrt(s.lines / planes),
               result_width = std::sqrt(static_cast<double>(std::max<std::int64_t>(1, s.pixels))),
               zoom = result_width / std::max(1.0, width), rows = lanes / result_width;
  return rows < 1.0 ? lanes / zoom : width * std::max(1.0, rows / zoom);
}

/// Each result adds to its neighbours in the image. Additions to one sector of 32 bytes wait for each other, and the
/// results that are under way at a time fall into few sectors where the image is small: 24 ms for 14 million results
/// of 4,592 images of one pixel, 1.1 ms for 4 million of images of 2 x 2 (FP32, H200). What n sectors take together
/// grows with n^(2/3): their places in the slices of the L2 are not even. A warp that adds to many different numbers is
/// faster than one whose lanes wait for each other: 1.75 times from five numbers on, not at all up to three.
[[nodiscard]] inline InstructionCycles added_cycles(const Streaming& s, const StreamingModel& model,
                                                    const InstructionConstants& c) {
  constexpr double bilinear = 4.0, sector = 32.0;
  const std::size_t width = bits(s.format) == 16 ? 1 : 0;
  const bool bicubic = s.visits > bilinear;
  const double results = static_cast<double>(s.columns), planes = static_cast<double>(s.images),
               started = bicubic ? static_cast<double>(s.pixels) : results,  // bicubic: a thread walks over the planes
      under_way = std::min(started, model.sms * model.threads_per_sm);
  const double sectors =
      std::max(1.0, under_way * s.lines / std::max(1.0, results) * in(element_size(s.format), byte) / sector);
  const double one = (bicubic ? c.added_bicubic : s.channels_together ? c.added_together : c.added_planes)[width];
  const double apart =
      bicubic || s.channels_together ? 1.0 : std::clamp(numbers_of_a_warp(s) / c.added_numbers, 1.0, c.added_apart);
  return {.serial = c.added_start + results * s.visits / (one * apart * std::pow(sectors, c.added_share)) +
                    (bicubic ? planes * c.added_bicubic_plane[width] : 0.0)};
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
      return {.issue = n * (s.channels_together ? c.concatenated_channels
                                                : c.concatenated_4_bytes * in(element_size(s.format), byte) / 4.0)};
    case StreamingKind::pooling:
      return {.issue = detail::pool_cycles(s, c)};
    case StreamingKind::batch_norm:
      return batch_norm_cycles(s, model);
    case StreamingKind::batch_norm_inference:
      return batch_norm_inference_cycles(s, model);
    case StreamingKind::resampling_regions:
      return {.issue = n * (s.backward ? c.regions_backward : c.regions_forward)};
    case StreamingKind::resampling_nearest:
      return {.issue = n * (s.backward ? c.nearest_backward : c.nearest_forward)};
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
      return {.issue = c.segment_element * n + c.segment_result * s.visits};
    case StreamingKind::scatter_rows:
      return {.issue = c.scattered * s.visits};
    case StreamingKind::sort_pass:
      return {.serial = c.sort_pass};
    case StreamingKind::sort_block:
      return {.serial = s.rows == 0 ? c.choice : c.sort_start + c.sort_key * std::min(n, c.sort_keys)};
    case StreamingKind::row_moments:
      return {.serial = detail::row_moments_cycles(s, model, c)};
    default:
      return {};
  }
}

}  // namespace perfmodel

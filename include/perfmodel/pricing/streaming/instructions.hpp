#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <perfmodel/pricing/streaming/batch_norm.hpp>

namespace perfmodel {

/// Instructions of streaming kernels beyond what the shape of the kernel knows: addresses, conversions, comparisons,
/// atomic additions. Cycles of one SM an element unless a name says otherwise; they go at the same rate on every SM
/// since Volta, whatever its FP32 lanes (CUDA C++ Programming Guide, table "Throughput of Native Arithmetic
/// Instructions", rows of 32-bit integers and type conversions). Read off kernels of an H200 under PyTorch 2.11
/// (docs/lab/2026-11-23-from-layers-to-operations.md).
struct InstructionConstants {
  double strided{0.573}, converting{1.05}, strided_converting{1.109};  ///< elementwise, by access
  double line{0.309};    ///< of a cache line that a warp touches; fitted with `strided` to operations on random strides
                         ///< (data/raw/h200-sxm/random_operations.csv)
  double sectors{19.6};  ///< bytes a cycle and SM that come from L2 in single sectors; the same fit
  double power{0.78};    ///< general powers, beside what finds the operands
  double gelu{0.35}, elu{0.44}, dropout{0.44};  ///< error function, exponential less one, random numbers
  double concatenated_4_bytes{1.0}, concatenated_channels{1.0};  ///< planes: per 4 bytes; NHWC: per element
  struct PerPool {
    double element{}, window{};  ///< of a result (backward: an input element), of a window's element
  };
  /// by kind (maximum, average) and layout (planes, channels together)
  std::array<std::array<PerPool, 2>, 2> pool_forward{{{{{2.23, 0.22}, {1.55, 0.43}}}, {{{3.27, 0.0}, {5.9, 0.0}}}}};
  std::array<std::array<PerPool, 2>, 2> pool_backward{{{{{2.21, 0.34}, {0.20, 1.03}}}, {{{4.03, 0.408}, {3.8, 0.54}}}}};
  double regions_forward{6.1}, regions_backward{28.0}, nearest_forward{0.84}, nearest_backward{0.55};
  double embedded_index{160.0};   ///< of a thread block for each index
  double embedded_batch{1840.0};  ///< serial: 32 indices after the other
  double segment_element{0.65}, segment_result{2.2}, scattered{2.3};
  double sort_pass{8000.0};                                                    ///< serial
  double sort_start{51'480.0}, sort_key{3.37}, choice{25'740.0};               ///< serial, in one thread block
  double sort_keys{4096.0};                                                    ///< that one block sorts
  double moment_start{2000.0}, moment_trip{400.0}, missed_moment_trip{430.0};  ///< serial: of a block, of one trip of
                                                                               ///< its loop, more where the L2 misses
};
inline constexpr InstructionConstants instruction_constants{};

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
  const InstructionConstants::PerPool each = (s.backward ? c.pool_backward : c.pool_forward)[kind][layout];
  return each.element * static_cast<double>(s.columns) + each.window * s.visits;
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

/// Cycles of a kernel's instructions beside what geometry_of() counts.
[[nodiscard]] inline InstructionCycles instruction_cycles(const Streaming& s, const StreamingModel& model) {
  const InstructionConstants& c = instruction_constants;
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
      return batch_norm_inference_cycles(s);
    case StreamingKind::resampling_regions:
      return {.issue = n * (s.backward ? c.regions_backward : c.regions_forward)};
    case StreamingKind::resampling_nearest:
      return {.issue = n * (s.backward ? c.nearest_backward : c.nearest_forward)};
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

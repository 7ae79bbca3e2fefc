#pragma once
/// How a framework's kernel goes about its rows: blocks, threads, and the loads a block makes one after the other.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <perfmodel/pricing/streaming/model.hpp>
#include <perfmodel/rounding.hpp>

namespace perfmodel {

struct StreamingGeometry {
  StreamingShape shape{};
  double blocks{};
  double threads{};     ///< per block
  double trips{1.0};    ///< of a block's loop over its row, one after the other
  double trip_work{};   ///< cycles of a trip's arithmetic, which its loads do not hide
  double start_work{};  ///< cycles of a block before its first trip
  double elements{};    ///< in all
  bool misaligned{};    ///< rows do not start at multiples of 32 bytes
  bool second_stage{};  ///< partial results of several blocks are combined
  double partials{};    ///< trips over partial results of one output
  double addresses{};   ///< elements whose address is calculated from several dimensions
};

namespace detail {
inline constexpr double warp_size = hardware::warp_threads;

[[nodiscard]] inline double power_of_two_up(double value) {
  return std::exp2(std::ceil(std::log2(std::max(1.0, value))));
}
[[nodiscard]] inline double power_of_two_down(double value) {
  return std::exp2(std::floor(std::log2(std::max(1.0, value))));
}

/// Rows up to this length stay in a warp's, and then in a block's registers. PyTorch, aten/src/ATen/native/cuda/
/// SoftMax.cu: dim_size <= 1024 in 2.1, <= 2048 in 2.11; cunn_SoftMaxForwardReg up to 8 x 1024 elements in 2.11.
struct SoftmaxLimits {
  std::int64_t warp_row, register_row;
};
[[nodiscard]] constexpr SoftmaxLimits softmax_limits(KernelVersion version) {
  return version == KernelVersion::pytorch_2_1 ? SoftmaxLimits{1024, 1024} : SoftmaxLimits{2048, 8192};
}

/// Casts that convert element by element: to twice the width, and between formats of one width.
[[nodiscard]] constexpr bool is_widening(const Streaming& s) {
  if (s.access == AccessPattern::converting && s.function == PointwiseFunction::copy) return true;
  return s.read > Bytes{} && s.written > 1.8 * s.read && s.written < 2.2 * s.read;
}

/// Vectors of four elements do not divide the row, of which there is a result, not only moments. PyTorch,
/// aten/src/ATen/native/cuda/layer_norm_kernel.cu, LayerNormKernelImplInternal: RowwiseMomentsCUDAKernel and
/// LayerNormForwardCUDAKernel instead of vectorized_layer_norm_kernel.
[[nodiscard]] constexpr bool is_uneven_norm(const Streaming& s) {
  constexpr std::int64_t vector_elements = 4;
  return s.columns % vector_elements != 0 && s.written > 0.5 * s.read;
}

[[nodiscard]] constexpr StreamingShape shape_of(const Streaming& s, KernelVersion version) {
  switch (s.kind) {
    case StreamingKind::elementwise:
      if (s.access == AccessPattern::strided || s.access == AccessPattern::strided_converting)
        return StreamingShape::permuted;
      return is_widening(s) ? StreamingShape::widening : StreamingShape::flat;
    case StreamingKind::row_reduction:
      return StreamingShape::row_sum;
    case StreamingKind::column_reduction:
      return StreamingShape::column_sum;
    case StreamingKind::gain_sums:
      return StreamingShape::gain_sums;
    case StreamingKind::softmax: {
      if (s.stride > 1) return s.backward ? StreamingShape::softmax_strided_backward : StreamingShape::softmax_strided;
      const SoftmaxLimits limits = softmax_limits(version);
      if (s.backward)
        return s.columns <= 1024 ? StreamingShape::softmax_warp_backward : StreamingShape::softmax_block_backward;
      return s.columns <= limits.warp_row       ? StreamingShape::one_row_per_warp
             : s.columns <= limits.register_row ? StreamingShape::row_in_registers
                                                : StreamingShape::one_row_per_block;
    }
    case StreamingKind::layer_norm:
      if (s.backward) return StreamingShape::normalized_row_backward;
      return is_uneven_norm(s) ? StreamingShape::uneven_normalized_row
             : s.mean_square   ? StreamingShape::mean_square_row
                               : StreamingShape::normalized_row;
    case StreamingKind::batch_norm:
      return s.framework_kernel ? StreamingShape::flat : StreamingShape::channel_on_chip;
    case StreamingKind::pooling:
      return StreamingShape::window;
    case StreamingKind::optimizer:
      return s.tensors > 1 || s.chunks > 0 ? StreamingShape::multi_tensor : StreamingShape::flat;
    case StreamingKind::gather:
    case StreamingKind::embedding:
    case StreamingKind::embedding_gradient:
      return StreamingShape::indexed;
    case StreamingKind::transpose:
      return StreamingShape::permuted;
    case StreamingKind::fill:
      return StreamingShape::write_only;
    default:
      return StreamingShape::flat;
  }
}

/// Loads that a loop over `vectors` pieces by `threads` threads makes one after the other when the compiler unrolls it
/// by four: a full group of four is one trip, what is left over goes one by one; a warp whose lanes differ does both.
[[nodiscard]] constexpr double unrolled_trips(std::int64_t vectors, std::int64_t threads) {
  const std::int64_t most = ceil_div(vectors, threads), least = vectors / threads;
  const auto trips = [](std::int64_t n) { return n / 4 + n % 4; };
  if (most == least) return static_cast<double>(trips(most));
  const std::int64_t mixed = vectors % 32 != 0 ? most / 4 + std::max(most % 4, least % 4) : 0;
  return static_cast<double>(std::max({trips(most), trips(least), mixed}));
}

/// Rows of a block of 128 threads: a warp takes two rows of up to 128 elements, and less than 32 elements share it.
/// PyTorch, aten/src/ATen/native/cuda/PersistentSoftmax.cuh, softmax_warp_forward and its launch.
[[nodiscard]] inline double rows_per_block(double columns) {
  constexpr double warps = 4.0, short_row = 128.0;
  const double padded = power_of_two_up(columns);
  return warps * (padded <= short_row ? 2.0 : 1.0) * std::max(1.0, warp_size / padded);
}

inline constexpr std::int64_t most_softmax_threads = 1024;

/// Threads of a softmax block. PyTorch, SoftMax.cu, SoftMax_getBlockSize: the smallest power of two that is at least
/// half of the row's 16-byte pieces, at most 1024. Forward, 2.11 has as many as elements, up to 1024
/// (SoftMaxForward_getBlockSize).
[[nodiscard]] constexpr std::int64_t softmax_threads(std::int64_t columns, std::int64_t per_piece) {
  const std::int64_t most = std::min(columns / per_piece, most_softmax_threads);
  std::int64_t threads = 32;
  while (2 * threads < most) threads *= 2;
  return threads;
}

/// Trips of one pass over a long softmax row: a first piece up to the next aligned address, 16-byte pieces, a tail.
[[nodiscard]] constexpr double softmax_trips(std::int64_t columns, std::int64_t per_piece, std::int64_t threads) {
  const bool shifted = columns % per_piece != 0;
  const std::int64_t rest = shifted ? std::max<std::int64_t>(0, columns - threads) : columns;
  const std::int64_t whole = rest / (threads * per_piece), tail = rest - whole * threads * per_piece;
  const std::int64_t trips = (shifted ? 1 : 0) + whole + ceil_div(tail, threads);
  return static_cast<double>(trips);
}

/// Four loads of a thread are under way at a time; partial sums of blocks are added by the last of them, side by side
/// where its threads share a result, else those across only. PyTorch, aten/src/ATen/native/cuda/Reduce.cuh,
/// thread_reduce and global_reduce.
inline void reduction_geometry(const Streaming& s, const StreamingModel& model, StreamingGeometry& g) {
  constexpr double under_way = 4.0;
  const ReductionSizes sums = s.sums.values > 0                    ? s.sums
                              : g.shape == StreamingShape::row_sum ? sums_of_rows(s.rows, s.columns)
                                                                   : sums_over_rows(s.rows, s.columns);
  const ReductionLaunch l =
      reduction_launch(sums, static_cast<std::int64_t>(model.sms), static_cast<std::int64_t>(model.threads_per_sm));
  const auto real = [](std::int64_t n) { return static_cast<double>(n); };
  g.threads = real(l.width * l.height);
  g.blocks = real(l.blocks * l.blocks_per_result);
  g.second_stage = l.blocks_per_result > 1;
  g.partials = std::ceil(real(l.blocks_per_result) / real(sums.along ? l.width * l.height : l.height));
  g.trips = std::max(1.0, std::ceil(real(l.values) / under_way));
  g.addresses = sums.runs > 1 ? g.elements : 0.0;
  if (l.vectors || l.at_once > 1) g.elements /= under_way;
}

/// Blocks of 32 columns that walk down the rows, 128 rows in flight; many rows are split among 64 blocks and summed in
/// a second stage. PyTorch, aten/src/ATen/native/cuda/layer_norm_kernel.cu, LaunchGammaBetaBackwardCUDAKernel.
inline void gain_geometry(const Streaming& s, StreamingGeometry& g) {
  constexpr double columns_per_block = 32.0, rows_in_flight = 128.0, many_rows = 65536.0, splits = 64.0;
  const double rows = static_cast<double>(s.rows);
  g.second_stage = rows > many_rows;
  const double parts = g.second_stage ? splits : 1.0;
  g.blocks = std::ceil(static_cast<double>(s.columns) / columns_per_block) * parts;
  g.trips = std::ceil(rows / parts / rows_in_flight);
}

/// A look-up of one number a row of logits: the loss over class labels, one block for the whole batch, with more
/// threads where there are many rows. PyTorch, aten/src/ATen/native/cuda/Loss.cu.
inline void loss_geometry(const Streaming& s, const WalkConstants& w, StreamingGeometry& g) {
  const double rows = static_cast<double>(s.columns), first = std::min(rows, w.loss_first_rows);
  const std::size_t pass = s.backward ? 1 : 0;
  g.blocks = 1.0;
  g.trips = std::ceil(first / w.loss_first[pass] + rows / w.loss_all[pass]);
}

/// Numbers that a kernel of a list reads and writes for each of its elements.
[[nodiscard]] inline double accesses_of_element(const Streaming& s) {
  const double all = in(element_size(s.format), byte) * static_cast<double>(std::max<std::int64_t>(1, s.columns));
  return in(s.read + s.written, byte) / all;
}

/// Chunks of 65,536 elements, a block of 512 threads each. PyTorch, aten/src/ATen/native/cuda/MultiTensorApply.cuh. One
/// trip loads, computes and stores, each waiting for the one before: operations, square roots and divisions of its
/// element add their cycles to the memory's. Tensors that vectors of four do not divide are read and written number by
/// number. Adam in one kernel has both root and division, and first raises two numbers to powers in double precision
/// (fused_adam_utils.cuh). Of tensors of many sizes the fullest chunk ends last, whatever the others hold.
inline void multi_tensor_geometry(const Streaming& s, const StreamingModel& model, StreamingGeometry& g) {
  constexpr double chunk = 65536.0, at_once = 4.0;  // kILP elements a thread, in every format
  const double tensors = static_cast<double>(std::max<std::int64_t>(1, s.tensors)),
               elements = std::max(1.0, static_cast<double>(s.columns)), each = elements / tensors;
  g.blocks = s.chunks > 0 ? static_cast<double>(s.chunks) : tensors * std::ceil(each / chunk);
  const auto trips = [&](double of_chunk) { return std::ceil(std::max(1.0, of_chunk) / (g.threads * at_once)); };
  const double usual = trips(s.chunks > 0 ? elements / g.blocks : std::min(each, chunk)),
               longest = s.chunks > 0 ? trips(static_cast<double>(s.longest_chunk)) : usual,
               waves = std::max(1.0, g.blocks / (model.sms * std::floor(model.threads_per_sm / g.threads)));
  const StreamingTable& t = model.table;
  const double special = s.special_functions / elements;
  g.trips = usual + (longest - usual) / waves;
  g.trip_work = t.update_operation * in(s.work, flop) / elements + t.update_special * special;
  constexpr double root_and_division = 2.0;
  if (special >= root_and_division) g.start_work = t.update_powers;
  if (s.longest_uneven_chunk > 0) {  // ends last if it takes longer than the fullest one
    const double even = shape_constants(model, g.shape).trip_cycles + g.trip_work,
                 uneven = even + t.update_uneven * accesses_of_element(s),
                 share = trips(static_cast<double>(s.longest_uneven_chunk)) / std::max(1.0, longest);
    g.trip_work += std::max(0.0, share * uneven - even);
  }
}

/// Bytes that the threads of a block take with one 16-byte access each.
[[nodiscard]] constexpr double bytes_per_block(const ShapeConstants& c) { return c.threads * hardware::load_bytes; }

/// Rows that warps, or blocks, keep in registers or read several times.
inline void softmax_geometry(const Streaming& s, std::int64_t per_piece, const StreamingModel& model,
                             StreamingGeometry& g) {
  const double rows = static_cast<double>(s.rows), columns = static_cast<double>(s.columns);
  g.blocks = rows;
  if (g.shape == StreamingShape::one_row_per_warp || g.shape == StreamingShape::softmax_warp_backward) {
    g.blocks = std::ceil(rows / rows_per_block(columns));
    g.trips = std::ceil(columns / warp_size);  // lanes beyond the row neither load nor raise to a power
  } else if (g.shape == StreamingShape::row_in_registers) {
    g.threads = std::clamp(power_of_two_up(columns / 8.0), warp_size, 1024.0);
    g.trips = std::ceil(columns / (g.threads * static_cast<double>(per_piece)));
  } else {
    const bool whole = g.shape == StreamingShape::one_row_per_block && model.version != KernelVersion::pytorch_2_1;
    const std::int64_t threads = whole ? most_softmax_threads : softmax_threads(s.columns, per_piece);
    g.threads = static_cast<double>(threads);
    if (whole && !s.logarithm && bits(s.format) == 16)
      g.trip_work = static_cast<double>(threads * per_piece) * model.table.walks.narrow_power;
    g.trips = softmax_trips(s.columns, per_piece, threads);
  }
}

/// Interleaved rows: a thread, or a column of threads where rows are few and long, walks down each. Blocks beyond those
/// that the SMs hold at once are not launched: each takes several groups of rows. PyTorch,
/// aten/src/ATen/native/cuda/SoftMax.cu, SpatialSoftMax_getBlockSize and SpatialSoftMax_getGridSize.
inline void strided_softmax_geometry(const Streaming& s, const StreamingModel& model, StreamingGeometry& g) {
  constexpr double most_threads = 1024.0, few_rows = 64.0, long_row = 64.0;
  const double side_by_side = static_cast<double>(s.stride), columns = static_cast<double>(s.columns);
  const double across = std::min(side_by_side, most_threads);
  double along = 1.0;
  if (across <= few_rows && columns >= long_row) {
    while (across * along <= most_threads && along <= columns) along *= 2.0;
    along /= 2.0;
  }
  g.threads = std::ceil(across * along / warp_size) * warp_size;
  const double held = std::max(1.0, std::min(std::floor(model.threads_per_sm / g.threads), model.blocks_per_sm));
  const double of_group = std::ceil(side_by_side / across),
               groups = std::ceil(static_cast<double>(s.rows) / side_by_side);
  const double at_once = std::clamp(std::floor(held * model.sms / of_group), 1.0, std::max(1.0, groups));
  g.blocks = of_group * at_once;
  g.trips = std::ceil(columns / along) * std::ceil(groups / at_once);
}

/// Four elements a load in every format. The loop of 2.11 is a chain of dependent updates, trip by trip.
inline void norm_geometry(const Streaming& s, const ShapeConstants& c, const StreamingModel& model,
                          StreamingGeometry& g) {
  const KernelVersion version = model.version;
  const double columns = static_cast<double>(s.columns);
  g.blocks = static_cast<double>(s.rows);
  if (g.shape == StreamingShape::uneven_normalized_row) {  // 512 threads a row for its moments, then 256 for the result
    g.trips = std::ceil(columns / g.threads);
    g.second_stage = true;
  } else {
    // Rows that a warp holds leave the other three nothing to load (layer norms, random_operations.csv, seeds 1 to 8;
    // other seeds and an H100 by as much).
    constexpr double vector = 4.0;
    if (g.shape == StreamingShape::normalized_row && version != KernelVersion::pytorch_2_1 &&
        columns <= vector * warp_size)
      g.blocks *= model.table.one_warp_row;
    g.trips = version == KernelVersion::pytorch_2_1 ? unrolled_trips((s.columns + 3) / 4, c.threads)
                                                    : std::ceil(columns / (4.0 * c.threads));
  }
}

/// Moments of channels over all images, in several launches or one.
inline void channel_geometry(const Streaming& s, const ShapeConstants& c, const StreamingModel& model,
                             StreamingGeometry& g) {
  // 16-bit forward: a division for each element of Welford's running moments; 226 us where backward takes 181, 132
  // and 108 (H200)
  if (g.shape == StreamingShape::channel_statistics && !s.backward && bits(s.format) == 16)
    g.elements *= model.table.narrow_moments;
  g.blocks = std::ceil(in(s.read, byte) / bytes_per_block(c));
  g.second_stage = true;
}

inline void indexed_geometry(const Streaming& s, const ShapeConstants& c, const StreamingModel& model,
                             StreamingGeometry& g) {
  if (s.kind == StreamingKind::gather && s.rows == 1) return loss_geometry(s, model.table.walks, g);
  g.blocks = std::max(static_cast<double>(s.rows), std::ceil(in(s.written, byte) / bytes_per_block(c)));
}

/// Every element on its own. The last block may be part full: counted as that part, so that a byte more never fills an
/// SM more at once.
[[nodiscard]] inline StreamingGeometry flat_geometry(const Streaming& s, const StreamingModel& model) {
  StreamingGeometry g{.shape = shape_of(s, model.version)};
  const ShapeConstants& c = shape_constants(model, g.shape);
  g.threads = c.threads;
  g.blocks = std::max(1.0, std::max(in(s.read, byte), in(s.written, byte)) / bytes_per_block(c));
  g.elements = std::max(static_cast<double>(s.rows) * static_cast<double>(s.columns), 0.0);
  g.misaligned = std::fmod(static_cast<double>(s.columns) * bits(s.format) / 8.0, hardware::sector_bytes) != 0.0;
  return g;
}
}  // namespace detail

[[nodiscard]] inline StreamingGeometry geometry_of(const Streaming& s, const StreamingModel& model) {
  StreamingGeometry g = detail::flat_geometry(s, model);
  const ShapeConstants& c = shape_constants(model, g.shape);
  const double per_piece = std::max(1.0, 8.0 * hardware::load_bytes / bits(s.format));
  switch (g.shape) {
    case StreamingShape::one_row_per_warp:
    case StreamingShape::softmax_warp_backward:
    case StreamingShape::row_in_registers:
    case StreamingShape::one_row_per_block:
    case StreamingShape::softmax_block_backward:
      detail::softmax_geometry(s, static_cast<std::int64_t>(per_piece), model, g);
      break;
    case StreamingShape::softmax_strided:
    case StreamingShape::softmax_strided_backward:
      detail::strided_softmax_geometry(s, model, g);
      break;
    case StreamingShape::normalized_row:
    case StreamingShape::uneven_normalized_row:
    case StreamingShape::normalized_row_backward:
    case StreamingShape::mean_square_row:
      detail::norm_geometry(s, c, model, g);
      break;
    case StreamingShape::row_sum:
    case StreamingShape::column_sum:
      detail::reduction_geometry(s, model, g);
      break;
    case StreamingShape::gain_sums:
      detail::gain_geometry(s, g);
      break;
    case StreamingShape::channel_statistics:
    case StreamingShape::channel_on_chip:
      detail::channel_geometry(s, c, model, g);
      break;
    case StreamingShape::multi_tensor:
      detail::multi_tensor_geometry(s, model, g);
      break;
    case StreamingShape::indexed:
      detail::indexed_geometry(s, c, model, g);
      break;
    default:
      break;
  }
  return g;
}

}  // namespace perfmodel

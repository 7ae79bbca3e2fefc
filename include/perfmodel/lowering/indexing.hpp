#pragma once
#include <algorithm>
#include <bit>
#include <cmath>
#include <perfmodel/device/hardware.hpp>
#include <perfmodel/lowering/streaming.hpp>
#include <perfmodel/operation/indexing.hpp>

namespace perfmodel {

/// Indices expected to differ among `indices` drawn evenly from `count`.
[[nodiscard]] inline double different_indices(double indices, double count) {
  return -count * std::expm1(-indices / count);
}

namespace detail {
/// Rows that one place is expected to get at most, of `indices` drawn evenly from `rows` places: the mean, and what the
/// largest of so many Poisson numbers exceeds it by.
[[nodiscard]] inline double longest_run(double indices, double rows) {
  const double mean = indices / std::max(1.0, rows);
  return std::clamp(mean + std::sqrt(2.0 * mean * std::log(std::max(1.0, rows))), 1.0, std::max(1.0, indices));
}

/// Pieces that the longest run of equal indices is expected to have, which one thread walks over.
[[nodiscard]] inline std::int64_t longest_pieces(const op::Embedding& e) {
  const double run = longest_run(static_cast<double>(e.indices), static_cast<double>(e.table_rows));
  return static_cast<std::int64_t>(std::ceil(run / static_cast<double>(op::gradient_piece_rows)));
}

/// Sums of the rows of each piece, then of each index, written to their places: a warp for each 32 columns.
template <class Kernels>
void lower_sums_of_runs(const op::Embedding& e, Bytes keys, Kernels& kernels) {
  constexpr std::int64_t warp = 32, most_threads = 1024;
  const op::GradientRuns runs = op::gradient_runs(e);
  const std::int64_t lanes = (e.width + warp - 1) / warp * warp,
                     blocks_a_row = (lanes + most_threads - 1) / most_threads;
  const double different = different_indices(static_cast<double>(e.indices), static_cast<double>(e.table_rows)) *
                           static_cast<double>(e.width);
  const Bytes sums = different * 4.0 * byte;
  const std::int64_t all = e.indices * lanes;
  kernels.push_back(Streaming{.kind = StreamingKind::segment_sum,
                              .format = e.format,
                              .columns = all,
                              .read = row_bytes(e) + keys,
                              .written = sums,
                              .work = work(e),
                              .backward = true,
                              .images = runs.pieces * blocks_a_row,
                              .visits = different});
  kernels.push_back(Streaming{.kind = StreamingKind::scatter_rows,
                              .format = e.format,
                              .columns = static_cast<std::int64_t>(different) + 1,
                              .read = sums,
                              .written = sums,
                              .work = different * flop,
                              .backward = true,
                              .images = runs.most * blocks_a_row,
                              .visits = different,
                              .stride = longest_pieces(e)});
}

/// A thread for each run, a warp in each block.
[[nodiscard]] constexpr Streaming over_runs_of(std::int64_t most, std::int64_t walked) {
  constexpr std::int64_t warp = 32;
  const Bytes integers = 8.0 * static_cast<double>(most) * byte;
  return {.kind = StreamingKind::scatter_rows,
          .format = NumberFormat::fp64,
          .columns = most,
          .read = integers,
          .written = integers,
          .backward = true,
          .images = (most + warp - 1) / warp,
          .stride = walked};
}

/// Keys and positions through eight passes of a radix sort (64-bit keys, 8 bits a pass), bounds of the runs of equal
/// keys, sums of runs, scatter.
template <class Kernels>
void lower_sorted_gradient(const op::Embedding& e, Kernels& kernels) {
  constexpr NumberFormat integers = NumberFormat::fp64;
  constexpr int passes = 8, fills = 10, single = 3;
  constexpr std::int64_t digits = 256;
  const Bytes keys = 8.0 * static_cast<double>(e.indices) * byte;
  const std::int64_t most = op::gradient_runs(e).most;
  const Bytes of_runs = 8.0 * static_cast<double>(most) * byte;
  const auto over_keys = [&](std::int64_t count, Bytes read, Bytes written) {
    kernels.push_back(
        Streaming{.format = integers, .columns = count, .read = read, .written = written, .backward = true});
  };
  const auto over_runs = [&](std::int64_t walked) { kernels.push_back(over_runs_of(most, walked)); };
  over_keys(e.indices, Bytes{}, keys);
  for (int i = 0; i < fills; ++i)
    kernels.push_back(Streaming{.kind = StreamingKind::fill,
                                .format = integers,
                                .columns = digits,
                                .written = 8.0 * static_cast<double>(digits) * byte,
                                .backward = true});
  over_keys(e.indices, keys, Bytes{});
  for (int i = 0; i < passes; ++i)
    kernels.push_back(Streaming{.kind = StreamingKind::sort_pass,
                                .format = integers,
                                .columns = e.indices,
                                .read = 2.0 * keys,
                                .written = 2.0 * keys,
                                .backward = true});
  for (int i = 0; i < single; ++i) over_keys(1, Bytes{}, Bytes{});
  over_keys(e.indices, keys, of_runs);  // the first of each run
  over_runs(1);                         // pieces of each
  over_keys(most, of_runs, of_runs);    // their sums
  over_runs(longest_pieces(e));         // where each piece begins
  lower_sums_of_runs(e, keys, kernels);
}
}  // namespace detail

namespace detail {
/// A sort of indices by as many bits as a table of `rows` needs: one block sorts up to 2,304 of them, 6 bits a pass,
/// the whole card more, 8 bits a pass. cub::DeviceRadixSort, as kernels ran.
template <class Kernels>
void lower_sort(std::int64_t indices, std::int64_t rows, Kernels& kernels) {
  constexpr std::int64_t one_block = 2304, digits = 256, digit_bits = 8, block_bits = 6;
  const Bytes keys = 8.0 * static_cast<double>(indices) * byte, counts = 8.0 * static_cast<double>(digits) * byte;
  const auto add = [&](StreamingKind kind, std::int64_t count, Bytes read, Bytes written, double visits = 0.0) {
    kernels.push_back(Streaming{.kind = kind,
                                .format = NumberFormat::fp64,
                                .columns = count,
                                .read = read,
                                .written = written,
                                .backward = true,
                                .visits = visits});
  };
  const std::int64_t bits = static_cast<int>(
                         std::bit_width(static_cast<std::uint64_t>(std::max<std::int64_t>(1, rows - 1)))),
                     passes = (bits + digit_bits - 1) / digit_bits, visits = (bits + block_bits - 1) / block_bits;
  if (indices <= one_block)
    return add(StreamingKind::sort_block, indices, 2.0 * keys, 2.0 * keys, static_cast<double>(visits));
  for (std::int64_t i = 0; i < 2 + passes; ++i) add(StreamingKind::fill, digits, Bytes{}, counts);
  for (int i = 0; i < 2; ++i) add(StreamingKind::elementwise, indices, keys, Bytes{});
  for (std::int64_t i = 0; i < passes; ++i) add(StreamingKind::sort_pass, indices, 2.0 * keys, 2.0 * keys);
}

/// index_put with accumulate: indices are wrapped, made linear and sorted; then 32 x 4 threads walk down four places'
/// rows each, 128 elements of them. PyTorch, aten/src/ATen/native/cuda/Indexing.cu, index_put_with_sort_kernel.
template <class Kernels>
void lower_indexed_sum(const op::Embedding& e, Kernels& kernels) {
  constexpr std::int64_t rows_a_block = 4, row_part = 128, wrapping = 3;  // a remainder, a product and a sum
  const Bytes keys = 8.0 * static_cast<double>(e.indices) * byte;
  for (std::int64_t i = 0; i < wrapping * e.tensors + 1; ++i)
    kernels.push_back(
        Streaming{.format = NumberFormat::fp64, .columns = e.indices, .read = keys, .written = keys, .backward = true});
  lower_sort(e.indices, e.table_rows, kernels);
  const double different = different_indices(static_cast<double>(e.indices), static_cast<double>(e.table_rows));
  const Bytes sums = different * static_cast<double>(e.width * e.repeats) * element_size(e.format);
  const std::int64_t blocks =
      (e.indices + rows_a_block - 1) / rows_a_block * ((e.width + row_part - 1) / row_part) * e.repeats;
  kernels.push_back(
      Streaming{.kind = StreamingKind::indexed_sums,
                .format = e.format,
                .rows = e.indices,
                .columns = e.width,
                .read = row_bytes(e) + sums + 2.0 * keys,
                .written = sums,
                .work = work(e),
                .backward = true,
                .images = blocks,
                .visits = longest_run(static_cast<double>(e.indices), static_cast<double>(e.table_rows))});
}

/// Numbers of each index's bag, then the sums: warps take 32 columns of a bag's rows. PyTorch,
/// aten/src/ATen/native/cuda/EmbeddingBag.cu, EmbeddingBag_updateOutputKernel_sum_mean.
template <class Kernels>
void lower_bags(const op::Embedding& e, Bytes keys, Kernels& kernels) {
  constexpr std::int64_t warp = 32;
  kernels.push_back(
      Streaming{.kind = StreamingKind::fill, .format = NumberFormat::fp64, .columns = e.indices, .written = keys});
  kernels.push_back(Streaming{.kind = StreamingKind::bagged_rows,
                              .format = e.format,
                              .columns = e.indices * ((e.width + warp - 1) / warp * warp),
                              .read = row_bytes(e) + keys,
                              .written = traffic(e) - row_bytes(e) - keys,
                              .work = static_cast<double>(e.indices) * static_cast<double>(e.width) * flop});
}

/// Bytes of the table that come from memory: rows that are picked again are found in L2.
[[nodiscard]] inline Bytes rows_read(const op::Embedding& e) {
  if (e.backward || e.table_rows <= 0 || e.indices <= 0) return row_bytes(e);
  return row_bytes(e) / static_cast<double>(e.indices) *
         different_indices(static_cast<double>(e.indices), static_cast<double>(e.table_rows));
}

/// A block for each index copies pieces of 16 bytes; rows that are no whole pieces, and indices that lie apart, go
/// element by element. PyTorch, aten/src/ATen/native/cuda/IndexKernelUtils.cu, fast_gather_kernel_eligible.
[[nodiscard]] constexpr bool copies_pieces(double row_bytes, bool apart) {
  return !apart && static_cast<std::int64_t>(row_bytes) % 16 == 0;
}
}  // namespace detail

template <class Kernels>
void lower(const op::Embedding& e, Kernels& kernels) {
  if (e.backward && e.indexed) return detail::lower_indexed_sum(e, kernels);
  if (e.backward && op::sorts_gradients(e)) return detail::lower_sorted_gradient(e, kernels);
  const Bytes keys = 8.0 * static_cast<double>(e.indices) * byte;
  if (e.bags > 0) return detail::lower_bags(e, keys, kernels);
  const bool pieces = detail::copies_pieces(static_cast<double>(e.width) * in(element_size(e.format), byte), e.apart);
  kernels.push_back(Streaming{.kind = e.backward ? StreamingKind::embedding_gradient
                                      : pieces   ? StreamingKind::embedding
                                                 : StreamingKind::gathered_elements,
                              .format = e.format,
                              .rows = e.backward || pieces ? e.indices : 1,
                              .columns = e.backward || pieces ? e.width : e.indices * e.width,
                              .read = detail::rows_read(e) + keys,
                              .written = row_bytes(e),
                              .work = work(e),
                              .backward = e.backward});
}

namespace detail {
/// PyTorch, aten/src/ATen/native/cuda/TensorTransformations.cu (roll), TriangularOps.cu, im2col.cuh, GridSampler.cu.
[[nodiscard]] constexpr Streaming placed(const op::Gather& g) {
  using By = op::Gather::By;
  const double n = static_cast<double>(g.columns), window = std::max(1.0, g.window);
  const double read = g.by == By::unfolded ? n / window : g.by == By::folded ? n * window : n;
  return {.kind = g.by == By::rolled     ? StreamingKind::rolled_elements
                  : g.by == By::triangle ? StreamingKind::triangle_elements
                  : g.by == By::unfolded ? StreamingKind::unfolded_elements
                  : g.by == By::folded   ? StreamingKind::folded_elements
                  : g.adds               ? StreamingKind::sampled_gradients
                                         : StreamingKind::sampled_elements,
          .format = g.output,
          .columns = g.columns,
          .read = read * element_size(g.input),
          .written = n * element_size(g.output),
          .backward = g.scatters,
          .images = g.by == By::sampled ? g.together : 0,
          .pixels = g.places,
          .visits = g.window};
}
}  // namespace detail

[[nodiscard]] constexpr Streaming lowered(const op::Gather& g) {
  using By = op::Gather::By;
  if (g.by > By::tensors) return detail::placed(g);
  const double n = static_cast<double>(g.rows) * static_cast<double>(g.columns);
  const bool rows = g.by == By::rows;
  const Bytes index = 8.0 / static_cast<double>(std::max<std::int64_t>(1, g.together)) * byte;
  return {.kind = rows                    ? StreamingKind::gather
                  : g.by == By::dimension ? StreamingKind::gathered_elements
                                          : StreamingKind::indexed_elements,
          .format = g.output,
          .rows = rows ? g.rows : 1,
          .columns = rows ? g.columns : g.rows * g.columns,
          .read = n * (element_size(g.input) + (g.by == By::dimension ? index : Bytes{})),
          .written = n * element_size(g.output),
          .images = g.scatters && g.together > 1 ? 1 : 0,
          .pixels = g.places,
          .visits = g.adds       ? 2.0
                    : g.scatters ? 1.0
                                 : 0.0};
}

/// Windows of each image are a kernel of their own. PyTorch, aten/src/ATen/native/cuda/Im2Col.cu.
template <class Kernels>
void lower(const op::Gather& g, Kernels& kernels) {
  const std::int64_t times = g.by == op::Gather::By::unfolded ? std::max<std::int64_t>(1, g.rows) : 1;
  const Streaming one = lowered(g);
  for (std::int64_t i = 0; i < times; ++i) kernels.push_back(one);
}

/// Of pixels: 1,024 threads walk over an image, more blocks of them over large ones; each pixel touches the sector of
/// its label's plane, which neighbours of the same label share. PyTorch, aten/src/ATen/native/cuda/NLLLoss2d.cu.
[[nodiscard]] inline Streaming pixel_loss(const op::NllLoss& n) {
  constexpr std::int64_t threads = 1024, blocks_shared = 128;
  constexpr double sector = hardware::sector_bytes, label = 8.0;
  const std::int64_t pixels = n.rows / n.images,
                     blocks = std::max<std::int64_t>(1, (pixels + threads - 1) / threads / blocks_shared);
  const double neighbours = sector / in(element_size(n.format), byte), classes = static_cast<double>(n.classes);
  const Bytes touched =
      static_cast<double>(n.rows) * (label + different_indices(neighbours, classes) / neighbours * sector) * byte;
  return {.kind = StreamingKind::pixel_labels,
          .format = n.format,
          .rows = n.images * blocks,
          .columns = (pixels + blocks - 1) / blocks,
          .read = touched,
          .written = n.backward ? touched : Bytes{},
          .work = work(n),
          .backward = n.backward};
}

[[nodiscard]] inline Streaming lowered(const op::NllLoss& n) {
  if (n.images > 0) return pixel_loss(n);
  return {.kind = StreamingKind::gather,
          .format = n.format,
          .columns = n.rows,
          .read = read_bytes(n),
          .written = traffic(n) - read_bytes(n),
          .work = work(n),
          .backward = n.backward};
}

}  // namespace perfmodel

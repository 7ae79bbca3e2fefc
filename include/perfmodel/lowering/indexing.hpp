#pragma once
#include <cmath>
#include <perfmodel/lowering/streaming.hpp>
#include <perfmodel/operation/indexing.hpp>

namespace perfmodel {

/// Above so many indices PyTorch sorts them before it adds an embedding's gradients.
/// aten/src/ATen/native/cuda/Embedding.cu, embedding_dense_backward_cuda.
inline constexpr std::int64_t sorted_embedding_indices = 3072;

/// Indices expected to differ among `indices` drawn evenly from `count`.
[[nodiscard]] inline double different_indices(double indices, double count) {
  return -count * std::expm1(-indices / count);
}

namespace detail {
/// Keys and positions through eight passes of a radix sort (64-bit keys, 8 bits a pass), bounds of the runs of equal
/// keys, sums of runs, scatter.
template <class Kernels>
void lower_sorted_gradient(const op::Embedding& e, Kernels& kernels) {
  constexpr NumberFormat integers = NumberFormat::fp64;
  constexpr int passes = 8, fills = 10, run_kernels = 7;
  constexpr std::int64_t digits = 256;
  const Bytes keys = 8.0 * static_cast<double>(e.indices) * byte;
  const auto over_keys = [&](std::int64_t count, Bytes read, Bytes written) {
    kernels.push_back(
        Streaming{.format = integers, .columns = count, .read = read, .written = written, .backward = true});
  };
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
  for (int i = 0; i < run_kernels; ++i) over_keys(e.indices / 4 + 1, 0.25 * keys, 0.25 * keys);
  const double different = different_indices(static_cast<double>(e.indices), static_cast<double>(e.table_rows)) *
                           static_cast<double>(e.width);
  const Bytes sums = different * 4.0 * byte;
  const std::int64_t all = e.indices * e.width;
  kernels.push_back(Streaming{.kind = StreamingKind::segment_sum,
                              .format = e.format,
                              .columns = all,
                              .read = row_bytes(e) + keys,
                              .written = sums,
                              .work = static_cast<double>(all) * flop,
                              .backward = true,
                              .visits = different});
  kernels.push_back(Streaming{.kind = StreamingKind::scatter_rows,
                              .format = e.format,
                              .columns = static_cast<std::int64_t>(different) + 1,
                              .read = sums,
                              .written = sums,
                              .work = different * flop,
                              .backward = true,
                              .visits = different});
}
}  // namespace detail

template <class Kernels>
void lower(const op::Embedding& e, Kernels& kernels) {
  if (e.backward && e.indices > sorted_embedding_indices) return detail::lower_sorted_gradient(e, kernels);
  const Bytes keys = 8.0 * static_cast<double>(e.indices) * byte;
  kernels.push_back(Streaming{.kind = e.backward ? StreamingKind::embedding_gradient : StreamingKind::embedding,
                              .format = e.format,
                              .rows = e.indices,
                              .columns = e.width,
                              .read = row_bytes(e) + keys,
                              .written = row_bytes(e),
                              .work = work(e),
                              .backward = e.backward});
}

[[nodiscard]] constexpr Streaming lowered(const op::Gather& g) {
  const double n = static_cast<double>(g.rows) * static_cast<double>(g.columns);
  return {.kind = StreamingKind::gather,
          .format = g.output,
          .rows = g.rows,
          .columns = g.columns,
          .read = n * element_size(g.input),
          .written = n * element_size(g.output)};
}

[[nodiscard]] constexpr Streaming lowered(const op::NllLoss& n) {
  return {.kind = StreamingKind::gather,
          .format = n.format,
          .columns = n.rows,
          .read = read_bytes(n),
          .written = traffic(n) - read_bytes(n),
          .work = work(n),
          .backward = n.backward};
}

/// Up to some thousand keys one thread block sorts, or chooses.
[[nodiscard]] constexpr Streaming lowered(const op::Sort& s) {
  const Bytes keys = 8.0 * static_cast<double>(s.keys) * byte;
  return {.kind = StreamingKind::sort_block,
          .format = NumberFormat::fp64,
          .columns = s.keys,
          .read = keys,
          .written = keys};
}
[[nodiscard]] constexpr Streaming lowered(const op::TopK& t) {
  const Bytes rows = 8.0 * static_cast<double>(t.rows) * byte;
  return {.kind = StreamingKind::sort_block,
          .format = NumberFormat::fp64,
          .rows = 0,
          .columns = t.rows,
          .read = rows,
          .written = rows};
}

}  // namespace perfmodel

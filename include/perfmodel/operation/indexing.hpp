#pragma once
#include <cstdint>
#include <perfmodel/device/number_format.hpp>
#include <perfmodel/units.hpp>

namespace perfmodel::op {

/// Rows of a table by int64 indices (embedding, index_select). Backward: a dense gradient of the whole table, already
/// zero, to which each row's gradient is added; `indexed`: as index_put does with accumulate, by `tensors` of indices
/// that name a row together, for each of `repeats` tables.
struct Embedding {
  bool backward{};
  NumberFormat format{NumberFormat::fp32};
  std::int64_t indices{}, width{}, table_rows{};
  bool apart{};  ///< indices do not lie side by side
  bool indexed{};
  std::int64_t tensors{1}, repeats{1};
  std::int64_t bags{};  ///< forward: so many sums of rows, not the rows; 0: none
  friend constexpr bool operator==(const Embedding&, const Embedding&) = default;
};
[[nodiscard]] constexpr Bytes row_bytes(const Embedding& e) {
  return static_cast<double>(e.indices) * static_cast<double>(e.width) * static_cast<double>(e.repeats) *
         element_size(e.format);
}
[[nodiscard]] constexpr Work work(const Embedding& e) {
  return e.backward
             ? static_cast<double>(e.indices) * static_cast<double>(e.width) * static_cast<double>(e.repeats) * flop
             : Work{};
}
[[nodiscard]] constexpr Bytes traffic(const Embedding& e) {
  const Bytes written =
      e.bags > 0 ? static_cast<double>(e.bags) * static_cast<double>(e.width) * element_size(e.format) : row_bytes(e);
  return row_bytes(e) + written + 8.0 * static_cast<double>(e.indices) * byte;
}

/// Above 3,072 indices PyTorch sorts them before it adds an embedding's gradients.
/// aten/src/ATen/native/cuda/Embedding.cu, embedding_dense_backward_cuda.
[[nodiscard]] constexpr bool sorts_gradients(const Embedding& e) {
  constexpr std::int64_t unsorted = 3072;
  return e.backward && e.indices > unsorted;
}
/// Rows of one index that PyTorch sums up as a piece, before it adds the pieces.
inline constexpr std::int64_t gradient_piece_rows = 10;
/// Of sums of sorted rows: how many different indices there may be at most, and pieces of their rows. Only the card
/// knows how many there are. PyTorch, aten/src/ATen/native/cuda/EmbeddingBackwardKernel.cu.
struct GradientRuns {
  std::int64_t most{}, pieces{};
};
[[nodiscard]] constexpr GradientRuns gradient_runs(const Embedding& e) {
  const std::int64_t most = e.indices < e.table_rows ? e.indices : e.table_rows;
  return {.most = most, .pieces = e.indices / gradient_piece_rows + most};
}

/// Rows copied from, or to, places that indices name: whole rows, or element by element with an index of each along a
/// dimension (gather, scatter) or of several tensors together (x[i, j]). Or to places that a kernel calculates: an
/// image rolled along a dimension, the triangle of a matrix, windows of `rows` images side by side (unfolded), their
/// sums back in the image (folded), results sampled at coordinates of their own.
struct Gather {
  enum class By : std::uint8_t { rows, dimension, tensors, rolled, triangle, unfolded, folded, sampled } by{By::rows};
  bool scatters{};  ///< to places, instead of reading from them
  NumberFormat input{NumberFormat::fp32}, output{NumberFormat::fp32};
  std::int64_t rows{}, columns{};
  std::int64_t places{};     ///< scatters: elements that they go to; 0: few; sampled: elements of the images
  bool adds{};               ///< scatters: into what lies there, one after the other where several go to one place
  std::int64_t together{1};  ///< by dimension: neighbours that share an index, and are moved to or from one place;
                             ///< sampled: images
  double window{1.0};        ///< unfolded: elements of a window; folded: windows that an element of the image lies in;
                             ///< sampled: channels
  friend constexpr bool operator==(const Gather&, const Gather&) = default;
};
[[nodiscard]] constexpr Work work(const Gather&) { return Work{}; }
[[nodiscard]] constexpr Bytes traffic(const Gather& g) {
  return static_cast<double>(g.rows) * static_cast<double>(g.columns) *
         (element_size(g.input) + element_size(g.output));
}

/// Negative log likelihood of int64 labels, averaged: one number of each row, or of each pixel. Backward writes one
/// number a row into a zeroed matrix.
struct NllLoss {
  bool backward{};
  NumberFormat format{NumberFormat::fp32};
  std::int64_t rows{};
  std::int64_t images{}, classes{};  ///< labels of the pixels of images, whose classes are planes; 0: of rows
  friend constexpr bool operator==(const NllLoss&, const NllLoss&) = default;
};
[[nodiscard]] constexpr Work work(const NllLoss& n) { return static_cast<double>(n.rows) * flop; }
[[nodiscard]] constexpr Bytes read_bytes(const NllLoss& n) {
  return static_cast<double>(n.rows) * (element_size(n.format) + 8.0 * byte);
}
[[nodiscard]] constexpr Bytes traffic(const NllLoss& n) {
  return read_bytes(n) + (n.backward ? static_cast<double>(n.rows) : 2.0) * element_size(n.format);
}

/// int64 keys put in order, with their places; `rows`: each row of so many keys on its own, of any format.
struct Sort {
  std::int64_t keys{};
  std::int64_t rows{};  ///< 0: one list of keys that the operation's caller made itself
  NumberFormat format{NumberFormat::fp64};
  friend constexpr bool operator==(const Sort&, const Sort&) = default;
};
[[nodiscard]] constexpr Work work(const Sort&) { return Work{}; }
[[nodiscard]] constexpr Bytes traffic(const Sort& s) {
  const double keys = static_cast<double>(s.keys);
  if (s.rows == 0) return 16.0 * keys * byte;
  return static_cast<double>(s.rows) * keys * (2.0 * element_size(s.format) + 8.0 * byte);
}

/// The largest entries of each row, with their places: `chosen` of them, in order; 0: one, of few rows.
struct TopK {
  NumberFormat format{NumberFormat::fp32};
  std::int64_t rows{}, columns{}, chosen{};
  friend constexpr bool operator==(const TopK&, const TopK&) = default;
};
[[nodiscard]] constexpr Work work(const TopK& t) {
  return static_cast<double>(t.rows) * static_cast<double>(t.columns) * flop;
}
[[nodiscard]] constexpr Bytes traffic(const TopK& t) {
  const double rows = static_cast<double>(t.rows);
  if (t.chosen == 0) return 16.0 * rows * byte;
  return rows * static_cast<double>(t.columns) * element_size(t.format) +
         rows * static_cast<double>(t.chosen) * (element_size(t.format) + 8.0 * byte);
}

}  // namespace perfmodel::op

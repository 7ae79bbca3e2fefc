#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <perfmodel/device/number_format.hpp>
#include <perfmodel/operation/shape.hpp>
#include <perfmodel/units.hpp>
#include <utility>

namespace perfmodel {

/// Distance in elements between neighbours along each dimension; 0 where one element stands for all of them.
using Strides = std::array<std::int64_t, Shape::max_rank>;

/// Strides of a tensor whose innermost dimension lies together, without gaps.
[[nodiscard]] constexpr Strides packed_strides(const Shape& shape) {
  Strides strides{};
  std::int64_t distance = 1;
  for (std::size_t i = shape.rank; i-- > 0;) {
    strides[i] = distance;
    distance *= std::max<std::int64_t>(1, shape[i]);
  }
  return strides;
}

/// Strides of [batch, channels, height, width] whose channels lie together (NHWC). @pre shape.rank == 4
[[nodiscard]] constexpr Strides channels_last_strides(const Shape& shape) {
  const std::int64_t c = std::max<std::int64_t>(1, shape[1]), h = std::max<std::int64_t>(1, shape[2]),
                     w = std::max<std::int64_t>(1, shape[3]);
  return {h * w * c, 1, w * c, c};
}

/// A tensor as an operation sees it.
struct Operand {
  Shape shape{};
  Strides strides{};
  NumberFormat format{NumberFormat::fp32};
  friend constexpr bool operator==(const Operand&, const Operand&) = default;
};

/// An operand without gaps, innermost dimension together.
[[nodiscard]] constexpr Operand packed(const Shape& shape, NumberFormat format) {
  return {.shape = shape, .strides = packed_strides(shape), .format = format};
}

/// Elements that exist in memory: repeated ones (stride 0) count once.
[[nodiscard]] constexpr std::int64_t stored_elements(const Operand& x) {
  std::int64_t n = 1;
  for (std::size_t i = 0; i < x.shape.rank; ++i)
    if (x.strides[i] != 0 || x.shape[i] == 0) n = checked_product(n, x.shape[i]);
  return n;
}

/// Bytes of the elements that exist in memory.
[[nodiscard]] constexpr Bytes bytes(const Operand& x) {
  return static_cast<double>(stored_elements(x)) * element_size(x.format);
}

/// The operand repeated to a larger shape: dimensions are aligned at the innermost one, extents of 1 are repeated.
/// @pre each extent is that of `shape`, or 1, or missing
[[nodiscard]] constexpr Operand expanded(const Operand& x, const Shape& shape) {
  Operand y{.shape = shape, .format = x.format};
  for (std::size_t i = 0; i < x.shape.rank && i < shape.rank; ++i) {
    const std::size_t from = x.shape.rank - 1 - i, to = shape.rank - 1 - i;
    y.strides[to] = x.shape[from] == 1 && shape[to] != 1 ? 0 : x.strides[from];
  }
  return y;
}

/// Whether both lie in memory element for element in the same order, so that one index serves both.
/// @pre equal shapes
[[nodiscard]] constexpr bool same_order(const Operand& a, const Operand& b) {
  for (std::size_t i = 0; i < a.shape.rank; ++i)
    if (a.shape[i] > 1 && a.strides[i] != b.strides[i]) return false;
  return true;
}

/// Whether the elements fill a piece of memory without gaps or repetitions, in whatever order of dimensions.
[[nodiscard]] constexpr bool is_dense(const Operand& x) {
  std::int64_t reach = 1, count = 1;
  for (std::size_t i = 0; i < x.shape.rank; ++i) {
    if (x.shape[i] <= 1) continue;
    if (x.strides[i] == 0) return false;
    reach += (x.shape[i] - 1) * x.strides[i];
    count = checked_product(count, x.shape[i]);
  }
  return reach == count;
}

/// Dimension whose neighbours lie side by side; rank where there is none.
[[nodiscard]] constexpr std::size_t innermost(const Operand& x) {
  for (std::size_t i = x.shape.rank; i-- > 0;)
    if (x.shape[i] > 1 && x.strides[i] == 1) return i;
  return x.shape.rank;
}

/// Strides without gaps of a tensor whose dimensions lie in the same order: those of empty_like. Repeated dimensions
/// keep their place among their neighbours. PyTorch, aten/src/ATen/ExpandUtils.cpp, infer_dense_strides.
[[nodiscard]] constexpr Strides dense_strides(const Operand& x) {
  if (is_dense(x)) return x.strides;
  std::array<std::size_t, Shape::max_rank> order{};  // innermost first
  for (std::size_t i = 0; i < x.shape.rank; ++i) order[i] = x.shape.rank - 1 - i;
  const auto farther = [&](std::size_t a, std::size_t b) {
    return x.strides[a] != 0 && x.strides[b] != 0 && x.strides[a] > x.strides[b];
  };
  for (std::size_t i = 1; i < x.shape.rank; ++i)
    for (std::size_t k = i; k > 0 && farther(order[k - 1], order[k]); --k) std::swap(order[k - 1], order[k]);
  Strides strides{};
  std::int64_t distance = 1;
  for (std::size_t i = 0; i < x.shape.rank; ++i) {
    strides[order[i]] = distance;
    distance *= std::max<std::int64_t>(1, x.shape[order[i]]);
  }
  return strides;
}

/// Whether the channels of an image lie together; of an image of one pixel the pixel's stride tells it, as
/// c10/core/MemoryFormat.h has it (is_channels_last_strides_2d). @pre [batch, channels, ...]
[[nodiscard]] constexpr bool has_channels_together(const Operand& x) {
  if (x.shape.rank < 2 || x.strides[1] != 1) return false;
  return x.shape.rank == 2 || (x.shape[1] > 1 && x.strides[x.shape.rank - 1] >= x.shape[1]);
}

}  // namespace perfmodel

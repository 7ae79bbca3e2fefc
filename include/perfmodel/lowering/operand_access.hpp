#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <perfmodel/device/hardware.hpp>
#include <perfmodel/operation/operand.hpp>
#include <perfmodel/units.hpp>

namespace perfmodel {

/// What the threads of a kernel touch of an operand whose order is not theirs.
struct OperandAccess {
  double lines{};   ///< cache lines of 128 bytes, counted anew in each warp
  Bytes sectors{};  ///< sectors of 32 bytes, counted anew in each thread block
};

namespace detail {

/// Dimensions of an operand in the order in which the threads go through them, innermost first; neighbours that are
/// one run for operand and result are one dimension.
struct Walk {
  struct Dimension {
    std::int64_t extent{}, stride{}, of_result{};
  };
  std::array<Dimension, Shape::max_rank> dimensions{};
  std::size_t count{};
};

/// PyTorch, aten/src/ATen/TensorIterator.cpp, reorder_dimensions and coalesce_dimensions: threads follow the result's
/// strides. @pre equal shapes
[[nodiscard]] constexpr Walk walk_through(const Operand& x, const Operand& result) {
  Walk w;
  for (std::size_t i = result.shape.rank; i-- > 0;)
    if (result.shape[i] > 1) w.dimensions[w.count++] = {result.shape[i], x.strides[i], result.strides[i]};
  for (std::size_t i = 1; i < w.count; ++i)
    for (std::size_t k = i; k > 0 && w.dimensions[k - 1].of_result > w.dimensions[k].of_result; --k)
      std::swap(w.dimensions[k - 1], w.dimensions[k]);
  std::size_t last = 0;
  for (std::size_t i = 1; i < w.count; ++i) {
    Walk::Dimension& a = w.dimensions[last];
    const Walk::Dimension& b = w.dimensions[i];
    if (b.stride == a.stride * a.extent && b.of_result == a.of_result * a.extent)
      a.extent *= b.extent;
    else
      w.dimensions[++last] = b;
  }
  if (w.count > 0) w.count = last + 1;
  return w;
}

/// Pieces of `piece` elements that `count` threads side by side touch: steps as long as a piece or longer each touch
/// another one, shorter steps share them.
[[nodiscard]] constexpr double pieces_touched(const Walk& walk, double count, double piece) {
  double left = count, pieces = 1.0, reach = 1.0;
  for (std::size_t i = 0; i < walk.count && left > 1.0; ++i) {
    const double taken = std::min(static_cast<double>(walk.dimensions[i].extent), left),
                 stride = static_cast<double>(walk.dimensions[i].stride);
    if (stride >= piece)
      pieces *= taken;
    else if (stride > 0.0)
      reach += (taken - 1.0) * stride;
    left /= taken;
  }
  return std::min(count, pieces * ((reach - 1.0) / piece + 1.0));
}
}  // namespace detail

/// Of PyTorch's elementwise kernel that calculates each address: blocks of 128 threads of four elements, two where the
/// result's take four bytes or more (aten/src/ATen/native/cuda/CUDALoops.cuh, launch_legacy_kernel).
/// @pre equal shapes
[[nodiscard]] constexpr OperandAccess access_to(const Operand& x, const Operand& result) {
  using hardware::line_bytes, hardware::sector_bytes;
  constexpr double warp = hardware::warp_threads, threads = 128.0;
  const double n = static_cast<double>(elements(result.shape));
  if (!(n > 0.0)) return {};
  const double block = std::min(n, threads * (bits(result.format) >= 32 ? 2.0 : 4.0)), group = std::min(n, warp),
               size = in(element_size(x.format), byte);
  const detail::Walk walk = detail::walk_through(x, result);
  return {.lines = n / group * detail::pieces_touched(walk, group, line_bytes / size),
          .sectors = n / block * detail::pieces_touched(walk, block, sector_bytes / size) * sector_bytes * byte};
}

}  // namespace perfmodel

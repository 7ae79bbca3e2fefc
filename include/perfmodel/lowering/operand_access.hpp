#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <perfmodel/device/hardware.hpp>
#include <perfmodel/operation/operand.hpp>
#include <perfmodel/units.hpp>

namespace perfmodel {

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

/// Cache lines of 128 bytes of an operand that the thread blocks of PyTorch's elementwise kernel touch which calculates
/// each address, counted anew in each: 128 threads of four elements, two where the result's take four bytes or more
/// (aten/src/ATen/native/cuda/CUDALoops.cuh, launch_legacy_kernel). What a block's other threads touch as well it finds
/// in L1.
/// @pre equal shapes
[[nodiscard]] constexpr double lines_touched(const Operand& x, const Operand& result) {
  constexpr double threads = 128.0;
  const double n = static_cast<double>(elements(result.shape));
  if (!(n > 0.0)) return 0.0;
  const double block = std::min(n, threads * (bits(result.format) >= 32 ? 2.0 : 4.0)),
               line = hardware::line_bytes / in(element_size(x.format), byte);
  return n / block * detail::pieces_touched(detail::walk_through(x, result), block, line);
}

}  // namespace perfmodel

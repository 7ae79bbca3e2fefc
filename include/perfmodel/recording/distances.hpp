#pragma once
/// Distances between points, of a recorded step.
#include <perfmodel/recording/products.hpp>

namespace perfmodel::recorded {

namespace detail {
/// Points [..., n, d] with their squares' sums and ones beside them: [..., n, d + 2]. A compiler makes that in one
/// loop.
inline Operand widened_points(const Call& c, const Operand& x, bool scaled, Plan& work) {
  constexpr std::int64_t beside = 2;
  const Operand dense = packed(x.shape, x.format), sums = packed(x.shape.with_back(1), x.format),
                wide = packed(x.shape.with_back(x.shape.back() + beside), x.format);
  if (!c.rules.compiled) {
    work.temporary(bytes(dense)).run(op::pointwise(PointwiseFunction::power_scalar, {x}, dense));
    work.temporary(bytes(sums)).run(op::Reduction{.input = dense, .output = sums});
    work.temporary(bytes(sums)).run(op::Fill{sums});
    if (scaled) work.temporary(bytes(dense)).run(op::pointwise(PointwiseFunction::multiply_scalar, {x}, dense));
  }
  constexpr std::int64_t parts = 3;
  work.temporary(bytes(wide))
      .run(
          op::Concatenation{
              .output = wide, .inputs = parts, .piece_bytes = bits(x.format) / 8 * wide.shape.back() / parts},
          {.arguments = bit(scaled ? 0 : 1)});
  return wide;
}
/// [..., n, d] as [..., d, n], as it lies.
[[nodiscard]] inline Operand turned(Operand x) {
  const std::size_t last = x.shape.rank - 1;
  std::swap(x.shape.extent[last], x.shape.extent[last - 1]);
  std::swap(x.strides[last], x.strides[last - 1]);
  return x;
}
}  // namespace detail

/// (x [..., n, d], y [..., m, d]): a product of (-2 x, |x|^2, 1) and (y, 1, |y|^2), whose negative elements become
/// zero, and its roots, both in place. PyTorch, aten/src/ATen/native/Distance.cpp, _euclidean_dist.
inline void euclidean_distances(const Call& c, Plan& work) {
  const Operand a = detail::widened_points(c, c.in(0), true, work), b = detail::widened_points(c, c.in(1), false, work),
                y = c.out();
  const Gemm g = detail::product(c, a, detail::turned(b), work);
  constexpr PartUses in_place{.arguments = 0, .reads_results = true};
  op::Pointwise clamped = op::pointwise(PointwiseFunction::arithmetic, {y}, y);
  clamped.each = {1, 0};
  work.results(1).run(g, {.arguments = 0}).run(clamped, in_place);
  work.run(op::pointwise(PointwiseFunction::square_root, {y}, y), in_place).drop();
}

}  // namespace perfmodel::recorded

#pragma once
/// Norms, softmax, reductions and pooling of a recorded step.
#include <perfmodel/recording/call.hpp>
#include <vector>

namespace perfmodel::recorded {

namespace detail {
[[nodiscard]] inline std::int64_t all_results(const Call& c) {
  return static_cast<std::int64_t>(c.event.results.size());
}
[[nodiscard]] inline std::int64_t product_of(const std::vector<std::int64_t>& list) {
  std::int64_t n = 1;
  for (const std::int64_t v : list) n = checked_product(n, v);
  return n;
}
/// The dimension that an argument names, counted from the front.
[[nodiscard]] inline std::size_t dimension(std::int64_t named, std::size_t rank) {
  const auto r = static_cast<std::int64_t>(rank);
  return rank == 0 ? 0 : static_cast<std::size_t>(std::clamp<std::int64_t>(named < 0 ? named + r : named, 0, r - 1));
}
[[nodiscard]] inline op::LayerNorm layer_norm(const Operand& x, std::int64_t columns, NumberFormat parameters,
                                              bool gain, bool shift, bool mean_square) {
  return {.format = x.format,
          .parameters = parameters,
          .rows = columns == 0 ? 0 : elements(x.shape) / columns,
          .columns = columns,
          .gain = gain,
          .shift = shift,
          .mean_square = mean_square};
}
}  // namespace detail

/// (x, shape, weight, bias, epsilon), of RMS norms without a bias.
template <bool mean_square>
void layer_norm(const Call& c, Plan& work) {
  const Operand x = contiguous(c.in(0), work);
  const bool gain = c.has(2);
  work.results(detail::all_results(c))
      .run(detail::layer_norm(x, detail::product_of(c.numbers(1)), gain ? c.in(2).format : x.format, gain,
                              !mean_square && c.has(3), mean_square))
      .drop();
}
/// (dy, x, shape, mean, deviation, weight, bias, which), of RMS norms (dy, x, shape, deviation, weight, which).
template <bool mean_square>
void layer_norm_backward(const Call& c, Plan& work) {
  constexpr std::size_t weight = mean_square ? 4 : 5;
  (void)contiguous(c.in(0), work);
  const Operand x = contiguous(c.in(1), work);
  std::vector<std::int64_t> which = c.numbers(mean_square ? 5 : 7);
  which.resize(3, mean_square ? 0 : 1);
  const bool gain = c.has(weight);
  op::LayerNorm norm = detail::layer_norm(x, detail::product_of(c.numbers(2)), gain ? c.in(weight).format : x.format,
                                          gain, gain && !mean_square, mean_square);
  work.results(detail::all_results(c));
  if (which[0] != 0) {
    norm.pass = op::NormPass::input_gradient;
    work.run(norm);
  }
  if (gain && (which[1] != 0 || which[2] != 0)) {
    norm.pass = op::NormPass::parameter_gradient;
    work.run(norm);
  }
  work.drop();
}

/// (x, weight, bias, mean, variance, whether the batch's moments are taken, ...). `mode`: the argument that says so;
/// -1: never, -2: always.
template <int mode>
void batch_norm(const Call& c, Plan& work) {
  const Operand x = c.in(0);
  const bool training = mode == -2 || (mode >= 0 && c.number(static_cast<std::size_t>(mode >= 0 ? mode : 0)) != 0);
  work.results(detail::all_results(c));
  work.run(op::BatchNorm{.input = x,
                         .parameters = c.has(1) ? c.in(1).format : x.format,
                         .training = training,
                         .affine = c.has(1),
                         .fresh = true});
}
/// `image`, `weight`, `mode`, `which`: which arguments these are; the last says which gradients are asked for, 0: all.
template <std::size_t image, std::size_t weight, int mode, std::size_t which>
void batch_norm_backward(const Call& c, Plan& work) {
  const Operand x = c.in(image);
  const bool training = mode < 0 || c.number(static_cast<std::size_t>(mode >= 0 ? mode : 0)) != 0;
  const std::vector<std::int64_t> asked = which > 0 ? c.numbers(which) : std::vector<std::int64_t>{};
  work.results(detail::all_results(c));
  work.run(op::BatchNorm{.input = x,
                         .parameters = c.has(weight) ? c.in(weight).format : x.format,
                         .training = training,
                         .backward = true,
                         .affine = c.has(weight),
                         .input_gradient = asked.empty() || asked.front() != 0});
}

/// (x, weight, bias, samples, channels, pixels, groups, epsilon); backward (dy, x, mean, deviation, weight, samples,
/// channels, pixels, groups, which).
template <bool backward>
void group_norm(const Call& c, Plan& work) {
  constexpr std::size_t first = backward ? 5 : 3;
  const Operand x = contiguous(c.in(backward ? 1 : 0), work);
  work.results(detail::all_results(c))
      .run(op::GroupNorm{.backward = backward,
                         .format = x.format,
                         .samples = c.number(first),
                         .groups = c.number(first + 3),
                         .channels = c.number(first + 1),
                         .pixels = c.number(first + 2),
                         .fresh = true,
                         .affine = c.has(backward ? 4 : 1)})
      .drop();
}

/// (v, g, dimension) -> w, norms; backward (dw, v, g, norms, dimension). The norm of all dimensions but the first or
/// the last, and a scale of each. PyTorch, aten/src/ATen/native/cuda/WeightNorm.cu.
template <bool backward>
void weight_norm(const Call& c, Plan& work) {
  const Operand v = contiguous(c.in(backward ? 1 : 0), work);
  const std::int64_t norms = std::max<std::int64_t>(1, elements(c.in(backward ? 2 : 1).shape));
  op::LayerNorm norm = detail::layer_norm(v, elements(v.shape) / norms, v.format, false, false, true);
  norm.pass = backward ? op::NormPass::input_gradient : op::NormPass::forward;
  norm.across = c.number(backward ? 4 : 2) != 0;
  work.results(detail::all_results(c)).run(norm).drop();
}

namespace detail {
/// softmax of `x` over the dimension that an argument names.
[[nodiscard]] inline op::Softmax softmax_along(const Operand& x, std::int64_t named, NumberFormat result,
                                               bool logarithm) {
  op::Softmax s{.input = x.format, .output = result, .rows = elements(x.shape), .columns = 1, .logarithm = logarithm};
  if (x.shape.rank == 0) return s;
  const std::size_t along = dimension(named, x.shape.rank);
  s.columns = x.shape[along];
  s.rows = s.columns == 0 ? 0 : s.rows / s.columns;
  for (std::size_t i = along + 1; i < x.shape.rank; ++i) s.stride *= x.shape[i];
  return s;
}
}  // namespace detail

/// (x, dimension, ...).
template <bool logarithm>
void softmax(const Call& c, Plan& work) {
  const Operand x = contiguous(c.in(0), work);
  work.results(1).run(detail::softmax_along(x, c.number(1), c.out().format, logarithm)).drop();
}
/// (dy, y, dimension, format): of softmax the product of both comes first, in a temporary.
template <bool logarithm>
void softmax_backward(const Call& c, Plan& work) {
  const Operand dy = c.in(0), y = c.in(1), dx = c.out();
  work.results(1);
  if (!logarithm) {
    const Operand product = packed(y.shape, y.format);
    work.temporary(bytes(product)).run(op::pointwise(PointwiseFunction::multiply, {y, dy}, product));
  }
  op::Softmax s = detail::softmax_along(y, c.number(2), dx.format, logarithm);
  s.backward = true;
  work.run(s).drop();
}

/// (x, dimensions, ...): without dimensions over all. `named`: the argument that lists them.
template <std::size_t named, op::Reduction::What what = op::Reduction::What::sums>
void reduction(const Call& c, Plan& work) {
  const Operand x = c.in(0);
  Shape kept = x.shape;
  const std::vector<std::int64_t> dims = c.numbers(named);
  const bool all = dims.empty() || elements(c.out().shape) == 1;
  for (std::size_t i = 0; i < kept.rank && all; ++i) kept.extent[i] = 1;
  for (const std::int64_t d : dims)
    if (!all) kept.extent[detail::dimension(d, kept.rank)] = 1;
  work.results(detail::all_results(c))
      .run(op::Reduction{.input = x, .output = packed(kept, c.out().format), .what = what});
}
/// max, min of all (x), or of a dimension with their places (x, dimension).
inline void extreme(const Call& c, Plan& work) {
  if (c.event.results.size() > 1) return reduction<1, op::Reduction::What::places>(c, work);
  return reduction<1, op::Reduction::What::extremes>(c, work);
}
/// (x, dimensions, ...): the largest, made finite; exponentials of the differences, their sum, its logarithm, and the
/// largest added. PyTorch, aten/src/ATen/native/ReduceOps.cpp, logsumexp_out_impl.
inline void log_sum_exp(const Call& c, Plan& work) {
  const Operand x = c.in(0), y = c.out(), dense = packed(x.shape, x.format);
  Shape kept = x.shape;
  for (const std::int64_t d : c.numbers(1)) kept.extent[detail::dimension(d, kept.rank)] = 1;
  const Operand most = packed(kept, x.format);
  const auto run = [&](PointwiseFunction f, std::initializer_list<Operand> inputs, const Operand& to) {
    work.run(op::pointwise(f, inputs, to));
  };
  work.results(1)
      .temporary(bytes(most))
      .run(op::Reduction{.input = x, .output = most, .what = op::Reduction::What::extremes});
  for (const PointwiseFunction f : {PointwiseFunction::compare, PointwiseFunction::compare, PointwiseFunction::where})
    run(f, {most}, most);
  work.temporary(bytes(dense));
  run(PointwiseFunction::add, {x, expanded(most, x.shape)}, dense);
  run(PointwiseFunction::exponential, {dense}, dense);
  work.run(op::Reduction{.input = dense, .output = most});
  run(PointwiseFunction::exponential, {y}, y);
  run(PointwiseFunction::add, {y, y}, y);
  work.drop();
}

/// (x, dimension, ...): running sums.
template <bool pairs>
void scan(const Call& c, Plan& work) {
  const Operand x = contiguous(c.in(0), work);
  work.results(detail::all_results(c));
  op::Scan s{.format = c.out().format, .rows = elements(x.shape), .columns = 1, .pairs = pairs};
  if (x.shape.rank > 0 && s.rows > 0) {
    const std::size_t along = detail::dimension(c.number(1), x.shape.rank);
    s.columns = x.shape[along], s.rows /= s.columns;
    for (std::size_t i = along + 1; i < x.shape.rank; ++i) s.stride *= x.shape[i];
  }
  work.run(s).drop();
}

namespace detail {
inline void pool(const Call& c, PoolingKind what, bool backward, const Operand& image, const Shape& result,
                 double window, bool fitted, Plan& work) {
  work.results(all_results(c));
  if (backward && what == PoolingKind::maximum) work.run(op::Fill{c.out()});
  work.run(op::Pooling{
      .what = what, .backward = backward, .image = image, .result = result, .window = window, .fitted = fitted});
}
[[nodiscard]] inline double ratio(const Shape& a, const Shape& b) {
  return elements(b) == 0 ? 0.0 : static_cast<double>(elements(a)) / static_cast<double>(elements(b));
}
}  // namespace detail

/// (image, window, ...); backward (dy, image, window, ...).
template <PoolingKind what, bool backward>
void pooling(const Call& c, Plan& work) {
  const Operand image = c.in(backward ? 1 : 0);
  std::vector<std::int64_t> window = c.numbers(backward ? 2 : 1);
  if (window.size() == 1 && image.shape.rank == 4) window.push_back(window[0]);
  detail::pool(c, what, backward, image, backward ? c.in(0).shape : c.out().shape,
               static_cast<double>(detail::product_of(window)), false, work);
}
/// (image, extents of the result); backward (dy, image, ...).
template <PoolingKind what, bool backward>
void adaptive_pooling(const Call& c, Plan& work) {
  const Operand image = c.in(backward ? 1 : 0);
  const Shape result = backward ? c.in(0).shape : c.out().shape;
  detail::pool(c, what, backward, image, result, detail::ratio(image.shape, result), true, work);
}
/// Images sampled at other places; backward makes the gradient of the image.
template <bool backward, op::Resampling::Method method = op::Resampling::Method::nearest>
void resampling(const Call& c, Plan& work) {
  work.results(detail::all_results(c));
  work.run(op::Resampling{.method = method,
                          .backward = backward,
                          .image = backward ? c.out() : c.in(0),
                          .result = backward ? c.in(0).shape : c.out().shape,
                          .fresh = true});
}

}  // namespace perfmodel::recorded

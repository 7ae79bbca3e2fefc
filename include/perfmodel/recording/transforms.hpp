#pragma once
/// Fourier transforms and losses of aligned sequences of a recorded step.
#include <algorithm>
#include <perfmodel/recording/elements.hpp>
#include <perfmodel/recording/streams.hpp>
#include <vector>

namespace perfmodel::recorded {

namespace detail {
/// Dimensions that a transform goes along, as recorded: the last is the one that is real on one side.
[[nodiscard]] inline std::vector<std::size_t> transformed(const Call& c, std::size_t rank) {
  std::vector<std::size_t> dimensions;
  for (const std::int64_t named : c.numbers(1)) dimensions.push_back(dimension(named, rank));
  return dimensions;
}
/// Whether the other dimensions lie behind each other as one.
[[nodiscard]] inline bool batched(const Operand& x, const std::vector<std::size_t>& along) {
  std::vector<std::size_t> others;
  for (std::size_t i = 0; i < x.shape.rank; ++i)
    if (x.shape[i] > 1 && std::find(along.begin(), along.end(), i) == along.end()) others.push_back(i);
  std::sort(others.begin(), others.end(), [&](std::size_t a, std::size_t b) { return x.strides[a] > x.strides[b]; });
  for (std::size_t i = 1; i < others.size(); ++i)
    if (x.strides[others[i - 1]] != x.shape[others[i]] * x.strides[others[i]]) return false;
  return true;
}
/// One pass along a dimension of a tensor: points of a transform lie side by side along the last dimension of a copy.
inline void transform_pass(op::Fourier::Side side, const Operand& real, std::int64_t all, std::int64_t length,
                           bool apart, Plan& work) {
  constexpr int complex_bits = 64;
  const NumberFormat of_one = bits(real.format) == complex_bits ? NumberFormat::fp32 : real.format;
  if (length < 1 || all < length) return;
  work.run(op::Fourier{.side = side, .format = of_one, .count = all / length, .length = length, .apart = apart});
}
}  // namespace detail

/// (x, dimensions, normalization, ...): a pass for each dimension, after a copy of what does not lie as transforms side
/// by side and of what a real result is made of; then a product with the normalization's factor. PyTorch,
/// aten/src/ATen/native/cuda/SpectralOps.cpp, _fft_r2c_cufft, _fft_c2r_cufft, _fft_c2c_cufft, _exec_fft.
template <op::Fourier::Side side>
void fourier(const Call& c, Plan& work) {
  using Side = op::Fourier::Side;
  const Operand x = c.in(0), y = c.out();
  const std::vector<std::size_t> along = detail::transformed(c, x.shape.rank);
  if (along.empty()) return by_bytes(c, work);
  const bool copied = side == Side::real_result || !detail::batched(x, along);
  const Operand dense = packed(x.shape, x.format);
  if (copied) work.temporary(bytes(dense));
  work.results(1);
  if (copied) work.run(op::pointwise(PointwiseFunction::copy, {x}, dense));
  const Operand &complex = side == Side::real_result ? x : y, &real = side == Side::real_result ? y : x;
  const std::size_t last = along.back();
  const auto apart = [&](std::size_t i) { return copied ? i != last : x.strides[i] != 1 && x.shape[i] > 1; };
  if (side == Side::real_input)
    detail::transform_pass(side, real, elements(real.shape), real.shape[last], apart(last), work);
  for (const std::size_t i : along)
    if (side == Side::complex || i != last)
      detail::transform_pass(Side::complex, complex, elements(complex.shape), complex.shape[i], apart(i), work);
  if (side == Side::real_result)
    detail::transform_pass(side, real, elements(real.shape), real.shape[last], apart(last), work);
  if (c.number(2) != 0) work.run(op::pointwise(PointwiseFunction::multiply_scalar, {y}, y));
  work.drop();
}

namespace detail {
/// Logarithms are steps x batch x classes, states of alignments batch x steps x states.
[[nodiscard]] inline op::AlignedLoss aligned(const Operand& logarithms, const Operand& states, bool backward) {
  return {.backward = backward,
          .format = logarithms.format,
          .batch = states.shape[0],
          .steps = states.shape[1],
          .classes = logarithms.shape.back(),
          .labels = (states.shape[2] - 1) / 2};
}
}  // namespace detail

/// (logarithms, labels, ...) -> losses, states.
inline void aligned_loss(const Call& c, Plan& work) {
  const Operand logarithms = c.in(0), states = c.out(1);
  if (logarithms.shape.rank != 3 || states.shape.rank != 3) return by_bytes(c, work);
  work.results(detail::result_count(c)).run(detail::aligned(logarithms, states, false));
}
/// (dy, logarithms, labels, lengths, lengths, losses, states, ...): beside the result a second table of states, and
/// sums of both over the blanks. PyTorch, aten/src/ATen/native/cuda/LossCTC.cu.
inline void aligned_loss_backward(const Call& c, Plan& work) {
  const Operand logarithms = c.in(1), states = c.in(6);
  if (logarithms.shape.rank != 3 || states.shape.rank != 3) return by_bytes(c, work);
  work.temporary(bytes(packed(states.shape, states.format)));
  work.results(1).run(detail::aligned(logarithms, states, true)).drop();
}

/// (dy, images, coordinates, method, ..., which gradients): each result adds to its neighbours in a zeroed image.
/// PyTorch, aten/src/ATen/native/cuda/GridSampler.cu.
inline void sampled_backward(const Call& c, Plan& work) {
  const Operand dy = c.in(0), x = c.in(1);
  const std::vector<std::int64_t> wanted = c.numbers(6);
  const bool image = wanted.empty() || wanted.front() != 0;
  work.results(detail::result_count(c));
  if (image) work.run(op::Fill{packed(x.shape, x.format)});
  work.run(op::Gather{.by = op::Gather::By::sampled,
                      .scatters = true,
                      .input = dy.format,
                      .output = x.format,
                      .rows = 1,
                      .columns = elements(dy.shape),
                      .places = elements(x.shape),
                      .adds = image,
                      .together = std::max<std::int64_t>(1, x.shape[0]),
                      .window = dy.shape.rank > 1 ? static_cast<double>(dy.shape[1]) : 1.0});
}

}  // namespace perfmodel::recorded

#pragma once
/// cuDNN's recurrent calls of a recorded step.
#include <perfmodel/operation/recurrent.hpp>
#include <perfmodel/recording/elements.hpp>
#include <vector>

namespace perfmodel::recorded {

namespace detail {
/// The call whose settings begin with argument `mode`: mode, hidden, projection, layers, batch first, dropout,
/// training, both ways. Argument 1 lists the weights: two a cell and direction, four with biases.
[[nodiscard]] inline op::Recurrent recurrent_call(const Call& c, std::size_t mode) {
  const Operand x = c.in(0);
  const bool lstm = c.number(mode) == 2, batch_first = c.number(mode + 4) != 0, both = c.number(mode + 7) != 0;
  const std::int64_t layers = std::max<std::int64_t>(1, c.number(mode + 3)), cells = layers * (both ? 2 : 1);
  return {.cell = lstm ? Cell::lstm : Cell::gru,
          .bidirectional = both,
          .bias = static_cast<std::int64_t>(c.list(1).size()) > 2 * cells,
          .trains = c.number(mode + 6) != 0,
          .format = multiplied(x.format, c.recording.tf32),
          .stored = x.format,
          .inputs = x.shape[2],
          .hidden = c.number(mode + 1),
          .layers = layers,
          .batch = x.shape[batch_first ? 0 : 1],
          .length = x.shape[batch_first ? 1 : 0]};
}
/// Whether cuDNN's LSTM or GRU over three-dimensional data is called: what the model of recurrent calls knows.
[[nodiscard]] inline bool is_gated(const Call& c, std::size_t mode) {
  return c.has(0) && c.in(0).shape.rank == 3 && (c.number(mode) == 2 || c.number(mode) == 3) && c.number(mode + 2) == 0;
}
/// A copy of a tensor with time in front of the batch; one sample lies the same either way.
inline void time_first(const Call& c, std::size_t mode, const Operand& x, Plan& work) {
  if (c.number(mode + 4) != 0 && x.shape[0] > 1) work.temporary(bytes(packed(x.shape, x.format)));
}
}  // namespace detail

/// (x, weights, 4, buffer, h, c, mode, ...) -> result, last states, what backward needs.
/// aten/src/ATen/native/cudnn/RNN.cpp, _cudnn_rnn.
inline void recurrent(const Call& c, Plan& work) {
  constexpr std::size_t mode = 6;
  if (!detail::is_gated(c, mode)) return by_bytes(c, work);
  detail::time_first(c, mode, c.in(0), work);
  work.results(static_cast<std::int64_t>(c.event.results.size()));
  work.run(detail::recurrent_call(c, mode)).drop();
}

/// (x, weights, 4, buffer, h, c, y, dy, dh, dc, mode, ...) -> gradients of x, of the first states and of the weights:
/// one call for the input's, one for the weights'. _cudnn_rnn_backward of the same file.
inline void recurrent_backward(const Call& c, Plan& work) {
  constexpr std::size_t mode = 10, gradient = 7;
  if (!detail::is_gated(c, mode) || !c.has(gradient)) return by_bytes(c, work);
  op::Recurrent call = detail::recurrent_call(c, mode);
  detail::time_first(c, mode, c.in(gradient), work);
  detail::time_first(c, mode, c.in(0), work);
  work.results(1);
  call.pass = ConvolutionPass::input_gradient;
  work.run(call).drop();
  detail::time_first(c, mode, c.in(0), work);
  work.results(static_cast<std::int64_t>(c.event.results.size()));
  call.pass = ConvolutionPass::weight_gradient;
  work.run(call).drop();
}

}  // namespace perfmodel::recorded

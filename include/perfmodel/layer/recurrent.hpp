#pragma once
#include <cstdint>
#include <perfmodel/compiled.hpp>
#include <perfmodel/device/architecture.hpp>
#include <perfmodel/layer/common.hpp>
#include <perfmodel/operation/recurrent.hpp>
#include <string>
#include <utility>
#include <vector>

namespace perfmodel {

/// Recurrent layers as one cuDNN call: x [batch, length, inputs] -> [batch, length, directions x hidden]. Dimensions
/// between batch and length are sequences of their own: sentences of a document, [batch, sentences, words, inputs].
/// Hochreiter and Schmidhuber 1997; Cho et al. 2014. Gates: 4 (LSTM), 3 (GRU), each with two bias vectors as cuDNN has
/// them.
struct Recurrent {
  Cell cell{Cell::lstm};
  std::int64_t inputs{}, hidden{}, layers{1};
  bool bidirectional{};
  bool bias{true};
  friend constexpr bool operator==(const Recurrent&, const Recurrent&) = default;
};

[[nodiscard]] constexpr std::string_view kind(const Recurrent& r) { return r.cell == Cell::lstm ? "lstm" : "gru"; }
[[nodiscard]] constexpr std::int64_t directions(const Recurrent& r) { return r.bidirectional ? 2 : 1; }
/// Width that layer `layer` reads.
[[nodiscard]] constexpr std::int64_t width_in(const Recurrent& r, std::int64_t layer) {
  return layer == 0 ? r.inputs : directions(r) * r.hidden;
}

/// Independent sequences of x [batch, ..., length, inputs]: what the call has as its batch. @pre rank at least 3
[[nodiscard]] constexpr std::int64_t sequences(const Shape& x) {
  std::int64_t n = 1;
  for (std::size_t i = 0; i + 2 < x.rank; ++i) n = checked_product(n, x[i]);
  return n;
}

/// @throws Error naming the shapes if the input does not end in `inputs`
[[nodiscard]] Shape output_shape(const Recurrent& r, InputShapes inputs);

/// torch.nn.LSTM, GRU: per layer and direction weight_ih, weight_hh, bias_ih, bias_hh.
[[nodiscard]] std::vector<ParameterTensor> parameters(const Recurrent& r, InputShapes);

/// The products only: 2 x batch x length x gates x hidden x (inputs + hidden) per layer and direction.
[[nodiscard]] Work forward_work(const Recurrent& r, InputShapes inputs);

/// The call of one pass over x [batch, ..., length, inputs].
[[nodiscard]] op::Recurrent recurrent_call(const Recurrent& r, const Shape& x, NumberFormat format,
                                           NumberFormat stored);

namespace detail {
/// A tensor with time in front of the batch; one sample lies the same either way.
[[nodiscard]] Tensor time_first(TraceWriter& w, const Shape& shape, NumberFormat format);
[[nodiscard]] std::int64_t cell_steps(const op::Recurrent& call);

/// What backward needs of the forward call.
struct SavedRecurrent {
  op::Recurrent call{};
  Tensor x{}, y{}, reserve{}, first_state{}, gathered{};
  std::vector<Tensor> weights{};
};

/// Two calls: the gradient of the input, then those of the weights.
void recurrent_backward(TraceWriter& w, const SavedRecurrent& saved, const Tensor& dy, Gradients grads);
}  // namespace detail

/// Saves the input, the output and a reserve space with the gates and states of every step. Each pass works on copies
/// with time first; weights that do not lie side by side (BF16) are gathered once more.
/// aten/src/ATen/native/cudnn/RNN.cpp, _cudnn_rnn and _cudnn_rnn_backward, in the order of allocation records.
[[nodiscard]] Tensor forward(TraceWriter& writer, const Recurrent& r, Inputs inputs, Parameters ids);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/layer/recurrent.ipp>
#endif

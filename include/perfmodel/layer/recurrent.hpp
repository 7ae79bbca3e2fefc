#pragma once
#include <perfmodel/layer/parts.hpp>
#include <vector>

namespace perfmodel {

enum class Cell : std::uint8_t { lstm, gru };

/// Recurrent layers as one cuDNN call: x [batch, length, inputs] -> [batch, length, directions x hidden].
/// Hochreiter and Schmidhuber 1997; Cho et al. 2014. Gates: 4 (LSTM), 3 (GRU), each with two bias vectors as cuDNN has them.
struct Recurrent {
  Cell cell{Cell::lstm};
  std::int64_t inputs{}, hidden{}, layers{1};
  bool bidirectional{};
  bool bias{true};
};

[[nodiscard]] constexpr std::string_view kind(const Recurrent& r) { return r.cell == Cell::lstm ? "lstm" : "gru"; }
[[nodiscard]] constexpr std::int64_t gates(Cell cell) { return cell == Cell::lstm ? 4 : 3; }
[[nodiscard]] constexpr std::int64_t directions(const Recurrent& r) { return r.bidirectional ? 2 : 1; }
/// Width that layer `layer` reads.
[[nodiscard]] constexpr std::int64_t width_in(const Recurrent& r, std::int64_t layer) {
  return layer == 0 ? r.inputs : directions(r) * r.hidden;
}

/// @throws Error naming the shapes if the input does not end in `inputs`
[[nodiscard]] inline Shape output_shape(const Recurrent& r, InputShapes inputs) {
  require_inputs(inputs, 1);
  require_at_least("inputs of the recurrent layer", r.inputs, 1);
  require_at_least("hidden size", r.hidden, 1);
  require_at_least("layers", r.layers, 1);
  if (r.layers > 1000) throw bad_input("layers", std::to_string(r.layers), "must be at most 1000");
  if (inputs[0].rank != 3 || inputs[0].back() != r.inputs)
    throw bad_input("input shape", text(inputs[0]), "weights of shape " + text(Shape{gates(r.cell) * r.hidden, r.inputs}) +
                                                        " take [batch, length, " + std::to_string(r.inputs) + "]");
  return inputs[0].with_back(directions(r) * r.hidden);
}

/// torch.nn.LSTM, GRU: per layer and direction weight_ih, weight_hh, bias_ih, bias_hh.
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Recurrent& r, InputShapes) {
  std::vector<ParameterTensor> list;
  const std::int64_t g = checked_product(gates(r.cell), r.hidden);
  for (std::int64_t i = 0; i < r.layers * directions(r); ++i) {
    list.push_back({.name = "weight_ih", .shape = {g, width_in(r, i / directions(r))}});
    list.push_back({.name = "weight_hh", .shape = {g, r.hidden}});
    if (!r.bias) continue;
    list.push_back({.name = "bias_ih", .shape = {g}});
    list.push_back({.name = "bias_hh", .shape = {g}});
  }
  return list;
}

/// The products only: 2 x batch x length x gates x hidden x (inputs + hidden) per layer and direction.
[[nodiscard]] inline Work forward_work(const Recurrent& r, InputShapes inputs) {
  double macs = 0.0;
  for (std::int64_t layer = 0; layer < r.layers; ++layer)
    macs += static_cast<double>(rows(inputs[0])) * static_cast<double>(directions(r) * gates(r.cell) * r.hidden) *
            static_cast<double>(width_in(r, layer) + r.hidden);
  return macs * mac;
}

namespace detail {

/// cuDNN multiplies the inputs of all time steps at once; the recurrent product and the gates go step by step.
/// Appleyard, Kocisky, Blunsom 2016, arXiv:1604.01946, section 3.
inline void recurrent_kernels(TraceWriter& w, const Recurrent& r, const Shape& x, NumberFormat format, NumberFormat stored, bool backward) {
  const std::int64_t batch = x[0], length = x[1], g = gates(r.cell) * r.hidden;
  for (std::int64_t i = 0; i < r.layers * directions(r); ++i) {
    const std::int64_t k = width_in(r, i / directions(r));
    const Gemm all{.format = format, .layout = backward ? Layout::nn : Layout::nt, .m = batch * length, .n = backward ? k : g,
                   .k = backward ? g : k, .output = stored};
    const Gemm one{.format = format, .layout = all.layout, .m = batch, .n = backward ? r.hidden : g, .k = backward ? g : r.hidden,
                   .output = stored, .operands = Operands::warm};
    const double state = static_cast<double>(batch * r.hidden);
    Streaming gate = elementwise(stored, batch * r.hidden, static_cast<double>(2 * gates(r.cell) + 2) * state * element_size(stored),
                                 static_cast<double>(gates(r.cell) + 2) * state * element_size(stored),
                                 {static_cast<double>(5 * gates(r.cell)), static_cast<double>(gates(r.cell) + 1)}, backward);
    if (!backward) w.launch(all);
    for (std::int64_t t = 0; t < length; ++t) {
      w.launch(one);
      w.launch(gate);
    }
    if (!backward) continue;
    w.launch(all);
    for (const std::int64_t n : {k, r.hidden})
      w.launch(Gemm{.format = format, .layout = Layout::tn, .m = g, .n = n, .k = batch * length, .output = stored});
  }
}

}  // namespace detail

/// Saves the input, the output and a reserve space with the gates and states of every step.
[[nodiscard]] inline Tensor forward(TraceWriter& writer, const Recurrent& r, Inputs inputs, Parameters ids) {
  writer.host(HostOp::matmul, r.layers * directions(r));
  const Tensor x = writer.cast_operand(inputs[0]);
  std::vector<Tensor> operands{x}, weights;
  for (const ParameterId id : ids) weights.push_back(writer.cast_operand(writer.parameter(id)));
  operands.insert(operands.end(), weights.begin(), weights.end());
  const NumberFormat format = product_format(writer, x.format()), stored = x.format();
  Tensor y = writer.allocate(x.shape().with_back(directions(r) * r.hidden), stored);
  Tensor reserve{};
  if (writer.grad_enabled())
    reserve = writer.allocate({r.layers * directions(r), rows(x.shape()), (gates(r.cell) + 2) * r.hidden}, stored);
  detail::recurrent_kernels(writer, r, x.shape(), format, stored, false);
  std::vector<Shape> shapes;
  for (const Tensor& t : operands) shapes.push_back(t.shape());
  return writer.record(std::move(y), operands, [r, x = x.detach(), saved_y = y.detach(), reserve, weights, shapes, format, stored](TraceWriter& w, Gradients, Gradients grads) {
    w.host(HostOp::matmul_backward, r.layers * directions(r));
    for (std::size_t i = 0; i < grads.size(); ++i)
      grads[i] = w.allocate(shapes[i], stored, i == 0 ? MemoryClass::temporary : MemoryClass::gradient);
    detail::recurrent_kernels(w, r, x.shape(), format, stored, true);
  });
}

}  // namespace perfmodel

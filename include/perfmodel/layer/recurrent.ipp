#pragma once
#include <perfmodel/layer/recurrent.hpp>

namespace perfmodel {

PERFMODEL_INLINE Shape output_shape(const Recurrent& r, InputShapes inputs) {
  require_inputs(inputs, 1);
  require_at_least("inputs of the recurrent layer", r.inputs, 1);
  require_at_least("hidden size", r.hidden, 1);
  require_at_least("layers", r.layers, 1);
  if (r.layers > 1000) throw bad_input("layers", std::to_string(r.layers), "must be at most 1000");
  if (inputs[0].rank < 3 || inputs[0].back() != r.inputs)
    throw bad_input("input shape", text(inputs[0]),
                    "weights of shape " + text(Shape{gates(r.cell) * r.hidden, r.inputs}) + " take [batch, length, " +
                        std::to_string(r.inputs) + "]");
  return inputs[0].with_back(directions(r) * r.hidden);
}

PERFMODEL_INLINE std::vector<ParameterTensor> parameters(const Recurrent& r, InputShapes) {
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

PERFMODEL_INLINE Work forward_work(const Recurrent& r, InputShapes inputs) {
  double macs = 0.0;
  for (std::int64_t layer = 0; layer < r.layers; ++layer)
    macs += static_cast<double>(rows(inputs[0])) * static_cast<double>(directions(r) * gates(r.cell) * r.hidden) *
            static_cast<double>(width_in(r, layer) + r.hidden);
  return macs * mac;
}

PERFMODEL_INLINE op::Recurrent recurrent_call(const Recurrent& r, const Shape& x, NumberFormat format,
                                              NumberFormat stored) {
  return {.cell = r.cell,
          .bidirectional = r.bidirectional,
          .bias = r.bias,
          .format = format,
          .stored = stored,
          .inputs = r.inputs,
          .hidden = r.hidden,
          .layers = r.layers,
          .batch = sequences(x),
          .length = x[x.rank - 2]};
}

namespace detail {

PERFMODEL_INLINE Tensor time_first(TraceWriter& w, const Shape& shape, NumberFormat format) {
  return sequences(shape) > 1 ? w.allocate(shape, format, MemoryClass::temporary) : Tensor{};
}

PERFMODEL_INLINE std::int64_t cell_steps(const op::Recurrent& call) {
  return call.length * call.layers * op::directions(call);
}

/// Under autocast to whichever format cuDNN's recurrent layers take FP16 (aten/src/ATen/native/cudnn/RNN.cpp,
/// _cudnn_rnn_cast_reflatten).
PERFMODEL_INLINE Tensor recurrent_operand(TraceWriter& w, const Tensor& t) {
  const bool other = w.autocast() && w.precision().compute != NumberFormat::fp16;
  return other ? w.to(t, NumberFormat::fp16) : w.cast_operand(t);
}

PERFMODEL_INLINE void recurrent_backward(TraceWriter& w, const SavedRecurrent& saved, const Tensor& dy,
                                         Gradients grads) {
  op::Recurrent call = saved.call;
  const NumberFormat stored = call.stored;
  w.host(HostOp::matmul_backward, call.layers * op::directions(call));
  w.host(HostOp::recurrent_backward);
  w.host(HostOp::recurrent_step_backward, cell_steps(call));
  const Shape& state = saved.first_state.shape();
  const Tensor of_last = w.allocate(state, stored, MemoryClass::temporary),
               of_first = w.allocate(state, stored, MemoryClass::temporary);
  {
    const Tensor turned_dy = time_first(w, dy.shape(), stored), turned = time_first(w, saved.x.shape(), stored);
    grads[0] = w.allocate(saved.x.shape(), stored, MemoryClass::temporary);
    call.pass = ConvolutionPass::input_gradient;
    w.run(Operation{call});
  }
  const Tensor turned = time_first(w, saved.x.shape(), stored);
  for (std::size_t i = 1; i < grads.size(); ++i)
    grads[i] = w.allocate(saved.weights[i - 1].shape(), stored, MemoryClass::gradient);
  call.pass = ConvolutionPass::weight_gradient;
  w.run(Operation{call});
}
}  // namespace detail

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const Recurrent& r, Inputs inputs, Parameters ids) {
  writer.host(HostOp::matmul, r.layers * directions(r));
  const Tensor x = detail::recurrent_operand(writer, inputs[0]);
  std::vector<Tensor> operands{x}, weights;
  for (const ParameterId id : ids) weights.push_back(detail::recurrent_operand(writer, writer.parameter(id)));
  operands.insert(operands.end(), weights.begin(), weights.end());
  const NumberFormat stored = x.format();
  op::Recurrent call = recurrent_call(r, x.shape(), product_format(writer, stored), stored);
  call.trains = writer.grad_enabled();
  std::int64_t weight_count = 0;
  for (const Tensor& t : weights) weight_count += t.size();
  const Shape state{(r.cell == Cell::lstm ? 2 : 1) * r.layers * directions(r), sequences(x.shape()), r.hidden};
  detail::SavedRecurrent saved{
      .call = call, .x = x.detach(), .first_state = writer.allocate(state, stored), .weights = weights};
  if (stored == NumberFormat::bf16 && !writer.autocast()) saved.gathered = writer.allocate({weight_count}, stored);
  Tensor y{};
  {
    const Tensor turned = detail::time_first(writer, x.shape(), stored);
    y = writer.allocate(x.shape().with_back(directions(r) * r.hidden), stored);
    const Tensor last_state = writer.allocate(state, stored);
    if (writer.grad_enabled()) saved.reserve = writer.allocate({op::reserved_elements(call)}, stored);
    writer.host(HostOp::recurrent);
    writer.host(HostOp::recurrent_step, detail::cell_steps(call));
    writer.run(Operation{call});
  }
  saved.y = y.detach();
  return writer.record(std::move(y), operands,
                       [saved = std::move(saved)](TraceWriter& w, Gradients outputs, Gradients grads) {
                         detail::recurrent_backward(w, saved, outputs[0], grads);
                       });
}

}  // namespace perfmodel

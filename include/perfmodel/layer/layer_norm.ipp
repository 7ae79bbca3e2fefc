#pragma once
#include <perfmodel/layer/layer_norm.hpp>

namespace perfmodel {

PERFMODEL_INLINE Shape output_shape(const LayerNorm& layer, InputShapes inputs) {
  require_at_least("size of the layer norm", layer.size, 1);
  require_inputs(inputs, 1);
  if (inputs[0].rank < 2 || inputs[0].back() != layer.size)
    throw bad_input("input shape", text(inputs[0]), "must end in " + text(Shape{layer.size}));
  return inputs[0];
}

PERFMODEL_INLINE std::vector<ParameterTensor> parameters(const LayerNorm& layer, InputShapes) {
  if (!layer.affine) return {};
  return {{.name = "weight", .shape = {layer.size}}, {.name = "bias", .shape = {layer.size}}};
}

namespace detail {

PERFMODEL_INLINE Tensor contiguous(TraceWriter& writer, const Tensor& x) {
  Tensor copy = writer.allocate(x.shape(), x.format(), MemoryClass::temporary);
  writer.run(PointwiseFunction::copy, {positions_first(x)}, copy);
  return copy;
}

PERFMODEL_INLINE void layer_norm_backward(TraceWriter& w, const LayerNormSaved& saved, const Tensor& dy,
                                          Gradients grads) {
  w.host(HostOp::normalization_backward);
  const Tensor again = saved.copied ? contiguous(w, saved.x) : saved.x;
  const Tensor& weight = saved.weight;
  op::LayerNorm norm = saved.norm;
  if (saved.input_gradient) grads[0] = w.allocate(saved.x.shape(), saved.x.format(), MemoryClass::temporary);
  if (weight.defined()) {
    grads[1] = w.allocate(weight.shape(), weight.format(), MemoryClass::gradient);
    grads[2] = w.allocate(weight.shape(), weight.format(), MemoryClass::gradient);
  }
  if (saved.input_gradient) {
    norm.pass = op::NormPass::input_gradient;
    w.run(norm, {&dy, &again, &saved.mean, &saved.deviation, &weight}, {&grads[0]});
  }
  if (weight.defined()) {
    norm.pass = op::NormPass::parameter_gradient;
    w.run(norm, {&dy, &again, &saved.mean, &saved.deviation}, {&grads[1], &grads[2]});
  }
}
}  // namespace detail

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const LayerNorm& layer, Inputs inputs, Parameters ids) {
  const Tensor x = writer.autocast() ? writer.to(inputs[0], NumberFormat::fp32) : inputs[0];
  const Tensor weight = layer.affine ? writer.parameter(ids[0]) : Tensor{};
  const Tensor bias = layer.affine ? writer.parameter(ids[1]) : Tensor{};
  writer.host(HostOp::normalization);
  // a fused path (inference without autocast) leaves its result in the usual order
  const bool copied = layer.transposed_input && (writer.training() || writer.autocast());
  const Tensor in_order = copied ? detail::contiguous(writer, x) : x;
  Tensor y = writer.allocate(x.shape(), x.format());
  const op::LayerNorm norm{.format = x.format(),
                           .parameters = layer.affine ? weight.format() : x.format(),
                           .rows = rows(x.shape()),
                           .columns = layer.size,
                           .gain = layer.affine,
                           .shift = layer.affine};
  const Tensor mean = writer.allocate({norm.rows}, NumberFormat::fp32);
  const Tensor deviation = writer.allocate({norm.rows}, NumberFormat::fp32);
  writer.run(norm, {&in_order, &weight, &bias}, {&y, &mean, &deviation});
  detail::LayerNormSaved saved{.norm = norm,
                               .input_gradient = x.requires_grad(),
                               .copied = copied,
                               .x = x.detach(),
                               .weight = weight.detach(),
                               .mean = mean,
                               .deviation = deviation};
  return writer.record(std::move(y), {x, weight, bias},
                       [saved = std::move(saved)](TraceWriter& w, Gradients outputs, Gradients grads) {
                         detail::layer_norm_backward(w, saved, outputs[0], grads);
                       });
}

}  // namespace perfmodel

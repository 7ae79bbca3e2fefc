#pragma once
#include <perfmodel/layer/group_norm.hpp>

namespace perfmodel {

PERFMODEL_INLINE Shape output_shape(const GroupNorm& layer, InputShapes inputs) {
  require_inputs(inputs, 1);
  require_at_least("groups", layer.groups, 1);
  require_at_least("channels of the group norm", layer.channels, 1);
  if (layer.channels % layer.groups != 0)
    throw bad_input("groups", std::to_string(layer.groups),
                    "must divide the channels, " + std::to_string(layer.channels));
  if (inputs[0].rank < 2 || inputs[0][1] != layer.channels)
    throw bad_input(
        "input shape", text(inputs[0]),
        "a weight of shape " + text(Shape{layer.channels}) + " takes " + std::to_string(layer.channels) + " channels");
  return inputs[0];
}

PERFMODEL_INLINE std::vector<ParameterTensor> parameters(const GroupNorm& layer, InputShapes) {
  return {{.name = "weight", .shape = {layer.channels}}, {.name = "bias", .shape = {layer.channels}}};
}

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const GroupNorm& layer, Inputs inputs, Parameters ids) {
  const Tensor &x = inputs[0], weight = writer.parameter(ids[0]), bias = writer.parameter(ids[1]);
  const std::int64_t samples = x.shape()[0], groups = samples * layer.groups;
  const op::GroupNorm norm{.format = x.format(),
                           .samples = samples,
                           .groups = layer.groups,
                           .channels = layer.channels,
                           .pixels = x.size() / (samples * layer.channels)};
  writer.host(HostOp::normalization);
  Tensor y = writer.allocate_like(x, x.format(), MemoryClass::activation);
  const Tensor mean = writer.allocate({groups}, x.format()), deviation = writer.allocate({groups}, x.format());
  writer.run(norm, {&x, &weight, &bias}, {&y, &mean, &deviation});
  return writer.record(
      std::move(y), {x, weight, bias},
      [x = x.detach(), weight = weight.detach(), mean, deviation, norm](TraceWriter& w, Gradients outputs,
                                                                        Gradients grads) {
        w.host(HostOp::normalization_backward);
        grads[0] = allocate_like(w, x);
        grads[1] = allocate_like(w, weight, MemoryClass::gradient);
        grads[2] = allocate_like(w, weight, MemoryClass::gradient);
        op::GroupNorm gradients = norm;
        gradients.backward = true;
        w.run(gradients, {&outputs[0], &x, &weight, &mean, &deviation}, {&grads[0], &grads[1], &grads[2]});
      });
}

}  // namespace perfmodel

#pragma once
#include <perfmodel/layer/batch_norm.hpp>

namespace perfmodel {

PERFMODEL_INLINE Shape output_shape(const BatchNorm& layer, InputShapes inputs) {
  require_at_least("channels of the batch norm", layer.channels, 1);
  require_inputs(inputs, 1);
  if (inputs[0].rank < 2 || inputs[0][1] != layer.channels)
    throw bad_input("input shape", text(inputs[0]),
                    "must have " + std::to_string(layer.channels) + " channels in dimension 1");
  return inputs[0];
}

PERFMODEL_INLINE std::vector<ParameterTensor> parameters(const BatchNorm& layer, InputShapes) {
  return {{.name = "weight", .shape = {layer.channels}},
          {.name = "bias", .shape = {layer.channels}},
          {.name = "running_mean", .shape = {layer.channels}, .trainable = false},
          {.name = "running_var", .shape = {layer.channels}, .trainable = false},
          {.name = "num_batches_tracked", .shape = {}, .trainable = false, .counter = true}};
}

namespace detail {

PERFMODEL_INLINE Tensor inferred(TraceWriter& writer, const Tensor& x, NumberFormat parameters) {
  Tensor y = writer.allocate_like(x, x.format(), MemoryClass::activation);
  if (bits(parameters) == 16 || x.format() == NumberFormat::bf16) writer.host(HostOp::elementwise, 2);
  writer.run(op::BatchNorm{.input = x.operand(), .parameters = parameters, .training = false}, {&x}, {&y});
  return writer.record(std::move(y), {}, {});
}
}  // namespace detail

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const BatchNorm& layer, Inputs inputs, Parameters ids) {
  const Tensor& x = inputs[0];
  const Tensor weight = writer.parameter(ids[0]), bias = writer.parameter(ids[1]);
  if (writer.training()) {  // num_batches_tracked += 1
    const Tensor counter = writer.parameter(ids[4]);
    writer.host(HostOp::elementwise);
    writer.run(PointwiseFunction::add_scalar, {counter}, counter);
  }
  writer.host(HostOp::normalization);
  if (!writer.training()) return detail::inferred(writer, x, weight.format());
  Tensor y = writer.allocate_like(x, x.format(), MemoryClass::activation);
  const Tensor mean = writer.allocate({layer.channels}, NumberFormat::fp32);
  const Tensor deviation = writer.allocate({layer.channels}, NumberFormat::fp32);
  const op::BatchNorm norm{.input = x.operand(), .parameters = weight.format()};
  writer.run(norm, {&x, &weight, &bias}, {&y, &mean, &deviation});
  return writer.record(
      std::move(y), {x, weight, bias},
      [x = x.detach(), weight = weight.detach(), mean, deviation, norm](TraceWriter& w, Gradients outputs,
                                                                        Gradients grads) {
        w.host(HostOp::normalization_backward);
        grads[0] = allocate_like(w, x);
        grads[1] = allocate_like(w, weight, MemoryClass::gradient);
        grads[2] = allocate_like(w, weight, MemoryClass::gradient);
        op::BatchNorm gradients = norm;
        gradients.backward = true;
        w.run(gradients, {&outputs[0], &x, &weight, &mean, &deviation}, {&grads[0], &grads[1], &grads[2]});
      });
}

}  // namespace perfmodel

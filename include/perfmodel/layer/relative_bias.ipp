#pragma once
#include <perfmodel/layer/relative_bias.hpp>

namespace perfmodel {

PERFMODEL_INLINE Shape output_shape(const RelativeBias& layer, InputShapes inputs) {
  require_inputs(inputs, 1);
  require_at_least("heads", layer.heads, 1);
  require_at_least("buckets", layer.buckets, 1);
  if (inputs[0].rank < 2) throw bad_input("input shape", text(inputs[0]), "must be [batch, length, ...]");
  return {1, layer.heads, inputs[0][1], inputs[0][1]};
}

PERFMODEL_INLINE Shape output_shape(const CausalBias&, InputShapes inputs) {
  require_inputs(inputs, 1);
  if (inputs[0].rank != 4 || inputs[0][0] != 1)
    throw bad_input("input shape", text(inputs[0]), "must be [1, heads, queries, keys]");
  return inputs[0];
}

PERFMODEL_INLINE std::vector<ParameterTensor> parameters(const RelativeBias& layer, InputShapes) {
  return {{.name = "weight", .shape = {layer.buckets, layer.heads}}};
}

namespace detail {

PERFMODEL_INLINE Tensor heads_in_front(TraceWriter& writer, const Tensor& table) {
  const Shape before = table.shape(), shape{1, before[2], before[0], before[1]};
  writer.host(HostOp::view);
  return writer.record(table.transpose(0, 2).transpose(1, 2).view(shape), {table},
                       [before](TraceWriter& w, Gradients outputs, Gradients grads) {
                         w.host(HostOp::view);
                         grads[0] = outputs[0].view({before[2], before[0], before[1]}).transpose(0, 2).transpose(0, 1);
                       });
}
}  // namespace detail

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const RelativeBias& layer, Inputs inputs, Parameters ids) {
  constexpr int bucket_operations = 25;
  const std::int64_t length = inputs[0].shape()[1];
  const Tensor distances = writer.allocate({length, length}, int64_storage);
  writer.host(HostOp::elementwise, bucket_operations);
  for (int i = 0; i < bucket_operations; ++i) {
    const Tensor next = writer.allocate({length, length}, int64_storage, MemoryClass::temporary);
    writer.run(PointwiseFunction::add_scalar, {distances}, next);
  }
  const std::array<Tensor, 1> indices{distances};
  const Tensor y = forward(writer, Embedding{.count = layer.buckets, .width = layer.heads}, indices, ids);
  writer.host(HostOp::view, 2);
  return detail::heads_in_front(writer, y);
}

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const CausalBias&, Inputs inputs, Parameters) {
  const Tensor& bias = inputs[0];
  const std::int64_t queries = bias.shape()[2], keys = bias.shape()[3];
  writer.host(HostOp::elementwise, 5);  // two ranges, their comparison, a constant, the choice
  const Tensor mask = writer.allocate({queries, keys}, bool_storage, MemoryClass::temporary);
  writer.run(op::pointwise(PointwiseFunction::compare,
                           {packed({1, keys}, int64_storage), packed({queries, 1}, int64_storage)}, mask.operand()),
             {}, {&mask});
  Tensor y = allocate_like(writer, bias, MemoryClass::activation);
  writer.run(PointwiseFunction::where, {mask, bias}, y);
  return writer.record(std::move(y), {bias}, [mask](TraceWriter& w, Gradients outputs, Gradients grads) {
    w.host(HostOp::elementwise_backward, 2);
    grads[0] = allocate_like(w, outputs[0]);
    w.run(PointwiseFunction::where, {mask, outputs[0]}, grads[0]);
  });
}

}  // namespace perfmodel

#pragma once
#include <array>
#include <perfmodel/layer/embedding.hpp>
#include <perfmodel/layer/parts.hpp>
#include <utility>
#include <vector>

namespace perfmodel {

/// A learned number for each head and distance between query and key, as T5 adds to its scores: [batch, length, ...] ->
/// [1, heads, length, length]. Distances fall into `buckets`, exact ones and logarithmically wide ones. Raffel et al.
/// 2020, arXiv:1910.10683, section 2.1; transformers, modeling_t5.py, T5Attention.compute_bias.
struct RelativeBias {
  std::int64_t heads{}, buckets{32};
};
/// Adds -infinity to a bias where a later key would be seen: torch.where of the causal mask, in every layer anew.
struct CausalBias {};

[[nodiscard]] constexpr std::string_view kind(const RelativeBias&) { return "relative_bias"; }
[[nodiscard]] constexpr std::string_view kind(const CausalBias&) { return "causal_bias"; }

/// @throws Error if the input has no sequence
[[nodiscard]] inline Shape output_shape(const RelativeBias& layer, InputShapes inputs) {
  require_inputs(inputs, 1);
  require_at_least("heads", layer.heads, 1);
  require_at_least("buckets", layer.buckets, 1);
  if (inputs[0].rank < 2) throw bad_input("input shape", text(inputs[0]), "must be [batch, length, ...]");
  return {1, layer.heads, inputs[0][1], inputs[0][1]};
}
/// @throws Error unless the input is [1, heads, queries, keys]
[[nodiscard]] inline Shape output_shape(const CausalBias&, InputShapes inputs) {
  require_inputs(inputs, 1);
  if (inputs[0].rank != 4 || inputs[0][0] != 1)
    throw bad_input("input shape", text(inputs[0]), "must be [1, heads, queries, keys]");
  return inputs[0];
}
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const RelativeBias& layer, InputShapes) {
  return {{.name = "weight", .shape = {layer.buckets, layer.heads}}};
}
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const CausalBias&, InputShapes) { return {}; }
[[nodiscard]] constexpr Work forward_work(const RelativeBias&, InputShapes) { return {}; }
[[nodiscard]] constexpr Work forward_work(const CausalBias&, InputShapes) { return {}; }

namespace detail {
/// A table [queries, keys, heads] as [1, heads, queries, keys], without a copy; its gradient is the view back.
[[nodiscard]] inline Tensor heads_in_front(TraceWriter& writer, const Tensor& table) {
  const Shape before = table.shape(), shape{1, before[2], before[0], before[1]};
  writer.host(HostOp::view);
  return writer.record(table.transpose(0, 2).transpose(1, 2).view(shape), {table},
                       [before](TraceWriter& w, Gradients outputs, Gradients grads) {
                         w.host(HostOp::view);
                         grads[0] = outputs[0].view({before[2], before[0], before[1]}).transpose(0, 2).transpose(0, 1);
                       });
}
}  // namespace detail

/// Some 25 operations on the 64-bit distances of all pairs find the buckets; then a look-up in the table, permuted by a
/// view.
[[nodiscard]] inline Tensor forward(TraceWriter& writer, const RelativeBias& layer, Inputs inputs, Parameters ids) {
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

[[nodiscard]] inline Tensor forward(TraceWriter& writer, const CausalBias&, Inputs inputs, Parameters) {
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

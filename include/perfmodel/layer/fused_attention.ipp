#pragma once
#include <perfmodel/layer/fused_attention.hpp>

namespace perfmodel::detail {

PERFMODEL_INLINE op::Reduction row_products(const Tensor& y) {
  const std::int64_t size = y.shape().back(), row_count = rows(y.shape());
  return {.input = packed({row_count, 2 * size}, y.format()), .output = packed({row_count, 1}, NumberFormat::fp32)};
}

PERFMODEL_INLINE std::array<Tensor, 3> attention_gradients(TraceWriter& w, Attention k,
                                                           const FusedAttentionSaved& saved, const Tensor& dy) {
  w.host(HostOp::view, 4);
  w.host(HostOp::attention_backward);
  k.backward = true;
  const NumberFormat stored = saved.y.format();
  const Shape q_shape{k.batch, k.queries, k.heads * k.head_size}, kv_shape{k.batch, k.keys, k.key_heads * k.head_size},
      heads{k.batch, k.queries, k.heads, k.head_size};
  std::array<Tensor, 3> each{w.allocate(q_shape, stored, MemoryClass::temporary),
                             w.allocate(kv_shape, stored, MemoryClass::temporary),
                             w.allocate(kv_shape, stored, MemoryClass::temporary)};
  const std::int64_t padded = padded_to(k.queries, 128);
  const Tensor products = w.allocate({k.batch, k.heads, padded}, NumberFormat::fp32, MemoryClass::temporary);
  const Tensor accumulator =
      w.allocate({k.batch, padded, k.heads, padded_to(k.head_size, 32)}, NumberFormat::fp32, MemoryClass::temporary);
  w.run(row_products(saved.y.view(heads)), {&saved.y, &dy}, {});
  w.run(k, {&saved.inputs.front(), &saved.inputs.back(), &dy, &saved.sums, &products},
        {&accumulator, &each[0], &each[1], &each[2]});
  w.run(PointwiseFunction::copy, {accumulator.narrow(heads)}, each[0].view(heads));
  return each;
}

PERFMODEL_INLINE void fused_attention_backward(TraceWriter& w, const FusedAttentionSaved& saved, const Tensor& dy,
                                               Gradients grads) {
  return_gradients(w, grads, attention_gradients(w, saved.operation, saved, dy), saved.first);
}

PERFMODEL_INLINE Tensor fused_attention(TraceWriter& writer, const Attention& k, Inputs inputs,
                                        const std::vector<Tensor>& copies) {
  const NumberFormat stored = inputs[0].format();
  writer.host(HostOp::view, 4);
  writer.host(HostOp::attention);
  Tensor y = writer.allocate({k.batch, k.queries, k.heads * k.head_size}, stored);
  const Tensor sums = writer.allocate({k.batch, k.heads, k.queries}, NumberFormat::fp32);
  const Tensor seed = writer.allocate({2}, int64_storage);
  writer.run(k, {&inputs.front(), &inputs[inputs.size() / 2], &inputs.back()}, {&y, &sums});
  FusedAttentionSaved saved{.operation = k, .first = inputs[0].shape()};
  for (const Tensor& input : inputs) saved.inputs.push_back(input.detach());
  for (const Tensor& t : copies) saved.inputs.push_back(t.detach());
  saved.y = y.detach();
  saved.sums = sums;
  saved.seed = seed;
  return writer.record(std::move(y), inputs,
                       [saved = std::move(saved)](TraceWriter& w, Gradients outputs, Gradients grads) {
                         fused_attention_backward(w, saved, outputs[0], grads);
                       });
}

}  // namespace perfmodel::detail

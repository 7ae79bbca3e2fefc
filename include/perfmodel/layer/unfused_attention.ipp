#pragma once
#include <perfmodel/layer/unfused_attention.hpp>

namespace perfmodel::detail {

PERFMODEL_INLINE UnfusedAttention unfused_products(const Attention& k, NumberFormat stored) {
  const Gemm scores{.format = k.format,
                    .layout = Layout::nt,
                    .batch = k.batch * k.heads,
                    .m = k.queries,
                    .n = k.keys,
                    .k = k.head_size,
                    .output = stored};
  Gemm values = scores;
  values.layout = Layout::nn;
  values.n = k.head_size;
  values.k = k.keys;
  return {.all = k, .scores = scores, .values = values};
}

PERFMODEL_INLINE Tensor attention_probabilities(TraceWriter& writer, const UnfusedAttention& u, Inputs inputs,
                                                const Shape& shape, NumberFormat stored) {
  Tensor scores = writer.allocate(shape, stored);
  writer.run(u.scores, {&inputs.front(), &inputs[inputs.size() > 1 ? 1 : 0]}, {&scores});
  const auto next = [&](std::initializer_list<Operand> operands, PointwiseFunction function) {
    const Tensor result = allocate_like(writer, scores, MemoryClass::activation);
    writer.run(op::pointwise(function, operands, result.operand()), {&scores}, {&result});
    scores = result;
  };
  if (!u.joined) next({scores.operand()}, PointwiseFunction::multiply_scalar);
  if (u.all.causal && !u.joined)
    next({packed({shape[2], shape[3]}, bool_storage), scores.operand()}, PointwiseFunction::where);
  Tensor probabilities = allocate_like(writer, scores, MemoryClass::activation);
  writer.run(softmax_of(scores, probabilities), {&scores}, {&probabilities});
  return probabilities;
}

PERFMODEL_INLINE Gemm product_of(const Gemm& g, Layout layout, std::int64_t m, std::int64_t n, std::int64_t k) {
  Gemm product = g;
  product.layout = layout;
  product.m = m;
  product.n = n;
  product.k = k;
  return product;
}

PERFMODEL_INLINE void unfused_attention_backward(TraceWriter& w, const UnfusedAttention& u, const Tensor& dy,
                                                 Gradients grads) {
  w.host(HostOp::matmul_backward, 2);
  w.host(HostOp::softmax_backward);
  w.host(HostOp::elementwise_backward, (u.mask.defined() ? 1 : 0) + (u.joined ? 0 : 1));
  const Gemm &values = u.values, &scores = u.scores;
  const Attention& k = u.all;
  const Tensor &q = u.inputs.front(), &keys = u.inputs[u.inputs.size() > 1 ? 1 : 0], &v = u.inputs.back();
  const NumberFormat stored = values.output;
  const Shape kv_shape{k.batch, k.keys, k.key_heads * k.head_size};
  Tensor d = allocate_like(w, u.probabilities);
  w.run(product_of(values, Layout::nt, values.m, values.k, values.n), {&dy, &v}, {&d});
  std::array<Tensor, 3> each{};
  each[2] = w.allocate(kv_shape, stored, MemoryClass::temporary);
  w.run(product_of(values, Layout::tn, values.k, values.n, values.m), {&dy, &u.dropped}, {&each[2]});
  if (u.mask.defined()) {
    const Tensor next = allocate_like(w, d);
    w.run(PointwiseFunction::dropout_backward, {d, u.mask}, next);
    d = next;
  }
  Tensor scaled = softmax_backward(w, u.probabilities, d, stored);
  if (!u.joined) {
    d = scaled;
    scaled = allocate_like(w, d);
    w.run(PointwiseFunction::multiply_scalar, {d}, scaled);
  }
  each[0] = w.allocate({k.batch, k.queries, k.heads * k.head_size}, stored, MemoryClass::temporary);
  w.run(product_of(scores, Layout::nn, scores.m, scores.k, scores.n), {&scaled, &keys}, {&each[0]});
  each[1] = w.allocate(kv_shape, stored, MemoryClass::temporary);
  w.run(product_of(scores, Layout::tn, scores.n, scores.k, scores.m), {&scaled, &q}, {&each[1]});
  return_gradients(w, grads, std::move(each), u.first);
}

PERFMODEL_INLINE Tensor unfused_attention(TraceWriter& writer, const Attention& k, Inputs inputs, bool joined) {
  const NumberFormat stored = inputs[0].format();
  const Shape score_shape{k.batch, k.heads, k.queries, k.keys}, y_shape{k.batch, k.queries, k.heads * k.head_size};
  writer.host(HostOp::view, 4);
  writer.host(HostOp::matmul, 2);
  writer.host(HostOp::softmax);
  if (!joined) writer.host(HostOp::elementwise, k.causal ? 2 : 1);
  UnfusedAttention u = unfused_products(k, stored);
  u.joined = joined;
  u.first = inputs[0].shape();
  u.probabilities = attention_probabilities(writer, u, inputs, score_shape, stored);
  u.dropped = u.probabilities;
  if (k.dropout) {
    writer.host(HostOp::elementwise);
    u.dropped = allocate_like(writer, u.probabilities, MemoryClass::activation);
    u.mask = writer.allocate(score_shape, bool_storage);
    op::Pointwise dropout = op::pointwise(PointwiseFunction::dropout, {u.probabilities.operand()}, u.dropped.operand());
    dropout.outputs[dropout.output_count++] = u.mask.operand();
    writer.run(dropout, {&u.probabilities}, {&u.dropped, &u.mask});
  }
  Tensor y = writer.allocate(y_shape, stored);
  writer.run(u.values, {&u.dropped, &inputs.back()}, {&y});
  const Tensor apart = y.view({k.batch, k.heads, k.queries, k.head_size}).transpose(1, 2);
  writer.run(PointwiseFunction::copy, {apart}, y.view(apart.shape()));  // heads back to the inside
  for (const Tensor& input : inputs) u.inputs.push_back(input.detach());
  return writer.record(std::move(y), inputs, [u = std::move(u)](TraceWriter& w, Gradients outputs, Gradients grads) {
    unfused_attention_backward(w, u, outputs[0], grads);
  });
}

}  // namespace perfmodel::detail

#pragma once
#include <array>
#include <perfmodel/layer/ring_attention.hpp>
#include <utility>

namespace perfmodel::detail {

/// Keys and values of the card's own part in memory of their own, and of all parts once they are gathered.
struct PassingKeys {
  std::array<Tensor, 2> own{};
  Tensor all{};
};

/// A copy in this format; the tensor itself where it has it.
PERFMODEL_INLINE Tensor in_format(TraceWriter& w, const Tensor& x, NumberFormat format) {
  if (x.format() == format) return x;
  w.host(HostOp::cast);
  Tensor y = w.allocate(x.shape(), format, MemoryClass::temporary);
  w.run(PointwiseFunction::copy, {x}, y);
  return y;
}

/// Two tensors in one buffer, one behind the other, to be sent.
PERFMODEL_INLINE Tensor side_by_side(TraceWriter& w, const Tensor& one, const Tensor& other) {
  w.host(elementwise_host(w));
  Tensor both = w.allocate({2, one.size()}, one.format(), MemoryClass::temporary);
  w.run(op::Concatenation{.output = both.operand(), .inputs = 2}, {&one, &other}, {&both});
  return both;
}

PERFMODEL_INLINE PassingKeys passing_keys(TraceWriter& w, const Attention& k, const std::vector<Tensor>& inputs) {
  PassingKeys keys;
  const Shape shape{k.batch, k.keys, k.key_heads * k.head_size};
  for (std::size_t i = 0; i < keys.own.size(); ++i) {
    w.host(elementwise_host(w));
    keys.own[i] = w.allocate(shape, inputs[0].format(), MemoryClass::temporary);
    const Tensor from = heads_apart(inputs.size() >= 3 ? inputs[i + 1] : inputs[0].narrow(shape), k.key_heads);
    w.run(PointwiseFunction::copy, {from}, keys.own[i].view(from.shape()));
  }
  return keys;
}

/// What is done before the step's attention: all parts are gathered once; what would be sent on is put together anyway.
PERFMODEL_INLINE void pass_on(TraceWriter& w, const RingAttention& ring, std::int64_t step, PassingKeys& keys) {
  if (step + 1 >= ring.ranks) return;
  const Tensor both = side_by_side(w, keys.own[0], keys.own[1]);
  if (step > 0) return;
  w.host(HostOp::other);
  keys.all = w.allocate({ring.ranks, both.size()}, both.format(), MemoryClass::temporary);
}

/// out - sigmoid(block_sums - sums) x (out - block), sums - logsigmoid(sums - block_sums), operation by operation.
PERFMODEL_INLINE void merge_step(TraceWriter& w, const Attention& k, Tensor& out, Tensor& sums, const Tensor& block,
                                 const Tensor& block_sums) {
  constexpr int operations = 8;
  w.host(HostOp::elementwise, operations);
  const auto next = [&](PointwiseFunction function, std::initializer_list<Tensor> from) {
    Tensor y = w.allocate(from.begin()->shape(), NumberFormat::fp32, MemoryClass::temporary);
    w.run(function, from, y);
    return y;
  };
  const Tensor apart = next(PointwiseFunction::add, {block_sums, sums});
  const Tensor share = next(PointwiseFunction::sigmoid, {apart});
  Tensor correction = next(PointwiseFunction::add, {out, block});
  const Tensor scaled = w.allocate(out.shape(), NumberFormat::fp32, MemoryClass::temporary);
  w.run(PointwiseFunction::multiply, {heads_apart(correction, k.heads), share.view({k.batch, k.heads, k.queries, 1})},
        heads_apart(scaled, k.heads));
  correction = scaled;
  out = next(PointwiseFunction::add, {out, correction});
  const Tensor back = next(PointwiseFunction::add, {sums, block_sums});
  const Tensor logarithm = next(PointwiseFunction::sigmoid, {back});
  sums = next(PointwiseFunction::add, {sums, logarithm});
}

/// Gradients of keys and values that come round from the other cards, and that of the card's queries. FP32.
struct RingGradients {
  Tensor queries{}, travelling{};
  std::array<Tensor, 2> own{};
};

/// to += what, in place; `to` may be the front of a larger tensor.
PERFMODEL_INLINE void add_to(TraceWriter& w, const Tensor& to, const Tensor& what) {
  w.host(HostOp::elementwise_backward);
  w.run(PointwiseFunction::add, {to, what}, to);
}

PERFMODEL_INLINE void add_step(TraceWriter& w, const RingAttention& ring, std::int64_t step,
                               const std::array<Tensor, 3>& each, RingGradients& sum) {
  const Shape whole = sum.own[0].shape();
  for (std::size_t i = 0; i < sum.own.size(); ++i) {
    const Tensor& part = each[i + 1];
    if (step > 0) sum.own[i] = sum.travelling.narrow({1, sum.travelling.shape()[1]}).view(whole);
    add_to(w, sum.own[i].narrow(part.shape()), part);
    if (step == 0 || !ring.local.causal) continue;
    w.host(HostOp::elementwise_backward);  // the halves are put together again
    const Tensor together = w.allocate(whole, NumberFormat::fp32, MemoryClass::temporary);
    w.run(op::Concatenation{.output = together.operand(), .inputs = 2}, {&sum.own[i]}, {&together});
    sum.own[i] = together;
  }
  const Tensor sent = side_by_side(w, sum.own[0], sum.own[1]);
  w.host(HostOp::other);
  sum.travelling = w.allocate(sent.shape(), sent.format(), MemoryClass::temporary);
  add_to(w, sum.queries, each[0]);
}

PERFMODEL_INLINE void ring_attention_backward(TraceWriter& w, const RingAttention& ring,
                                              const FusedAttentionSaved& saved, const Tensor& dy, Gradients grads) {
  const Attention& k = ring.local;
  const NumberFormat stored = saved.y.format();
  const auto zeros = [&](std::int64_t length, std::int64_t heads) {
    w.host(HostOp::elementwise_backward);
    Tensor t = w.allocate({k.batch, length, heads * k.head_size}, NumberFormat::fp32, MemoryClass::temporary);
    w.fill(t);
    return t;
  };
  RingGradients sum{.queries = zeros(k.queries, k.heads)};
  for (Tensor& t : sum.own) t = zeros(k.keys, k.key_heads);
  PassingKeys keys = passing_keys(w, k, saved.inputs);
  for (std::int64_t step = 0; step < ring.ranks; ++step) {
    w.host(HostOp::other, ring.host_calls);
    pass_on(w, ring, step, keys);
    add_step(w, ring, step, attention_gradients(w, ring_step(ring, step), saved, dy), sum);
  }
  std::array<Tensor, 3> each{in_format(w, sum.queries, stored)};
  const Shape kv = sum.own[0].shape();
  const Tensor arrived = in_format(w, sum.travelling, stored);
  for (std::size_t i = 1; i < each.size(); ++i) each[i] = arrived.narrow({1, arrived.shape()[1]}).view(kv);
  return_gradients(w, grads, std::move(each), saved.first);
}

PERFMODEL_INLINE Tensor ring_attention(TraceWriter& writer, const RingAttention& ring, Inputs inputs,
                                       const std::vector<Tensor>& copies) {
  const Attention& k = ring.local;
  const NumberFormat stored = inputs[0].format();
  const Shape shape{k.batch, k.queries, k.heads * k.head_size}, by_row{k.batch, k.heads, k.queries};
  FusedAttentionSaved saved{.operation = k, .first = inputs[0].shape()};
  for (const Tensor& input : inputs) saved.inputs.push_back(input.detach());
  PassingKeys keys = passing_keys(writer, k, saved.inputs);
  Tensor out, block;
  for (std::int64_t step = 0; step < ring.ranks; ++step) {
    if (writer.training()) writer.host(HostOp::other, ring.host_calls);
    pass_on(writer, ring, step, keys);
    writer.host(HostOp::view, 4);
    writer.host(HostOp::attention);
    const Tensor result = writer.allocate(shape, stored, MemoryClass::temporary),
                 sums = writer.allocate(by_row, NumberFormat::fp32);
    saved.seed = writer.allocate({2}, int64_storage);
    writer.run(ring_step(ring, step), {&inputs.front(), &inputs.back()}, {&result, &sums});
    block = result;
    const Tensor wide = in_format(writer, block, NumberFormat::fp32);
    if (step > 0)
      merge_step(writer, k, out, saved.sums, wide, sums);
    else
      out = wide, saved.sums = sums;
  }
  for (const Tensor& t : copies) saved.inputs.push_back(t.detach());
  Tensor y = in_format(writer, out, stored);
  saved.y = y.detach();
  return writer.record(std::move(y), inputs,
                       [ring, saved = std::move(saved)](TraceWriter& w, Gradients outputs, Gradients grads) {
                         ring_attention_backward(w, ring, saved, outputs[0], grads);
                       });
}

}  // namespace perfmodel::detail

#pragma once
#include <perfmodel/layer/attention.hpp>

namespace perfmodel {

PERFMODEL_INLINE Shape output_shape(const DotProductAttention& a, InputShapes inputs) {
  require_at_least("heads", a.heads, 1);
  require_at_least("key_heads", a.key_heads, 1);
  require_at_least("head_size", a.head_size, 1);
  if (a.heads % a.key_heads != 0)
    throw bad_input("heads", std::to_string(a.heads),
                    "must be a multiple of key_heads, " + std::to_string(a.key_heads));
  if (a.biased ? inputs.size() != 4 : inputs.size() != 1 && inputs.size() != 3)
    throw bad_input("inputs", std::to_string(inputs.size()),
                    a.biased ? "attention with a bias takes Q, K, V and the bias"
                             : "attention takes one (Q, K and V side by side) or three");
  if (a.biased && a.key_heads != a.heads)
    throw bad_input("key_heads", std::to_string(a.key_heads),
                    "attention with a bias has as many as heads, " + std::to_string(a.heads));
  const std::int64_t q = checked_product(a.heads, a.head_size), kv = checked_product(a.key_heads, a.head_size);
  const std::int64_t first = inputs.size() == 1 ? q + 2 * kv : q;
  if (inputs[0].rank != 3 || inputs[0].back() != first)
    throw bad_input("input shape", text(inputs[0]), "must be [batch, length, " + std::to_string(first) + "]");
  for (std::size_t i = 1; i < std::min<std::size_t>(3, inputs.size()); ++i)
    if (inputs[i].rank != 3 || inputs[i].back() != kv || inputs[i][0] != inputs[0][0] || inputs[i][1] != inputs[1][1])
      throw bad_input("input shapes", text(inputs[0]) + " and " + text(inputs[i]),
                      "keys and values must be [batch, length, " + std::to_string(kv) + "]");
  if (a.biased) {
    const Shape bias{1, a.heads, inputs[0][1], inputs[1][1]};
    if (!(inputs[3] == bias))
      throw bad_input("input shape", text(inputs[3]), "the bias on the scores must be " + text(bias));
  }
  if (a.mask != AttentionMask::none && (a.key_heads != a.heads || !a.fused || a.past > 0 || a.biased))
    throw bad_input("mask", std::string(attention_mask_names[static_cast<std::size_t>(a.mask)]),
                    "fused attention with a mask has as many key_heads as heads, no bias and no cache");
  require_at_least("past", a.past, 0);
  if (a.past > 0 && (a.biased || !a.fused || !a.causal || a.context_ranks > 1))
    throw bad_input("past", std::to_string(a.past), "only causal fused attention without a bias has a cache");
  return {inputs[0][0], inputs[0][1], q};
}

PERFMODEL_INLINE std::vector<ParameterTensor> parameters(const DotProductAttention& a, InputShapes inputs) {
  if (a.past == 0) return {};
  const std::int64_t length = a.past + inputs[0][1];  // both bounded by largest_extent
  std::vector<ParameterTensor> list{
      {.name = "cache", .shape = {inputs[0][0], length, 2 * a.key_heads * a.head_size}, .trainable = false}};
  if (a.narrow_cache) list.back().format = NumberFormat::fp8;
  return list;
}

namespace detail {

PERFMODEL_INLINE Attention attention_operation(const DotProductAttention& a, InputShapes inputs, NumberFormat format,
                                               bool dropout) {
  if (a.context_ranks > 1) {
    DotProductAttention part = a;
    part.context_ranks = 1;
    Attention whole = attention_operation(part, inputs, format, dropout);
    whole.keys = a.causal ? (whole.keys * a.context_ranks + 1) / 2 : whole.keys * a.context_ranks;
    whole.causal = false;
    return whole;
  }
  if (a.past > 0) {  // a new token sees what was before it, and of the other new ones half
    DotProductAttention part = a;
    part.past = 0;
    Attention whole = attention_operation(part, inputs, format, dropout);
    whole.keys = a.past + (whole.keys + 1) / 2;
    whole.causal = false;
    whole.narrow_keys = a.narrow_cache;
    whole.paged = true;
    return whole;
  }
  return {.format = format,
          .batch = inputs[0][0],
          .heads = a.heads,
          .key_heads = a.key_heads,
          .queries = inputs[0][1],
          .keys = inputs.size() >= 3 ? inputs[1][1] : inputs[0][1],
          .head_size = a.head_size,
          .causal = a.causal,
          .dropout = dropout};
}
}  // namespace detail

PERFMODEL_INLINE Work forward_work(const DotProductAttention& a, InputShapes inputs) {
  DotProductAttention counted = a;
  counted.causal = a.causal && a.fused;
  return work(detail::attention_operation(counted, inputs, NumberFormat::fp16));
}

namespace detail {

PERFMODEL_INLINE Tensor copied_to_cache(TraceWriter& writer, const Tensor& x, std::int64_t heads, NumberFormat format) {
  writer.host(HostOp::elementwise);
  Tensor y = writer.allocate(x.shape(), format);
  const Tensor apart = heads_apart(x, heads);
  writer.run(PointwiseFunction::copy, {apart}, y.view(apart.shape()));
  writer.keep(y);
  return y;
}

PERFMODEL_INLINE Tensor cache_copy(TraceWriter& writer, const Tensor& x, std::int64_t heads, NumberFormat format) {
  Tensor y = copied_to_cache(writer, x, heads, format);
  return writer.record(std::move(y), {x}, [narrow = x.format()](TraceWriter& w, Gradients outputs, Gradients grads) {
    const Tensor& dy = outputs[0];
    if (dy.format() == narrow) {
      grads[0] = dy.detach();
      return;
    }
    w.host(HostOp::cast);
    grads[0] = w.allocate(dy.shape(), narrow, MemoryClass::temporary);
    w.run(PointwiseFunction::copy, {dy}, grads[0]);
  });
}

PERFMODEL_INLINE Tensor keys_or_values(const DotProductAttention& a, const std::vector<Tensor>& inputs,
                                       std::size_t which) {
  if (inputs.size() >= 3) return inputs[which];
  return inputs[0].narrow(inputs[0].shape().with_back(a.key_heads * a.head_size));
}

PERFMODEL_INLINE AttentionOperands attention_operands(TraceWriter& writer, const DotProductAttention& a,
                                                      Inputs inputs) {
  const bool cached = a.cached && !writer.options().checkpointing;
  const bool wide = cached && writer.autocast() && inputs.size() >= 3 && inputs[1].format() == NumberFormat::fp32;
  AttentionOperands o{.cast{inputs.begin(), inputs.end()}};
  for (std::size_t i = 1; wide && i < 3; ++i)
    o.cast[i] = cache_copy(writer, o.cast[i], a.key_heads, NumberFormat::fp32);
  for (Tensor& t : o.cast) t = writer.cast_operand(t);
  for (std::size_t i = 1; cached && !wide && i < 3; ++i)
    o.copies.push_back(copied_to_cache(writer, keys_or_values(a, o.cast, i), a.key_heads, o.cast[0].format()));
  return o;
}

PERFMODEL_INLINE Tensor attention_to_cache(TraceWriter& writer, const DotProductAttention& a, const Attention& k,
                                           const std::vector<Tensor>& inputs, const Tensor& cache) {
  const Tensor keys = keys_or_values(a, inputs, 1), values = keys_or_values(a, inputs, 2);
  writer.host(HostOp::elementwise);
  writer.run(op::Gather{.scatters = true,
                        .input = keys.format(),
                        .output = cache.format(),
                        .rows = rows(keys.shape()),
                        .columns = 2 * keys.shape().back()},
             {&keys, &values}, {});  // of the attention's call, as compilers see it
  const std::vector<Tensor> operands{inputs[0], cache, cache};
  return fused_attention(writer, k, operands, {});
}

PERFMODEL_INLINE Tensor padding_mask(TraceWriter& writer, const Shape& shape, NumberFormat format) {
  writer.host(HostOp::elementwise, 2);
  const Tensor seen = writer.allocate({shape[0], 1, 1, shape.back()}, bool_storage, MemoryClass::temporary);
  writer.fill(seen);
  Tensor mask = writer.allocate(shape, format, MemoryClass::temporary);
  writer.run(PointwiseFunction::where, {seen}, mask);
  return mask;
}

PERFMODEL_INLINE Tensor attention_with_bias(TraceWriter& writer, const DotProductAttention& a, AttentionOperands& o,
                                            const Tensor& bias) {
  std::vector<Tensor> operands(o.cast.begin(), o.cast.begin() + 3);
  operands.push_back(bias);
  for (std::size_t i = 0; i < o.copies.size(); ++i)
    operands[i + 1] =
        writer.record(o.copies[i], {operands[i + 1]},
                      [](TraceWriter&, Gradients outputs, Gradients grads) { grads[0] = outputs[0].detach(); });
  o.cast.clear();
  return biased_attention(writer,
                          {.heads = a.heads,
                           .key_heads = a.heads,
                           .head_size = a.head_size,
                           .causal = a.causal,
                           .contiguous_keys = !o.copies.empty(),
                           .dropout = a.dropout,
                           .masked = !a.biased},
                          operands);
}

PERFMODEL_INLINE Tensor masked_attention(TraceWriter& writer, const DotProductAttention& a, AttentionOperands& o) {
  if (o.cast.size() == 1) {
    const Tensor together = std::move(o.cast[0]);
    o.cast.clear();
    const std::int64_t width = a.heads * a.head_size;
    for (std::int64_t part = 0; part < 3; ++part)
      o.cast.push_back(applied(writer, Slice{.dimension = 2, .begin = part * width, .length = width}, {together}));
  }
  const Shape mask{o.cast[0].shape()[0], 1, o.cast[0].shape()[1], o.cast[1].shape()[1]};
  return attention_with_bias(writer, a, o, padding_mask(writer, mask, o.cast[0].format()));
}
}  // namespace detail

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const DotProductAttention& a, Inputs inputs, Parameters ids) {
  std::vector<Shape> shapes;
  for (const Tensor& input : inputs) shapes.push_back(input.shape());
  if (a.past > 0) {
    if (writer.training())
      throw bad_input("past", std::to_string(a.past), "must be absent in training: a cache holds no gradients");
    std::vector<Tensor> cast;
    for (const Tensor& input : inputs) cast.push_back(writer.cast_operand(input));
    if (a.key_heads != a.heads && bits(cast[0].format()) > 16)
      throw bad_input("precision", std::string(name(cast[0].format())),
                      "grouped keys in a cache are attended to in 16 bits");
    const Attention k = detail::attention_operation(a, shapes, product_format(writer, cast[0].format()));
    return detail::attention_to_cache(writer, a, k, cast, writer.parameter(ids[0]));
  }
  detail::AttentionOperands o = detail::attention_operands(writer, a, inputs);
  if (a.biased) return detail::attention_with_bias(writer, a, o, inputs[3]);
  if (a.context_ranks == 1 && detail::keeps_mask(a, writer.options().rules.compiled))
    return detail::masked_attention(writer, a, o);
  const bool dropout = writer.training() && a.dropout > 0.0;
  const NumberFormat format = product_format(writer, o.cast[0].format());
  if (a.context_ranks > 1) {
    DotProductAttention own = a;
    own.context_ranks = 1;
    return detail::ring_attention(
        writer, {detail::attention_operation(own, shapes, format, dropout), a.context_ranks, a.context_calls}, o.cast,
        o.copies);
  }
  if (a.fused && a.key_heads != a.heads && inputs.size() == 3 && bits(o.cast[0].format()) > 16)
    return detail::composite_attention(
        writer, {.heads = a.heads, .key_heads = a.key_heads, .head_size = a.head_size, .causal = a.causal}, o.cast);
  const Attention k = detail::attention_operation(a, shapes, format, dropout);
  return a.fused ? detail::fused_attention(writer, k, o.cast, o.copies)
                 : detail::unfused_attention(writer, k, o.cast, a.joined_softmax);
}

}  // namespace perfmodel

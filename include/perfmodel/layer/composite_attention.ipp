#pragma once
#include <perfmodel/layer/composite_attention.hpp>

namespace perfmodel::detail {

PERFMODEL_INLINE Tensor repeat_heads(TraceWriter& writer, const CompositeAttention& a, const Tensor& x) {
  const Shape before = x.shape();
  const std::int64_t batch = before[0], length = before[1], group = a.heads / a.key_heads;
  const Shape repeated{batch, a.key_heads, group, length, a.head_size};
  writer.host(HostOp::view, 3);
  writer.host(HostOp::elementwise);
  Tensor y = writer.allocate({batch, a.heads, length, a.head_size}, x.format());
  const Tensor one = x.view({batch, length, a.key_heads, 1, a.head_size}).transpose(1, 2).transpose(2, 3);
  writer.run(PointwiseFunction::copy, {one}, y.view(repeated));
  return writer.record(std::move(y), {x}, [before, repeated](TraceWriter& w, Gradients outputs, Gradients grads) {
    w.host(HostOp::view, 3);
    w.host(HostOp::elementwise_backward);
    const Tensor& dy = outputs[0];
    grads[0] = w.allocate(before, dy.format(), MemoryClass::temporary);
    Shape summed = repeated;
    summed.extent[2] = 1;
    w.run(op::Reduction{.input = dy.view(repeated).operand(), .output = packed(summed, dy.format())}, {&dy},
          {&grads[0]});
  });
}

PERFMODEL_INLINE Tensor reordered(TraceWriter& writer, const Tensor& x, const Shape& shape) {
  writer.host(HostOp::elementwise);
  Tensor y = writer.allocate(shape, x.format());
  const bool together = x.shape().rank == 4;
  const Tensor from = together ? x.transpose(1, 2) : heads_apart(x, shape[1]);
  writer.run(PointwiseFunction::copy, {from}, y.view(from.shape()));
  return writer.record(std::move(y), {x}, [before = x.shape()](TraceWriter& w, Gradients outputs, Gradients grads) {
    w.host(HostOp::view);
    grads[0] = outputs[0].view(before);
  });
}

PERFMODEL_INLINE Tensor causal_mask(TraceWriter& writer, std::int64_t queries, std::int64_t keys, NumberFormat format) {
  writer.host(HostOp::elementwise, 5);
  const Tensor ones = writer.allocate({queries, keys}, bool_storage), triangle = allocate_like(writer, ones);
  writer.fill(ones);
  writer.run(PointwiseFunction::where, {ones}, triangle);
  const Tensor masked = allocate_like(writer, ones);
  writer.run(PointwiseFunction::compare, {triangle}, masked);
  Tensor mask = writer.allocate({queries, keys}, format, MemoryClass::temporary);
  writer.fill(mask);
  writer.run(PointwiseFunction::where, {masked, mask}, mask);
  return mask;
}

PERFMODEL_INLINE Tensor safe_softmax(TraceWriter& writer, const Tensor& x) {
  writer.host(HostOp::softmax);
  writer.host(HostOp::elementwise, 4);
  Tensor y = allocate_like(writer, x, MemoryClass::activation);
  writer.run(softmax_of(x, y), {&x}, {&y});
  {
    const Tensor masked = writer.allocate(x.shape(), bool_storage, MemoryClass::temporary);
    writer.run(PointwiseFunction::compare, {x}, masked);
    const Tensor empty = writer.allocate(x.shape().with_back(1), bool_storage, MemoryClass::temporary);
    writer.run(op::Reduction{.input = masked.operand(), .output = empty.operand()}, {&masked}, {&empty});
    writer.run(op::Fill{packed({}, x.format())}, {}, {&empty});  // the zero
    writer.run(PointwiseFunction::where, {empty, y}, y);
  }
  return writer.record(y, {x},
                       [saved = y.detach(), to = x.format()](TraceWriter& w, Gradients outputs, Gradients grads) {
                         w.host(HostOp::softmax_backward);
                         grads[0] = softmax_backward(w, saved, outputs[0], to);
                       });
}

PERFMODEL_INLINE Tensor add_bias(TraceWriter& writer, const Tensor& scores, const Tensor& bias) {
  writer.host(HostOp::elementwise);
  writer.run(PointwiseFunction::add, {scores, bias}, scores);
  return writer.record(
      scores.detach(), {scores, bias},
      [shape = bias.shape(), learned = bias.requires_grad()](TraceWriter& w, Gradients outputs, Gradients grads) {
        w.host(HostOp::elementwise_backward);
        grads[0] = outputs[0].detach();
        if (learned) grads[1] = column_sum(w, outputs[0].detach(), shape);
      });
}

PERFMODEL_INLINE Tensor biased_attention(TraceWriter& writer, const CompositeAttention& a, Inputs inputs) {
  const bool autocast = writer.autocast();
  writer.set_autocast(false);
  const NumberFormat from = inputs[0].format();
  const std::int64_t batch = inputs[0].shape()[0], queries = inputs[0].shape()[1], keys = inputs[1].shape()[1];
  const auto widened = [&](const Tensor& t) { return writer.to(t, NumberFormat::fp32); };
  writer.host(HostOp::view, 8);
  Tensor y{};
  {
    const Tensor bias = a.masked ? inputs[3] : widened(inputs[3]), k = widened(inputs[1]), v = widened(inputs[2]);
    const auto in_order = [&](const Tensor& t, std::int64_t length) {
      const Shape shape{batch, a.heads, length, a.head_size};
      return a.contiguous_keys ? viewed(writer, t, shape) : reordered(writer, t, shape);
    };
    const Tensor scaled_keys = applied(writer, Scale{}, {k});
    Tensor scores{};
    {
      const Tensor q =
          reordered(writer, applied(writer, Scale{}, {widened(inputs[0])}), {batch, a.heads, queries, a.head_size});
      scores = applied(writer, Matmul{.transpose_second = true}, {q, in_order(scaled_keys, keys)});
    }
    scores = add_bias(writer, scores, bias);
    Tensor p = safe_softmax(writer, scores);
    scores = {};
    if (writer.training() && a.dropout > 0.0) p = applied(writer, Dropout{.probability = a.dropout}, {p});
    y = applied(writer, Matmul{}, {p, in_order(v, keys)});
    if (y.format() != from) {  // the probabilities are handed back, too, and dropped
      writer.host(HostOp::cast);
      const Tensor narrow = writer.allocate(p.shape(), from, MemoryClass::temporary);
      writer.run(PointwiseFunction::copy, {p}, narrow);
      y = writer.to(y, from);
    }
  }
  y = reordered(writer, y, {batch, queries, a.heads * a.head_size});
  writer.set_autocast(autocast);
  return y;
}

PERFMODEL_INLINE Tensor composite_attention(TraceWriter& writer, const CompositeAttention& a, Inputs inputs) {
  const std::int64_t batch = inputs[0].shape()[0], queries = inputs[0].shape()[1], keys = inputs[1].shape()[1];
  writer.host(HostOp::view, 8);
  const Tensor scaled = applied(writer, Scale{}, {inputs[0]});
  const Tensor mask = a.causal ? causal_mask(writer, queries, keys, inputs[0].format()) : Tensor{};
  const Tensor k = repeat_heads(writer, a, inputs[1]), v = repeat_heads(writer, a, inputs[2]);
  const Tensor scaled_keys = applied(writer, Scale{}, {k});
  const Tensor q = reordered(writer, scaled, {batch, a.heads, queries, a.head_size});
  Tensor scores = applied(writer, Matmul{.transpose_second = true}, {q, scaled_keys});
  if (mask.defined()) {  // in place
    writer.host(HostOp::elementwise);
    writer.run(PointwiseFunction::add, {scores, mask}, scores);
  }
  const Tensor p = safe_softmax(writer, scores);
  scores = {};
  const Tensor y = applied(writer, Matmul{}, {p, v});
  return reordered(writer, y, {batch, queries, a.heads * a.head_size});
}

}  // namespace perfmodel::detail

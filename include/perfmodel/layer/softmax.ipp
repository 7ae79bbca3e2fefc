#pragma once
#include <perfmodel/layer/softmax.hpp>

namespace perfmodel {

PERFMODEL_INLINE Shape output_shape(const Softmax&, InputShapes inputs) {
  require_inputs(inputs, 1);
  if (inputs[0].rank < 2) throw bad_input("input shape", text(inputs[0]), "a softmax needs at least 2 dimensions");
  return inputs[0];
}

namespace detail {

PERFMODEL_INLINE op::Softmax softmax_of(const Tensor& x, const Tensor& y, bool logarithm) {
  return {.input = x.format(),
          .output = y.format(),
          .rows = rows(x.shape()),
          .columns = x.shape().back(),
          .logarithm = logarithm};
}

PERFMODEL_INLINE Tensor softmax_backward(TraceWriter& w, const Tensor& y, const Tensor& dy, NumberFormat to,
                                         bool logarithm) {
  Tensor dx = w.allocate(y.shape(), to, MemoryClass::temporary);
  op::Softmax gradient = softmax_of(y, dx, logarithm);
  gradient.backward = true;
  if (logarithm) {
    w.run(gradient, {&y, &dy}, {&dx});
    return dx;
  }
  const Tensor product = allocate_like(w, y);
  w.run(PointwiseFunction::multiply, {y, dy}, product);
  w.run(gradient, {&product, &y}, {&dx});
  return dx;
}
}  // namespace detail

PERFMODEL_INLINE Tensor softmax(TraceWriter& writer, const Tensor& input, bool logarithm) {
  const bool widen = writer.autocast() && bits(input.format()) == 16;
  const Tensor x = widen && input.format() == NumberFormat::bf16 ? writer.to(input, NumberFormat::fp32) : input;
  writer.host(HostOp::softmax);
  Tensor y = writer.allocate(x.shape(), widen ? NumberFormat::fp32 : x.format());
  writer.run(detail::softmax_of(x, y, logarithm), {&x}, {&y});
  return writer.record(y, {x},
                       [saved = y, to = x.format(), logarithm](TraceWriter& w, Gradients outputs, Gradients grads) {
                         w.host(HostOp::softmax_backward);
                         grads[0] = detail::softmax_backward(w, saved, outputs[0], to, logarithm);
                       });
}

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const Softmax& layer, Inputs inputs, Parameters) {
  return softmax(writer, inputs[0], layer.logarithm);
}

}  // namespace perfmodel

#pragma once
#include <perfmodel/layer/copy.hpp>

namespace perfmodel {

PERFMODEL_INLINE Shape output_shape(const Copy& layer, InputShapes inputs) {
  require_inputs(inputs, 1);
  require_at_least("parts", layer.parts, 1);
  if (inputs[0].rank < 2 || inputs[0].back() % layer.parts != 0)
    throw bad_input("input shape", text(inputs[0]),
                    "must be [batch, ..., a multiple of " + std::to_string(layer.parts) + "]");
  return inputs[0];
}

namespace detail {

PERFMODEL_INLINE Tensor in_parts(const Tensor& x, std::int64_t parts, bool parts_lead) {
  const Shape& s = x.shape();
  const std::int64_t batch = s[0], positions = rows(s) / std::max<std::int64_t>(1, batch), width = s.back() / parts;
  if (parts_lead) return x.view({parts, positions, batch, width}).transpose(0, 2);
  return x.view({positions, batch, parts, width}).transpose(0, 1);
}

PERFMODEL_INLINE void gradient_of_parts(TraceWriter& w, std::int64_t parts, const Tensor& dy, Tensor& gradient) {
  const Shape whole{parts, dy.size() / parts}, one{1, dy.size() / parts};
  gradient = dy;
  for (std::int64_t i = 0; i < parts; ++i) {
    w.host(HostOp::elementwise_backward, 2);
    const Tensor padded = w.allocate(dy.shape(), dy.format(), MemoryClass::temporary);
    w.fill(padded);
    w.run(PointwiseFunction::copy, {dy.view(whole).narrow(one)}, padded.view(whole).narrow(one));
    if (i > 0) w.run(PointwiseFunction::add, {gradient, padded}, padded);
    gradient = padded;
  }
}

PERFMODEL_INLINE void run_copy(TraceWriter& writer, const Copy& layer, const Tensor& x, const Tensor& y) {
  if (layer.parts > 1)
    return writer.run(PointwiseFunction::copy, {in_parts(x, layer.parts, false)}, in_parts(y, layer.parts, true));
  if (layer.attention_result) return writer.run(PointwiseFunction::copy, {x}, positions_first(y));
  Shape before = x.shape();
  const std::size_t last = before.rank - 1;
  std::swap(before.extent[last - 1], before.extent[last]);
  writer.run(PointwiseFunction::copy, {x.view(before).transpose(last - 1, last)}, y);
}
}  // namespace detail

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const Copy& layer, Inputs inputs, Parameters) {
  const Tensor& x = inputs[0];
  if (layer.parts > 1 && !writer.training() && !writer.autocast())  // torch._native_multi_head_attention
    return writer.record(x.view(x.shape()), {}, {});
  if (layer.attention_result && (bits(x.format()) == 16 || (!writer.training() && !writer.autocast())))
    return detail::viewed(writer, x, x.shape());
  writer.host(HostOp::elementwise);
  Tensor y = allocate_like(writer, x, MemoryClass::activation);
  detail::run_copy(writer, layer, x, y);
  return writer.record(std::move(y), {x}, [parts = layer.parts](TraceWriter& w, Gradients outputs, Gradients grads) {
    const Tensor dy = outputs[0].detach();
    if (parts > 1)
      detail::gradient_of_parts(w, parts, dy, grads[0]);
    else
      grads[0] = dy;
  });
}

}  // namespace perfmodel

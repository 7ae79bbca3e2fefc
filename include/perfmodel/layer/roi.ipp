#pragma once
#include <perfmodel/layer/roi.hpp>

namespace perfmodel {

PERFMODEL_INLINE Shape output_shape(const RoiAlign& layer, InputShapes inputs) {
  require_inputs(inputs, 1);
  require_at_least("regions", layer.regions, 1);
  require_at_least("size", layer.size, 1);
  if (inputs[0].rank != 4) throw bad_input("input shape", text(inputs[0]), "must be [batch, channels, height, width]");
  return {checked_product(inputs[0][0], layer.regions), inputs[0][1], layer.size, layer.size};
}

PERFMODEL_INLINE Shape output_shape(const Upsample& layer, InputShapes inputs) {
  require_inputs(inputs, 1);
  require_at_least("factor", layer.factor, 1);
  if (inputs[0].rank != 4) throw bad_input("input shape", text(inputs[0]), "must be [batch, channels, height, width]");
  return {inputs[0][0], inputs[0][1], checked_product(inputs[0][2], layer.factor),
          checked_product(inputs[0][3], layer.factor)};
}

PERFMODEL_INLINE Shape output_shape(const ResizeLike&, InputShapes inputs) {
  require_inputs(inputs, 2);
  if (inputs[0].rank != 4 || inputs[1].rank != 4)
    throw bad_input("input shapes", text(inputs[0]) + " and " + text(inputs[1]),
                    "must be [batch, channels, height, width]");
  return {inputs[0][0], inputs[0][1], inputs[1][2], inputs[1][3]};
}

PERFMODEL_INLINE Work forward_work(const RoiAlign& layer, InputShapes inputs) {
  return 32.0 * static_cast<double>(elements(output_shape(layer, inputs))) * flop;
}

namespace detail {

PERFMODEL_INLINE Tensor sampled(TraceWriter& writer, op::Resampling::Method method, const Tensor& x,
                                const Shape& shape) {
  const bool regions = method == op::Resampling::Method::regions;
  const bool together = !regions && has_channels_together(x.operand());
  writer.host(HostOp::pooling);
  Tensor y = writer.allocate_images(shape, x.format(), together);
  writer.run(op::Resampling{.method = method, .image = x.operand(), .result = shape});
  return writer.record(
      std::move(y), {x},
      [method, before = x.shape(), format = x.format(), together, shape](TraceWriter& w, Gradients, Gradients grads) {
        w.host(HostOp::pooling_backward);
        grads[0] = w.allocate_images(before, format, together, MemoryClass::temporary);
        if (method == op::Resampling::Method::regions) w.fill(grads[0]);
        w.run(op::Resampling{.method = method, .backward = true, .image = grads[0].operand(), .result = shape});
      });
}

PERFMODEL_INLINE Tensor copied(TraceWriter& writer, const Tensor& x) {
  writer.host(HostOp::elementwise);
  Tensor y = allocate_like(writer, x, MemoryClass::activation);
  writer.run(PointwiseFunction::copy, {x}, y);
  return writer.record(std::move(y), {x}, [](TraceWriter& w, Gradients outputs, Gradients grads) {
    w.host(HostOp::elementwise_backward);
    grads[0] = allocate_like(w, outputs[0]);
    w.run(PointwiseFunction::copy, {outputs[0]}, grads[0]);
  });
}
}  // namespace detail

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const RoiAlign& layer, Inputs inputs, Parameters) {
  const std::array<Shape, 1> in{inputs[0].shape()};
  const Tensor x = writer.autocast() ? writer.to(inputs[0], NumberFormat::fp32) : inputs[0];
  Tensor y = detail::sampled(writer, op::Resampling::Method::regions, x, output_shape(layer, in));
  return writer.to(y, inputs[0].format());
}

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const Upsample& layer, Inputs inputs, Parameters) {
  const std::array<Shape, 1> in{inputs[0].shape()};
  return detail::sampled(writer, op::Resampling::Method::nearest, inputs[0], output_shape(layer, in));
}

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const ResizeLike& layer, Inputs inputs, Parameters) {
  const std::array<Shape, 2> in{inputs[0].shape(), inputs[1].shape()};
  if (output_shape(layer, in) == in[0]) return detail::copied(writer, inputs[0]);
  return detail::sampled(writer, op::Resampling::Method::nearest, inputs[0], output_shape(layer, in));
}

}  // namespace perfmodel

#pragma once
#include <perfmodel/layer/pooling.hpp>

namespace perfmodel {

PERFMODEL_INLINE Shape output_shape(const Pooling& p, InputShapes inputs) {
  require_inputs(inputs, 1);
  const Shape& x = inputs[0];
  for (const std::int64_t v : {p.window_h, p.window_w, p.stride_h, p.stride_w})
    require_at_least("pooling window or stride", v, 1);
  if (x.rank != 4) throw bad_input("input shape", text(x), "pooling takes [batch, channels, height, width]");
  if (p.pad_h < 0 || p.pad_w < 0 || 2 * p.pad_h > p.window_h || 2 * p.pad_w > p.window_w)
    throw bad_input("pooling padding", text(Shape{p.pad_h, p.pad_w}),
                    "must be at most half the window " + text(Shape{p.window_h, p.window_w}));
  if (x[2] + 2 * p.pad_h < p.window_h || x[3] + 2 * p.pad_w < p.window_w)
    throw bad_input("input shape", text(x), "must hold a window of " + text(Shape{p.window_h, p.window_w}));
  return {x[0], x[1], detail::pooled(x[2], p.window_h, p.stride_h, p.pad_h, p.ceil_mode),
          detail::pooled(x[3], p.window_w, p.stride_w, p.pad_w, p.ceil_mode)};
}

PERFMODEL_INLINE Shape output_shape(const AdaptivePooling& p, InputShapes inputs) {
  require_inputs(inputs, 1);
  require_at_least("adaptive pooling height", p.height, 1);
  require_at_least("adaptive pooling width", p.width, 1);
  if (inputs[0].rank != 4)
    throw bad_input("input shape", text(inputs[0]), "pooling takes [batch, channels, height, width]");
  return {inputs[0][0], inputs[0][1], p.height, p.width};
}

PERFMODEL_INLINE Work forward_work(const Pooling& p, InputShapes inputs) {
  return static_cast<double>(p.window_h * p.window_w) * static_cast<double>(elements(output_shape(p, inputs))) * flop;
}

namespace detail {

PERFMODEL_INLINE Tensor pool(TraceWriter& writer, PoolingKind what, const Tensor& x, const Shape& shape,
                             double window) {
  writer.host(HostOp::pooling);
  const bool maximum = what == PoolingKind::maximum, together = has_channels_together(x.operand());
  Tensor y = writer.allocate_images(shape, x.format(), together);
  const Tensor indices = maximum ? writer.allocate_images(shape, int64_storage, together) : Tensor{};
  writer.run(op::Pooling{.what = what, .image = x.operand(), .result = shape, .window = window}, {&x}, {&y, &indices});
  return writer.record(
      std::move(y), {x},
      [x = x.detach(), indices, what, shape, window](TraceWriter& w, Gradients outputs, Gradients grads) {
        w.host(HostOp::pooling_backward);
        grads[0] = allocate_like(w, x);
        if (what == PoolingKind::maximum) w.fill(grads[0]);
        w.run(
            op::Pooling{.what = what, .backward = true, .image = grads[0].operand(), .result = shape, .window = window},
            {&outputs[0], &indices}, {&grads[0]});
      });
}
}  // namespace detail

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const Pooling& layer, Inputs inputs, Parameters) {
  const std::array<Shape, 1> in{inputs[0].shape()};
  return detail::pool(writer, layer.what, inputs[0], output_shape(layer, in),
                      static_cast<double>(layer.window_h * layer.window_w));
}

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const AdaptivePooling& layer, Inputs inputs, Parameters) {
  const Tensor& x = inputs[0];
  const std::array<Shape, 1> in{x.shape()};
  const Shape out = output_shape(layer, in);
  if (layer.what == PoolingKind::maximum || layer.height != 1 || layer.width != 1)
    return detail::pool(writer, layer.what, x, out, static_cast<double>(x.size()) / static_cast<double>(elements(out)));
  writer.host(HostOp::pooling);
  Tensor y = writer.allocate_images(out, x.format(), has_channels_together(x.operand()));
  writer.run(op::Reduction{.input = x.operand(), .output = y.operand()}, {&x}, {&y});
  return writer.record(std::move(y), {x},
                       [before = in[0], format = x.format()](TraceWriter& w, Gradients outputs, Gradients grads) {
                         w.host(HostOp::pooling_backward);
                         grads[0] = w.allocate(before, format, MemoryClass::temporary);
                         w.run(PointwiseFunction::divide_scalar, {outputs[0]}, grads[0]);
                       });
}

}  // namespace perfmodel

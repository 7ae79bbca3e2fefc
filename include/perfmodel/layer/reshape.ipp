#pragma once
#include <perfmodel/layer/reshape.hpp>

namespace perfmodel {

PERFMODEL_INLINE Shape output_shape(const Flatten& layer, InputShapes inputs) {
  require_inputs(inputs, 1);
  const Shape& x = inputs[0];
  if (layer.first < 0 || layer.first >= static_cast<std::int64_t>(x.rank))
    throw bad_input("first dimension", std::to_string(layer.first), "the input has shape " + text(x));
  Shape y{};
  std::int64_t rest = 1;
  for (std::size_t i = 0; i < x.rank; ++i) {
    if (static_cast<std::int64_t>(i) < layer.first)
      y.push_back(x[i]);
    else
      rest = checked_product(rest, x[i]);
  }
  y.push_back(rest);
  return y;
}

PERFMODEL_INLINE Shape output_shape(const Reshape& layer, InputShapes inputs) {
  require_inputs(inputs, 1);
  if (inputs[0].rank == 0) throw bad_input("input shape", text(inputs[0]), "must have a batch dimension");
  Shape y{inputs[0][0]};
  for (std::size_t i = 0; i < layer.sample.rank; ++i) y.push_back(layer.sample[i]);
  if (elements(y) != elements(inputs[0]))
    throw bad_input("input shape", text(inputs[0]), "cannot be seen as " + text(y) + ": another number of elements");
  return y;
}

PERFMODEL_INLINE Shape output_shape(const Concat& layer, InputShapes inputs) {
  if (inputs.empty()) throw bad_input("inputs", "0", "a concatenation takes at least one");
  Shape y = inputs[0];
  if (layer.dimension < 0 || layer.dimension >= static_cast<std::int64_t>(y.rank))
    throw bad_input("dimension", std::to_string(layer.dimension), "the first input has shape " + text(y));
  const auto d = static_cast<std::size_t>(layer.dimension);
  y.extent[d] = 0;
  for (const Shape& x : inputs) {
    bool same = x.rank == y.rank;
    for (std::size_t i = 0; same && i < x.rank; ++i) same = i == d || x[i] == inputs[0][i];
    if (!same)
      throw bad_input("input shapes", text(inputs[0]) + " and " + text(x),
                      "must agree but for dimension " + std::to_string(d));
    if (__builtin_add_overflow(y.extent[d], x[d], &y.extent[d]))
      throw bad_input("input shapes", text(x), "the sum must fit 63 bits");
  }
  return y;
}

PERFMODEL_INLINE Shape output_shape(const Slice& layer, InputShapes inputs) {
  require_inputs(inputs, 1);
  Shape y = inputs[0];
  if (layer.dimension < 1 || layer.dimension >= static_cast<std::int64_t>(y.rank))
    throw bad_input("dimension", std::to_string(layer.dimension),
                    "the input has shape " + text(y) + "; the batch is not sliced");
  const auto d = static_cast<std::size_t>(layer.dimension);
  if (layer.begin < 0 || layer.length < 1 || layer.begin > y[d] || layer.length > y[d] - layer.begin)
    throw bad_input("slice", std::to_string(layer.begin) + " + " + std::to_string(layer.length),
                    "must lie within dimension " + std::to_string(d) + " of " + text(y));
  y.extent[d] = layer.length;
  return y;
}

PERFMODEL_INLINE Shape output_shape(const Transpose& layer, InputShapes inputs) {
  require_inputs(inputs, 1);
  Shape y = inputs[0];
  const auto rank = static_cast<std::int64_t>(y.rank);
  if (layer.first < 0 || layer.second < 0 || layer.first >= rank || layer.second >= rank)
    throw bad_input("dimensions", std::to_string(layer.first) + " and " + std::to_string(layer.second),
                    "the input has shape " + text(y));
  std::swap(y.extent[static_cast<std::size_t>(layer.first)], y.extent[static_cast<std::size_t>(layer.second)]);
  return y;
}

namespace detail {

PERFMODEL_INLINE Tensor reshaped(TraceWriter& w, const Tensor& x, const Shape& shape, HostOp copies, MemoryClass why) {
  if (x.can_view(shape)) return x.view(shape);
  w.host(copies);
  const Tensor copy = w.allocate(x.shape(), x.format(), why);
  w.run(PointwiseFunction::copy, {x}, copy);
  return copy.view(shape);
}

PERFMODEL_INLINE Tensor viewed(TraceWriter& writer, const Tensor& x, const Shape& shape) {
  writer.host(HostOp::view);
  return writer.record(reshaped(writer, x, shape, HostOp::elementwise, MemoryClass::activation), {x},
                       [before = x.shape()](TraceWriter& w, Gradients outputs, Gradients grads) {
                         w.host(HostOp::view);
                         grads[0] =
                             reshaped(w, outputs[0], before, HostOp::elementwise_backward, MemoryClass::temporary);
                       });
}
}  // namespace detail

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const Flatten& layer, Inputs inputs, Parameters) {
  const std::array<Shape, 1> shapes{inputs[0].shape()};
  return detail::viewed(writer, inputs[0], output_shape(layer, shapes));
}

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const Reshape& layer, Inputs inputs, Parameters) {
  const std::array<Shape, 1> shapes{inputs[0].shape()};
  return detail::viewed(writer, inputs[0], output_shape(layer, shapes));
}

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const Concat& layer, Inputs inputs, Parameters) {
  std::vector<Shape> shapes;
  NumberFormat format = inputs[0].format();
  bool together = inputs[0].shape().rank == 4;
  for (const Tensor& x : inputs) {
    shapes.push_back(x.shape());
    format = promote(format, x.format());
    together = together && has_channels_together(x.operand());
  }
  writer.host(HostOp::elementwise);
  Tensor y = writer.allocate_images(output_shape(layer, shapes), format, together);
  writer.run(op::Concatenation{.output = y.operand(), .inputs = static_cast<std::int64_t>(inputs.size())}, inputs, y);
  return writer.record(std::move(y), inputs, [shapes](TraceWriter& w, Gradients outputs, Gradients grads) {
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      w.host(HostOp::view);
      grads[i] = outputs[0].narrow(shapes[i]);  // the whole gradient lives until the last of them is used
    }
  });
}

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const Slice& layer, Inputs inputs, Parameters) {
  const Tensor& x = inputs[0];
  const std::array<Shape, 1> shapes{x.shape()};
  writer.host(HostOp::view);
  return writer.record(x.narrow(output_shape(layer, shapes)), {x},
                       [before = x.shape()](TraceWriter& w, Gradients outputs, Gradients grads) {
                         w.host(HostOp::elementwise_backward, 2);
                         const Tensor& dy = outputs[0];
                         grads[0] = w.allocate(before, dy.format(), MemoryClass::temporary);
                         w.fill(grads[0]);
                         w.run(PointwiseFunction::copy, {dy}, grads[0].narrow(dy.shape()));
                       });
}

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const Transpose& layer, Inputs inputs, Parameters) {
  const Tensor& x = inputs[0];
  const std::array<Shape, 1> shapes{x.shape()};
  const Shape shape = output_shape(layer, shapes);
  const auto one = static_cast<std::size_t>(layer.first), other = static_cast<std::size_t>(layer.second);
  writer.host(HostOp::view);
  Tensor y = x.transpose(one, other);
  if (layer.copied) {
    writer.host(HostOp::elementwise);
    Tensor copy = writer.allocate(shape, x.format());
    writer.run(PointwiseFunction::copy, {y}, copy);
    y = std::move(copy);
  }
  return writer.record(std::move(y), {x}, [one, other](TraceWriter& w, Gradients outputs, Gradients grads) {
    w.host(HostOp::view);
    grads[0] = outputs[0].transpose(one, other);
  });
}

}  // namespace perfmodel

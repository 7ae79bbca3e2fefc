#pragma once
#include <perfmodel/layer/composed.hpp>

namespace perfmodel {

PERFMODEL_INLINE Shape output_shape(const ComposedGelu&, InputShapes inputs) {
  require_inputs(inputs, 1);
  return inputs[0];
}

PERFMODEL_INLINE Shape output_shape(const Cast&, InputShapes inputs) {
  require_inputs(inputs, 1);
  return inputs[0];
}

PERFMODEL_INLINE Shape output_shape(const RmsNorm& layer, InputShapes inputs) {
  require_inputs(inputs, 1);
  require_at_least("width of the norm", layer.width, 1);
  if (inputs[0].back() != layer.width)
    throw bad_input("input shape", text(inputs[0]),
                    "a weight of shape " + text(Shape{layer.width}) + " takes inputs that end in it");
  return inputs[0];
}

PERFMODEL_INLINE Shape output_shape(const Rotary& layer, InputShapes inputs) {
  require_inputs(inputs, 1);
  require_at_least("heads", layer.heads, 1);
  if (inputs[0].rank != 3 || inputs[0].back() % (2 * layer.heads) != 0)
    throw bad_input("input shape", text(inputs[0]),
                    "must be [batch, sequence, heads x an even size], with " + std::to_string(layer.heads) + " heads");
  return inputs[0];
}

PERFMODEL_INLINE std::vector<ParameterTensor> parameters(const RmsNorm& layer, InputShapes) {
  return {{.name = "weight", .shape = {layer.width}}};
}

namespace detail {

PERFMODEL_INLINE Tensor power(TraceWriter& writer, const Tensor& input) {
  const Tensor x = writer.autocast() ? writer.to(input, NumberFormat::fp32) : input;
  writer.host(HostOp::elementwise);
  Tensor y = allocate_like(writer, x, MemoryClass::activation);
  writer.run(PointwiseFunction::power_scalar, {x}, y);
  return writer.record(std::move(y), {x}, [x = x.detach()](TraceWriter& w, Gradients outputs, Gradients grads) {
    // grad * (exponent * x^(exponent - 1)): a power, a scaling, a product
    w.host(HostOp::elementwise_backward, 3);
    Tensor p = allocate_like(w, x);
    w.run(PointwiseFunction::power_scalar, {x}, p);
    Tensor scaled = allocate_like(w, x);
    w.run(PointwiseFunction::multiply_scalar, {p}, scaled);
    p = {};
    grads[0] = allocate_like(w, x);
    w.run(PointwiseFunction::multiply, {outputs[0], scaled}, grads[0]);
  });
}

PERFMODEL_INLINE Tensor row_mean(TraceWriter& writer, const Tensor& x) {
  writer.host(HostOp::elementwise);
  Tensor y = writer.allocate(x.shape().with_back(1), x.format());
  writer.run(op::Reduction{.input = x.operand(), .output = y.operand()}, {&x}, {&y});
  return writer.record(std::move(y), {x}, [shape = x.shape()](TraceWriter& w, Gradients outputs, Gradients grads) {
    w.host(HostOp::elementwise_backward, 2);
    grads[0] = w.allocate(shape, outputs[0].format(), MemoryClass::temporary);
    w.run(PointwiseFunction::divide_scalar, {outputs[0]}, grads[0]);
  });
}

PERFMODEL_INLINE Tensor reciprocal_root(TraceWriter& writer, const Tensor& x) {
  const Tensor shifted = call(writer, Scale{}, x);
  writer.host(HostOp::elementwise);
  Tensor y = allocate_like(writer, shifted, MemoryClass::activation);
  writer.run(PointwiseFunction::reciprocal_root, {shifted}, y);
  Tensor saved = y.detach();  // before y moves: the order of arguments is not fixed
  return writer.record(std::move(y), {shifted},
                       [saved = std::move(saved)](TraceWriter& w, Gradients outputs, Gradients grads) {
                         w.host(HostOp::elementwise_backward, 3);
                         w.run(PointwiseFunction::power_scalar, {saved}, saved);
                         w.run(PointwiseFunction::multiply_scalar, {saved}, saved);
                         grads[0] = allocate_like(w, outputs[0]);
                         w.run(PointwiseFunction::multiply, {saved, outputs[0]}, grads[0]);
                       });
}
}  // namespace detail

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const ComposedGelu&, Inputs inputs, Parameters) {
  using detail::call;
  const Tensor& x = inputs[0];
  const Tensor half = call(writer, Scale{}, x);
  Tensor t = detail::power(writer, x);
  t = call(writer, Scale{}, t);
  t = call(writer, Add{}, x, t);
  t = call(writer, Scale{}, t);
  t = call(writer, Activation{ActivationKind::tanh}, t);
  t = call(writer, Scale{}, t);  // 1 + t costs the same
  return call(writer, Multiply{}, half, t);
}

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const Cast& layer, Inputs inputs, Parameters) {
  return writer.to(inputs[0], layer.to_weights ? writer.precision().weights : layer.to);
}

namespace detail {

PERFMODEL_INLINE Tensor fused_rms_norm(TraceWriter& writer, const Tensor& input, const Tensor& weight) {
  writer.host(HostOp::normalization);
  Tensor y = allocate_like(writer, input, MemoryClass::activation);
  const Tensor scale = writer.allocate(input.shape().with_back(1), NumberFormat::fp32);
  const op::LayerNorm norm{.format = input.format(),
                           .parameters = weight.format(),
                           .rows = rows(input.shape()),
                           .columns = weight.size(),
                           .shift = false,
                           .mean_square = true};
  writer.run(norm, {&input, &weight}, {&y, &scale});
  RmsNormSaved kept{.norm = norm, .x = input.detach(), .weight = weight.detach(), .scale = scale};
  return writer.record(std::move(y), {input, weight},
                       [saved = std::move(kept)](TraceWriter& w, Gradients outputs, Gradients grads) {
                         w.host(HostOp::normalization_backward);
                         op::LayerNorm gradient = saved.norm;
                         gradient.pass = op::NormPass::input_gradient;
                         grads[0] = allocate_like(w, saved.x);
                         w.run(gradient, {&outputs[0], &saved.x, &saved.weight, &saved.scale}, {&grads[0]});
                         gradient.pass = op::NormPass::parameter_gradient;
                         grads[1] = allocate_like(w, saved.weight, MemoryClass::gradient);
                         w.run(gradient, {&outputs[0], &saved.x, &saved.scale}, {&grads[1]});
                       });
}
}  // namespace detail

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const RmsNorm& layer, Inputs inputs, Parameters ids) {
  using detail::call;
  const Tensor &input = inputs[0], weight = writer.parameter(ids[0]);
  if (layer.fused) return detail::fused_rms_norm(writer, input, weight);
  const Tensor x = writer.to(input, NumberFormat::fp32);
  const Tensor mean = detail::row_mean(writer, detail::power(writer, x));
  Tensor y = call(writer, Multiply{}, x, detail::reciprocal_root(writer, mean));
  y = writer.to(y, input.format());
  return call(writer, Multiply{}, weight.view(Shape{1, 1, layer.width}), y);
}

namespace detail {

PERFMODEL_INLINE void run_rotation(TraceWriter& w, const Tensor& x, const Tensor& y, std::int64_t heads) {
  const Shape& s = x.shape();
  const Shape apart{s[0], s[1], heads, s[2] / heads};
  w.run(op::pointwise(PointwiseFunction::multiply,
                      {x.view(apart).operand(), packed({apart[1], 1, apart[3]}, y.format())}, y.view(apart).operand()),
        {&x}, {&y});
}

PERFMODEL_INLINE Tensor rotated(TraceWriter& writer, const Tensor& x, std::int64_t heads) {
  const bool widens = writer.autocast() && bits(x.format()) == 16;
  writer.host(HostOp::elementwise);
  Tensor y = writer.allocate(x.shape(), widens ? NumberFormat::fp32 : x.format());
  run_rotation(writer, x, y, heads);
  return writer.record(std::move(y), {x},
                       [narrow = x.format(), heads, widens](TraceWriter& w, Gradients outputs, Gradients grads) {
                         const Tensor& dy = outputs[0];
                         w.host(HostOp::elementwise_backward);
                         const Tensor product = allocate_like(w, dy);
                         run_rotation(w, dy, product, heads);
                         grads[0] = product;
                         if (!widens) return;
                         w.host(HostOp::cast);
                         grads[0] = w.allocate(dy.shape(), narrow, MemoryClass::temporary);
                         w.run(PointwiseFunction::copy, {product}, grads[0]);
                       });
}

PERFMODEL_INLINE Tensor half_of_heads(const Tensor& x, std::int64_t heads) {
  const Shape& s = x.shape();
  const std::int64_t size = s[2] / heads;
  return x.view({s[0], s[1], heads, size}).narrow({s[0], s[1], heads, size / 2});
}

PERFMODEL_INLINE void rotate_half_backward(TraceWriter& w, const Tensor& dy, std::int64_t heads, Tensor& gradient) {
  w.host(HostOp::elementwise_backward, 7);
  const Tensor half = half_of_heads(dy, heads);
  const Tensor negative = w.allocate(dy.shape().with_back(dy.shape().back() / 2), dy.format(), MemoryClass::temporary);
  const Tensor negative_heads = negative.view(half.shape());
  w.run(PointwiseFunction::multiply_scalar, {half}, negative_heads);
  const auto padded = [&](const Tensor& part) {
    Tensor t = allocate_like(w, dy);
    w.fill(t);
    w.run(PointwiseFunction::copy, {part}, half_of_heads(t, heads));
    return t;
  };
  gradient = padded(negative_heads);
  const Tensor other = padded(half);
  w.run(PointwiseFunction::add, {gradient, other}, gradient);
}

PERFMODEL_INLINE Tensor rotate_half(TraceWriter& writer, const Tensor& x, std::int64_t heads) {
  writer.host(HostOp::view, 2);
  writer.host(HostOp::elementwise, 2);
  const Tensor half = half_of_heads(x, heads);
  const Tensor negated = writer.allocate(x.shape().with_back(x.shape().back() / 2), x.format(), MemoryClass::temporary);
  writer.run(PointwiseFunction::multiply_scalar, {half}, negated.view(half.shape()));
  Tensor turned = allocate_like(writer, x, MemoryClass::activation);
  writer.run(op::Concatenation{.output = turned.operand(), .inputs = 2}, {&x, &negated}, {&turned});
  return writer.record(std::move(turned), {x}, [heads](TraceWriter& w, Gradients outputs, Gradients grads) {
    rotate_half_backward(w, outputs[0], heads, grads[0]);
  });
}
}  // namespace detail

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const Rotary& layer, Inputs inputs, Parameters) {
  const Tensor straight = detail::rotated(writer, inputs[0], layer.heads);
  const Tensor turned = detail::rotate_half(writer, inputs[0], layer.heads);
  return detail::call(writer, Add{}, straight, detail::rotated(writer, turned, layer.heads));
}

}  // namespace perfmodel

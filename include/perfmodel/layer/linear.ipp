#pragma once
#include <perfmodel/layer/linear.hpp>

namespace perfmodel {

PERFMODEL_INLINE Shape output_shape(const Linear& layer, InputShapes inputs) {
  require_at_least("inputs of the linear layer", layer.inputs, 1);
  require_at_least("outputs of the linear layer", layer.outputs, 1);
  require_inputs(inputs, 1);
  if (inputs[0].rank < 2 || inputs[0].back() != layer.inputs)
    throw bad_input("input shape", text(inputs[0]),
                    "weights of shape " + text(Shape{layer.outputs, layer.inputs}) + " take inputs that end in " +
                        std::to_string(layer.inputs));
  return inputs[0].with_back(layer.outputs);
}

PERFMODEL_INLINE std::vector<ParameterTensor> parameters(const Linear& layer, InputShapes) {
  std::vector<ParameterTensor> list{
      {.name = "weight", .shape = {layer.outputs, layer.inputs}, .format = layer.quantized}};
  if (layer.bias) list.push_back({.name = "bias", .shape = {layer.outputs}});
  return list;
}

namespace detail {

PERFMODEL_INLINE LinearOperands linear_operands(TraceWriter& writer, const Linear& layer, const Tensor& input,
                                                Parameters ids) {
  const bool by_view = writer.options().rules.weight_by_view;
  LinearOperands o{};
  const auto cast_bias = [&] {
    if (layer.bias) o.bias = writer.cast_operand(writer.parameter(ids[1]));
  };
  if (!by_view) cast_bias();
  o.weight = writer.cast_operand(writer.parameter(ids[0]), by_view);
  o.x = writer.cast_operand(input);
  if (by_view) cast_bias();
  return o;
}

PERFMODEL_INLINE Gemm linear_product(const TraceWriter& writer, const Linear& layer, const Tensor& x) {
  return {.format = layer.quantized.value_or(product_format(writer, x.format())),
          .layout = Layout::nt,
          .m = rows(x.shape()),
          .n = layer.outputs,
          .k = layer.inputs,
          .output = x.format(),
          .epilogue = layer.bias ? Epilogue::bias : Epilogue::none};
}

PERFMODEL_INLINE void linear_of_transposed(TraceWriter& writer, const Linear& layer, const LinearOperands& o,
                                           const Tensor& y) {
  Gemm product = linear_product(writer, layer, o.x);
  product.epilogue = Epilogue::none;
  if (!writer.training() && o.x.shape().rank == 3) {
    product.batch = o.x.shape()[1];
    product.m = o.x.shape()[0];
    product.repeated_b = true;
  }
  writer.run(product, {&o.x, &o.weight}, {&y});
  writer.host(HostOp::elementwise);
  const Tensor seen = positions_first(y);
  writer.run(PointwiseFunction::add, {seen, o.bias}, seen);
}

PERFMODEL_INLINE void linear_forward(TraceWriter& writer, const Linear& layer, const LinearOperands& o,
                                     const Tensor& y) {
  // a fused path (inference without autocast) takes a transposed input as it lies
  if (layer.transposed_input && layer.bias && (writer.training() || writer.autocast()))
    return linear_of_transposed(writer, layer, o, y);
  Gemm product = linear_product(writer, layer, o.x);
  if (layer.bias && !writer.options().rules.bias_in_epilogue) {
    writer.run(PointwiseFunction::copy, {o.bias}, y);
    product.epilogue = Epilogue::accumulate;
  }
  writer.run(product, {&o.x, &o.weight, &o.bias}, {&y});
}

PERFMODEL_INLINE void linear_backward(TraceWriter& w, const LinearSaved& saved, Gradients outputs, Gradients grads) {
  w.host(HostOp::linear_backward);
  const Tensor& dy = outputs[0];
  const Gemm& forward = saved.product;
  Gemm product{.format = forward.format,
               .layout = Layout::nn,
               .m = forward.m,
               .n = forward.k,
               .k = forward.n,
               .output = forward.output};
  if (saved.input_gradient) {
    grads[0] = w.allocate(saved.x_shape, dy.format(), MemoryClass::temporary);
    w.run(product, {&dy, &saved.weight}, {&grads[0]});
  }
  if (saved.weight_gradient) {
    grads[1] = w.allocate(saved.weight_shape, dy.format(), MemoryClass::gradient);
    product.layout = Layout::tn;
    product.m = forward.n;
    product.k = forward.m;
    w.run(product, {&dy, &saved.x}, {&grads[1]});
  }
  if (saved.bias) grads[2] = column_sum(w, dy, saved.bias_shape);
}
}  // namespace detail

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const Linear& layer, Inputs inputs, Parameters ids) {
  detail::require_inference(writer, layer.quantized);
  writer.host(HostOp::linear);
  const detail::LinearOperands o = detail::linear_operands(writer, layer, inputs[0], ids);
  Tensor y = writer.allocate(o.x.shape().with_back(layer.outputs), o.x.format());
  detail::linear_forward(writer, layer, o, y);
  const bool input_gradient = o.x.requires_grad(), weight_gradient = o.weight.requires_grad();
  detail::LinearSaved saved{.product = detail::linear_product(writer, layer, o.x),
                            .bias = layer.bias,
                            .input_gradient = input_gradient,
                            .weight_gradient = weight_gradient,
                            .x_shape = o.x.shape(),
                            .weight_shape = o.weight.shape(),
                            .bias_shape = o.bias.shape(),
                            .x = weight_gradient ? o.x : Tensor{},
                            .weight = input_gradient ? o.weight : Tensor{}};
  return writer.record(std::move(y), {o.x, o.weight, o.bias},
                       [saved = std::move(saved)](TraceWriter& w, Gradients outputs, Gradients grads) {
                         detail::linear_backward(w, saved, outputs, grads);
                       });
}

}  // namespace perfmodel

#pragma once
#include <perfmodel/layer/convolution.hpp>

namespace perfmodel {

PERFMODEL_INLINE Shape weight_shape(const Convolution2d& c) {
  return c.transposed ? Shape{c.in, c.out / c.groups, c.kernel_h, c.kernel_w}
                      : Shape{c.out, c.in / c.groups, c.kernel_h, c.kernel_w};
}

namespace detail {

PERFMODEL_INLINE void require_sizes(const Convolution2d& c) {
  require_at_least("channels in", c.in, 1);
  require_at_least("channels out", c.out, 1);
  require_at_least("groups", c.groups, 1);
  for (const std::int64_t v : {c.kernel_h, c.kernel_w, c.stride_h, c.stride_w, c.dilation_h, c.dilation_w})
    require_at_least("kernel, stride and dilation", v, 1);
  for (const std::int64_t v : {c.pad_h, c.pad_w, c.output_pad_h, c.output_pad_w}) require_at_least("padding", v, 0);
  for (const std::int64_t v : {c.kernel_h, c.kernel_w, c.stride_h, c.stride_w, c.dilation_h, c.dilation_w, c.pad_h,
                               c.pad_w, c.output_pad_h, c.output_pad_w})
    if (v > 65536)
      throw bad_input("convolution", std::to_string(v), "kernel, stride, dilation and padding must be <= 65536");
  if (c.in % c.groups != 0 || c.out % c.groups != 0)
    throw bad_input("groups", std::to_string(c.groups),
                    "must divide the channels, " + std::to_string(c.in) + " in and " + std::to_string(c.out) + " out");
  if (c.transposed &&
      (c.output_pad_h >= std::max(c.stride_h, c.dilation_h) || c.output_pad_w >= std::max(c.stride_w, c.dilation_w)))
    throw bad_input("output padding", std::to_string(c.output_pad_h) + " x " + std::to_string(c.output_pad_w),
                    "must be smaller than stride or dilation");
}
}  // namespace detail

PERFMODEL_INLINE Shape output_shape(const Convolution2d& c, InputShapes inputs) {
  require_inputs(inputs, 1);
  detail::require_sizes(c);
  const Shape& x = inputs[0];
  if (x.rank != 4 || x[1] != c.in)
    throw bad_input(
        "input shape", text(x),
        "a weight of shape " + text(weight_shape(c)) + " takes [batch, " + std::to_string(c.in) + ", height, width]");
  constexpr std::int64_t largest_image = std::int64_t{1} << 40;
  if (std::max(x[2], x[3]) > largest_image)
    throw bad_input("input shape", text(x), "images must be at most 2^40 high and wide");
  const auto extent = [&](std::int64_t size, std::int64_t k, std::int64_t stride, std::int64_t pad,
                          std::int64_t dilation, std::int64_t output_pad) {
    const std::int64_t reach = dilation * (k - 1) + 1;
    if (c.transposed) return (checked_product(size - 1, stride) - 2 * pad) + reach + output_pad;
    return size + 2 * pad < reach ? std::int64_t{0} : (size + 2 * pad - reach) / stride + 1;
  };
  const std::int64_t h = extent(x[2], c.kernel_h, c.stride_h, c.pad_h, c.dilation_h, c.output_pad_h);
  const std::int64_t w = extent(x[3], c.kernel_w, c.stride_w, c.pad_w, c.dilation_w, c.output_pad_w);
  if (h < 1 || w < 1)
    throw bad_input("input shape", text(x),
                    "a kernel of " + std::to_string(c.kernel_h) + " x " + std::to_string(c.kernel_w) +
                        " does not fit the padded image");
  return {x[0], c.out, h, w};
}

PERFMODEL_INLINE std::vector<ParameterTensor> parameters(const Convolution2d& c, InputShapes) {
  std::vector<ParameterTensor> list{{.name = "weight", .shape = weight_shape(c)}};
  if (c.bias) list.push_back({.name = "bias", .shape = {c.out}});
  return list;
}

PERFMODEL_INLINE Convolution convolution_pass(const Convolution2d& c, const Shape& x, const Shape& y,
                                              NumberFormat format, MemoryFormat memory_format, ConvolutionPass pass) {
  const Shape &from = c.transposed ? y : x, &to = c.transposed ? x : y;
  if (c.transposed && pass != ConvolutionPass::weight_gradient)
    pass = pass == ConvolutionPass::forward ? ConvolutionPass::input_gradient : ConvolutionPass::forward;
  return {.pass = pass,
          .format = format,
          .memory_format = memory_format,
          .n = from[0],
          .c = from[1],
          .h = from[2],
          .w = from[3],
          .k = to[1],
          .r = c.kernel_h,
          .s = c.kernel_w,
          .stride_h = c.stride_h,
          .stride_w = c.stride_w,
          .pad_h = c.pad_h,
          .pad_w = c.pad_w,
          .dilation_h = c.dilation_h,
          .dilation_w = c.dilation_w,
          .groups = c.groups,
          .bias = c.bias};
}

PERFMODEL_INLINE Work forward_work(const Convolution2d& c, InputShapes inputs) {
  return work(convolution_pass(c, inputs[0], output_shape(c, inputs), NumberFormat::fp32, MemoryFormat::nchw,
                               ConvolutionPass::forward));
}

namespace detail {

PERFMODEL_INLINE Tensor laid_out(TraceWriter& w, const Tensor& x, bool together, HostOp copies) {
  const Shape& shape = x.shape();
  const Operand wanted{
      .shape = shape, .strides = together ? channels_last_strides(shape) : packed_strides(shape), .format = x.format()};
  if (same_order(x.operand(), wanted)) return x;
  w.host(copies);
  Tensor copy = w.allocate_images(shape, x.format(), together, MemoryClass::temporary);
  w.run(PointwiseFunction::copy, {x}, copy);
  return copy;
}

PERFMODEL_INLINE Tensor channel_sum(TraceWriter& w, const Tensor& dy, const Shape& bias) {
  Tensor sum = w.allocate(bias, dy.format(), MemoryClass::gradient);
  w.run(op::Reduction{.input = dy.operand(), .output = sum.view({1, bias[0], 1, 1}).operand()}, {&dy}, {&sum});
  return sum;
}

PERFMODEL_INLINE Bytes bytes_between_uses(const TraceWriter& writer, Bytes images) {
  constexpr double layers = 40.0;
  return layers * images + writer.parameter_bytes();
}

PERFMODEL_INLINE void run_pass(TraceWriter& w, const ConvolutionSaved& c, ConvolutionPass pass, const Tensor& one,
                               const Tensor& other, const Tensor& result) {
  Convolution operation = convolution_pass(c.layer, c.x_shape, c.y_shape, c.format, w.options().memory_format, pass);
  operation.between = c.between;
  w.run(operation, {&one, &other}, {&result});
}

PERFMODEL_INLINE void convolution_backward(TraceWriter& w, const ConvolutionSaved& c, Gradients outputs,
                                           Gradients grads) {
  const bool together = w.options().memory_format == MemoryFormat::nhwc;
  const Tensor& dy = outputs[0];
  w.host(HostOp::convolution_backward);
  {
    const Tensor x = c.weight_gradient ? laid_out(w, c.x, together, HostOp::elementwise_backward) : Tensor{};
    if (c.input_gradient) {
      grads[0] = w.allocate_images(c.x_shape, dy.format(), together, MemoryClass::temporary);
      const Tensor taken = laid_out(w, dy, together, HostOp::elementwise_backward);
      run_pass(w, c, ConvolutionPass::input_gradient, taken, c.weight, grads[0]);
    }
    if (c.weight_gradient) {
      const Tensor taken = laid_out(w, dy, together, HostOp::elementwise_backward);
      grads[1] = w.allocate_images(c.weight_shape, dy.format(), together, MemoryClass::gradient);
      run_pass(w, c, ConvolutionPass::weight_gradient, taken, x, grads[1]);
    }
  }
  if (c.layer.bias) grads[2] = channel_sum(w, dy, c.bias_shape);
}
}  // namespace detail

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const Convolution2d& c, Inputs inputs, Parameters ids) {
  const bool together = writer.options().memory_format == MemoryFormat::nhwc;
  writer.host(HostOp::convolution);
  const Tensor bias = c.bias ? writer.cast_operand(writer.parameter(ids[1])) : Tensor{};
  const Tensor weight = writer.cast_operand(writer.parameter(ids[0]));
  const Tensor x = writer.cast_operand(inputs[0]);
  const std::array<Shape, 1> shapes{x.shape()};
  const bool input_gradient = x.requires_grad(), weight_gradient = weight.requires_grad();
  detail::ConvolutionSaved saved{.layer = c,
                                 .x_shape = x.shape(),
                                 .y_shape = output_shape(c, shapes),
                                 .weight_shape = weight.shape(),
                                 .bias_shape = bias.shape(),
                                 .format = product_format(writer, x.format()),
                                 .x = weight_gradient ? x : Tensor{},
                                 .weight = input_gradient ? weight : Tensor{},
                                 .input_gradient = input_gradient,
                                 .weight_gradient = weight_gradient};
  Tensor y{};
  {
    const Tensor taken = detail::laid_out(writer, x, together, HostOp::elementwise);
    y = writer.allocate_images(saved.y_shape, x.format(), together);
    saved.between = detail::bytes_between_uses(writer, x.bytes() + y.bytes());
    detail::run_pass(writer, saved, ConvolutionPass::forward, taken, weight, y);
  }
  if (c.bias) {
    writer.host(HostOp::elementwise);
    writer.run(PointwiseFunction::add, {y, bias.view({1, c.out, 1, 1})}, y);
  }
  return writer.record(std::move(y), {x, weight, bias},
                       [saved = std::move(saved)](TraceWriter& w, Gradients outputs, Gradients grads) {
                         detail::convolution_backward(w, saved, outputs, grads);
                       });
}

}  // namespace perfmodel

#pragma once
#include <algorithm>
#include <perfmodel/kernel/convolution.hpp>
#include <perfmodel/kernel/convolution_time.hpp>
#include <perfmodel/layer/parts.hpp>
#include <vector>

namespace perfmodel {

/// A 2-D convolution over [batch, in, height, width], in PyTorch's argument names. Grouped (groups > 1), depthwise
/// (groups == in), dilated, or transposed (`out` channels from `in`, the spatial size multiplied by the stride).
struct Convolution2d {
  std::int64_t in{}, out{};
  std::int64_t kernel_h{1}, kernel_w{1}, stride_h{1}, stride_w{1}, pad_h{}, pad_w{}, dilation_h{1}, dilation_w{1},
      groups{1};
  bool bias{};
  bool transposed{};
  std::int64_t output_pad_h{}, output_pad_w{};  ///< transposed only: extra rows and columns at the far side
};

[[nodiscard]] constexpr std::string_view kind(const Convolution2d& c) {
  return c.transposed                       ? "transposed_convolution"
         : c.groups > 1 && c.groups == c.in ? "depthwise_convolution"
                                            : "convolution";
}

/// The weight as the framework stores it: [out, in / groups, r, s], transposed [in, out / groups, r, s].
[[nodiscard]] inline Shape weight_shape(const Convolution2d& c) {
  return c.transposed ? Shape{c.in, c.out / c.groups, c.kernel_h, c.kernel_w}
                      : Shape{c.out, c.in / c.groups, c.kernel_h, c.kernel_w};
}

/// @throws Error naming the shapes if the channels differ, groups do not divide them, or the kernel is larger than the
/// padded image
[[nodiscard]] inline Shape output_shape(const Convolution2d& c, InputShapes inputs) {
  require_inputs(inputs, 1);
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
  const Shape& x = inputs[0];
  if (x.rank != 4 || x[1] != c.in)
    throw bad_input(
        "input shape", text(x),
        "a weight of shape " + text(weight_shape(c)) + " takes [batch, " + std::to_string(c.in) + ", height, width]");
  constexpr std::int64_t largest_image = std::int64_t{1} << 40;
  if (std::max(x[2], x[3]) > largest_image) throw bad_input("input shape", text(x), "images must be at most 2^40 high and wide");
  const auto extent = [&](std::int64_t size, std::int64_t k, std::int64_t stride, std::int64_t pad,
                          std::int64_t dilation, std::int64_t output_pad) {
    const std::int64_t reach = dilation * (k - 1) + 1;
    if (c.transposed) return (checked_product(size - 1, stride) - 2 * pad) + reach + output_pad;
    return size + 2 * pad < reach ? std::int64_t{0} : (size + 2 * pad - reach) / stride + 1;
  };
  if (c.transposed && (c.output_pad_h >= std::max(c.stride_h, c.dilation_h) || c.output_pad_w >= std::max(c.stride_w, c.dilation_w)))
    throw bad_input("output padding", std::to_string(c.output_pad_h) + " x " + std::to_string(c.output_pad_w), "must be smaller than stride or dilation");
  const std::int64_t h = extent(x[2], c.kernel_h, c.stride_h, c.pad_h, c.dilation_h, c.output_pad_h);
  const std::int64_t w = extent(x[3], c.kernel_w, c.stride_w, c.pad_w, c.dilation_w, c.output_pad_w);
  if (h < 1 || w < 1)
    throw bad_input("input shape", text(x),
                    "a kernel of " + std::to_string(c.kernel_h) + " x " + std::to_string(c.kernel_w) +
                        " does not fit the padded image");
  return {x[0], c.out, h, w};
}

[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Convolution2d& c, InputShapes) {
  std::vector<ParameterTensor> list{{.name = "weight", .shape = weight_shape(c)}};
  if (c.bias) list.push_back({.name = "bias", .shape = {c.out}});
  return list;
}

/// The kernel of one pass. A transposed convolution's forward pass is the input gradient of the plain one from its
/// output to its input.
[[nodiscard]] inline Convolution convolution_kernel(const Convolution2d& c, const Shape& x, const Shape& y,
                                                    NumberFormat format, MemoryFormat memory_format,
                                                    ConvolutionPass pass) {
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

/// 2 N K P Q (C / groups) R S.
[[nodiscard]] inline Work forward_work(const Convolution2d& c, InputShapes inputs) {
  return work(convolution_kernel(c, inputs[0], output_shape(c, inputs), NumberFormat::fp32, MemoryFormat::nchw,
                                 ConvolutionPass::forward));
}

/// The weight gradient of a 1 x 1 convolution over NCHW tensors is one product for each image, whose FP32 results are then
/// added: in 16 bits, up to 100 MiB of them, for small images or few. Large ones run kernels for NHWC on copies of both tensors instead:
/// in BF16 where the results were more than the copies (twice as much where a plane's rows are no multiple of 16 bytes and images are
/// few), in FP16 from 2^19 weights on over planes of such rows. Read from the same records (ResNet-50 at 320 x 320, DenseNet-121,
/// Inception v3), from pytorch_convolution_kernels.csv beside them, and from peaks of ResNets.
[[nodiscard]] constexpr std::int64_t partial_filters_bytes(const Convolution& c) {
  constexpr std::int64_t most = std::int64_t{100} << 20, few_images = 32, small_image = 64, aligned = 8, large = std::int64_t{1} << 19;
  if (bits(c.format) != 16 || c.pass != ConvolutionPass::weight_gradient) return 0;
  const std::int64_t filter = 4 * c.c * c.k, pixels = c.h * c.w, copies = 2 * (c.c + c.k) * pixels;  // bytes of an image
  const bool few = c.n <= few_images, even = pixels % aligned == 0;
  if (c.format == NumberFormat::bf16 ? filter > (few && !even ? 2 : 1) * copies : few && !even && c.c * c.k >= large) return c.n * copies;
  return (!few && pixels > small_image) || filter > most / c.n ? 0 : c.n * filter;
}

/// Weight gradients of 3 x 3 filters in TF32 over few tiles of NCHW images run as in FP32, by Winograd's F(3 x 3, 4 x 4): the bytes of
/// its 36 products' operands and results, to the byte in 10 of 10; 0 if they do not. Where: read off kernel names and workspaces of 24
/// convolutions and two networks (pytorch_convolution_kernels.csv; ResNet-18 and DenseNet-121 at batch 7 and 16).
[[nodiscard]] constexpr std::int64_t winograd_weight_bytes(const Convolution& c) {
  constexpr std::int64_t tile = 4, products = 36, most_work = 5'000'000, least_channels = 64, least_sum = 160;
  if (c.format != NumberFormat::tf32 || c.pass != ConvolutionPass::weight_gradient || c.memory_format != MemoryFormat::nchw || c.groups > 1 ||
      c.r != 3 || c.s != 3 || c.stride_h != 1 || c.stride_w != 1 || c.c < least_channels || c.c + c.k < least_sum)
    return 0;
  const std::int64_t tiles = c.n * ((c.p() + tile - 1) / tile) * ((c.q() + tile - 1) / tile);
  return tiles > most_work / (c.c * c.k) ? 0 : products * (bits(c.format) / 8) * (tiles * (c.c + c.k) + c.c * c.k);
}

/// Scratch memory that cuDNN asks for. The tensor-core kernels for NCHW tensors keep both activations and the filter once
/// more, as NHWC, the few channels of an image padded to 4 (FP16) or 8 (BF16); nothing for NHWC tensors and for 1 x 1 kernels with
/// stride 1, which need no reordering. Read from allocation records of cuDNN 9.19
/// (devices/calibrated/raw/h200-sxm/pytorch_allocations.csv); TF32 does so from 8 channels on (small filters of an image's first layer
/// have NCHW kernels; large ones copy the image as it is, for their gradient padded to 4) and writes results of strided 1 x 1 kernels as NCHW at once. What FP32 kernels take follows from the kernels that run: convolution_workspace().
[[nodiscard]] inline std::int64_t cudnn_workspace_bytes(const Convolution& c, const TraceTarget& target) {
  constexpr std::int64_t few = 8;
  const bool large_first_filter = c.c < few && c.pass != ConvolutionPass::input_gradient && c.groups == 1 && !runs_on_cuda_cores(c);
  const bool tensor_cores = (bits(c.format) == 16 && target.compute_capability >= 70) || (c.format == NumberFormat::tf32 && (c.c >= few || large_first_filter));
  if (const std::int64_t tiles = winograd_weight_bytes(c); tiles > 0) return tiles;
  if (!tensor_cores && (c.format == NumberFormat::fp32 || c.format == NumberFormat::tf32)) {
    Convolution plain = c;
    plain.format = NumberFormat::fp32;
    return static_cast<std::int64_t>(in(convolution_workspace(plain, static_cast<double>(target.sms), target.compute_capability), byte));
  }
  const bool one = c.r == 1 && c.s == 1, plain_product = one && c.stride_h == 1 && c.stride_w == 1;
  if (!tensor_cores || c.memory_format == MemoryFormat::nhwc || c.groups > 1) return 0;
  if (plain_product) return partial_filters_bytes(c);
  const bool as_it_is = c.format == NumberFormat::tf32 && c.pass == ConvolutionPass::forward;
  const std::int64_t least = c.format == NumberFormat::bf16 ? few : as_it_is ? 1 : 4, in = std::max(c.c, least);
  const bool writes_nchw = one && c.format == NumberFormat::tf32 && c.pass == ConvolutionPass::forward;
  const std::int64_t count = c.n * (in * c.h * c.w + (writes_nchw ? 0 : c.k * c.p() * c.q())) + c.k * in * c.r * c.s;
  return count * (bits(c.format) / 8);
}

namespace detail {
/// The sum over all dimensions but the channels: the gradient of a convolution's bias.
[[nodiscard]] inline Tensor channel_sum(TraceWriter& w, const Tensor& dy, const Shape& bias_shape) {
  if (w.options().memory_format == MemoryFormat::nhwc) return column_sum(w, dy, bias_shape);
  Tensor sum = w.allocate(bias_shape, dy.format(), MemoryClass::gradient);
  w.launch(Streaming{.kind = StreamingKind::row_reduction, .format = dy.format(), .rows = bias_shape[0],
                     .columns = dy.size() / bias_shape[0], .read = dy.bytes(), .written = sum.bytes(),
                     .work = static_cast<double>(dy.size()) * flop, .backward = true});
  return sum;
}
/// What passes through L2 from one use of a filter to the next: all parameters, and the other layers' inputs and results, as if
/// forty of this one's size were worked off between.
[[nodiscard]] inline Bytes bytes_between_uses(const TraceWriter& writer, Bytes images) {
  constexpr double layers = 40.0;
  Bytes sum = layers * images;
  for (const Parameter& p : writer.parameters()) sum += p.data.bytes();
  return sum;
}

}  // namespace detail

/// Forward: the convolution, then the bias added in place by an elementwise kernel. Backward, as convolution_backward
/// does it: input gradient, weight gradient, then the bias gradient, a sum over all but the channels. Saves input and
/// weight. aten/src/ATen/native/Convolution.cpp, aten/src/ATen/native/cudnn/ConvShared.cpp.
[[nodiscard]] inline Tensor forward(TraceWriter& writer, const Convolution2d& c, Inputs inputs, Parameters ids) {
  writer.host(HostOp::convolution);
  const Tensor bias = c.bias ? writer.cast_operand(writer.parameter(ids[1])) : Tensor{};
  const Tensor weight = writer.cast_operand(writer.parameter(ids[0]));
  const Tensor x = writer.cast_operand(inputs[0]);
  const std::array<Shape, 1> shapes{x.shape()};
  const Shape y_shape = output_shape(c, shapes);
  const NumberFormat format = product_format(writer, x.format());
  const MemoryFormat layout = writer.options().memory_format;
  Tensor y = writer.allocate(y_shape, x.format());
  const auto run = [c, x_shape = x.shape(), y_shape, format, layout, between = detail::bytes_between_uses(writer, x.bytes() + y.bytes())](TraceWriter& w, ConvolutionPass pass) {
    Convolution kernel = convolution_kernel(c, x_shape, y_shape, format, layout, pass);
    kernel.between = between;
    const std::int64_t scratch = cudnn_workspace_bytes(kernel, w.options().target);
    Tensor workspace{};
    if (scratch > 0) workspace = w.allocate({scratch}, bool_storage, MemoryClass::workspace);
    w.launch(kernel);
  };
  run(writer, ConvolutionPass::forward);
  if (c.bias) {
    writer.host(HostOp::elementwise);
    writer.launch(elementwise_of_two(y, bias, y, {1, 0}));  // addresses element by element in either layout
  }
  const bool input_gradient = x.requires_grad(), weight_gradient = weight.requires_grad();
  auto backward = [run, saved_x = weight_gradient ? x : Tensor{}, saved_weight = input_gradient ? weight : Tensor{},
                   x_shape = x.shape(), w_shape = weight.shape(), bias_shape = c.bias ? bias.shape() : Shape{},
                   input_gradient, weight_gradient,
                   has_bias = c.bias](TraceWriter& w, Gradients outputs, Gradients grads) {
    w.host(HostOp::convolution_backward);
    const Tensor& dy = outputs[0];
    if (input_gradient) {
      grads[0] = w.allocate(x_shape, dy.format(), MemoryClass::temporary);
      run(w, ConvolutionPass::input_gradient);
    }
    if (weight_gradient) {
      grads[1] = w.allocate(w_shape, dy.format(), MemoryClass::gradient);
      run(w, ConvolutionPass::weight_gradient);
    }
    if (has_bias) grads[2] = detail::channel_sum(w, dy, bias_shape);
  };
  return writer.record(std::move(y), {x, weight, bias}, std::move(backward));
}

}  // namespace perfmodel

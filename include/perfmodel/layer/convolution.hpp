#pragma once
#include <algorithm>
#include <perfmodel/compiled.hpp>
#include <perfmodel/layer/common.hpp>
#include <perfmodel/operation/convolution.hpp>
#include <utility>
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
  friend constexpr bool operator==(const Convolution2d&, const Convolution2d&) = default;
};

[[nodiscard]] constexpr std::string_view kind(const Convolution2d& c) {
  return c.transposed                       ? "transposed_convolution"
         : c.groups > 1 && c.groups == c.in ? "depthwise_convolution"
                                            : "convolution";
}

/// The weight as the framework stores it: [out, in / groups, r, s], transposed [in, out / groups, r, s].
[[nodiscard]] Shape weight_shape(const Convolution2d& c);

namespace detail {
/// @throws Error naming the number that is out of range
void require_sizes(const Convolution2d& c);
}  // namespace detail

/// @throws Error naming the shapes if the channels differ, groups do not divide them, or the kernel is larger than the
/// padded image
[[nodiscard]] Shape output_shape(const Convolution2d& c, InputShapes inputs);

[[nodiscard]] std::vector<ParameterTensor> parameters(const Convolution2d& c, InputShapes);

/// The operation of one pass. A transposed convolution's forward pass is the input gradient of the plain one from its
/// output to its input.
[[nodiscard]] Convolution convolution_pass(const Convolution2d& c, const Shape& x, const Shape& y, NumberFormat format,
                                           MemoryFormat memory_format, ConvolutionPass pass);

/// 2 N K P Q (C / groups) R S.
[[nodiscard]] Work forward_work(const Convolution2d& c, InputShapes inputs);

namespace detail {
/// The tensor as cuDNN takes it: without gaps, its channels together or plane by plane; a copy if it lies otherwise.
[[nodiscard]] Tensor laid_out(TraceWriter& w, const Tensor& x, bool together, HostOp copies);

/// The sum over all dimensions but the channels: the gradient of a convolution's bias.
[[nodiscard]] Tensor channel_sum(TraceWriter& w, const Tensor& dy, const Shape& bias);

/// What passes through L2 from one use of a filter to the next: all parameters, and the other layers' inputs and
/// results, as if forty of this one's size were worked off between.
[[nodiscard]] Bytes bytes_between_uses(const TraceWriter& writer, Bytes images);

/// What the backward pass of a convolution needs.
struct ConvolutionSaved {
  Convolution2d layer{};
  Shape x_shape{}, y_shape{}, weight_shape{}, bias_shape{};
  NumberFormat format{};  ///< of the products
  Bytes between{};
  Tensor x{}, weight{};
  bool input_gradient{}, weight_gradient{};
};

void run_pass(TraceWriter& w, const ConvolutionSaved& c, ConvolutionPass pass, const Tensor& one, const Tensor& other,
              const Tensor& result);

/// As convolution_backward does it: input gradient, weight gradient, then the bias gradient, a sum over all but the
/// channels. Each pass makes the incoming gradient contiguous for itself.
void convolution_backward(TraceWriter& w, const ConvolutionSaved& c, Gradients outputs, Gradients grads);
}  // namespace detail

/// The convolution, then the bias added in place by an operation of its own. Saves input and weight.
/// aten/src/ATen/native/Convolution.cpp, aten/src/ATen/native/cudnn/ConvShared.cpp.
[[nodiscard]] Tensor forward(TraceWriter& writer, const Convolution2d& c, Inputs inputs, Parameters ids);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/layer/convolution.ipp>
#endif

#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/layer/common.hpp>
#include <vector>

namespace perfmodel {

/// Over the innermost dimension. `logarithm`: log_softmax.
struct Softmax {
  bool logarithm{};
  friend constexpr bool operator==(const Softmax&, const Softmax&) = default;
};

[[nodiscard]] constexpr std::string_view kind(const Softmax& layer) {
  return layer.logarithm ? "log_softmax" : "softmax";
}

/// @throws Error if the input has no dimension beside the batch
[[nodiscard]] Shape output_shape(const Softmax&, InputShapes inputs);

[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Softmax&, InputShapes) { return {}; }

/// Five per element: maximum, subtraction, exponential, sum, division.
[[nodiscard]] constexpr Work forward_work(const Softmax&, InputShapes inputs) {
  return 5.0 * static_cast<double>(elements(inputs[0])) * flop;
}

namespace detail {
/// softmax of the rows of x into y.
[[nodiscard]] op::Softmax softmax_of(const Tensor& x, const Tensor& y, bool logarithm = false);

/// softmax_backward: the gradient times the result in a temporary, then the sums over rows and dx. log_softmax does it
/// in one operation. PyTorch, aten/src/ATen/native/cuda/SoftMax.cu, softmax_backward_cuda_out.
[[nodiscard]] Tensor softmax_backward(TraceWriter& w, const Tensor& y, const Tensor& dy, NumberFormat to,
                                      bool logarithm = false);
}  // namespace detail

/// One operation forward, two backward (log_softmax: one); saves the result. Under autocast the result is FP32: FP16
/// input is read as it is (half_to_float), BF16 input is copied to FP32 first. PyTorch,
/// aten/src/ATen/native/SoftMax.cpp, autocast_mode.h.
[[nodiscard]] Tensor softmax(TraceWriter& writer, const Tensor& input, bool logarithm = false);

[[nodiscard]] Tensor forward(TraceWriter& writer, const Softmax& layer, Inputs inputs, Parameters);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/layer/softmax.ipp>
#endif

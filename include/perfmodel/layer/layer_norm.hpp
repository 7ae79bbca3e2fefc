#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/layer/common.hpp>
#include <utility>
#include <vector>

namespace perfmodel {

/// Normalizes the innermost dimension to mean 0 and variance 1, then scales and shifts. Ba et al. 2016,
/// arXiv:1607.06450.
struct LayerNorm {
  std::int64_t size{};      ///< innermost extent
  bool affine{true};        ///< has weight and bias
  bool transposed_input{};  ///< x is a transposed view (behind nn.MultiheadAttention): it is copied first, each way
  friend constexpr bool operator==(const LayerNorm&, const LayerNorm&) = default;
};

[[nodiscard]] constexpr std::string_view kind(const LayerNorm&) { return "layer_norm"; }

/// @throws Error naming the two shapes
[[nodiscard]] Shape output_shape(const LayerNorm& layer, InputShapes inputs);

[[nodiscard]] std::vector<ParameterTensor> parameters(const LayerNorm& layer, InputShapes);

/// Eight per element: two for the mean and variance sums each, subtract, multiply, scale, shift.
[[nodiscard]] constexpr Work forward_work(const LayerNorm& layer, InputShapes inputs) {
  return (layer.affine ? 8.0 : 6.0) * static_cast<double>(elements(inputs[0])) * flop;
}

namespace detail {
/// A transposed view copied into the usual order, for as long as the tensor lives.
[[nodiscard]] Tensor contiguous(TraceWriter& writer, const Tensor& x);

/// What the backward pass of a layer norm needs.
struct LayerNormSaved {
  op::LayerNorm norm{};  ///< the forward operation
  bool input_gradient{}, copied{};
  Tensor x{}, weight{}, mean{}, deviation{};
};

void layer_norm_backward(TraceWriter& w, const LayerNormSaved& saved, const Tensor& dy, Gradients grads);
}  // namespace detail

/// Saves the input, the weight and FP32 mean and reciprocal deviation of each row. Backward: one operation for dx, one
/// for the gradients of weight and bias. Under autocast everything is FP32 (layer_norm is on its FP32 list). PyTorch,
/// aten/src/ATen/native/cuda/layer_norm_kernel.cu.
[[nodiscard]] Tensor forward(TraceWriter& writer, const LayerNorm& layer, Inputs inputs, Parameters ids);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/layer/layer_norm.ipp>
#endif

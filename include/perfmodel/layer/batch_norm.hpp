#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/layer/common.hpp>
#include <vector>

namespace perfmodel {

/// Normalizes each channel (dimension 1) over the batch and the positions. Ioffe and Szegedy 2015, arXiv:1502.03167.
/// In inference it scales and shifts with the running statistics.
struct BatchNorm {
  std::int64_t channels{};
  friend constexpr bool operator==(const BatchNorm&, const BatchNorm&) = default;
};

[[nodiscard]] constexpr std::string_view kind(const BatchNorm&) { return "batch_norm"; }

/// @throws Error naming the two shapes
[[nodiscard]] Shape output_shape(const BatchNorm& layer, InputShapes inputs);

/// Weight and bias; buffers: running mean, running variance, and an int64 count of batches.
[[nodiscard]] std::vector<ParameterTensor> parameters(const BatchNorm& layer, InputShapes);

/// Eight per element, as for layer norm.
[[nodiscard]] constexpr Work forward_work(const BatchNorm&, InputShapes inputs) {
  return 8.0 * static_cast<double>(elements(inputs[0])) * flop;
}

namespace detail {
/// Inference: one operation. Where PyTorch's own kernels run instead of cuDNN's (BF16, or parameters in 16 bits) it
/// first copies the running mean and inverts the deviation, each by an operation of its own.
[[nodiscard]] Tensor inferred(TraceWriter& writer, const Tensor& x, NumberFormat parameters);
}  // namespace detail

/// Training counts the batch, takes its moments, and saves the input and the FP32 mean and reciprocal deviation of each
/// channel; one backward operation makes the gradients of input, weight and bias. PyTorch,
/// aten/src/ATen/native/Normalization.cpp.
[[nodiscard]] Tensor forward(TraceWriter& writer, const BatchNorm& layer, Inputs inputs, Parameters ids);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/layer/batch_norm.ipp>
#endif

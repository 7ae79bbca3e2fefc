#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/layer/common.hpp>
#include <utility>
#include <vector>

namespace perfmodel {

/// y = x W^T + b over the innermost dimension: x [..., inputs], W [outputs, inputs], b [outputs], y [..., outputs].
struct Linear {
  std::int64_t inputs{}, outputs{};
  bool bias{true};
  std::optional<NumberFormat> quantized{};  ///< weights are stored, and operands multiplied, in this format: inference
  bool transposed_input{};  ///< x is a transposed view (nn.MultiheadAttention): eager frameworks add the bias apart
  friend constexpr bool operator==(const Linear&, const Linear&) = default;
};

[[nodiscard]] constexpr std::string_view kind(const Linear&) { return "linear"; }

/// @throws Error naming the two shapes if the input does not end in `inputs`
[[nodiscard]] Shape output_shape(const Linear& layer, InputShapes inputs);

[[nodiscard]] std::vector<ParameterTensor> parameters(const Linear& layer, InputShapes);

/// 2 x rows x inputs x outputs; the bias rides in the epilogue and is not counted.
/// NVIDIA, "Linear/Fully-Connected Layers User's Guide", section 2.
[[nodiscard]] constexpr Work forward_work(const Linear& layer, InputShapes inputs) {
  return static_cast<double>(rows(inputs[0])) * static_cast<double>(layer.inputs) * static_cast<double>(layer.outputs) *
         mac;
}

namespace detail {

/// Operands as the product takes them. Autocast casts the arguments from the last to the first: linear(x, W, b) in
/// Python, addmm(b, x, W.t()) in C++.
struct LinearOperands {
  Tensor bias{}, weight{}, x{};
};
[[nodiscard]] LinearOperands linear_operands(TraceWriter& writer, const Linear& layer, const Tensor& input,
                                             Parameters ids);

/// x W^T of one matrix, whose rows are all positions of all samples.
[[nodiscard]] Gemm linear_product(const TraceWriter& writer, const Linear& layer, const Tensor& x);

/// y = x W^T, and the bias added by an operation of its own, where x is a transposed view [batch, positions, inputs].
/// torch.matmul takes it as one product if the weight needs a gradient; otherwise as a batch of products, one for each
/// position. aten/src/ATen/native/LinearAlgebra.cpp, should_fold.
void linear_of_transposed(TraceWriter& writer, const Linear& layer, const LinearOperands& o, const Tensor& y);

void linear_forward(TraceWriter& writer, const Linear& layer, const LinearOperands& o, const Tensor& y);

/// What the backward pass of a linear layer needs.
struct LinearSaved {
  Gemm product{};  ///< of the forward pass
  bool bias{}, input_gradient{}, weight_gradient{};
  Shape x_shape{}, weight_shape{}, bias_shape{};
  Tensor x{}, weight{};
};

/// In the order of AddmmBackward: input gradient (NN), weight gradient (TN), then the bias gradient, a sum over rows.
void linear_backward(TraceWriter& w, const LinearSaved& saved, Gradients outputs, Gradients grads);

}  // namespace detail

/// Forward: NT product with the bias in the epilogue. Saves the input and the weight.
[[nodiscard]] Tensor forward(TraceWriter& writer, const Linear& layer, Inputs inputs, Parameters ids);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/layer/linear.ipp>
#endif

#pragma once
#include <perfmodel/layer/parts.hpp>
#include <algorithm>
#include <vector>

namespace perfmodel {

/// y = x W^T + b over the innermost dimension: x [..., inputs], W [outputs, inputs], b [outputs], y [..., outputs].
struct Linear {
  std::int64_t inputs{}, outputs{};
  bool bias{true};
  bool transposed_input{};  ///< x is a transposed view (nn.MultiheadAttention): eager frameworks add the bias apart
};

[[nodiscard]] constexpr std::string_view kind(const Linear&) { return "linear"; }

/// @throws Error naming the two shapes if the input does not end in `inputs`
[[nodiscard]] inline Shape output_shape(const Linear& layer, InputShapes inputs) {
  require_at_least("inputs of the linear layer", layer.inputs, 1);
  require_at_least("outputs of the linear layer", layer.outputs, 1);
  require_inputs(inputs, 1);
  if (inputs[0].rank < 2 || inputs[0].back() != layer.inputs)
    throw bad_input("input shape", text(inputs[0]),
                    "weights of shape " + text(Shape{layer.outputs, layer.inputs}) + " take inputs that end in " +
                        std::to_string(layer.inputs));
  return inputs[0].with_back(layer.outputs);
}

[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Linear& layer, InputShapes) {
  std::vector<ParameterTensor> list{{.name = "weight", .shape = {layer.outputs, layer.inputs}}};
  if (layer.bias) list.push_back({.name = "bias", .shape = {layer.outputs}});
  return list;
}

/// 2 x rows x inputs x outputs; the bias rides in the epilogue and is not counted.
/// NVIDIA, "Linear/Fully-Connected Layers User's Guide", section 2.
[[nodiscard]] constexpr Work forward_work(const Linear& layer, InputShapes inputs) {
  return static_cast<double>(rows(inputs[0])) * static_cast<double>(layer.inputs) * static_cast<double>(layer.outputs) *
         mac;
}

namespace detail {
/// Rows of the plain product that takes as long as one product for each position of a transposed input [batch, positions, inputs]:
/// torch.matmul multiplies a view that is not contiguous position by position where the weight needs no gradient
/// (aten/src/ATen/native/LinearAlgebra.cpp, should_fold), `batch` rows each, and each loads the whole weight from L2. Read off
/// 197 products of 12, 16 and 64 rows, 768 x 2304, on an H200: 58.1 us (BF16), 58.4 (FP16), 76.2 (BF16), nvjet 384 x 16 and 384 x 64,
/// where plain products take 16, 20 and 67 (ViT-B/16 under autocast,
/// devices/calibrated/raw/h200-sxm/pytorch_kernel_grids.csv, pytorch_validation_kernels.csv).
[[nodiscard]] inline std::int64_t rows_by_position(std::int64_t batch, std::int64_t positions) {
  constexpr double weight_rows = 50.0, row = 0.35;
  return checked_product(positions, std::max(batch, static_cast<std::int64_t>(weight_rows + row * static_cast<double>(batch))));
}
}  // namespace detail

/// Forward: NT product with the bias in the epilogue. Backward, in the order of AddmmBackward: input gradient (NN) if
/// the input has one, weight gradient (TN), then the bias gradient, a sum over rows. Saves the input and the weight.
/// Autocast casts its arguments from the last to the first: linear(x, W, b) in Python, addmm(b, x, W.t()) in C++.
[[nodiscard]] inline Tensor forward(TraceWriter& writer, const Linear& layer, Inputs inputs, Parameters ids) {
  writer.host(HostOp::linear);
  const bool by_view = writer.options().rules.weight_by_view;
  Tensor bias{}, weight{}, x{};
  const auto cast_bias = [&] { bias = layer.bias ? writer.cast_operand(writer.parameter(ids[1])) : Tensor{}; };
  if (!by_view) cast_bias();
  weight = writer.cast_operand(writer.parameter(ids[0]), by_view);
  x = writer.cast_operand(inputs[0]);
  if (by_view) cast_bias();
  Gemm gemm{.format = product_format(writer, x.format()),
            .layout = Layout::nt,
            .m = rows(x.shape()),
            .n = layer.outputs,
            .k = layer.inputs,
            .output = x.format()};
  gemm.epilogue = layer.bias ? Epilogue::bias : Epilogue::none;
  Tensor y = writer.allocate(x.shape().with_back(layer.outputs), x.format());
  if (layer.bias && !writer.options().rules.bias_in_epilogue) {
    writer.launch(elementwise(y.format(), y.size(), bias.bytes(), y.bytes()));
    gemm.epilogue = Epilogue::accumulate;
  }
  // a fused path (inference without autocast) takes such an input as it lies
  const bool apart = layer.transposed_input && layer.bias && (writer.training() || writer.autocast());
  if (apart) gemm.epilogue = Epilogue::none;
  Gemm launched = gemm;
  if (apart && !writer.training() && x.shape().rank == 3) launched.m = detail::rows_by_position(x.shape()[0], x.shape()[1]);
  writer.launch(launched);
  if (apart) {
    writer.host(HostOp::elementwise);
    Streaming addition = elementwise(y.format(), y.size(), y.bytes() + bias.bytes(), y.bytes(), {1, 0});
    addition.issue_cycles = detail::strided_cycles * static_cast<double>(y.size());
    writer.launch(addition);
  }

  const bool input_gradient = x.requires_grad(), weight_gradient = weight.requires_grad();
  auto backward = [gemm, bias_shape = layer.bias ? bias.shape() : Shape{}, saved_x = weight_gradient ? x : Tensor{},
                   saved_weight = input_gradient ? weight : Tensor{}, x_shape = x.shape(),
                   weight_shape = weight.shape(), input_gradient, weight_gradient,
                   has_bias = layer.bias](TraceWriter& w, Gradients outputs, Gradients grads) {
    w.host(HostOp::linear_backward);
    const Tensor& dy = outputs[0];
    Gemm product{
        .format = gemm.format, .layout = Layout::nn, .m = gemm.m, .n = gemm.k, .k = gemm.n, .output = gemm.output};
    if (input_gradient) {
      grads[0] = w.allocate(x_shape, dy.format(), MemoryClass::temporary);
      w.launch(product);
    }
    if (weight_gradient) {
      grads[1] = w.allocate(weight_shape, dy.format(), MemoryClass::gradient);
      product.layout = Layout::tn;
      product.m = gemm.n;
      product.k = gemm.m;
      w.launch(product);
    }
    if (has_bias) grads[2] = column_sum(w, dy, bias_shape);
  };
  return writer.record(std::move(y), {x, weight, bias}, std::move(backward));
}

}  // namespace perfmodel

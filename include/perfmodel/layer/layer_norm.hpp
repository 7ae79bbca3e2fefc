#pragma once
#include <perfmodel/layer/parts.hpp>
#include <vector>

namespace perfmodel {

/// Normalizes the innermost dimension to mean 0 and variance 1, then scales and shifts. Ba et al. 2016,
/// arXiv:1607.06450.
struct LayerNorm {
  std::int64_t size{};  ///< innermost extent
  bool affine{true};    ///< has weight and bias
  bool transposed_input{};  ///< x is a transposed view (behind nn.MultiheadAttention): it is copied first, each way
};

[[nodiscard]] constexpr std::string_view kind(const LayerNorm&) { return "layer_norm"; }

/// @throws Error naming the two shapes
[[nodiscard]] inline Shape output_shape(const LayerNorm& layer, InputShapes inputs) {
  require_at_least("size of the layer norm", layer.size, 1);
  require_inputs(inputs, 1);
  if (inputs[0].rank < 2 || inputs[0].back() != layer.size)
    throw bad_input("input shape", text(inputs[0]), "must end in " + text(Shape{layer.size}));
  return inputs[0];
}

[[nodiscard]] inline std::vector<ParameterTensor> parameters(const LayerNorm& layer, InputShapes) {
  if (!layer.affine) return {};
  return {{.name = "weight", .shape = {layer.size}}, {.name = "bias", .shape = {layer.size}}};
}

/// Eight per element: two for the mean and variance sums each, subtract, multiply, scale, shift.
[[nodiscard]] constexpr Work forward_work(const LayerNorm& layer, InputShapes inputs) {
  return (layer.affine ? 8.0 : 6.0) * static_cast<double>(elements(inputs[0])) * flop;
}

namespace detail {
/// A transposed view copied into the usual order, for as long as the tensor lives.
[[nodiscard]] inline Tensor contiguous(TraceWriter& writer, const Tensor& x, bool backward) {
  Tensor copy = allocate_like(writer, x);
  Streaming kernel = elementwise(x.format(), x.size(), x.bytes(), x.bytes(), {}, backward);
  kernel.issue_cycles = strided_cycles * static_cast<double>(x.size());
  writer.launch(kernel);
  return copy;
}
}  // namespace detail

/// Saves the input, the weight and FP32 mean and reciprocal deviation of each row. Backward: one kernel for dx, one
/// column reduction for the gradients of weight and bias. Under autocast everything is FP32 (layer_norm is on its FP32
/// list). PyTorch, aten/src/ATen/native/cuda/layer_norm_kernel.cu.
[[nodiscard]] inline Tensor forward(TraceWriter& writer, const LayerNorm& layer, Inputs inputs, Parameters ids) {
  const Tensor x = writer.autocast() ? writer.to(inputs[0], NumberFormat::fp32) : inputs[0];
  const Tensor weight = layer.affine ? writer.parameter(ids[0]) : Tensor{};
  const Tensor bias = layer.affine ? writer.parameter(ids[1]) : Tensor{};
  writer.host(HostOp::normalization);
  const std::int64_t row_count = rows(x.shape());
  const double n = static_cast<double>(x.size());
  // a fused path (inference without autocast) leaves its result in the usual order
  const bool copied = layer.transposed_input && (writer.training() || writer.autocast());
  const Tensor in_order = copied ? detail::contiguous(writer, x, false) : x;
  Tensor y = allocate_like(writer, x, MemoryClass::activation);
  const Tensor mean = writer.allocate({row_count}, NumberFormat::fp32);
  const Tensor deviation = writer.allocate({row_count}, NumberFormat::fp32);
  Streaming kernel{.kind = StreamingKind::layer_norm,
                   .format = x.format(),
                   .rows = row_count,
                   .columns = layer.size,
                   .read = x.bytes() + weight.bytes() + bias.bytes(),
                   .written = y.bytes() + mean.bytes() + deviation.bytes(),
                   .work = (layer.affine ? 8.0 : 6.0) * n * flop,
                   .special_functions = static_cast<double>(row_count)};
  writer.launch(kernel);
  const bool input_gradient = x.requires_grad();
  return writer.record(std::move(y), {x, weight, bias},
                       [x = x.detach(), weight = weight.detach(), mean, deviation, kernel, input_gradient, n, copied](
                           TraceWriter& w, Gradients outputs, Gradients grads) {
                         w.host(HostOp::normalization_backward);
                         const Tensor& dy = outputs[0];
                         const Tensor again = copied ? detail::contiguous(w, x, true) : x;
                         Streaming back = kernel;
                         back.backward = true;
                         back.read = x.bytes() + dy.bytes() + weight.bytes() + mean.bytes() + deviation.bytes();
                         if (input_gradient) grads[0] = allocate_like(w, x);
                         if (weight.defined()) {
                           grads[1] = w.allocate(weight.shape(), weight.format(), MemoryClass::gradient);
                           grads[2] = w.allocate(weight.shape(), weight.format(), MemoryClass::gradient);
                         }
                         if (input_gradient) {
                           back.written = x.bytes();
                           back.work = 11.0 * n * flop;
                           w.launch(back);
                         }
                         if (weight.defined()) {
                           back.kind = StreamingKind::column_reduction;
                           back.written = 2.0 * weight.bytes();
                           back.work = 4.0 * n * flop;
                           w.launch(back);
                         }
                       });
}

}  // namespace perfmodel

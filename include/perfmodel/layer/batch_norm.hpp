#pragma once
#include <perfmodel/layer/parts.hpp>
#include <vector>

namespace perfmodel {

/// Normalizes each channel (dimension 1) over the batch and the positions. Ioffe and Szegedy 2015, arXiv:1502.03167.
/// In inference it scales and shifts with the running statistics.
struct BatchNorm {
  std::int64_t channels{};
};

[[nodiscard]] constexpr std::string_view kind(const BatchNorm&) { return "batch_norm"; }

/// @throws Error naming the two shapes
[[nodiscard]] inline Shape output_shape(const BatchNorm& layer, InputShapes inputs) {
  require_at_least("channels of the batch norm", layer.channels, 1);
  require_inputs(inputs, 1);
  if (inputs[0].rank < 2 || inputs[0][1] != layer.channels)
    throw bad_input("input shape", text(inputs[0]),
                    "must have " + std::to_string(layer.channels) + " channels in dimension 1");
  return inputs[0];
}

/// Weight and bias; buffers: running mean, running variance, and an int64 count of batches.
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const BatchNorm& layer, InputShapes) {
  return {{.name = "weight", .shape = {layer.channels}},
          {.name = "bias", .shape = {layer.channels}},
          {.name = "running_mean", .shape = {layer.channels}, .trainable = false},
          {.name = "running_var", .shape = {layer.channels}, .trainable = false},
          {.name = "num_batches_tracked", .shape = {}, .trainable = false, .counter = true}};
}

/// Eight per element, as for layer norm.
[[nodiscard]] constexpr Work forward_work(const BatchNorm&, InputShapes inputs) {
  return 8.0 * static_cast<double>(elements(inputs[0])) * flop;
}

/// Training reads the input twice (statistics, then normalization) unless it stays on chip, and saves the input and the
/// FP32 mean and reciprocal deviation of each channel; backward reads x and dy twice and writes dx, with the gradients
/// of weight and bias from the same kernel. Inference is one pass. PyTorch, aten/src/ATen/native/Normalization.cpp.
[[nodiscard]] inline Tensor forward(TraceWriter& writer, const BatchNorm& layer, Inputs inputs, Parameters ids) {
  const Tensor& x = inputs[0];
  const Tensor weight = writer.parameter(ids[0]), bias = writer.parameter(ids[1]);
  const double n = static_cast<double>(x.size());
  const std::int64_t per_channel = x.size() / layer.channels;
  if (writer.training()) {  // num_batches_tracked += 1
    writer.host(HostOp::elementwise);
    writer.launch(elementwise(int64_storage, 1, 8.0 * byte, 8.0 * byte, {1, 0}));
  }
  writer.host(HostOp::normalization);
  Tensor y = allocate_like(writer, x, MemoryClass::activation);
  Streaming kernel{.kind = StreamingKind::batch_norm,
                   .format = x.format(),
                   .rows = per_channel,
                   .columns = layer.channels,
                   .read = (writer.training() ? 2.0 : 1.0) * x.bytes() + 4.0 * weight.bytes(),
                   .written = y.bytes(),
                   .work = 8.0 * n * flop,
                   .special_functions = static_cast<double>(layer.channels)};
  if (!writer.training()) {
    writer.launch(kernel);
    return writer.record(std::move(y), {}, {});
  }
  const Tensor mean = writer.allocate({layer.channels}, NumberFormat::fp32);
  const Tensor deviation = writer.allocate({layer.channels}, NumberFormat::fp32);
  kernel.written += mean.bytes() + deviation.bytes() + 2.0 * weight.bytes();
  writer.launch(kernel);
  return writer.record(std::move(y), {x, weight, bias},
                       [x = x.detach(), weight = weight.detach(), mean, deviation, kernel, n](
                           TraceWriter& w, Gradients outputs, Gradients grads) {
                         w.host(HostOp::normalization_backward);
                         const Tensor& dy = outputs[0];
                         grads[0] = allocate_like(w, x);
                         grads[1] = w.allocate(weight.shape(), weight.format(), MemoryClass::gradient);
                         grads[2] = w.allocate(weight.shape(), weight.format(), MemoryClass::gradient);
                         Streaming back = kernel;
                         back.backward = true;
                         back.read = 2.0 * (x.bytes() + dy.bytes()) + mean.bytes() + deviation.bytes() + weight.bytes();
                         back.written = x.bytes() + 2.0 * weight.bytes();
                         back.work = 14.0 * n * flop;
                         w.launch(back);
                       });
}

}  // namespace perfmodel

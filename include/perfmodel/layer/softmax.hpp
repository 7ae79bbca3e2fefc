#pragma once
#include <perfmodel/layer/parts.hpp>
#include <vector>

namespace perfmodel {

/// Over the innermost dimension. `logarithm`: log_softmax.
struct Softmax {
  bool logarithm{};
};

[[nodiscard]] constexpr std::string_view kind(const Softmax& layer) {
  return layer.logarithm ? "log_softmax" : "softmax";
}

/// @throws Error if the input has no dimension beside the batch
[[nodiscard]] inline Shape output_shape(const Softmax&, InputShapes inputs) {
  require_inputs(inputs, 1);
  if (inputs[0].rank < 2) throw bad_input("input shape", text(inputs[0]), "a softmax needs at least 2 dimensions");
  return inputs[0];
}

[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Softmax&, InputShapes) { return {}; }

/// Five per element: maximum, subtraction, exponential, sum, division.
[[nodiscard]] constexpr Work forward_work(const Softmax&, InputShapes inputs) {
  return 5.0 * static_cast<double>(elements(inputs[0])) * flop;
}

namespace detail {
/// One forward softmax kernel from x to y.
[[nodiscard]] inline Streaming softmax_kernel(const Tensor& x, const Tensor& y) {
  const double n = static_cast<double>(x.size());
  return {.kind = StreamingKind::softmax,
          .format = y.format(),
          .rows = rows(x.shape()),
          .columns = x.shape().back(),
          .read = x.bytes(),
          .written = y.bytes(),
          .work = 5.0 * n * flop,
          .special_functions = n};
}
/// Its backward: reads y and dy, writes dx.
[[nodiscard]] inline Streaming softmax_backward_kernel(const Tensor& y, const Tensor& dy, const Tensor& dx) {
  const double n = static_cast<double>(dx.size());
  return {.kind = StreamingKind::softmax,
          .format = dx.format(),
          .rows = rows(dx.shape()),
          .columns = dx.shape().back(),
          .read = y.bytes() + dy.bytes(),
          .written = dx.bytes(),
          .work = 4.0 * n * flop,
          .backward = true};
}
/// softmax_backward: the gradient times the result in a temporary, then the sums over rows and dx. log_softmax does it in
/// one kernel. PyTorch, aten/src/ATen/native/cuda/SoftMax.cu, softmax_backward_cuda_out.
[[nodiscard]] inline Tensor softmax_backward(TraceWriter& w, const Tensor& y, const Tensor& dy, NumberFormat to, bool logarithm = false) {
  Tensor dx = w.allocate(y.shape(), to, MemoryClass::temporary);
  if (logarithm) {
    w.launch(softmax_backward_kernel(y, dy, dx));
    return dx;
  }
  const Tensor product = allocate_like(w, y);
  w.launch(elementwise(y.format(), y.size(), y.bytes() + dy.bytes(), product.bytes(), {1, 0}, true));
  w.launch(softmax_backward_kernel(y, product, dx));
  return dx;
}
}  // namespace detail

/// One kernel forward, two backward (log_softmax: one); saves the result. Under autocast the result is FP32: FP16 input is read as it is
/// (half_to_float), BF16 input is copied to FP32 first. PyTorch, aten/src/ATen/native/SoftMax.cpp, autocast_mode.h.
[[nodiscard]] inline Tensor softmax(TraceWriter& writer, const Tensor& input, bool logarithm = false) {
  const bool widen = writer.autocast() && bits(input.format()) == 16;
  const Tensor x = widen && input.format() == NumberFormat::bf16 ? writer.to(input, NumberFormat::fp32) : input;
  writer.host(HostOp::softmax);
  Tensor y = writer.allocate(x.shape(), widen ? NumberFormat::fp32 : x.format());
  writer.launch(detail::softmax_kernel(x, y));
  return writer.record(y, {x}, [saved = y, to = x.format(), logarithm](TraceWriter& w, Gradients outputs, Gradients grads) {
    w.host(HostOp::softmax_backward);
    grads[0] = detail::softmax_backward(w, saved, outputs[0], to, logarithm);
  });
}

[[nodiscard]] inline Tensor forward(TraceWriter& writer, const Softmax& layer, Inputs inputs, Parameters) {
  return softmax(writer, inputs[0], layer.logarithm);
}

}  // namespace perfmodel

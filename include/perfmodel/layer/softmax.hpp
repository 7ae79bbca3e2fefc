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
/// softmax of the rows of x into y.
[[nodiscard]] inline op::Softmax softmax_of(const Tensor& x, const Tensor& y, bool logarithm = false) {
  return {.input = x.format(),
          .output = y.format(),
          .rows = rows(x.shape()),
          .columns = x.shape().back(),
          .logarithm = logarithm};
}

/// softmax_backward: the gradient times the result in a temporary, then the sums over rows and dx. log_softmax does it
/// in one operation. PyTorch, aten/src/ATen/native/cuda/SoftMax.cu, softmax_backward_cuda_out.
[[nodiscard]] inline Tensor softmax_backward(TraceWriter& w, const Tensor& y, const Tensor& dy, NumberFormat to,
                                             bool logarithm = false) {
  Tensor dx = w.allocate(y.shape(), to, MemoryClass::temporary);
  op::Softmax gradient = softmax_of(y, dx, logarithm);
  gradient.backward = true;
  if (logarithm) {
    w.run(gradient, {&y, &dy}, {&dx});
    return dx;
  }
  const Tensor product = allocate_like(w, y);
  w.run(PointwiseFunction::multiply, {y, dy}, product);
  w.run(gradient, {&product, &y}, {&dx});
  return dx;
}
}  // namespace detail

/// One operation forward, two backward (log_softmax: one); saves the result. Under autocast the result is FP32: FP16
/// input is read as it is (half_to_float), BF16 input is copied to FP32 first. PyTorch,
/// aten/src/ATen/native/SoftMax.cpp, autocast_mode.h.
[[nodiscard]] inline Tensor softmax(TraceWriter& writer, const Tensor& input, bool logarithm = false) {
  const bool widen = writer.autocast() && bits(input.format()) == 16;
  const Tensor x = widen && input.format() == NumberFormat::bf16 ? writer.to(input, NumberFormat::fp32) : input;
  writer.host(HostOp::softmax);
  Tensor y = writer.allocate(x.shape(), widen ? NumberFormat::fp32 : x.format());
  writer.run(detail::softmax_of(x, y, logarithm), {&x}, {&y});
  return writer.record(y, {x},
                       [saved = y, to = x.format(), logarithm](TraceWriter& w, Gradients outputs, Gradients grads) {
                         w.host(HostOp::softmax_backward);
                         grads[0] = detail::softmax_backward(w, saved, outputs[0], to, logarithm);
                       });
}

[[nodiscard]] inline Tensor forward(TraceWriter& writer, const Softmax& layer, Inputs inputs, Parameters) {
  return softmax(writer, inputs[0], layer.logarithm);
}

}  // namespace perfmodel

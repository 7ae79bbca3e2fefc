#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/layer/common.hpp>
#include <string>
#include <vector>

namespace perfmodel {

/// y = a + b: residual connections. In place: y takes a's memory (out += identity).
struct Add {
  bool in_place{};
  bool transposed{};  ///< one operand is a transposed view (behind nn.MultiheadAttention), the other is not
  friend constexpr bool operator==(const Add&, const Add&) = default;
};
/// y = a * b, element by element: gates.
struct Multiply {
  friend constexpr bool operator==(const Multiply&, const Multiply&) = default;
};
/// y = c x with a constant c.
struct Scale {
  /// One number, or one for each channel (multiplied, or added): buffers in the format of the weights, so that under
  /// autocast the result is FP32.
  enum class By : std::uint8_t { number, channel, channel_shift } by{By::number};
  friend constexpr bool operator==(const Scale&, const Scale&) = default;
};
/// Zeroes a fraction of the elements in training, does nothing in inference.
struct Dropout {
  double probability{0.5};
  friend constexpr bool operator==(const Dropout&, const Dropout&) = default;
};

[[nodiscard]] constexpr std::string_view kind(const Add&) { return "add"; }
[[nodiscard]] constexpr std::string_view kind(const Multiply&) { return "multiply"; }
[[nodiscard]] constexpr std::string_view kind(const Scale&) { return "scale"; }
[[nodiscard]] constexpr std::string_view kind(const Dropout&) { return "dropout"; }

/// Shape of an elementwise result when extents of 1 are repeated. @throws Error naming both shapes
[[nodiscard]] Shape broadcast(const Shape& a, const Shape& b);

[[nodiscard]] Shape output_shape(const Add& layer, InputShapes inputs);
[[nodiscard]] Shape output_shape(const Multiply&, InputShapes inputs);
[[nodiscard]] Shape output_shape(const Scale&, InputShapes inputs);
[[nodiscard]] Shape output_shape(const Dropout& layer, InputShapes inputs);

[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Add&, InputShapes) { return {}; }
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Multiply&, InputShapes) { return {}; }
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Scale&, InputShapes) { return {}; }
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Dropout&, InputShapes) { return {}; }

[[nodiscard]] Work forward_work(const Add&, InputShapes inputs);
[[nodiscard]] Work forward_work(const Multiply&, InputShapes inputs);
[[nodiscard]] constexpr Work forward_work(const Scale&, InputShapes inputs) {
  return static_cast<double>(elements(inputs[0])) * flop;
}
/// One scaling and one masking per element.
[[nodiscard]] constexpr Work forward_work(const Dropout& layer, InputShapes inputs) {
  return layer.probability == 0.0 ? Work{} : 2.0 * static_cast<double>(elements(inputs[0])) * flop;
}

namespace detail {
/// The gradient of a repeated operand: summed over the dimensions in which it was repeated.
[[nodiscard]] Tensor unbroadcast(TraceWriter& w, const Tensor& gradient, const Shape& shape);

/// A result of two operands: it lies in memory as the first of them that has its shape and no gaps. PyTorch,
/// aten/src/ATen/TensorIterator.cpp, reorder_dimensions.
[[nodiscard]] Tensor allocate_result(TraceWriter& w, const Tensor& a, const Tensor& b, const Shape& shape,
                                     NumberFormat format, MemoryClass why);
}  // namespace detail

/// Backward moves no byte for equal shapes and formats: both operands get the incoming gradient itself.
[[nodiscard]] Tensor forward(TraceWriter& writer, const Add& layer, Inputs inputs, Parameters);

/// Saves both operands; backward is one product each.
[[nodiscard]] Tensor forward(TraceWriter& writer, const Multiply&, Inputs inputs, Parameters);

namespace detail {
/// One constant for each channel of x, made anew of the buffers in each forward pass: a scale, weight / sqrt(variance +
/// epsilon), or a shift, bias - mean x scale. torchvision/ops/misc.py, FrozenBatchNorm2d.
[[nodiscard]] Tensor channel_constants(TraceWriter& writer, bool multiplies, const Shape& x);

/// x * scale or x + shift with a constant for each channel.
[[nodiscard]] Tensor by_channel(TraceWriter& writer, Scale::By by, const Tensor& x);
}  // namespace detail

[[nodiscard]] Tensor forward(TraceWriter& writer, const Scale& scale, Inputs inputs, Parameters);

/// native_dropout: one operation writes the result and a mask of one byte per element; the mask is saved.
[[nodiscard]] Tensor forward(TraceWriter& writer, const Dropout& layer, Inputs inputs, Parameters);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/layer/elementwise.ipp>
#endif

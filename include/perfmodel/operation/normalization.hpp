#pragma once
#include <cstdint>
#include <perfmodel/operation/operand.hpp>

namespace perfmodel::op {

/// Which part of a normalization: the result, the gradient of the input, or those of gain and shift.
enum class NormPass : std::uint8_t { forward, input_gradient, parameter_gradient };

/// Each row of rows x columns to mean 0 and variance 1 (root mean square 1: `mean_square`), then times a gain and plus
/// a shift. FP32 moments of each row are saved.
struct LayerNorm {
  NormPass pass{NormPass::forward};
  NumberFormat format{NumberFormat::fp32}, parameters{NumberFormat::fp32};
  std::int64_t rows{}, columns{};
  bool gain{true}, shift{true};
  bool mean_square{};  ///< RMS norm: no mean is subtracted
  bool across{};       ///< rows lie across the memory: each `rows` elements apart (weight norm of the last dimension)
  friend constexpr bool operator==(const LayerNorm&, const LayerNorm&) = default;
};

namespace detail {
[[nodiscard]] constexpr double norm_moments(const LayerNorm& n) { return n.mean_square ? 1.0 : 2.0; }
[[nodiscard]] constexpr double norm_operations(const LayerNorm& n) {
  const bool affine = n.gain;
  switch (n.pass) {
    case NormPass::forward:
      return n.mean_square ? 4.0 : affine ? 8.0 : 6.0;
    case NormPass::input_gradient:
      return n.mean_square ? 8.0 : 11.0;
    case NormPass::parameter_gradient:
      return n.mean_square ? 2.0 : 4.0;
  }
  return 0.0;
}
}  // namespace detail

/// Forward eight per element (two each for mean and variance, subtract, multiply, scale, shift), input gradient 11,
/// gains 4; RMS norm 4, 8 and 2.
[[nodiscard]] constexpr Work work(const LayerNorm& n) {
  return detail::norm_operations(n) * static_cast<double>(n.rows) * static_cast<double>(n.columns) * flop;
}
/// Bytes of gain and shift, as far as there are any.
[[nodiscard]] constexpr Bytes parameter_bytes(const LayerNorm& n) {
  return ((n.gain ? 1.0 : 0.0) + (n.shift ? 1.0 : 0.0)) * static_cast<double>(n.columns) * element_size(n.parameters);
}
[[nodiscard]] constexpr Bytes moment_bytes(const LayerNorm& n) {
  return detail::norm_moments(n) * static_cast<double>(n.rows) * 4.0 * byte;
}
[[nodiscard]] constexpr Bytes tensor_bytes(const LayerNorm& n) {
  return static_cast<double>(n.rows) * static_cast<double>(n.columns) * element_size(n.format);
}
[[nodiscard]] constexpr Bytes read_bytes(const LayerNorm& n) {
  if (n.pass == NormPass::forward) return tensor_bytes(n) + parameter_bytes(n);
  const Bytes gain = n.pass == NormPass::input_gradient && n.gain
                         ? static_cast<double>(n.columns) * element_size(n.parameters)
                         : Bytes{};
  return 2.0 * tensor_bytes(n) + moment_bytes(n) + gain;
}
[[nodiscard]] constexpr Bytes written_bytes(const LayerNorm& n) {
  switch (n.pass) {
    case NormPass::forward:
      return tensor_bytes(n) + moment_bytes(n);
    case NormPass::input_gradient:
      return tensor_bytes(n);
    case NormPass::parameter_gradient:
      return parameter_bytes(n);
  }
  return Bytes{};
}
[[nodiscard]] constexpr Bytes traffic(const LayerNorm& n) { return read_bytes(n) + written_bytes(n); }

/// Each sample's channels in groups to mean 0 and variance 1, then a gain and a shift for each channel. One call makes
/// all gradients.
struct GroupNorm {
  bool backward{};
  NumberFormat format{NumberFormat::fp32};
  std::int64_t samples{}, groups{1}, channels{}, pixels{1};
  bool fresh{};       ///< the kernel before has just written the input
  bool affine{true};  ///< gains and shifts are given
  friend constexpr bool operator==(const GroupNorm&, const GroupNorm&) = default;
};
[[nodiscard]] constexpr double tensor_elements(const GroupNorm& g) {
  return static_cast<double>(g.samples) * static_cast<double>(g.channels) * static_cast<double>(g.pixels);
}
/// Eight operations per element, as for layer norm, eleven for the gradient.
[[nodiscard]] constexpr Work work(const GroupNorm& g) { return (g.backward ? 11.0 : 8.0) * tensor_elements(g) * flop; }
/// Forward: input and result. Backward: input, gradient, and the input's gradient.
[[nodiscard]] constexpr Bytes traffic(const GroupNorm& g) {
  return (g.backward ? 3.0 : 2.0) * tensor_elements(g) * element_size(g.format);
}

/// Each channel (dimension 1 of `input`) over batch and positions. Training takes the batch's moments; otherwise a
/// scale and a shift from saved ones. One backward call makes all gradients that are asked for.
struct BatchNorm {
  Operand input{};
  NumberFormat parameters{NumberFormat::fp32};
  bool training{true}, backward{};
  bool affine{true};          ///< weight and bias are given
  bool input_gradient{true};  ///< backward: false where those of weight and bias alone are asked for
  bool fresh{};               ///< the kernel before has just written the input
  friend constexpr bool operator==(const BatchNorm&, const BatchNorm&) = default;
};
[[nodiscard]] constexpr std::int64_t channels_of(const BatchNorm& b) { return b.input.shape[1]; }
/// Eight operations per element forward, fourteen backward.
[[nodiscard]] constexpr Work work(const BatchNorm& b) {
  return (b.backward ? 14.0 : 8.0) * static_cast<double>(elements(b.input.shape)) * flop;
}
/// Forward: input, result and four numbers a channel. Backward: input, gradient, and the input's gradient.
[[nodiscard]] constexpr Bytes traffic(const BatchNorm& b) {
  const Bytes per_channel = 4.0 * static_cast<double>(channels_of(b)) * element_size(b.parameters);
  return (b.backward ? 3.0 : 2.0) * bytes(b.input) + per_channel;
}

}  // namespace perfmodel::op

#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/layer/activation.hpp>
#include <perfmodel/layer/elementwise.hpp>
#include <perfmodel/layer/reshape.hpp>
#include <vector>

namespace perfmodel {

/// Layers that a library writes as a chain of single operations, each with its own saved tensors. What a fused
/// operation does in one pass takes them five to ten.

/// GELU by its tanh formula in eight operations: 0.5 x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))). Hugging Face
/// transformers, activations.py, NewGELUActivation (GPT-2).
struct ComposedGelu {
  friend constexpr bool operator==(const ComposedGelu&, const ComposedGelu&) = default;
};
/// x / sqrt(mean(x^2) + epsilon) * weight over the innermost dimension, calculated in FP32. Zhang and Sennrich 2019,
/// arXiv:1910.07467. `fused`: one operation (torch.nn.RMSNorm); else the chain of Hugging Face transformers,
/// LlamaRMSNorm.
struct RmsNorm {
  std::int64_t width{};
  bool fused{};
  friend constexpr bool operator==(const RmsNorm&, const RmsNorm&) = default;
};
/// Rotary position embedding of `heads` heads side by side in the innermost dimension: x cos + rotate_half(x) sin.
/// Su et al. 2021, arXiv:2104.09864; Hugging Face transformers, apply_rotary_pos_emb.
struct Rotary {
  std::int64_t heads{};
  friend constexpr bool operator==(const Rotary&, const Rotary&) = default;
};
/// A copy in another format, as in logits.float(); nothing if the tensor has it already.
struct Cast {
  NumberFormat to{NumberFormat::fp32};
  bool to_weights{};  ///< to the weights' format instead: only autocast's 16-bit results differ from it
  friend constexpr bool operator==(const Cast&, const Cast&) = default;
};

[[nodiscard]] constexpr std::string_view kind(const ComposedGelu&) { return "gelu_composed"; }
[[nodiscard]] constexpr std::string_view kind(const RmsNorm&) { return "rms_norm"; }
[[nodiscard]] constexpr std::string_view kind(const Rotary&) { return "rotary"; }
[[nodiscard]] constexpr std::string_view kind(const Cast&) { return "cast"; }

[[nodiscard]] Shape output_shape(const ComposedGelu&, InputShapes inputs);
[[nodiscard]] Shape output_shape(const Cast&, InputShapes inputs);
/// @throws Error naming both shapes if the innermost dimension is not `width`
[[nodiscard]] Shape output_shape(const RmsNorm& layer, InputShapes inputs);
/// @throws Error if the innermost dimension is no multiple of twice the heads
[[nodiscard]] Shape output_shape(const Rotary& layer, InputShapes inputs);

[[nodiscard]] inline std::vector<ParameterTensor> parameters(const ComposedGelu&, InputShapes) { return {}; }
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Rotary&, InputShapes) { return {}; }
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Cast&, InputShapes) { return {}; }
[[nodiscard]] std::vector<ParameterTensor> parameters(const RmsNorm& layer, InputShapes);

/// Eight operations of the formula, the power counted as two.
[[nodiscard]] constexpr Work forward_work(const ComposedGelu&, InputShapes inputs) {
  return 9.0 * static_cast<double>(elements(inputs[0])) * flop;
}
/// Square, sum, scale, weight.
[[nodiscard]] constexpr Work forward_work(const RmsNorm&, InputShapes inputs) {
  return 4.0 * static_cast<double>(elements(inputs[0])) * flop;
}
/// Two products, a sign, a sum.
[[nodiscard]] constexpr Work forward_work(const Rotary&, InputShapes inputs) {
  return 3.5 * static_cast<double>(elements(inputs[0])) * flop;
}
[[nodiscard]] constexpr Work forward_work(const Cast&, InputShapes) { return {}; }

namespace detail {

template <class L, class... T>
[[nodiscard]] Tensor call(TraceWriter& writer, const L& layer, const T&... inputs) {
  const std::array<Tensor, sizeof...(T)> list{inputs...};
  return forward(writer, layer, Inputs(list), {});
}

/// x^n, which saves x; under autocast in FP32 (torch/amp: pow is one of the operations that autocast to float32).
[[nodiscard]] Tensor power(TraceWriter& writer, const Tensor& input);

/// Mean over the innermost dimension, kept as an extent of one; its gradient is repeated and scaled.
[[nodiscard]] Tensor row_mean(TraceWriter& writer, const Tensor& x);

/// 1 / sqrt(x + epsilon) of a small tensor. Backward: -y^3 / 2 times the gradient.
[[nodiscard]] Tensor reciprocal_root(TraceWriter& writer, const Tensor& x);

}  // namespace detail

[[nodiscard]] Tensor forward(TraceWriter& writer, const ComposedGelu&, Inputs inputs, Parameters);

[[nodiscard]] Tensor forward(TraceWriter& writer, const Cast& layer, Inputs inputs, Parameters);

namespace detail {

/// What the backward pass of a fused RMS norm needs.
struct RmsNormSaved {
  op::LayerNorm norm{};  ///< the forward operation
  Tensor x{}, weight{}, scale{};
};

/// torch.nn.RMSNorm: one operation forward, one for each gradient.
[[nodiscard]] Tensor fused_rms_norm(TraceWriter& writer, const Tensor& input, const Tensor& weight);

}  // namespace detail

[[nodiscard]] Tensor forward(TraceWriter& writer, const RmsNorm& layer, Inputs inputs, Parameters ids);

namespace detail {

/// [batch, sequence, heads x size] times cosines or sines [sequence, size], which are the same for every head.
void run_rotation(TraceWriter& w, const Tensor& x, const Tensor& y, std::int64_t heads);

/// x times cosines or sines. These have the format of the hidden states, under autocast FP32: then the result is FP32,
/// too, and its gradient is cast back.
[[nodiscard]] Tensor rotated(TraceWriter& writer, const Tensor& x, std::int64_t heads);

/// The first half of each head of [batch, sequence, heads x size].
[[nodiscard]] Tensor half_of_heads(const Tensor& x, std::int64_t heads);

/// The gradient of rotate_half: that of a slice is put into zeros of the whole, for both halves, and these are added.
void rotate_half_backward(TraceWriter& w, const Tensor& dy, std::int64_t heads, Tensor& gradient);

/// The halves of each head, the second one negated, in reverse order.
[[nodiscard]] Tensor rotate_half(TraceWriter& writer, const Tensor& x, std::int64_t heads);

}  // namespace detail

/// Product with the cosines; the halves negated and exchanged (a copy); product with the sines; sum.
[[nodiscard]] Tensor forward(TraceWriter& writer, const Rotary& layer, Inputs inputs, Parameters);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/layer/composed.ipp>
#endif

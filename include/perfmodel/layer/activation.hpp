#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/layer/elementwise.hpp>
#include <vector>

namespace perfmodel {

enum class ActivationKind : std::uint8_t {
  relu,
  leaky_relu,
  relu6,
  sigmoid,
  tanh,
  gelu,
  gelu_tanh,
  silu,
  hardswish,
  elu
};

/// y = f(x), element by element. In place: y takes x's memory.
struct Activation {
  ActivationKind function{ActivationKind::relu};
  bool in_place{};
  friend constexpr bool operator==(const Activation&, const Activation&) = default;
};

/// The two operations of an activation and what its backward needs.
struct ActivationRule {
  std::string_view word{};
  PointwiseFunction forward{}, backward{};
  bool saves_output{};           ///< backward reads y (else x)
  bool in_place_saves_output{};  ///< the in-place form can do with y; else x is copied first
};

/// Formulas and saved tensors: PyTorch, tools/autograd/derivatives.yaml.
[[nodiscard]] constexpr ActivationRule rule(ActivationKind function) {
  using F = PointwiseFunction;
  constexpr std::array<ActivationRule, 10> rules{{{"relu", F::relu, F::relu_backward, true, true},
                                                  {"leaky_relu", F::leaky_relu, F::leaky_relu_backward, false, true},
                                                  {"relu6", F::relu6, F::relu6_backward, false, false},
                                                  {"sigmoid", F::sigmoid, F::sigmoid_backward, true, true},
                                                  {"tanh", F::tanh, F::tanh_backward, true, true},
                                                  {"gelu", F::gelu, F::gelu_backward, false, false},
                                                  {"gelu_tanh", F::gelu_tanh, F::gelu_tanh_backward, false, false},
                                                  {"silu", F::silu, F::silu_backward, false, false},
                                                  {"hardswish", F::hardswish, F::hardswish_backward, false, false},
                                                  {"elu", F::elu, F::elu_backward, false, true}}};
  return rules[static_cast<std::size_t>(function)];
}

[[nodiscard]] constexpr std::string_view kind(const Activation& layer) { return rule(layer.function).word; }

[[nodiscard]] Shape output_shape(const Activation&, InputShapes inputs);

[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Activation&, InputShapes) { return {}; }

[[nodiscard]] constexpr Work forward_work(const Activation& layer, InputShapes inputs) {
  return cost(rule(layer.function).forward).operations * static_cast<double>(elements(inputs[0])) * flop;
}

/// One operation each way; backward reads the saved tensor and dy, writes dx.
[[nodiscard]] Tensor forward(TraceWriter& writer, const Activation& layer, Inputs inputs, Parameters);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/layer/activation.ipp>
#endif

#pragma once
#include <perfmodel/layer/parts.hpp>
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
};

/// What a function costs per element and what its backward needs. One operation per arithmetic instruction of the usual
/// formula, one special function per exp, tanh, erf or division on the special-function units.
struct ActivationCost {
  std::string_view word{};
  PerElement forward{}, backward{};
  bool saves_output{};           ///< backward reads y (else x)
  bool in_place_saves_output{};  ///< the in-place form can do with y; else x is copied first
};

/// Formulas and saved tensors: PyTorch, tools/autograd/derivatives.yaml.
[[nodiscard]] constexpr ActivationCost cost(ActivationKind function) {
  constexpr std::array<ActivationCost, 10> costs{{{"relu", {1, 0}, {1, 0}, true, true},
                                                  {"leaky_relu", {2, 0}, {2, 0}, false, true},
                                                  {"relu6", {2, 0}, {2, 0}, false, false},
                                                  {"sigmoid", {3, 2}, {3, 0}, true, true},
                                                  {"tanh", {1, 1}, {3, 0}, true, true},
                                                  {"gelu", {5, 1}, {9, 2}, false, false},
                                                  {"gelu_tanh", {8, 1}, {15, 1}, false, false},
                                                  {"silu", {4, 2}, {7, 2}, false, false},
                                                  {"hardswish", {4, 0}, {4, 0}, false, false},
                                                  {"elu", {3, 1}, {3, 1}, false, true}}};
  return costs[static_cast<std::size_t>(function)];
}

[[nodiscard]] constexpr std::string_view kind(const Activation& layer) { return cost(layer.function).word; }

[[nodiscard]] inline Shape output_shape(const Activation&, InputShapes inputs) {
  require_inputs(inputs, 1);
  return inputs[0];
}

[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Activation&, InputShapes) { return {}; }

[[nodiscard]] constexpr Work forward_work(const Activation& layer, InputShapes inputs) {
  return cost(layer.function).forward.operations * static_cast<double>(elements(inputs[0])) * flop;
}

/// One kernel each way; backward reads the saved tensor and dy, writes dx.
[[nodiscard]] inline Tensor forward(TraceWriter& writer, const Activation& layer, Inputs inputs, Parameters) {
  const ActivationCost c = cost(layer.function);
  const Tensor& x = inputs[0];
  writer.host(HostOp::activation);
  Tensor saved{};
  if (layer.in_place && !c.in_place_saves_output && writer.grad_enabled() && x.requires_grad()) {
    saved = allocate_like(writer, x, MemoryClass::activation);
    writer.launch(elementwise(x.format(), x.size(), x.bytes(), x.bytes()));
  }
  Tensor y = layer.in_place ? x : allocate_like(writer, x, MemoryClass::activation);
  writer.launch(elementwise(x.format(), x.size(), x.bytes(), x.bytes(), c.forward));
  if (!saved.defined()) saved = c.saves_output || layer.in_place ? y.detach() : x.detach();
  return writer.record(std::move(y), {x}, [saved, c](TraceWriter& w, Gradients outputs, Gradients grads) {
    w.host(HostOp::activation_backward);
    const Tensor& dy = outputs[0];
    grads[0] = allocate_like(w, dy);
    w.launch(elementwise(dy.format(), dy.size(), saved.bytes() + dy.bytes(), dy.bytes(), c.backward, true));
  });
}

}  // namespace perfmodel

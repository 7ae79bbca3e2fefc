#pragma once
#include <array>
#include <cstdint>
#include <initializer_list>
#include <perfmodel/operation/operand.hpp>
#include <string_view>

namespace perfmodel {

/// What an operation does to each element.
struct PerElement {
  double operations{};         ///< additions, multiplications, comparisons
  double special_functions{};  ///< exp, tanh, erf, divisions, roots: on the special-function units
  friend constexpr bool operator==(const PerElement&, const PerElement&) = default;
};

/// Functions of single elements, by ATen's names where ATen has one. "_backward": gradient of the input from the saved
/// tensor and the gradient of the result.
enum class PointwiseFunction : std::uint8_t {
  copy,
  add,
  add_scalar,
  multiply,
  multiply_scalar,
  divide,
  divide_scalar,
  power,
  power_scalar,
  square_root,
  reciprocal_root,
  exponential,
  relu,
  relu_backward,
  leaky_relu,
  leaky_relu_backward,
  relu6,
  relu6_backward,
  sigmoid,
  sigmoid_backward,
  tanh,
  tanh_backward,
  gelu,
  gelu_backward,
  gelu_tanh,
  gelu_tanh_backward,
  silu,
  silu_backward,
  hardswish,
  hardswish_backward,
  elu,
  elu_backward,
  softplus,
  mish,
  mish_backward,
  arc_tangent,
  dropout,
  dropout_backward,
  where,
  compare,
  range,
  random,
  squared_difference,
  squared_difference_backward,
  scale_and_shift,
  normalize,
  arithmetic
};

/// Counts by the usual formulas: one operation per arithmetic instruction, one special function per exp, tanh, erf,
/// root or division.
struct PointwiseCost {
  std::string_view name{};
  PerElement each{};
};
inline constexpr std::size_t pointwise_function_count = static_cast<std::size_t>(PointwiseFunction::arithmetic) + 1;
inline constexpr std::array<PointwiseCost, pointwise_function_count> pointwise_costs{{{"copy", {0, 0}},
                                                                                      {"add", {1, 0}},
                                                                                      {"add_scalar", {1, 0}},
                                                                                      {"mul", {1, 0}},
                                                                                      {"mul_scalar", {1, 0}},
                                                                                      {"div", {1, 1}},
                                                                                      {"div_scalar", {1, 0}},
                                                                                      {"pow", {2, 2}},
                                                                                      {"pow_scalar", {2, 0}},
                                                                                      {"sqrt", {1, 1}},
                                                                                      {"rsqrt", {1, 1}},
                                                                                      {"exp", {1, 1}},
                                                                                      {"relu", {1, 0}},
                                                                                      {"relu_backward", {1, 0}},
                                                                                      {"leaky_relu", {2, 0}},
                                                                                      {"leaky_relu_backward", {2, 0}},
                                                                                      {"relu6", {2, 0}},
                                                                                      {"relu6_backward", {2, 0}},
                                                                                      {"sigmoid", {3, 2}},
                                                                                      {"sigmoid_backward", {3, 0}},
                                                                                      {"tanh", {1, 1}},
                                                                                      {"tanh_backward", {3, 0}},
                                                                                      {"gelu", {5, 1}},
                                                                                      {"gelu_backward", {9, 2}},
                                                                                      {"gelu_tanh", {8, 1}},
                                                                                      {"gelu_tanh_backward", {15, 1}},
                                                                                      {"silu", {4, 2}},
                                                                                      {"silu_backward", {7, 2}},
                                                                                      {"hardswish", {4, 0}},
                                                                                      {"hardswish_backward", {4, 0}},
                                                                                      {"elu", {3, 1}},
                                                                                      {"elu_backward", {3, 1}},
                                                                                      {"softplus", {5, 3}},
                                                                                      {"mish", {4, 3}},
                                                                                      {"mish_backward", {12, 5}},
                                                                                      {"atan2", {2, 2}},
                                                                                      {"dropout", {2, 0}},
                                                                                      {"dropout_backward", {2, 0}},
                                                                                      {"where", {1, 0}},
                                                                                      {"compare", {1, 0}},
                                                                                      {"range", {0, 0}},
                                                                                      {"random", {1, 0}},
                                                                                      {"mse", {2, 0}},
                                                                                      {"mse_backward", {3, 0}},
                                                                                      {"scale_and_shift", {2, 0}},
                                                                                      {"normalize", {8, 0}},
                                                                                      {"arithmetic", {0, 0}}}};

[[nodiscard]] constexpr std::string_view name(PointwiseFunction function) {
  return pointwise_costs[static_cast<std::size_t>(function)].name;
}
[[nodiscard]] constexpr PerElement cost(PointwiseFunction function) {
  return pointwise_costs[static_cast<std::size_t>(function)].each;
}

namespace op {

/// y = f(a, b, c), element by element. Inputs are repeated to the shape of the result. A second output (dropout's mask)
/// has that shape, too. `arithmetic` counts what `each` says, every other function what the table says.
struct Pointwise {
  PointwiseFunction function{PointwiseFunction::copy};
  std::array<Operand, 3> inputs{};
  std::array<Operand, 2> outputs{};
  std::uint8_t input_count{}, output_count{1};
  PerElement each{};
  bool fresh{true};  ///< the kernel before has just written the largest input; parameters lie in memory
  friend constexpr bool operator==(const Pointwise&, const Pointwise&) = default;
};

/// f of inputs to one output. @pre at most three inputs, which can be repeated to the output's shape
[[nodiscard]] constexpr Pointwise pointwise(PointwiseFunction function, std::initializer_list<Operand> inputs,
                                            const Operand& output) {
  Pointwise p{.function = function, .outputs = {output}, .each = cost(function)};
  for (const Operand& x : inputs) p.inputs[p.input_count++] = expanded(x, output.shape);
  return p;
}

/// Elements that are calculated.
[[nodiscard]] constexpr double calculated_elements(const Pointwise& p) {
  return static_cast<double>(elements(p.outputs[0].shape));
}
[[nodiscard]] constexpr Bytes read_bytes(const Pointwise& p) {
  Bytes sum{};
  for (std::size_t i = 0; i < p.input_count; ++i) sum += bytes(p.inputs[i]);
  return sum;
}
[[nodiscard]] constexpr Bytes written_bytes(const Pointwise& p) {
  Bytes sum{};
  for (std::size_t i = 0; i < p.output_count; ++i) sum += bytes(p.outputs[i]);
  return sum;
}
[[nodiscard]] constexpr Work work(const Pointwise& p) { return p.each.operations * calculated_elements(p) * flop; }
[[nodiscard]] constexpr Bytes traffic(const Pointwise& p) { return read_bytes(p) + written_bytes(p); }

/// Every element set to one value.
struct Fill {
  Operand output{};
  friend constexpr bool operator==(const Fill&, const Fill&) = default;
};
[[nodiscard]] constexpr Work work(const Fill&) { return Work{}; }
[[nodiscard]] constexpr Bytes traffic(const Fill& f) { return bytes(f.output); }

/// Several tensors side by side in one.
struct Concatenation {
  Operand output{};
  std::int64_t inputs{2};
  bool pieces{};               ///< what each input adds at a time is whole pieces of 16 bytes
  std::int64_t piece_bytes{};  ///< that an input adds at a time, on average; 0: all of it
  bool strided{};              ///< some input has gaps, or lies in another order
  bool shared_sectors{};       ///< what an input adds at a time ends within a sector of 32 bytes
  friend constexpr bool operator==(const Concatenation&, const Concatenation&) = default;
};
[[nodiscard]] constexpr Work work(const Concatenation&) { return Work{}; }
[[nodiscard]] constexpr Bytes traffic(const Concatenation& c) { return 2.0 * bytes(c.output); }

}  // namespace op
}  // namespace perfmodel

#pragma once
/// Rows of functions of single elements and of copies, as operations.
#include <array>
#include <perfmodel/measurement/operation_table.hpp>
#include <string_view>
#include <vector>

#include "calibrate/fit/random_case.hpp"

namespace perfmodel {
namespace detail {

struct RandomFunction {
  std::string_view name{};
  PointwiseFunction function{};
  PerElement each{};  ///< of `arithmetic`
};

[[nodiscard]] inline const RandomFunction* random_function(std::string_view name) {
  using enum PointwiseFunction;
  static constexpr std::array functions{RandomFunction{"abs", arithmetic, {1, 0}},
                                        RandomFunction{"neg", arithmetic, {1, 0}},
                                        RandomFunction{"clamp", arithmetic, {2, 0}},
                                        RandomFunction{"add_scalar", add_scalar},
                                        RandomFunction{"mul_scalar", multiply_scalar},
                                        RandomFunction{"elu", elu},
                                        RandomFunction{"softplus", softplus},
                                        RandomFunction{"mish", mish},
                                        RandomFunction{"atan2", arc_tangent},
                                        RandomFunction{"exp", exponential},
                                        RandomFunction{"gelu", gelu},
                                        RandomFunction{"gelu_tanh", gelu_tanh},
                                        RandomFunction{"hardswish", hardswish},
                                        RandomFunction{"leaky_relu", leaky_relu},
                                        RandomFunction{"relu", relu},
                                        RandomFunction{"relu_inplace", relu},
                                        RandomFunction{"sigmoid", sigmoid},
                                        RandomFunction{"silu", silu},
                                        RandomFunction{"tanh", tanh},
                                        RandomFunction{"sqrt", square_root},
                                        RandomFunction{"rsqrt", reciprocal_root},
                                        RandomFunction{"pow_0.5", square_root},
                                        RandomFunction{"pow_2", power_scalar},
                                        RandomFunction{"pow_3", power_scalar},
                                        RandomFunction{"pow_2.7", power},
                                        RandomFunction{"add", add},
                                        RandomFunction{"add_alpha", add},
                                        RandomFunction{"add_inplace", add},
                                        RandomFunction{"sub", add},
                                        RandomFunction{"mul", multiply},
                                        RandomFunction{"mul_inplace", multiply},
                                        RandomFunction{"div", divide},
                                        RandomFunction{"maximum", compare},
                                        RandomFunction{"gt", compare},
                                        RandomFunction{"pow_tensor", power},
                                        RandomFunction{"where", where},
                                        RandomFunction{"where_scalar", where},
                                        RandomFunction{"masked_fill_inplace", where},
                                        RandomFunction{"addcmul", arithmetic, {3, 0}},
                                        RandomFunction{"addcdiv", arithmetic, {3, 1}},
                                        RandomFunction{"lerp", arithmetic, {3, 0}},
                                        RandomFunction{"lerp_scalar", arithmetic, {3, 0}},
                                        RandomFunction{"clamp_tensor", arithmetic, {2, 0}}};
  const auto found =
      std::find_if(functions.begin(), functions.end(), [&](const RandomFunction& f) { return f.name == name; });
  return found == functions.end() ? nullptr : &*found;
}

/// The gradient of a function of one tensor, where one kernel makes it.
[[nodiscard]] inline const RandomFunction* random_gradient(std::string_view name) {
  using enum PointwiseFunction;
  static constexpr std::array functions{
      RandomFunction{"relu", relu_backward},           RandomFunction{"gelu", gelu_backward},
      RandomFunction{"gelu_tanh", gelu_tanh_backward}, RandomFunction{"silu", silu_backward},
      RandomFunction{"sigmoid", sigmoid_backward},     RandomFunction{"tanh", tanh_backward},
      RandomFunction{"hardswish", hardswish_backward}, RandomFunction{"elu", elu_backward},
      RandomFunction{"mish", mish_backward},           RandomFunction{"leaky_relu", leaky_relu_backward}};
  const auto found =
      std::find_if(functions.begin(), functions.end(), [&](const RandomFunction& f) { return f.name == name; });
  return found == functions.end() ? nullptr : &*found;
}

[[nodiscard]] inline op::Pointwise pointwise_of(const RandomFunction& f, const std::vector<Operand>& inputs,
                                                const Operand& output) {
  op::Pointwise p{.function = f.function,
                  .outputs = {output},
                  .each = f.function == PointwiseFunction::arithmetic ? f.each : cost(f.function)};
  for (const Operand& x : inputs) p.inputs.at(p.input_count++) = x;
  return p;
}

[[nodiscard]] inline std::vector<Operation> copied(const Operand& x, const Operand& y) {
  return {op::Pointwise{.function = PointwiseFunction::copy, .inputs = {x}, .outputs = {y}, .input_count = 1}};
}

[[nodiscard]] inline std::vector<Operation> random_pointwise(const RandomCase& c) {
  const bool backward = c.backward;
  if (c.operation == "dropout" && !backward) {
    const Operand& x = c.operands[0];
    op::Pointwise p = op::pointwise(PointwiseFunction::dropout, {x}, elementwise_result({x}, x.format));
    p.outputs[1] = p.outputs[0], p.outputs[1].format = NumberFormat::int8, p.output_count = 2;
    return {p};
  }
  const RandomFunction* f = backward ? random_gradient(c.operation) : random_function(c.operation);
  if (f == nullptr || c.operands.empty()) return {};
  const NumberFormat format = promoted(c.operands);
  std::vector<Operation> out;
  std::vector<Operand> operands = c.operands;
  if (c.operation == "where_scalar") operands.push_back({.format = format});  // a tensor of one element
  if (c.operation == "where")  // operands of another format are cast by kernels of their own
    for (Operand& x : operands)
      if (bits(x.format) > 8 && x.format != format) {
        const Operand cast{.shape = x.shape, .strides = dense_strides(x), .format = format};
        out.push_back(copied(x, cast)[0]);
        x = cast;
      }
  std::vector<Operand> inputs = repeated_to_one_shape(operands);
  if (backward) {
    inputs.insert(inputs.begin(), c.gradient);
    return {pointwise_of(*f, inputs, elementwise_result(inputs, format))};
  }
  Operand y = c.operation.ends_with("inplace") ? inputs.front() : elementwise_result(inputs, format);
  if (c.operation == "gt") y.format = NumberFormat::int8;
  out.push_back(pointwise_of(*f, inputs, y));
  return out;
}

[[nodiscard]] inline std::vector<Operation> random_copy(const RandomCase& c) {
  const Operand& x = c.operands[0];
  Operand y = packed(x.shape, x.format);
  if (c.operation == "copy" || c.operation == "copy_inplace") return copied(expanded(c.operands[1], x.shape), x);
  if (c.operation == "to_bf16" || c.operation == "to_fp32") {
    y.format = c.operation == "to_bf16" ? NumberFormat::bf16 : NumberFormat::fp32;
    y.strides = dense_strides(x);
    return x.format == y.format ? std::vector<Operation>{} : copied(x, y);
  }
  if (c.operation == "cast") {
    y.format = number_format_from(c.attributes->at("to").get<std::string>(), "to");
    if (c.attributes->at("memory_format") == "torch.preserve_format") y.strides = dense_strides(x);
  }
  if (c.operation == "clone_channels_last" && c.attributes->at("to") == "torch.channels_last")
    y.strides = channels_last_strides(x.shape);
  return copied(x, y);
}

}  // namespace detail
}  // namespace perfmodel

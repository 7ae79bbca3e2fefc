#pragma once
/// Operators without a layer of their own whose work per element is known, and those that are activations.
#include <map>
#include <perfmodel/layer/activation.hpp>
#include <perfmodel/layer/opaque_operator.hpp>
#include <string>
#include <string_view>

namespace plan::onnx_import {

using perfmodel::ActivationKind;
using perfmodel::PerElement;

/// Operations of the usual formulas, per element: arithmetic instructions and special functions.
[[nodiscard]] inline const std::map<std::string_view, PerElement>& elementwise_costs() {
  static const std::map<std::string_view, PerElement> table{{"Add", {1, 0}},
                                                            {"Sub", {1, 0}},
                                                            {"Mul", {1, 0}},
                                                            {"Div", {1, 1}},
                                                            {"Pow", {2, 2}},
                                                            {"Sqrt", {1, 1}},
                                                            {"Reciprocal", {1, 1}},
                                                            {"Exp", {1, 1}},
                                                            {"Log", {1, 1}},
                                                            {"Erf", {8, 1}},
                                                            {"Abs", {1, 0}},
                                                            {"Neg", {1, 0}},
                                                            {"Sign", {1, 0}},
                                                            {"Floor", {1, 0}},
                                                            {"Ceil", {1, 0}},
                                                            {"Round", {1, 0}},
                                                            {"Sin", {1, 1}},
                                                            {"Cos", {1, 1}},
                                                            {"Min", {1, 0}},
                                                            {"Max", {1, 0}},
                                                            {"Mod", {2, 0}},
                                                            {"Sum", {1, 0}},
                                                            {"Mean", {1, 0}},
                                                            {"Where", {1, 0}},
                                                            {"Equal", {1, 0}},
                                                            {"Less", {1, 0}},
                                                            {"LessOrEqual", {1, 0}},
                                                            {"Greater", {1, 0}},
                                                            {"GreaterOrEqual", {1, 0}},
                                                            {"And", {1, 0}},
                                                            {"Or", {1, 0}},
                                                            {"Xor", {1, 0}},
                                                            {"Not", {1, 0}},
                                                            {"Clip", {2, 0}},
                                                            {"PRelu", {2, 0}},
                                                            {"Selu", {3, 1}},
                                                            {"Celu", {3, 1}},
                                                            {"Softplus", {2, 2}},
                                                            {"Softsign", {2, 1}},
                                                            {"Mish", {4, 3}},
                                                            {"ThresholdedRelu", {1, 0}},
                                                            {"HardSigmoid", {3, 0}},
                                                            {"CumSum", {1, 0}},
                                                            {"Trilu", {1, 0}},
                                                            {"Pad", {}},
                                                            {"Expand", {}},
                                                            {"Tile", {}},
                                                            {"Cast", {}},
                                                            {"IsNaN", {1, 0}},
                                                            {"IsInf", {1, 0}},
                                                            {"OneHot", {}},
                                                            {"ConstantOfShape", {}},
                                                            {"Resize", {4, 0}},
                                                            {"Upsample", {4, 0}},
                                                            {"DepthToSpace", {}},
                                                            {"SpaceToDepth", {}},
                                                            {"Gather", {}},
                                                            {"GatherElements", {}},
                                                            {"GatherND", {}},
                                                            {"ScatterElements", {}},
                                                            {"ScatterND", {}},
                                                            {"LRN", {12, 2}},
                                                            {"LpNormalization", {3, 1}}};
  return table;
}
[[nodiscard]] inline const std::map<std::string_view, ActivationKind>& activations() {
  static const std::map<std::string_view, ActivationKind> table{
      {"Relu", ActivationKind::relu},       {"LeakyRelu", ActivationKind::leaky_relu},
      {"Sigmoid", ActivationKind::sigmoid}, {"Tanh", ActivationKind::tanh},
      {"Gelu", ActivationKind::gelu},       {"HardSwish", ActivationKind::hardswish},
      {"Elu", ActivationKind::elu},         {"Swish", ActivationKind::silu}};
  return table;
}
[[nodiscard]] inline bool reduces(const std::string& type) {
  return type.starts_with("Reduce") || type == "ArgMax" || type == "ArgMin";
}

}  // namespace plan::onnx_import

#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <perfmodel/compiled.hpp>
#include <perfmodel/layer/layer.hpp>
#include <perfmodel/timeline/operation_prices.hpp>
#include <perfmodel/trace/step_trace.hpp>
#include <perfmodel/visit.hpp>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

namespace perfmodel {

/// The classes of transformer operators of Ivanov et al., "Data Movement Is All You Need", 2021, arXiv:2007.00072,
/// Table 1.
enum class OperatorClass : std::uint8_t { tensor_contraction, normalization, elementwise, other };
inline constexpr std::size_t operator_class_count = 4;

[[nodiscard]] constexpr std::string_view name(OperatorClass c) {
  constexpr std::array<std::string_view, operator_class_count> names{"tensor contraction", "normalization",
                                                                     "elementwise", "other"};
  return names[static_cast<std::size_t>(c)];
}

namespace detail {
struct OperatorClassOf {
  bool in_attention;
  static constexpr OperatorClass contraction = OperatorClass::tensor_contraction, norm = OperatorClass::normalization,
                                 pointwise = OperatorClass::elementwise, other = OperatorClass::other;
  OperatorClass operator()(const Gemm&) const { return contraction; }
  OperatorClass operator()(const Convolution&) const { return contraction; }
  OperatorClass operator()(const Attention&) const { return contraction; }
  OperatorClass operator()(const op::Recurrent&) const { return contraction; }
  OperatorClass operator()(const op::Softmax&) const { return norm; }
  OperatorClass operator()(const op::LayerNorm&) const { return norm; }
  OperatorClass operator()(const op::GroupNorm&) const { return norm; }
  OperatorClass operator()(const op::BatchNorm& b) const { return b.training ? norm : pointwise; }
  OperatorClass operator()(const op::Reduction&) const { return norm; }
  OperatorClass operator()(const Collective&) const { return other; }
  OperatorClass operator()(const HostCopy&) const { return other; }
  OperatorClass operator()(const op::Custom&) const { return other; }
  OperatorClass operator()(const op::Fused& f) const { return f.loop == op::FusedLoop::elements ? pointwise : norm; }
  OperatorClass operator()(const op::Pointwise& p) const {
    return in_attention && p.function != PointwiseFunction::copy ? norm : pointwise;
  }
  template <class Other>
  OperatorClass operator()(const Other&) const {
    return in_attention ? norm : pointwise;
  }
};
}  // namespace detail

/// Products, convolutions and attention contract; softmax, norms and reductions normalize; other kernels that stream go
/// element by element. What attention streams between its products (scale, mask, softmax, dropout) is the paper's
/// "scaled softmax", a normalization, whatever the kernel. Collectives and copies are none of these.
[[nodiscard]] inline OperatorClass operator_class(const Operation& operation, bool in_attention = false) {
  return perfmodel::visit(detail::OperatorClassOf{in_attention}, operation);
}

/// Sums over the kernels of one class.
struct ClassCosts {
  Work work{};
  Time time{};
  std::int64_t kernels{};
};

/// What the table of layers says beyond times: the product that explains a layer, and sums by class.
struct LayerCosts {
  std::vector<std::optional<GemmPrediction>> products{};  ///< by layer: the longest product of its forward pass
  std::array<ClassCosts, operator_class_count> classes{};
  ClassCosts all{};
};

/// @param trace   its `step`, of a network of these layers; operations outside every layer count in the classes only
/// @param prices  of the trace's operations
/// @throws Error for a format the card cannot compute
[[nodiscard]] LayerCosts layer_costs(const StepTrace& trace, std::span<const Layer> layers, const KernelModel& model,
                                     OperationPrices& prices);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/planner/layer_costs.ipp>
#endif

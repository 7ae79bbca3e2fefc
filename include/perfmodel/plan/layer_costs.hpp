#pragma once
#include <perfmodel/layer/layer.hpp>
#include <perfmodel/kernel/kernel_model.hpp>
#include <perfmodel/trace/step_trace.hpp>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

namespace perfmodel {

/// The classes of transformer operators of Ivanov et al., "Data Movement Is All You Need", 2021, arXiv:2007.00072, Table 1.
enum class OperatorClass : std::uint8_t { tensor_contraction, normalization, elementwise, other };
inline constexpr std::size_t operator_class_count = 4;

[[nodiscard]] constexpr std::string_view name(OperatorClass c) {
  constexpr std::array<std::string_view, operator_class_count> names{"tensor contraction", "normalization", "elementwise", "other"};
  return names[static_cast<std::size_t>(c)];
}

/// Products, convolutions and attention contract; softmax, norms and reductions normalize; other kernels that stream go
/// element by element. What attention streams between its products (scale, mask, softmax, dropout) is the paper's "scaled
/// softmax", a normalization, whatever the kernel. Collectives and copies are none of these.
[[nodiscard]] inline OperatorClass operator_class(const Kernel& kernel, bool in_attention = false) {
  const Streaming* s = std::get_if<Streaming>(&kernel);
  if (s == nullptr) {
    const bool moves_only = std::holds_alternative<Collective>(kernel) || std::holds_alternative<HostCopy>(kernel);
    return moves_only ? OperatorClass::other : OperatorClass::tensor_contraction;
  }
  if (in_attention && s->kind != StreamingKind::transpose) return OperatorClass::normalization;
  switch (s->kind) {
    case StreamingKind::softmax:
    case StreamingKind::layer_norm:
    case StreamingKind::batch_norm:
    case StreamingKind::row_reduction:
    case StreamingKind::column_reduction: return OperatorClass::normalization;
    default: return OperatorClass::elementwise;
  }
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

/// @param events  one step of a network of these layers; launches outside every layer count in the classes only
/// @throws Error for a format the card cannot compute
[[nodiscard]] inline LayerCosts layer_costs(std::span<const TraceEvent> events, std::span<const Layer> layers, const KernelModel& model) {
  LayerCosts result;
  result.products.resize(layers.size());
  const auto in_attention = [layers](std::int32_t i) {
    return i >= 0 && static_cast<std::size_t>(i) < layers.size() && std::holds_alternative<DotProductAttention>(layers[static_cast<std::size_t>(i)].what);
  };
  for (const TraceEvent& event : events) {
    const Launch* launch = std::get_if<Launch>(&event.what);
    if (launch == nullptr) continue;
    const Prediction p = predict(launch->kernel, model);
    for (ClassCosts* sum : {&result.classes[static_cast<std::size_t>(operator_class(launch->kernel, in_attention(event.layer)))], &result.all}) {
      sum->work += work(launch->kernel);
      sum->time += p.total;
      ++sum->kernels;
    }
    const Gemm* gemm = std::get_if<Gemm>(&launch->kernel);
    if (gemm == nullptr || event.layer < 0 || static_cast<std::size_t>(event.layer) >= layers.size() || event.phase != Phase::forward) continue;
    auto& longest = result.products[static_cast<std::size_t>(event.layer)];
    if (!longest || p.total > longest->total) longest = predict(*gemm, model.gemm);
  }
  return result;
}

}  // namespace perfmodel

#pragma once
#include <perfmodel/planner/layer_costs.hpp>

namespace perfmodel {
PERFMODEL_INLINE LayerCosts layer_costs(const StepTrace& trace, std::span<const Layer> layers, const KernelModel& model,
                                        OperationPrices& prices) {
  LayerCosts result;
  result.products.resize(layers.size());
  const auto layer_of = [layers](std::int32_t i) { return i >= 0 && static_cast<std::size_t>(i) < layers.size(); };
  const auto in_attention = [&](std::int32_t i) {
    return layer_of(i) && std::holds_alternative<DotProductAttention>(layers[static_cast<std::size_t>(i)].what);
  };
  for (const TraceEvent& event : trace.step) {
    const auto* executed = std::get_if<Execute>(&event.what);
    if (executed == nullptr) continue;
    const Operation& operation = trace.operations[executed->operation];
    const PricedOperation& priced = prices(executed->operation);
    const auto kind = static_cast<std::size_t>(operator_class(operation, in_attention(event.layer)));
    for (ClassCosts* sum : {&result.classes[kind], &result.all}) {
      sum->work += priced.work * flop;
      sum->time += priced.total * second;
      sum->kernels += priced.calls;
    }
    const Gemm* gemm = std::get_if<Gemm>(&operation);
    if (gemm == nullptr || !layer_of(event.layer) || event.phase != Phase::forward) continue;
    auto& longest = result.products[static_cast<std::size_t>(event.layer)];
    const GemmPrediction p = predict(*gemm, model.gemm);
    if (!longest || p.total > longest->total) longest = p;
  }
  return result;
}

}  // namespace perfmodel

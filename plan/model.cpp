#include "model.hpp"

namespace plan {

using namespace perfmodel;

CardModel card_model(const Device& device, Load load) { return make_card_model(device, load); }

std::int64_t parameters_of(const Network& network) { return parameter_count(network); }
NetworkShapes shapes_of(const Network& network, std::int64_t batch) { return infer_shapes(network, batch); }
Work forward_work_of(const Network& network, std::int64_t batch) { return forward_work(network, batch); }

Prediction price_kernel(const Kernel& kernel, const KernelModel& model) { return predict(kernel, model); }

StepEstimate estimate(const Network& network, const Recipe& recipe, const CardModel& card, std::int64_t gpus, const MemoryOptions& memory) {
  return estimate_step(network, recipe, card, gpus, memory);
}

StepDetail step_detail(const Network& network, const Recipe& recipe, const CardModel& card) {
  const std::vector<TraceEvent> events = steady_step(network, recipe, card.steps.target);
  KernelPrices prices(card.steps.kernels);
  return {.step = step_time(events, network.layers.size(), prices, host_profile(recipe.framework, recipe.version)),
          .costs = layer_costs(events, network.layers, card.steps.kernels)};
}

StepTime time_of_step(const Network& network, const Recipe& recipe, const CardModel& card) { return step_time(network, recipe, card.steps); }

Footprint memory_of_step(const Network& network, const Recipe& recipe, const Device& device, const MemoryOptions& options) {
  return footprint(step_trace(network, recipe, trace_target(device), TraceDetail::memory), device, options);
}

MaxBatch max_batch(const Network& network, const Recipe& recipe, const Device& device, const MaxBatchOptions& options) {
  return largest_batch(network, recipe, device, options);
}

}  // namespace plan

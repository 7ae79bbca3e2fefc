#include "model.hpp"
#include <perfmodel/trace/framework_library.hpp>
#include <perfmodel/training/fitting_cards.hpp>

namespace plan {

using namespace perfmodel;

CardModel card_model(const json::Card& card, Load load, std::optional<double> host_scale, const std::string& version) {
  return make_card_model(card.device(), load, card.correction(), host_scale ? every_framework(*host_scale) : card.host(), cublas_of(version));
}

KernelModel kernel_model(const Device& device, Load load, LibraryVersion library, const CardCorrection& correction) {
  KernelModel model = make_kernel_model(device, load, library);
  apply(correction, model);
  return model;
}

const KernelModel& KernelModels::at(Load load, LibraryVersion library) {
  const auto [at, fresh] = made_.try_emplace({load, library});
  if (!fresh) return at->second;
  at->second = kernel_model(device_, load, library, correction_);
  set_repetitions(at->second.gemm, repetitions_);
  return at->second;
}

std::int64_t parameters_of(const Network& network) { return parameter_count(network); }
NetworkShapes shapes_of(const Network& network, std::int64_t batch) { return infer_shapes(network, batch); }
std::int64_t least_batch_of(const Network& network, Mode mode) { return least_batch(network, mode); }
Work forward_work_of(const Network& network, std::int64_t batch) { return forward_work(network, batch); }

Prediction price_kernel(const Kernel& kernel, const KernelModel& model) { return predict(kernel, model); }

StepEstimate estimate(const Network& network, const Recipe& recipe, const CardModel& card, std::int64_t gpus, const MemoryOptions& memory) {
  return estimate_step(network, recipe, card, gpus, memory);
}

StepDetail step_detail(const Network& network, const Recipe& recipe, const CardModel& card) {
  const std::vector<TraceEvent> events = steady_step(network, recipe, card.steps.target);
  KernelPrices prices(card.steps.kernels);
  return {.step = step_time(events, network.layers.size(), prices, host_of(recipe, card.steps)),
          .costs = layer_costs(events, network.layers, card.steps.kernels)};
}

StepTime time_of_step(const Network& network, const Recipe& recipe, const CardModel& card) { return step_time(network, recipe, card.steps); }

Footprint memory_of_step(const Network& network, const Recipe& recipe, const Device& device, const MemoryOptions& options) {
  return footprint(step_trace(network, recipe, trace_target(device), TraceDetail::memory), device, options);
}

std::vector<bool> cards_that_fit(const Network& network, const Recipe& recipe, std::span<const Device> cards, const MemoryOptions& options) {
  return fitting_cards(network, recipe, cards, options);
}

MaxBatch max_batch(const Network& network, const Recipe& recipe, const Device& device, const MaxBatchOptions& options) {
  return largest_batch(network, recipe, device, options);
}

AdviceList advice(const Network& network, const Recipe& recipe, const CardModel& card) {
  return advise(network, recipe, card);
}

WhatIfs what_ifs(const Network& network, const Recipe& recipe, const CardModel& card, const MemoryOptions& memory,
                 const std::function<void(std::size_t)>& step) {
  const Network in_place = with_activations_in_place(network);
  WhatIfs all{.base = {.name = "as it is", .variation = variation_of(recipe)}, .single = techniques(network, recipe, card.device, memory)};
  price(all.base, network, in_place, recipe, card, memory);
  for (WhatIf& w : all.single) price(w, network, in_place, recipe, card, memory);
  if (all.base.estimate.fits) return all;
  all.combined = combinations(all.base.variation, all.single);
  for (WhatIf& w : all.combined) {
    price(w, network, in_place, recipe, card, memory);
    step(all.combined.size());
  }
  return all;
}

}  // namespace plan

#include "model.hpp"

#include <perfmodel/memory/fitting_cards.hpp>
#include <perfmodel/step/least_batch.hpp>

namespace plan {

using namespace perfmodel;

namespace {
void set_host(CardModel& card, double factor, const HostInterval& interval) {
  card.steps.host_scale = every_framework(factor);
  card.steps.host_interval = interval;
}
}  // namespace

CardModel card_model(const json::Card& card, const Software& software, Load load, const AskedHost& host) {
  CardModel made = make_card_model(card.device(), software, load, card.correction(), card.host());
  if (host.factor()) set_host(made, *host.factor(), host.host ? interval_of(*host.host) : HostInterval{});
  return made;
}

const CardModel& CardModels::at(Framework framework, const std::string& host, const std::string& place) {
  if (framework == card_.software().framework && host.empty()) return card_;
  const auto found = others_.find({framework, host});
  if (found != others_.end()) return found->second;
  CardModel made = with_framework(card_, framework);
  if (!host.empty()) {
    const Host named = json::load_host(host, place);
    set_host(made, named.factor, interval_of(named));
  }
  return others_.emplace(std::pair{framework, host}, std::move(made)).first->second;
}

KernelModel kernel_model(const Device& device, const Software& software, Load load, const CardCorrection& correction) {
  KernelModel model = make_kernel_model(device, software, load);
  apply(correction, model);
  return model;
}

const KernelModel& KernelModels::at(Load load, LibraryVersion library) {
  const auto [at, fresh] = made_.try_emplace({load, library});
  if (!fresh) return at->second;
  at->second = kernel_model(device_, with_cublas(software_, library), load, correction_);
  set_repetitions(at->second.gemm, repetitions_);
  return at->second;
}

std::int64_t parameters_of(const Network& network) { return parameter_count(network); }
NetworkShapes shapes_of(const Network& network, std::int64_t batch) { return infer_shapes(network, batch); }
std::int64_t least_batch_of(const Network& network, Mode mode) { return least_batch(network, mode); }
Work forward_work_of(const Network& network, std::int64_t batch) { return forward_work(network, batch); }

Prediction price_kernel(const Kernel& kernel, const KernelModel& model) { return predict(kernel, model); }

StepEstimate estimate(const Network& network, const Recipe& recipe, const CardModel& card,
                      const MemoryOptions& memory) {
  return estimate_step(network, recipe, card, memory);
}

StepDetail step_detail(const Network& network, const Recipe& recipe, const CardModel& card) {
  const StepTrace trace = steady_step(network, recipe, card.software(), card.steps.target);
  OperationPrices prices = prices_of(trace, card.steps.kernels);
  return {.step = step_time(trace.step, network.layers.size(), prices, host_of(card.steps)),
          .costs = layer_costs(trace, network.layers, card.steps.kernels, prices)};
}

StepTime time_of_step(const Network& network, const Recipe& recipe, const CardModel& card) {
  return step_time(network, recipe, card.steps);
}

Footprint memory_of_step(const Network& network, const Recipe& recipe, const Software& software, const Device& device,
                         const MemoryOptions& options) {
  return footprint(step_trace(network, recipe, software, trace_target(device), TraceDetail::memory), device, options);
}

std::vector<bool> cards_that_fit(const Network& network, const Recipe& recipe, const Software& software,
                                 std::span<const Device> cards, const MemoryOptions& options) {
  return fitting_cards(network, recipe, software, cards, options);
}

MaxBatch max_batch(const Network& network, const Recipe& recipe, const Software& software, const Device& device,
                   const MaxBatchOptions& options) {
  return largest_batch(network, recipe, software, device, options);
}

AdviceList advice(const Network& network, const Recipe& recipe, const CardModel& card) {
  return advise(network, recipe, card);
}

WhatIfs what_ifs(const Network& network, const Recipe& recipe, const CardModel& card, const MemoryOptions& memory,
                 const std::function<void(std::size_t)>& step) {
  const Network in_place = with_activations_in_place(network);
  WhatIfs all{.base = {.name = "as it is", .variation = variation_of(recipe)},
              .single = techniques(network, recipe, card.software(), card.device, memory)};
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

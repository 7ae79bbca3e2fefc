#include "model.hpp"

#include <algorithm>
#include <mutex>
#include <perfmodel/memory/fitting_cards.hpp>
#include <perfmodel/step/least_batch.hpp>

#include "on_threads.hpp"

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

std::vector<CardModel> card_models(const std::vector<json::Card>& cards, const Software& software, Load load,
                                   const AskedHost& host) {
  std::vector<CardModel> made(cards.size());
  each_on_threads(cards.size(), [&](std::size_t i) { made[i] = card_model(cards[i], software, load, host); });
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
  return fitting_cards(network, recipe, software, cards, options, each_on_threads);
}

MaxBatch max_batch(const Network& network, const Recipe& recipe, const Software& software, const Device& device,
                   const MaxBatchOptions& options) {
  return largest_batch(network, recipe, software, device, options);
}

AdviceList advice(const Network& network, const Recipe& recipe, const CardModel& card) {
  return advise(network, recipe, card, each_on_threads);
}

namespace {
/// Combinations that a search for the fastest that fits has to look at.
class Combined {
 public:
  using Price = std::function<void(WhatIf&, bool only_if_fits)>;  ///< called by several threads
  Combined(const Recipe& recipe, std::vector<WhatIf> all, const std::vector<WhatIf>& single, Price price)
      : recipe_(recipe), all_(std::move(all)), single_(single), price_(std::move(price)) {}

  /// Those that fit, of those that keep the algorithm where any technique does and fits, else of the others. Where
  /// nothing fits, those that take least.
  [[nodiscard]] std::vector<WhatIf> found() {
    for (const bool keep : {true, false}) {
      std::vector<WhatIf*> part;
      for (WhatIf& w : all_)
        if (keeps_algorithm(w, recipe_) == keep) part.push_back(&w);
      on_threads(part.size(), [&](std::size_t i, std::size_t) { price_(*part[i], true); });
      std::vector<WhatIf> fitting;
      for (const WhatIf* w : part)
        if (w->estimate.fits) fitting.push_back(*w);
      const bool alone = std::any_of(single_.begin(), single_.end(), [&](const WhatIf& w) {
        return w.change != nullptr && keeps_algorithm(w, recipe_) == keep && w.estimate.fits;
      });
      if (!fitting.empty() || alone) return fitting;
    }
    return least();
  }

 private:
  [[nodiscard]] std::vector<WhatIf> least() {
    Bytes used = all_.front().estimate.device_used;
    for (const WhatIf& w : all_) used = std::min(used, w.estimate.device_used);
    std::erase_if(all_, [&](const WhatIf& w) { return w.estimate.device_used > used; });
    for (WhatIf& w : all_) price_(w, false);
    return std::move(all_);
  }

  const Recipe& recipe_;
  std::vector<WhatIf> all_;
  const std::vector<WhatIf>& single_;
  Price price_;
};
}  // namespace

WhatIfs what_ifs(const Network& network, const Recipe& recipe, const CardModel& card, const MemoryOptions& memory,
                 const std::function<void(std::size_t)>& step) {
  const Network in_place = with_activations_in_place(network);
  WhatIfs all{.base = {.name = "as it is", .variation = variation_of(recipe)},
              .single = techniques(network, recipe, card.software(), card.device, memory, each_on_threads)};
  on_threads(all.single.size() + 1, [&](std::size_t i, std::size_t) {
    price(i == 0 ? all.base : all.single[i - 1], network, in_place, recipe, card, memory);
  });
  if (all.base.estimate.fits) return all;
  std::vector<WhatIf> combined = combinations(all.base.variation, all.single);
  const std::size_t count = combined.size();
  std::mutex drawing;
  all.combined = Combined(recipe, std::move(combined), all.single, [&](WhatIf& w, bool only_if_fits) {
                   only_if_fits ? price_if_fits(w, network, in_place, recipe, card, memory)
                                : price(w, network, in_place, recipe, card, memory);
                   const std::lock_guard lock(drawing);
                   step(count);
                 }).found();
  return all;
}

}  // namespace plan

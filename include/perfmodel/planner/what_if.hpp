#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <perfmodel/planner/step_estimate.hpp>
#include <perfmodel/planner/trace_change.hpp>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace perfmodel {

/// What can be changed about a recipe to save memory, all at once. Sources: NVIDIA, "NN Performance optimization: How
/// to achieve more with less cost", section on memory; Chen et al. 2016, arXiv:1604.06174 (checkpointing); Dettmers et
/// al. 2022, arXiv:2110.02861 (8-bit optimizers); Micikevicius et al. 2018, arXiv:1710.03740 (mixed precision).
struct Variation {
  Precision precision{};
  Optimizer optimizer{};
  bool in_place{};                  ///< activations overwrite their input where the backward pass allows
  std::int64_t checkpoint_every{};  ///< blocks; 0: keep all activations
  std::int64_t accumulation{1};     ///< passes of a share of the batch

  friend constexpr bool operator==(const Variation&, const Variation&) = default;
};

/// A variation with what it costs.
struct WhatIf {
  std::string name{};
  Variation variation{};
  StepTrace (*change)(StepTrace trace, const Recipe& recipe){};  ///< to the trace, where a recipe cannot say it
  StepEstimate estimate{};
};

[[nodiscard]] constexpr Variation variation_of(const Recipe& recipe) {
  return {.precision = recipe.precision,
          .optimizer = recipe.optimizer,
          .checkpoint_every = recipe.checkpoint_every,
          .accumulation = recipe.accumulation};
}

/// The recipe with the variation, for the same number of samples per optimizer step. @pre accumulation divides them
[[nodiscard]] inline Recipe varied(Recipe recipe, const Variation& v) {
  const std::int64_t samples = recipe.batch * recipe.accumulation;
  recipe.batch = samples / v.accumulation;
  recipe.precision = v.precision;
  recipe.optimizer = v.optimizer;
  recipe.checkpoint_every = v.checkpoint_every;
  recipe.accumulation = v.accumulation;
  return recipe;
}

/// The network with every activation function in place.
[[nodiscard]] inline Network with_activations_in_place(Network network) {
  for (Layer& layer : network.layers)
    if (Activation* activation = std::get_if<Activation>(&layer.what)) activation->in_place = true;
  return network;
}

/// Repeated blocks at which checkpointing can cut.
[[nodiscard]] inline std::int64_t block_count(const Network& network) {
  std::int64_t count = 0;
  for (std::size_t i = 0; i < network.layers.size(); ++i)
    if (network.layers[i].block >= 0 && (i == 0 || network.layers[i].block != network.layers[i - 1].block)) ++count;
  return count;
}

/// One change at a time. Only what applies: checkpointing needs blocks, accumulation a batch that it divides, an 8-bit
/// optimizer replaces Adam.
[[nodiscard]] inline std::vector<WhatIf> techniques(const Network& network, const Recipe& recipe,
                                                    const Software& software, const Device& device,
                                                    const MemoryOptions& memory = {}) {
  const Variation base = variation_of(recipe);
  std::vector<WhatIf> list;
  const auto add = [&](std::string name, Variation v) {
    if (v != base) list.push_back({.name = std::move(name), .variation = v});
  };
  const auto with = [&](auto&& change) {
    Variation v = base;
    change(v);
    return v;
  };
  const bool wide = bits(policy(base.precision).weights) == 32;
  for (const Precision p : {Precision::amp_fp16, Precision::amp_bf16, Precision::fp16, Precision::bf16})
    if (wide && !(policy(base.precision).autocast && policy(p).autocast) && computes(device, p))
      add(std::string(policy(p).autocast ? "mixed precision " : "everything in ") + std::string(perfmodel::name(p)),
          with([&](Variation& v) { v.precision = p; }));
  const std::int64_t least = least_batch(network, recipe.mode);
  for (const std::int64_t k : {2, 4, 8, 16})
    if (recipe.batch % k == 0 && recipe.batch / k >= least)
      add("accumulate " + std::to_string(k * recipe.accumulation) + " passes",
          with([&](Variation& v) { v.accumulation = k * recipe.accumulation; }));
  const std::int64_t blocks = block_count(network),
                     root = std::max<std::int64_t>(1, std::llround(std::sqrt(static_cast<double>(blocks))));
  if (blocks > 1) {
    std::vector<std::int64_t> every{1, root,
                                    best_checkpoint(network, recipe, software, trace_target(device), memory).every};
    std::sort(every.begin(), every.end());
    every.erase(std::unique(every.begin(), every.end()), every.end());
    for (const std::int64_t k : every)
      if (k > 0)
        add("checkpoint every " + (k == 1 ? "block" : std::to_string(k) + " blocks"),
            with([&](Variation& v) { v.checkpoint_every = k; }));
  }
  if (base.optimizer == Optimizer::adam || base.optimizer == Optimizer::adamw)
    add("8-bit Adam", with([](Variation& v) { v.optimizer = Optimizer::adam8bit; }));
  if (base.optimizer != Optimizer::sgd) add("SGD", with([](Variation& v) { v.optimizer = Optimizer::sgd; }));
  const bool any_activation = std::any_of(network.layers.begin(), network.layers.end(),
                                          [](const Layer& l) { return std::holds_alternative<Activation>(l.what); });
  if (any_activation) add("activations in place", with([](Variation& v) { v.in_place = true; }));
  list.push_back({.name = "optimizer offload", .variation = base, .change = [](StepTrace t, const Recipe&) {
                    return offload_optimizer(std::move(t));
                  }});
  list.push_back({.name = "activation offload", .variation = base, .change = [](StepTrace t, const Recipe&) {
                    return offload_activations(std::move(t));
                  }});
  list.push_back({.name = "LoRA, rank 8", .variation = base, .change = [](StepTrace t, const Recipe& r) {
                    return lora(std::move(t), r, 8);
                  }});
  return list;
}

/// Every combination of the techniques that a recipe can say: at most one of each kind.
[[nodiscard]] inline std::vector<WhatIf> combinations(const Variation& base, const std::vector<WhatIf>& single) {
  std::vector<WhatIf> all{{.variation = base}};
  const auto multiply = [&](auto&& field) {
    const std::vector<WhatIf> before = all;
    for (const WhatIf& t : single) {
      if (field(t.variation) == field(base)) continue;
      for (WhatIf w : before) {
        Variation& v = w.variation;
        field(v) = field(t.variation);
        w.name += (w.name.empty() ? "" : " + ") + t.name;
        all.push_back(std::move(w));
      }
    }
  };
  multiply([](auto& v) -> auto& { return v.precision; });
  multiply([](auto& v) -> auto& { return v.optimizer; });
  multiply([](auto& v) -> auto& { return v.in_place; });
  multiply([](auto& v) -> auto& { return v.checkpoint_every; });
  multiply([](auto& v) -> auto& { return v.accumulation; });
  return all;
}

/// Time and memory of a variation. @throws Error as estimate_step() does
inline void price(WhatIf& w, const Network& network, const Network& in_place, const Recipe& recipe,
                  const CardModel& card, const MemoryOptions& memory) {
  const Network& net = w.variation.in_place ? in_place : network;
  const Recipe how = varied(recipe, w.variation);
  StepTrace trace = step_trace(net, how, card.software(), card.steps.target);
  if (w.change != nullptr) trace = w.change(std::move(trace), how);
  w.estimate = estimate_step(trace, net, how, card, 1, memory);
}

}  // namespace perfmodel

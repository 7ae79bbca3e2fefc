#pragma once
#include <perfmodel/planner/what_if.hpp>
#include <perfmodel/step/least_batch.hpp>

namespace perfmodel {
PERFMODEL_INLINE Recipe varied(Recipe recipe, const Variation& v) {
  const std::int64_t samples = recipe.batch * recipe.accumulation;
  recipe.batch = samples / v.accumulation;
  recipe.precision = v.precision;
  recipe.optimizer = v.optimizer;
  recipe.checkpoint_every = v.checkpoint_every;
  recipe.accumulation = v.accumulation;
  return recipe;
}

PERFMODEL_INLINE Network with_activations_in_place(Network network) {
  for (Layer& layer : network.layers)
    if (Activation* activation = std::get_if<Activation>(&layer.what)) activation->in_place = true;
  return network;
}

PERFMODEL_INLINE std::int64_t block_count(const Network& network) {
  std::int64_t count = 0;
  for (std::size_t i = 0; i < network.layers.size(); ++i)
    if (network.layers[i].block >= 0 && (i == 0 || network.layers[i].block != network.layers[i - 1].block)) ++count;
  return count;
}

PERFMODEL_INLINE std::vector<WhatIf> techniques(const Network& network, const Recipe& recipe, const Software& software,
                                                const Device& device, const MemoryOptions& memory) {
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
  const auto add_adapters = [&](const std::string& beside, const Variation& v) {
    list.push_back({.name = "LoRA, rank 8" + beside, .variation = v, .change = [](StepTrace t, const Recipe& r) {
                      return lora(std::move(t), r, 8);
                    }});
    if (!policy(base.precision).autocast)
      list.push_back({.name = "QLoRA, rank 8" + beside, .variation = v, .change = [](StepTrace t, const Recipe& r) {
                        return qlora(std::move(t), r, 8);
                      }});
  };
  add_adapters("", base);
  if (blocks > 1 && base.checkpoint_every == 0)
    add_adapters(" + checkpoint every block", with([](Variation& v) { v.checkpoint_every = 1; }));
  return list;
}

PERFMODEL_INLINE std::vector<WhatIf> combinations(const Variation& base, const std::vector<WhatIf>& single) {
  std::vector<WhatIf> all{{.variation = base}};
  const auto multiply = [&](auto&& field) {
    const std::vector<WhatIf> before = all;
    for (const WhatIf& t : single) {
      if (t.change != nullptr || field(t.variation) == field(base)) continue;
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

PERFMODEL_INLINE void price(WhatIf& w, const Network& network, const Network& in_place, const Recipe& recipe,
                            const CardModel& card, const MemoryOptions& memory) {
  const Network& net = w.variation.in_place ? in_place : network;
  const Recipe how = varied(recipe, w.variation);
  StepTrace trace = step_trace(net, how, card.software(), card.steps.target);
  if (w.change != nullptr) trace = w.change(std::move(trace), how);
  w.estimate = estimate_step(trace, net, how, card, memory);
}

}  // namespace perfmodel

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

/// The techniques that are asked for one by one, beside the recipe as it is.
class Techniques {
 public:
  explicit Techniques(const Recipe& recipe) : base_(variation_of(recipe)) {}
  [[nodiscard]] const Variation& base() const { return base_; }
  std::vector<WhatIf> list{};

  /// A recipe with one field changed; not the recipe itself.
  template <class Change>
  void add(const std::string& name, Change&& change) {
    if (const Variation v = with(change); v != base_) list.push_back({.name = name, .variation = v});
  }
  void add_change(const std::string& name, StepTrace (*change)(StepTrace, const Recipe&)) {
    list.push_back({.name = name, .variation = base_, .change = change});
  }
  /// Low-rank adapters beside a recipe with fields changed.
  template <class Change>
  void add_adapters(const std::string& beside, Change&& change) {
    const Variation v = with(change);
    list.push_back({.name = "LoRA, rank 8" + beside, .variation = v, .change = [](StepTrace t, const Recipe& r) {
                      return lora(std::move(t), r, 8);
                    }});
    if (!policy(base_.precision).autocast)
      list.push_back({.name = "QLoRA, rank 8" + beside, .variation = v, .change = [](StepTrace t, const Recipe& r) {
                        return qlora(std::move(t), r, 8);
                      }});
  }

 private:
  template <class Change>
  [[nodiscard]] Variation with(Change&& change) const {
    Variation v = base_;
    change(v);
    return v;
  }
  Variation base_;
};

PERFMODEL_INLINE void add_precisions(Techniques& t, const Device& device) {
  const PrecisionPolicy& own = policy(t.base().precision);
  if (bits(own.weights) != 32) return;
  for (const Precision p : {Precision::amp_fp16, Precision::amp_bf16, Precision::fp16, Precision::bf16})
    if (!(own.autocast && policy(p).autocast) && computes(device, p))
      t.add(std::string(policy(p).autocast ? "mixed precision " : "everything in ") + std::string(perfmodel::name(p)),
            [&](Variation& v) { v.precision = p; });
}

/// Every block, the square root of their number, and the best that replay finds.
PERFMODEL_INLINE void add_checkpoints(Techniques& t, std::int64_t blocks, const CheckpointChoice& best) {
  std::vector<std::int64_t> every{1, std::max<std::int64_t>(1, std::llround(std::sqrt(static_cast<double>(blocks)))),
                                  best.every};
  std::sort(every.begin(), every.end());
  every.erase(std::unique(every.begin(), every.end()), every.end());
  for (const std::int64_t k : every)
    if (k > 0)
      t.add("checkpoint every " + (k == 1 ? "block" : std::to_string(k) + " blocks"),
            [&](Variation& v) { v.checkpoint_every = k; });
}

PERFMODEL_INLINE std::vector<WhatIf> techniques(const Network& network, const Recipe& recipe, const Software& software,
                                                const Device& device, const MemoryOptions& memory,
                                                const ForEach& each) {
  Techniques t(recipe);
  add_precisions(t, device);
  const std::int64_t least = least_batch(network, recipe.mode);
  for (const std::int64_t k : {2, 4, 8, 16})
    if (recipe.batch % k == 0 && recipe.batch / k >= least)
      t.add("accumulate " + std::to_string(k * recipe.accumulation) + " passes",
            [&](Variation& v) { v.accumulation = k * recipe.accumulation; });
  const std::int64_t blocks = block_count(network);
  if (blocks > 1)
    add_checkpoints(t, blocks, best_checkpoint(network, recipe, software, trace_target(device), memory, each));
  const Optimizer optimizer = t.base().optimizer;
  if (optimizer == Optimizer::adam || optimizer == Optimizer::adamw)
    t.add("8-bit Adam", [](Variation& v) { v.optimizer = Optimizer::adam8bit; });
  t.add("SGD", [](Variation& v) { v.optimizer = Optimizer::sgd; });
  const bool any_activation = std::any_of(network.layers.begin(), network.layers.end(),
                                          [](const Layer& l) { return std::holds_alternative<Activation>(l.what); });
  if (any_activation) t.add("activations in place", [](Variation& v) { v.in_place = true; });
  t.add_change("optimizer offload", [](StepTrace s, const Recipe&) { return offload_optimizer(std::move(s)); });
  t.add_change("activation offload", [](StepTrace s, const Recipe&) { return offload_activations(std::move(s)); });
  t.add_adapters("", [](Variation&) {});
  if (blocks > 1 && t.base().checkpoint_every == 0)
    t.add_adapters(" + checkpoint every block", [](Variation& v) { v.checkpoint_every = 1; });
  return std::move(t.list);
}

PERFMODEL_INLINE bool keeps_algorithm(const WhatIf& w, const Recipe& recipe) {
  const bool offload = w.name.ends_with("offload");
  return w.variation.optimizer == recipe.optimizer && (w.change == nullptr || offload) &&
         policy(w.variation.precision).weights == policy(recipe.precision).weights;
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

namespace detail {
/// @param only_if_fits  what does not fit gets no time
inline void price(WhatIf& w, const Network& net, const Recipe& how, const CardModel& card, const MemoryOptions& memory,
                  bool only_if_fits) {
  StepTrace trace = step_trace(net, how, card.software(), card.steps.target);
  if (w.change != nullptr) trace = w.change(std::move(trace), how);
  if (!only_if_fits) {
    w.estimate = estimate_step(trace, net, how, card, memory);
    return;
  }
  StepEstimate held;
  add_memory(held, trace, card, memory);
  w.estimate = held;
  if (!held.fits) return;
  w.estimate = estimate_time(trace, net, how, card);
  w.estimate.peak_allocated = held.peak_allocated;
  w.estimate.peak_reserved = held.peak_reserved;
  w.estimate.device_used = held.device_used;
  w.estimate.device_memory = held.device_memory;
  w.estimate.fits = held.fits;
}
}  // namespace detail

PERFMODEL_INLINE void price(WhatIf& w, const Network& network, const Network& in_place, const Recipe& recipe,
                            const CardModel& card, const MemoryOptions& memory) {
  detail::price(w, w.variation.in_place ? in_place : network, varied(recipe, w.variation), card, memory, false);
}

PERFMODEL_INLINE void price_if_fits(WhatIf& w, const Network& network, const Network& in_place, const Recipe& recipe,
                                    const CardModel& card, const MemoryOptions& memory) {
  detail::price(w, w.variation.in_place ? in_place : network, varied(recipe, w.variation), card, memory, true);
}

}  // namespace perfmodel

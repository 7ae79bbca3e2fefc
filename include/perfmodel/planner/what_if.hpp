#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <perfmodel/compiled.hpp>
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
[[nodiscard]] Recipe varied(Recipe recipe, const Variation& v);

/// The network with every activation function in place.
[[nodiscard]] Network with_activations_in_place(Network network);

/// One change at a time. Only what applies: checkpointing needs blocks, accumulation a batch that it divides, an 8-bit
/// optimizer replaces Adam. @param each  as best_checkpoint() has it
[[nodiscard]] std::vector<WhatIf> techniques(const Network& network, const Recipe& recipe, const Software& software,
                                             const Device& device, const MemoryOptions& memory = {},
                                             const ForEach& each = one_by_one);

/// Whether training goes on as the recipe has it: the same optimizer on weights of the same format, all of them
/// trained.
[[nodiscard]] bool keeps_algorithm(const WhatIf& w, const Recipe& recipe);

/// Every combination of the techniques that a recipe can say: at most one of each kind.
[[nodiscard]] std::vector<WhatIf> combinations(const Variation& base, const std::vector<WhatIf>& single);

/// Time and memory of a variation. @throws Error as estimate_step() does
void price(WhatIf& w, const Network& network, const Network& in_place, const Recipe& recipe, const CardModel& card,
           const MemoryOptions& memory);
/// The same, but of what does not fit its memory alone.
void price_if_fits(WhatIf& w, const Network& network, const Network& in_place, const Recipe& recipe,
                   const CardModel& card, const MemoryOptions& memory);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/planner/what_if.ipp>
#endif

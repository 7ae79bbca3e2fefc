#pragma once
#include <algorithm>
#include <cmath>
#include <perfmodel/pricing/gemm/kernel_choice.hpp>
#include <vector>

#include "calibrate/fit/choice_tree_fit.hpp"

namespace perfmodel {

/// One product and the kernel that the library chose for it.
struct GemmChoiceExample {
  GemmFeatures features{};
  GemmFamily family{};
  int tile{};
  int parts{1};           ///< of K
  Reduction reduction{};  ///< of the parts
  double tiles{}, k{}, sms{};
};

/// 1 where the rule gives the product's parts of K, 0 where it is off by a factor of e and more: such parts cost as
/// much time as another tile (a tenth in the mean of FP32 on an H200).
[[nodiscard]] inline float split_credit(const GemmChoiceExample& e, const SplitRule& rule) {
  constexpr double worthless = 1.0;
  const int parts = parts_of(rule, e.tiles, e.k, e.sms);
  if ((parts > 1) != (e.parts > 1)) return 0.0F;
  return static_cast<float>(std::max(0.0, 1.0 - std::abs(std::log(static_cast<double>(parts) / e.parts)) / worthless));
}

/// The tree of some products: kernels are told apart by family, tile, reduction and whether K is split; how it is split
/// is a leaf's variant.
[[nodiscard]] inline std::vector<ChoiceNode> learn_gemm_tree(const std::vector<GemmChoiceExample>& products,
                                                             std::size_t most_leaves, std::size_t least_rows) {
  std::vector<ChoiceExample> examples;
  for (const GemmChoiceExample& e : products) {
    ChoiceExample example{.features = {e.features.begin(), e.features.end()},
                          .label = candidate_of({.family = e.family,
                                                 .tile = static_cast<std::uint8_t>(e.tile),
                                                 .split = static_cast<std::uint8_t>(e.parts > 1 ? 1 : 0),
                                                 .reduction = e.reduction}),
                          .credits = {}};
    for (const SplitRule& rule : split_rules) example.credits.push_back(split_credit(e, rule));
    examples.push_back(std::move(example));
  }
  const auto candidate = [](std::uint32_t label, std::size_t rule) {
    NamedKernel kernel = kernel_of(label);
    kernel.split = static_cast<std::uint8_t>(rule);
    return candidate_of(kernel);
  };
  return ChoiceTreeFit(examples, most_leaves, least_rows, candidate).nodes();
}

}  // namespace perfmodel

#pragma once
#include <cstddef>
#include <cstdint>
#include <perfmodel/error.hpp>
#include <perfmodel/pricing/gemm/kernel_choice.hpp>
#include <span>
#include <vector>

namespace perfmodel {

/// A tree of the embedded copy: how many of the flat nodes are its own.
struct PackedTree {
  GemmFamily family{}, other{};
  ProductKind kind{};
  double sms{};
  std::size_t nodes{};
};

namespace detail {
/// One node in 32 bits. A branch has its feature; its threshold stands in a list of its own, and where its upper side
/// begins follows from the preorder.
inline constexpr std::uint32_t leaf_bit = 1U << 31, other_bit = 1U << 30, serial_bit = 1U << 29, most_further = 31;

[[nodiscard]] constexpr std::uint32_t packed(const ChoiceNode& node, GemmFamily family) {
  if (node.feature != choice_leaf) return node.feature;
  const NamedKernel kernel = kernel_of(node.candidate);
  return leaf_bit | (kernel.family != family ? other_bit : 0U) |
         (kernel.reduction == Reduction::serial ? serial_bit : 0U) | std::uint32_t{node.above} << 24 |
         std::uint32_t{kernel.tile} << 16 | std::uint32_t{kernel.split} << 8 | node.share;
}

[[nodiscard]] constexpr ChoiceNode unpacked_leaf(std::uint32_t word, const PackedTree& tree) {
  const NamedKernel kernel{.family = (word & other_bit) != 0 ? tree.other : tree.family,
                           .tile = static_cast<std::uint8_t>(word >> 16),
                           .split = static_cast<std::uint8_t>(word >> 8),
                           .reduction = (word & serial_bit) != 0 ? Reduction::serial : Reduction::parallel};
  return {.feature = choice_leaf,
          .share = static_cast<std::uint8_t>(word),
          .above = static_cast<std::uint16_t>(word >> 24 & most_further),
          .candidate = candidate_of(kernel)};
}
}  // namespace detail

/// The trees of flat arrays.
/// @throws Error where the arrays do not hold whole trees
[[nodiscard]] inline std::vector<GemmChoiceTree> unpacked_trees(std::span<const PackedTree> trees,
                                                                std::span<const std::uint32_t> words,
                                                                std::span<const float> thresholds) {
  std::vector<GemmChoiceTree> out;
  std::size_t word = 0, threshold = 0;
  bool whole = true;
  for (const PackedTree& packed : trees) {
    GemmChoiceTree tree{.family = packed.family, .other = packed.other, .kind = packed.kind, .sms = packed.sms};
    tree.nodes.reserve(packed.nodes);
    for (std::size_t i = 0; i < packed.nodes && word < words.size(); ++i, ++word) {
      const bool leaf = (words[word] & detail::leaf_bit) != 0;
      whole = whole && (leaf || threshold < thresholds.size());
      if (!whole) break;
      tree.nodes.push_back(
          leaf ? detail::unpacked_leaf(words[word], packed)
               : ChoiceNode{.feature = static_cast<std::uint8_t>(words[word]), .threshold = thresholds[threshold++]});
    }
    whole = whole && link_branches(tree.nodes);
    out.push_back(std::move(tree));
  }
  if (!whole || word != words.size() || threshold != thresholds.size())
    throw bad_input("embedded copy of data/choices", "arrays that are no whole trees",
                    "run perfmodel-embed and build again");
  return out;
}

}  // namespace perfmodel

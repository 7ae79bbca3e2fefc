#pragma once
#include <cstddef>
#include <cstdint>
#include <perfmodel/error.hpp>
#include <perfmodel/pricing/convolution/kernel_choice.hpp>
#include <span>
#include <vector>

namespace perfmodel {

/// A tree of the embedded copy: how many of the flat nodes are its own.
struct PackedConvolutionTree {
  ConvolutionPass pass{};
  ConvolutionUnit unit{};
  double sms{};
  std::size_t nodes{};
};

namespace detail {
/// One node in 32 bits: a branch's feature, or a leaf's kernel, share and number of further kernels. Thresholds stand
/// in a list of their own, and where a branch's upper side begins follows from the preorder.
inline constexpr std::uint32_t convolution_leaf_bit = 1U << 31;
[[nodiscard]] constexpr std::uint32_t packed(const ChoiceNode& node) {
  if (node.feature != choice_leaf) return node.feature;
  return convolution_leaf_bit | std::uint32_t{node.above} << 24 | node.candidate << 8 | node.share;
}
[[nodiscard]] constexpr ChoiceNode unpacked(std::uint32_t word) {
  constexpr std::uint32_t further = 127, candidates = 0xffff;
  return {.feature = choice_leaf,
          .share = static_cast<std::uint8_t>(word),
          .above = static_cast<std::uint16_t>(word >> 24 & further),
          .candidate = word >> 8 & candidates};
}
}  // namespace detail

/// The trees of flat arrays.
/// @throws Error where the arrays do not hold whole trees
[[nodiscard]] inline std::vector<ConvolutionChoiceTree> unpacked_trees(std::span<const PackedConvolutionTree> trees,
                                                                       std::span<const std::uint32_t> words,
                                                                       std::span<const float> thresholds) {
  std::vector<ConvolutionChoiceTree> out;
  std::size_t word = 0, threshold = 0;
  bool whole = true;
  for (const PackedConvolutionTree& packed : trees) {
    ConvolutionChoiceTree tree{.pass = packed.pass, .unit = packed.unit, .sms = packed.sms};
    tree.nodes.reserve(packed.nodes);
    for (std::size_t i = 0; i < packed.nodes && word < words.size(); ++i, ++word) {
      const bool leaf = (words[word] & detail::convolution_leaf_bit) != 0;
      whole = whole && (leaf || threshold < thresholds.size());
      if (!whole) break;
      tree.nodes.push_back(
          leaf ? detail::unpacked(words[word])
               : ChoiceNode{.feature = static_cast<std::uint8_t>(words[word]), .threshold = thresholds[threshold++]});
    }
    whole = whole && link_branches(tree.nodes) && is_choice_tree(tree.nodes, convolution_feature_count);
    out.push_back(std::move(tree));
  }
  if (!whole || word != words.size() || threshold != thresholds.size())
    throw bad_input("embedded copy of data/choices", "arrays that are no whole trees",
                    "run perfmodel-embed and build again");
  return out;
}

}  // namespace perfmodel

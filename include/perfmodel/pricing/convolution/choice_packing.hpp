#pragma once
#include <cstddef>
#include <cstdint>
#include <perfmodel/lowering/choice_packing.hpp>
#include <perfmodel/pricing/convolution/kernel_choice.hpp>
#include <span>
#include <vector>

namespace perfmodel {

/// A tree of the embedded copy: how many of the flat nodes are its own.
struct PackedConvolutionTree {
  ConvolutionPass pass{};
  ConvolutionUnit unit{};
  ConvolutionDraws draws{};
  double sms{};
  std::size_t nodes{};
};

namespace detail {
/// A leaf's word: the kernel, its share and how many further kernels follow.
[[nodiscard]] constexpr std::uint32_t packed(const ChoiceNode& node) {
  if (node.feature != choice_leaf) return node.feature;
  return choice_leaf_bit | std::uint32_t{node.above} << 24 | node.candidate << 8 | node.share;
}
[[nodiscard]] constexpr ChoiceNode unpacked_convolution_leaf(std::uint32_t word, const PackedConvolutionTree&) {
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
  return detail::unpacked_choices(
      trees, words, thresholds,
      [](const PackedConvolutionTree& p) {
        return ConvolutionChoiceTree{.pass = p.pass, .unit = p.unit, .draws = p.draws, .sms = p.sms};
      },
      detail::unpacked_convolution_leaf,
      [](std::span<const ChoiceNode> nodes) { return is_choice_tree(nodes, convolution_feature_count); });
}

}  // namespace perfmodel

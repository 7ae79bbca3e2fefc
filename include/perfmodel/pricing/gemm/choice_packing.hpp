#pragma once
#include <cstddef>
#include <cstdint>
#include <perfmodel/lowering/choice_packing.hpp>
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
/// A leaf's word: the kernel, its share and how many further kernels follow.
inline constexpr std::uint32_t other_bit = 1U << 30, serial_bit = 1U << 29, most_further = 31;

[[nodiscard]] constexpr std::uint32_t packed(const ChoiceNode& node, GemmFamily family) {
  if (node.feature != choice_leaf) return node.feature;
  const NamedKernel kernel = kernel_of(node.candidate);
  return choice_leaf_bit | (kernel.family != family ? other_bit : 0U) |
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
  return detail::unpacked_choices(
      trees, words, thresholds,
      [](const PackedTree& p) {
        return GemmChoiceTree{.family = p.family, .other = p.other, .kind = p.kind, .sms = p.sms};
      },
      detail::unpacked_leaf, [](std::span<const ChoiceNode>) { return true; });
}

}  // namespace perfmodel

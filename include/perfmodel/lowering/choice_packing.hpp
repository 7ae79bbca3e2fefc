#pragma once
#include <cstddef>
#include <cstdint>
#include <perfmodel/error.hpp>
#include <perfmodel/lowering/choice_tree.hpp>
#include <span>
#include <utility>
#include <vector>

namespace perfmodel::detail {

/// The embedded copies of data/choices/ hold all nodes of all trees as one list of 32-bit words: a branch's feature, or
/// this bit and what the trees' owner makes of a leaf. Thresholds of branches stand in a list of their own, and where a
/// branch's upper side begins follows from the preorder.
inline constexpr std::uint32_t choice_leaf_bit = 1U << 31;

/// The trees of flat lists.
/// @param packed heads, each with `nodes`: how many words are its own
/// @param head what a tree has beside its nodes, of a head
/// @param leaf the node of a leaf's word and a head
/// @param is_whole what else the owner asks of a tree's nodes
/// @throws Error where the lists do not hold whole trees
template <class Packed, class Head, class Leaf, class IsWhole>
[[nodiscard]] auto unpacked_choices(std::span<const Packed> packed, std::span<const std::uint32_t> words,
                                    std::span<const float> thresholds, const Head& head, const Leaf& leaf,
                                    const IsWhole& is_whole) {
  std::vector<decltype(head(packed[0]))> trees;
  std::size_t word = 0, threshold = 0;
  bool whole = true;
  for (const Packed& each : packed) {
    auto tree = head(each);
    tree.nodes.reserve(each.nodes);
    for (std::size_t i = 0; i < each.nodes && word < words.size(); ++i, ++word) {
      const bool is_leaf = (words[word] & choice_leaf_bit) != 0;
      whole = whole && (is_leaf || threshold < thresholds.size());
      if (!whole) break;
      tree.nodes.push_back(is_leaf ? leaf(words[word], each)
                                   : ChoiceNode{.feature = static_cast<std::uint8_t>(words[word]),
                                                .threshold = thresholds[threshold++]});
    }
    whole = whole && link_branches(tree.nodes) && is_whole(tree.nodes);
    trees.push_back(std::move(tree));
  }
  if (!whole || word != words.size() || threshold != thresholds.size())
    throw bad_input("embedded copy of data/choices", "arrays that are no whole trees",
                    "run perfmodel-embed and build again");
  return trees;
}

}  // namespace perfmodel::detail

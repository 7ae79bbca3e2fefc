#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace perfmodel {

/// A library's choice of kernel, learned as a decision tree from what it said it would launch: features of the
/// operation (numbers) -> candidates. A choice is software: a table, not physics. The mechanism knows neither
/// operations nor libraries: what feature 3 or candidate 17 is, the tree's owner says.

/// A node of a tree in preorder: the branch of values at or below the threshold follows, the other one stands at
/// `above`. A leaf is one node for each candidate that was seen among its operations, the commonest first.
struct ChoiceNode {
  std::uint8_t feature{};     ///< index of the feature that is asked for, or choice_leaf
  std::uint8_t share{};       ///< of a leaf: of its operations, in 1/255
  std::uint16_t above{};      ///< index of a node; of a leaf: how many nodes with rarer candidates follow it
  float threshold{};          ///< of a branch
  std::uint32_t candidate{};  ///< of a leaf
};
inline constexpr std::uint8_t choice_leaf = 255;

/// The leaf of an operation: its commonest candidate, then others, by falling share.
/// @pre is_choice_tree(nodes, features.size())
[[nodiscard]] constexpr std::span<const ChoiceNode> choice_of(std::span<const ChoiceNode> nodes,
                                                              std::span<const float> features) {
  std::size_t at = 0;
  while (nodes[at].feature != choice_leaf)
    at = features[nodes[at].feature] <= nodes[at].threshold ? at + 1 : nodes[at].above;
  return nodes.subspan(at, 1 + nodes[at].above);
}

namespace detail {
inline constexpr std::size_t no_tree = static_cast<std::size_t>(-1);

/// Index behind the leaf at `at`; no_tree if its shares rise or exceed the whole.
[[nodiscard]] constexpr std::size_t end_of_leaf(std::span<const ChoiceNode> nodes, std::size_t at) {
  const std::size_t end = at + 1 + nodes[at].above;
  if (end > nodes.size()) return no_tree;
  constexpr int rounding = 2;  // of some shares in 1/255
  int left = 255 + rounding;
  for (std::size_t i = at; i < end; ++i) {
    if (nodes[i].feature != choice_leaf || (i > at && nodes[i].share > nodes[i - 1].share)) return no_tree;
    left -= nodes[i].share;
  }
  return left >= 0 ? end : no_tree;
}

/// Index behind the tree that begins at `at`.
[[nodiscard]] constexpr std::size_t end_of_tree(std::span<const ChoiceNode> nodes, std::size_t at,
                                                std::size_t feature_count) {
  if (at >= nodes.size()) return no_tree;
  const ChoiceNode& node = nodes[at];
  if (node.feature == choice_leaf) return end_of_leaf(nodes, at);
  if (node.feature >= feature_count || end_of_tree(nodes, at + 1, feature_count) != node.above) return no_tree;
  return end_of_tree(nodes, node.above, feature_count);
}
}  // namespace detail

/// Sets where the upper branch of each node stands, from nothing but the preorder.
/// @returns whether the nodes are one whole tree, in which no leaf's further kernels are missing
[[nodiscard]] constexpr bool link_branches(std::vector<ChoiceNode>& nodes) {
  std::vector<std::size_t> open;  // branches whose upper side has not begun: `above` is 0
  for (std::size_t at = 0; at < nodes.size();) {
    if (nodes[at].feature != choice_leaf) {
      nodes[at].above = 0;
      open.push_back(at++);
      continue;
    }
    at += 1U + nodes[at].above;
    while (!open.empty() && nodes[open.back()].above != 0) open.pop_back();
    if (open.empty()) return at == nodes.size();
    nodes[open.back()].above = static_cast<std::uint16_t>(at);
  }
  return false;
}

/// Whether the nodes are one whole tree over so many features, so that choice_of() finds a leaf for all values.
[[nodiscard]] constexpr bool is_choice_tree(std::span<const ChoiceNode> nodes, std::size_t feature_count) {
  return detail::end_of_tree(nodes, 0, feature_count) == nodes.size();
}

}  // namespace perfmodel

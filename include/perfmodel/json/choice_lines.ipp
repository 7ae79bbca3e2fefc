#pragma once
#include <perfmodel/json/choice_lines.hpp>

namespace perfmodel::json {
namespace detail {
[[nodiscard]] inline std::string choice_text(std::span<const ChoiceNode> nodes, std::size_t at,
                                             const ChoiceWords& words) {
  const ChoiceNode& node = nodes[at];
  if (node.feature != choice_leaf) {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, node.threshold).ptr;
    return std::string(words.features[node.feature]) + "<=" + std::string(text, end);
  }
  std::string out;
  for (std::size_t i = at; i <= at + node.above; ++i) out += (i > at ? "|" : "") + words.leaf_text(nodes[i]);
  return out;
}

/// Index behind the subtree at `at`.
[[nodiscard]] inline std::size_t subtree_end(std::span<const ChoiceNode> nodes, std::size_t at) {
  while (nodes[at].feature != choice_leaf) at = nodes[at].above;
  return at + 1U + nodes[at].above;
}

/// Adds the lines of a subtree: one, where it is short enough.
inline void add_choice_lines(Ordered& lines, std::span<const ChoiceNode> nodes, std::size_t at,
                             const ChoiceWords& words) {
  constexpr std::size_t longest = 100;
  const std::size_t end = subtree_end(nodes, at);
  std::string line = choice_text(nodes, at, words);
  const bool leaf = nodes[at].feature == choice_leaf;
  std::size_t next = leaf ? end : at + 1;
  while (next < end && line.size() <= longest) {
    line += ' ' + choice_text(nodes, next, words);
    next += nodes[next].feature == choice_leaf ? 1U + nodes[next].above : 1U;
  }
  if (leaf || (next >= end && line.size() <= longest)) {
    lines.push_back(line);
    return;
  }
  lines.push_back(choice_text(nodes, at, words));
  add_choice_lines(lines, nodes, at + 1, words);
  add_choice_lines(lines, nodes, nodes[at].above, words);
}

inline void read_branch(std::vector<ChoiceNode>& nodes, const Node& line, std::string_view word,
                        const ChoiceWords& words) {
  const std::size_t cut = word.find("<=");
  const auto feature = std::find(words.features.begin(), words.features.end(), word.substr(0, cut));
  if (feature == words.features.end())
    throw bad_input(line.place(), '"' + one_line(std::string(word), 40) + '"',
                    "must name a feature (" + std::string(words.names) + ")");
  nodes.push_back({.feature = static_cast<std::uint8_t>(feature - words.features.begin()),
                   .threshold = choice_number<float>(line, word.substr(cut + 2), "must be a number")});
}

inline void read_leaf(std::vector<ChoiceNode>& nodes, const Node& line, std::string_view word,
                      const ChoiceWords& words) {
  const std::size_t first = nodes.size();
  for (std::size_t begin = 0; begin <= word.size();) {
    const std::size_t end = std::min(word.find('|', begin), word.size());
    nodes.push_back(words.leaf(line, word.substr(begin, end - begin)));
    begin = end + 1;
  }
  nodes[first].above = static_cast<std::uint16_t>(nodes.size() - first - 1);
  for (std::size_t i = first + 1; i < nodes.size(); ++i) nodes[i].above = 0;
}
}  // namespace detail

PERFMODEL_INLINE Ordered choice_lines(std::span<const ChoiceNode> nodes, const ChoiceWords& words) {
  Ordered lines = Ordered::array();
  detail::add_choice_lines(lines, nodes, 0, words);
  return lines;
}

PERFMODEL_INLINE std::vector<ChoiceNode> choice_nodes(const Node& lines, const ChoiceWords& words) {
  constexpr std::size_t longest = 400;
  std::vector<ChoiceNode> nodes;
  for (const Node& line : lines.elements(1)) {
    const std::string text = line.text(longest);
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find(' ', begin), text.size());
      const std::string_view word = std::string_view(text).substr(begin, end - begin);
      if (word.find("<=") != std::string_view::npos)
        detail::read_branch(nodes, line, word, words);
      else
        detail::read_leaf(nodes, line, word, words);
      begin = end + 1;
    }
  }
  if (!link_branches(nodes))
    throw bad_input(lines.place(), std::to_string(nodes.size()) + " nodes",
                    "must be one whole tree in preorder, every branch with two sides");
  return nodes;
}

}  // namespace perfmodel::json

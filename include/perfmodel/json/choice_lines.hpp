#pragma once
/// Lines of a decision tree in data/choices/*.json. A tree is a list of lines; what stands on one line belongs
/// together, lines follow each other in preorder:
///
///     "macs<=482400"          goes on with the next node where it holds, else behind that node's subtree
///     "k<=235 A.111|B.68 C.255"  a whole subtree: two leaves; the first saw two kernels
///
/// A kernel is written as its library's file says, with its share of the leaf's operations in 1/255.
#include <algorithm>
#include <charconv>
#include <functional>
#include <perfmodel/compiled.hpp>
#include <perfmodel/json/layout.hpp>
#include <perfmodel/json/reader.hpp>
#include <perfmodel/lowering/choice_tree.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace perfmodel::json {

/// How the trees of a library are written.
struct ChoiceWords {
  std::span<const std::string_view> features{};
  std::string_view names{};  ///< where the features' names stand, for errors
  std::function<std::string(const ChoiceNode&)> leaf_text{};
  /// @throws Error for what is no kernel of the library
  std::function<ChoiceNode(const Node& line, std::string_view word)> leaf{};
};

/// @throws Error naming the place
template <class Number>
[[nodiscard]] Number choice_number(const Node& line, std::string_view word, const std::string& accepted) {
  Number value{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size())
    throw bad_input(line.place(), '"' + one_line(std::string(word), 40) + '"', accepted);
  return value;
}

/// The lines of a tree. @pre nodes are whole
[[nodiscard]] Ordered choice_lines(std::span<const ChoiceNode> nodes, const ChoiceWords& words);

/// The tree of a list of lines.
/// @throws Error where they are no whole tree, naming the line
[[nodiscard]] std::vector<ChoiceNode> choice_nodes(const Node& lines, const ChoiceWords& words);

}  // namespace perfmodel::json

#ifndef PERFMODEL_COMPILED
#include <perfmodel/json/choice_lines.ipp>
#endif

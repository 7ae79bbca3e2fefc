#pragma once
/// data/choices/*.json: which kernels a library launches, as decision trees. A tree is a list of lines; what stands on
/// one line belongs together, lines follow each other in preorder:
///
///     "macs<=482400"                      goes on with the next node where it holds, else behind that node's subtree
///     "k<=235 17.24.136|11.0.68 7.0.255"  a whole subtree: two leaves; the first saw two kernels
///
/// A kernel is tile.split.share: index into the family's tiles, index into split_rules, share of the leaf's products in
/// 1/255; "o" before it: a tile of the tree's other family; "t" behind it: parts of K are added up serially.
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <perfmodel/compiled.hpp>
#include <perfmodel/json/layout.hpp>
#include <perfmodel/json/provenance.hpp>
#include <perfmodel/json/reader.hpp>
#include <perfmodel/json/table_json.hpp>
#include <perfmodel/pricing/gemm/kernel_choice.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace perfmodel::json {
namespace detail {

[[nodiscard]] std::string node_text(const GemmChoiceTree& tree, std::size_t at);

/// Index behind the subtree at `at`.
[[nodiscard]] inline std::size_t subtree_end(const GemmChoiceTree& tree, std::size_t at) {
  while (tree.nodes[at].feature != choice_leaf) at = tree.nodes[at].above;
  return at + 1U + tree.nodes[at].above;
}

/// Adds the lines of a subtree: one, where it is short enough.
void add_lines(Ordered& lines, const GemmChoiceTree& tree, std::size_t at);

/// Reads the lines of one tree.
class ChoiceLines {
 public:
  explicit ChoiceLines(GemmChoiceTree& tree) : tree_(tree) {}

  void add(const Node& line) {
    const std::string text = line.text(400);
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find(' ', begin), text.size());
      const std::string_view word = std::string_view(text).substr(begin, end - begin);
      if (word.find("<=") != std::string_view::npos)
        add_branch(line, word);
      else
        add_leaf(line, word);
      begin = end + 1;
    }
  }

 private:
  template <class Number>
  [[nodiscard]] static Number number(const Node& line, std::string_view word, const std::string& accepted) {
    Number value{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size())
      throw bad_input(line.place(), '"' + one_line(std::string(word), 40) + '"', accepted);
    return value;
  }
  void add_branch(const Node& line, std::string_view word) {
    const std::size_t cut = word.find("<=");
    const auto feature = std::find(gemm_feature_names.begin(), gemm_feature_names.end(), word.substr(0, cut));
    if (feature == gemm_feature_names.end())
      throw bad_input(line.place(), '"' + one_line(std::string(word), 40) + '"',
                      "must name a feature (gemm_feature_names in pricing/gemm/kernel_choice.hpp)");
    tree_.nodes.push_back({.feature = static_cast<std::uint8_t>(feature - gemm_feature_names.begin()),
                           .threshold = number<float>(line, word.substr(cut + 2), "must be a number")});
  }
  void add_leaf(const Node& line, std::string_view word) {
    const std::size_t first = tree_.nodes.size();
    for (std::size_t begin = 0; begin <= word.size();) {
      const std::size_t end = std::min(word.find('|', begin), word.size());
      tree_.nodes.push_back(leaf(line, word.substr(begin, end - begin)));
      begin = end + 1;
    }
    tree_.nodes[first].above = static_cast<std::uint16_t>(tree_.nodes.size() - first - 1);
    for (std::size_t i = first + 1; i < tree_.nodes.size(); ++i) tree_.nodes[i].above = 0;
  }
  [[nodiscard]] ChoiceNode leaf(const Node& line, std::string_view word) const {
    const std::string whole(word);
    NamedKernel kernel{.family = tree_.family};
    if (word.starts_with('o')) kernel.family = tree_.other, word.remove_prefix(1);
    if (word.ends_with('t')) kernel.reduction = Reduction::serial, word.remove_suffix(1);
    const std::size_t dot = std::min(word.find('.'), word.size()),
                      second = std::min(word.find('.', dot + 1), word.size());
    const std::string accepted = "must be feature<=threshold, or kernels as tile.split.share with a tile below " +
                                 std::to_string(max_gemm_tiles) + ", a split below " +
                                 std::to_string(split_rules.size()) + " and a share up to 255";
    const auto part = [&](std::string_view text, unsigned below) {
      const auto value = number<unsigned>(line, text, accepted);
      if (value >= below) throw bad_input(line.place(), '"' + one_line(whole, 40) + '"', accepted);
      return static_cast<std::uint8_t>(value);
    };
    if (second == word.size()) throw bad_input(line.place(), '"' + one_line(whole, 40) + '"', accepted);
    kernel.tile = part(word.substr(0, dot), static_cast<unsigned>(max_gemm_tiles));
    kernel.split = part(word.substr(dot + 1, second - dot - 1), static_cast<unsigned>(split_rules.size()));
    const std::uint8_t share = part(word.substr(second + 1), 256U);
    return {.feature = choice_leaf, .share = share, .candidate = candidate_of(kernel)};
  }

  GemmChoiceTree& tree_;
};

[[nodiscard]] GemmChoiceTree choice_tree_from_json(const Node& node);
}  // namespace detail

/// @throws Error naming file and JSON pointer
[[nodiscard]] Sealed<std::vector<GemmChoiceTree>> choices_from_json(const Node& root);

[[nodiscard]] inline Sealed<std::vector<GemmChoiceTree>> load_choices(const std::filesystem::path& path) {
  const Document document = parse_file(path);
  return choices_from_json(document.root());
}

/// The text of a file of trees.  @pre every tree's nodes are whole
[[nodiscard]] std::string choices_text(const std::vector<GemmChoiceTree>& trees, const Provenance& provenance);

}  // namespace perfmodel::json

#ifndef PERFMODEL_COMPILED
#include <perfmodel/json/choices_json.ipp>
#endif

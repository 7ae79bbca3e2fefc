#pragma once
#include <perfmodel/json/choices_json.hpp>

namespace perfmodel::json {
namespace detail {
[[nodiscard]] inline ChoiceNode gemm_leaf(const GemmChoiceTree& tree, const Node& line, std::string_view word) {
  const std::string whole(word);
  NamedKernel kernel{.family = tree.family};
  if (word.starts_with('o')) kernel.family = tree.other, word.remove_prefix(1);
  if (word.ends_with('t')) kernel.reduction = Reduction::serial, word.remove_suffix(1);
  const std::size_t dot = std::min(word.find('.'), word.size()),
                    second = std::min(word.find('.', dot + 1), word.size());
  const std::string accepted = "must be feature<=threshold, or kernels as tile.split.share with a tile below " +
                               std::to_string(max_gemm_tiles) + ", a split below " +
                               std::to_string(split_rules.size()) + " and a share up to 255";
  const auto part = [&](std::string_view text, unsigned below) {
    const auto value = choice_number<unsigned>(line, text, accepted);
    if (value >= below) throw bad_input(line.place(), '"' + one_line(whole, 40) + '"', accepted);
    return static_cast<std::uint8_t>(value);
  };
  if (second == word.size()) throw bad_input(line.place(), '"' + one_line(whole, 40) + '"', accepted);
  kernel.tile = part(word.substr(0, dot), static_cast<unsigned>(max_gemm_tiles));
  kernel.split = part(word.substr(dot + 1, second - dot - 1), static_cast<unsigned>(split_rules.size()));
  const std::uint8_t share = part(word.substr(second + 1), 256U);
  return {.feature = choice_leaf, .share = share, .candidate = candidate_of(kernel)};
}

PERFMODEL_INLINE ChoiceWords gemm_choice_words(const GemmChoiceTree& tree) {
  const auto leaf_text = [&tree](const ChoiceNode& node) {
    const NamedKernel kernel = kernel_of(node.candidate);
    return std::string(kernel.family != tree.family ? "o" : "") + std::to_string(kernel.tile) + '.' +
           std::to_string(kernel.split) + '.' + std::to_string(node.share) +
           (kernel.reduction == Reduction::serial ? "t" : "");
  };
  return {.features = gemm_feature_names,
          .names = "gemm_feature_names in pricing/gemm/kernel_choice.hpp",
          .leaf_text = leaf_text,
          .leaf = [&tree](const Node& line, std::string_view word) { return gemm_leaf(tree, line, word); }};
}

PERFMODEL_INLINE GemmChoiceTree choice_tree_from_json(const Node& node) {
  GemmChoiceTree tree{};
  TableReader reader(node, {"sms", "nodes"});
  reader.word("family", tree.family, names_of<GemmFamily, gemm_family_count>);
  reader.word("other", tree.other, names_of<GemmFamily, gemm_family_count>);
  reader.word("kind", tree.kind, names_of<ProductKind, product_kind_count>);
  reader.finish();
  tree.sms = static_cast<double>(node.at("sms").integer(1, 100000));
  tree.nodes = choice_nodes(node.at("nodes"), gemm_choice_words(tree));
  return tree;
}

}  // namespace detail
PERFMODEL_INLINE Sealed<std::vector<GemmChoiceTree>> choices_from_json(const Node& root) {
  root.allow_only({"provenance", "trees"});
  Sealed<std::vector<GemmChoiceTree>> out{.provenance = provenance_from_json(root.at("provenance"))};
  for (const Node& tree : root.at("trees").elements()) out.table.push_back(detail::choice_tree_from_json(tree));
  return out;
}

PERFMODEL_INLINE std::string choices_text(const std::vector<GemmChoiceTree>& trees, const Provenance& provenance) {
  Ordered list = Ordered::array();
  for (const GemmChoiceTree& tree : trees) {
    list.push_back(Ordered{{"family", name(tree.family)},
                           {"other", name(tree.other)},
                           {"kind", name(tree.kind)},
                           {"sms", static_cast<std::int64_t>(tree.sms)},
                           {"nodes", choice_lines(tree.nodes, detail::gemm_choice_words(tree))}});
  }
  return laid_out(Ordered{{"provenance", to_json(provenance)}, {"trees", std::move(list)}});
}

}  // namespace perfmodel::json

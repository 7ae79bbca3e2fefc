#pragma once
#include <perfmodel/json/choices_json.hpp>

namespace perfmodel::json {
namespace detail {
PERFMODEL_INLINE std::string node_text(const GemmChoiceTree& tree, std::size_t at) {
  const ChoiceNode& node = tree.nodes[at];
  if (node.feature != choice_leaf) {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, node.threshold).ptr;
    return std::string(gemm_feature_names[node.feature]) + "<=" + std::string(text, end);
  }
  std::string out;
  for (std::size_t i = at; i <= at + node.above; ++i) {
    const NamedKernel kernel = kernel_of(tree.nodes[i].candidate);
    out += (i > at ? "|" : "") + std::string(kernel.family != tree.family ? "o" : "") + std::to_string(kernel.tile) +
           '.' + std::to_string(kernel.split) + '.' + std::to_string(tree.nodes[i].share) +
           (kernel.reduction == Reduction::serial ? "t" : "");
  }
  return out;
}

PERFMODEL_INLINE void add_lines(Ordered& lines, const GemmChoiceTree& tree, std::size_t at) {
  constexpr std::size_t longest = 100;
  const std::size_t end = subtree_end(tree, at);
  std::string line = node_text(tree, at);
  const bool leaf = tree.nodes[at].feature == choice_leaf;
  std::size_t next = leaf ? end : at + 1;
  while (next < end && line.size() <= longest) {
    line += ' ' + node_text(tree, next);
    next += tree.nodes[next].feature == choice_leaf ? 1U + tree.nodes[next].above : 1U;
  }
  if (leaf || (next >= end && line.size() <= longest)) {
    lines.push_back(line);
    return;
  }
  lines.push_back(node_text(tree, at));
  add_lines(lines, tree, at + 1);
  add_lines(lines, tree, tree.nodes[at].above);
}

PERFMODEL_INLINE GemmChoiceTree choice_tree_from_json(const Node& node) {
  GemmChoiceTree tree{};
  TableReader reader(node, {"sms", "nodes"});
  reader.word("family", tree.family, names_of<GemmFamily, gemm_family_count>);
  reader.word("other", tree.other, names_of<GemmFamily, gemm_family_count>);
  reader.word("kind", tree.kind, names_of<ProductKind, product_kind_count>);
  reader.finish();
  tree.sms = static_cast<double>(node.at("sms").integer(1, 100000));
  const Node lines = node.at("nodes");
  ChoiceLines words(tree);
  for (const Node& line : lines.elements(1)) words.add(line);
  if (!link_branches(tree.nodes))
    throw bad_input(lines.place(), std::to_string(tree.nodes.size()) + " nodes",
                    "must be one whole tree in preorder, every branch with two sides");
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
    Ordered lines = Ordered::array();
    detail::add_lines(lines, tree, 0);
    list.push_back(Ordered{{"family", name(tree.family)},
                           {"other", name(tree.other)},
                           {"kind", name(tree.kind)},
                           {"sms", static_cast<std::int64_t>(tree.sms)},
                           {"nodes", std::move(lines)}});
  }
  return laid_out(Ordered{{"provenance", to_json(provenance)}, {"trees", std::move(list)}});
}

}  // namespace perfmodel::json

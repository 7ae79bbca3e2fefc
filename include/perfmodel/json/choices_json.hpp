#pragma once
/// data/choices/cublas.json: which kernels cuBLAS launches, as decision trees (choice_lines.hpp).
///
/// A kernel is tile.split.share: index into the family's tiles, index into split_rules, share of the leaf's products in
/// 1/255; "o" before it: a tile of the tree's other family; "t" behind it: parts of K are added up serially.
#include <filesystem>
#include <perfmodel/compiled.hpp>
#include <perfmodel/json/choice_lines.hpp>
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

/// The words of a tree's kernels.
[[nodiscard]] ChoiceWords gemm_choice_words(const GemmChoiceTree& tree);

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

#pragma once
#include <perfmodel/kernel/gemm_family.hpp>
#include <perfmodel/kernel/tiling.hpp>
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace perfmodel {

/// Which kernel a library launches, learned as a decision tree from what it said it would launch for some hundred thousand
/// products (perfmodel-fit-choices; docs/gemm.md). A library's choice is software: a table, not physics.

/// How a leaf cuts K: not at all, or so that the thread blocks come nearest below a number per SM, or into fixed parts; in either
/// case a part keeps so much of K. CUTLASS aligns parts to 16 bytes.
struct SplitRule {
  double blocks_per_sm{};  ///< 0: `parts` says
  int parts{1};
  double least_k{4.0};
};
inline constexpr std::array split_rules{
    SplitRule{},
    SplitRule{.blocks_per_sm = 0.25}, SplitRule{.blocks_per_sm = 0.5}, SplitRule{.blocks_per_sm = 0.75}, SplitRule{.blocks_per_sm = 1.0},
    SplitRule{.blocks_per_sm = 1.5},  SplitRule{.blocks_per_sm = 2.0}, SplitRule{.blocks_per_sm = 3.0},  SplitRule{.blocks_per_sm = 4.0},
    SplitRule{.blocks_per_sm = 6.0},  SplitRule{.blocks_per_sm = 8.0}, SplitRule{.blocks_per_sm = 12.0},
    SplitRule{.parts = 2},  SplitRule{.parts = 3},  SplitRule{.parts = 4},  SplitRule{.parts = 5},  SplitRule{.parts = 6},  SplitRule{.parts = 7},
    SplitRule{.parts = 8},  SplitRule{.parts = 10}, SplitRule{.parts = 12}, SplitRule{.parts = 14}, SplitRule{.parts = 16}, SplitRule{.parts = 20},
    SplitRule{.parts = 24}, SplitRule{.parts = 33}, SplitRule{.parts = 60},
    SplitRule{.blocks_per_sm = 1.0, .least_k = 64.0},   SplitRule{.blocks_per_sm = 2.0, .least_k = 64.0},   SplitRule{.blocks_per_sm = 4.0, .least_k = 64.0},
    SplitRule{.blocks_per_sm = 8.0, .least_k = 64.0},   SplitRule{.blocks_per_sm = 100.0, .least_k = 32.0}, SplitRule{.blocks_per_sm = 100.0, .least_k = 64.0},
    SplitRule{.blocks_per_sm = 100.0, .least_k = 96.0}, SplitRule{.blocks_per_sm = 2.0, .least_k = 128.0},  SplitRule{.blocks_per_sm = 100.0, .least_k = 128.0},
    SplitRule{.blocks_per_sm = 2.0, .least_k = 256.0},  SplitRule{.blocks_per_sm = 100.0, .least_k = 256.0}};

/// A node of a tree in preorder: the branch of values at or below the threshold follows, the other one stands at `above`.
struct ChoiceNode {
  std::uint8_t feature{};   ///< index into ChoiceFeatures, or choice_leaf
  float threshold{};
  std::uint16_t above{};    ///< of a leaf: how many nodes with other kernels seen among its products follow it
  std::uint8_t tile{};      ///< of a leaf: index into the family's tiles
  std::uint8_t split{};     ///< index into split_rules
  GemmFamily family{};
  std::uint8_t share{};     ///< of a leaf: of its products, in 1/255
  Reduction reduction{};    ///< of a leaf: how parts of K are added up
};
inline constexpr std::uint8_t choice_leaf = 255;

/// What a tree looks at. Extents m and n are the library's (columns and rows of the row-major product); everything that counts
/// tiles is taken per SM, so that a tree carries over to cards with more or fewer.
inline constexpr std::size_t choice_feature_count = 28;
using ChoiceFeatures = std::array<float, choice_feature_count>;

/// A product as the library sees it.
struct ChoiceProblem {
  double m{}, n{}, k{}, batch{1.0};
  bool a_along_k{}, b_along_k{};
  AlignmentClass alignment{};
  std::size_t format{};       ///< index of NumberFormat
};

namespace detail {
/// Tiles, m x n of the library, by whose waves a tree may ask.
inline constexpr std::array<std::array<double, 2>, 7> wave_tiles{{{32, 32}, {64, 64}, {128, 64}, {64, 128}, {128, 128}, {256, 128}, {128, 256}}};
}  // namespace detail

/// Problem: a ChoiceProblem or anything that has its members, in particular a GemmProblem.
template <class Problem = ChoiceProblem>
[[nodiscard]] constexpr ChoiceFeatures choice_features(const Problem& p, double sms) {
  const auto single = [](auto value) { return static_cast<float>(value); };
  const double outputs = p.m * p.n * p.batch / sms;
  ChoiceFeatures f{single(p.m),  single(p.n), single(p.k), single(p.batch), p.a_along_k ? 1.0F : 0.0F, p.b_along_k ? 1.0F : 0.0F,
                   single(p.alignment), single(p.format), single(outputs), single(outputs * p.k), single(p.m / p.n),
                   single(outputs / p.k), single(p.m * p.k), single(p.n * p.k)};
  std::size_t at = 14;
  for (const auto& [tile_m, tile_n] : detail::wave_tiles) {
    const double waves = p.batch * round_up(p.m / tile_m) * round_up(p.n / tile_n) / sms;
    f[at++] = single(waves);
    f[at++] = single(round_up(waves) / waves);  // how unevenly the last wave fills
  }
  return f;
}

/// The leaf of a product: its commonest kernel, then others, by falling share.  @pre nodes is a tree in preorder, not empty
[[nodiscard]] constexpr std::span<const ChoiceNode> choice_of(std::span<const ChoiceNode> nodes, const ChoiceFeatures& features) {
  std::size_t at = 0;
  while (nodes[at].feature != choice_leaf) at = features[nodes[at].feature] <= nodes[at].threshold ? at + 1 : nodes[at].above;
  return nodes.subspan(at, 1 + nodes[at].above);
}

/// More parts of K than any kernel was seen launched with.
inline constexpr int most_parts = 512;

/// Parts of K under a rule.
[[nodiscard]] constexpr int parts_of(const SplitRule& rule, double tiles, double k, double sms) {
  if (rule.blocks_per_sm == 0.0 && rule.parts == 1) return 1;
  const double wanted = rule.blocks_per_sm > 0.0 ? std::max(2.0, rule.blocks_per_sm * sms / tiles) : rule.parts;
  return std::max(1, static_cast<int>(std::min({wanted, k / rule.least_k, 1.0 * most_parts})));
}

/// What a library is asked in different ways: a product, a strided batch of them, or one with a bias in the epilogue, for which
/// cublasLt has fewer kernels (nn.Linear in PyTorch).
enum class ProductKind : std::uint8_t { single, batched, with_bias };
inline constexpr std::size_t product_kind_count = 3;
[[nodiscard]] constexpr std::string_view name(ProductKind kind) {
  constexpr std::array<std::string_view, product_kind_count> names{"single", "batched", "with_bias"};
  return names[static_cast<std::size_t>(kind)];
}

/// The tree of a family's products, single, strided-batched or with a bias in the epilogue, on cards of so many SMs. Libraries carry
/// tables for the cards that are sold: cuBLAS 13.1 chooses alike for 60 to 114 SMs, and alike, but otherwise, for 132 to 168.
struct ChoiceTree {
  GemmFamily family{};
  GemmFamily other{};  ///< a second family that leaves may name; the same: none
  ProductKind kind{};
  double sms{};
  std::span<const ChoiceNode> nodes{};
};

/// The tree learned at the number of SMs nearest to a card's; nullptr: nobody asked about such products.
[[nodiscard]] constexpr const ChoiceTree* nearest_tree(std::span<const ChoiceTree> trees, GemmFamily family, ProductKind kind, double sms) {
  const auto distance = [sms](double other) { return other < sms ? sms - other : other - sms; };
  const ChoiceTree* best = nullptr;
  for (const ChoiceTree& tree : trees)
    if ((tree.family == family || tree.other == family) && tree.kind == kind && (best == nullptr || distance(tree.sms) < distance(best->sms))) best = &tree;
  return best;
}

}  // namespace perfmodel

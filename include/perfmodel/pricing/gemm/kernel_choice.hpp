#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <perfmodel/lowering/choice_tree.hpp>
#include <perfmodel/pricing/gemm/family.hpp>
#include <perfmodel/pricing/gemm/tiling.hpp>
#include <span>
#include <string_view>
#include <vector>

namespace perfmodel {

/// What the decision trees of GEMM kernels (lowering/choice_tree.hpp) look at, and what they answer: learned from what
/// cuBLAS said it would launch for some hundred thousand products (perfmodel-fit-choices;
/// docs/lab/2026-11-22-cublas-choice-trees.md).

/// How a leaf cuts K: not at all, or so that the thread blocks come nearest below a number per SM, or into fixed parts;
/// in either case a part keeps so much of K. CUTLASS aligns parts to 16 bytes.
struct SplitRule {
  double blocks_per_sm{};  ///< 0: `parts` says
  int parts{1};
  double least_k{4.0};
};
inline constexpr std::array split_rules{SplitRule{},
                                        SplitRule{.blocks_per_sm = 0.25},
                                        SplitRule{.blocks_per_sm = 0.5},
                                        SplitRule{.blocks_per_sm = 0.75},
                                        SplitRule{.blocks_per_sm = 1.0},
                                        SplitRule{.blocks_per_sm = 1.5},
                                        SplitRule{.blocks_per_sm = 2.0},
                                        SplitRule{.blocks_per_sm = 3.0},
                                        SplitRule{.blocks_per_sm = 4.0},
                                        SplitRule{.blocks_per_sm = 6.0},
                                        SplitRule{.blocks_per_sm = 8.0},
                                        SplitRule{.blocks_per_sm = 12.0},
                                        SplitRule{.parts = 2},
                                        SplitRule{.parts = 3},
                                        SplitRule{.parts = 4},
                                        SplitRule{.parts = 5},
                                        SplitRule{.parts = 6},
                                        SplitRule{.parts = 7},
                                        SplitRule{.parts = 8},
                                        SplitRule{.parts = 10},
                                        SplitRule{.parts = 12},
                                        SplitRule{.parts = 14},
                                        SplitRule{.parts = 16},
                                        SplitRule{.parts = 20},
                                        SplitRule{.parts = 24},
                                        SplitRule{.parts = 33},
                                        SplitRule{.parts = 60},
                                        SplitRule{.blocks_per_sm = 1.0, .least_k = 64.0},
                                        SplitRule{.blocks_per_sm = 2.0, .least_k = 64.0},
                                        SplitRule{.blocks_per_sm = 4.0, .least_k = 64.0},
                                        SplitRule{.blocks_per_sm = 8.0, .least_k = 64.0},
                                        SplitRule{.blocks_per_sm = 100.0, .least_k = 32.0},
                                        SplitRule{.blocks_per_sm = 100.0, .least_k = 64.0},
                                        SplitRule{.blocks_per_sm = 100.0, .least_k = 96.0},
                                        SplitRule{.blocks_per_sm = 2.0, .least_k = 128.0},
                                        SplitRule{.blocks_per_sm = 100.0, .least_k = 128.0},
                                        SplitRule{.blocks_per_sm = 2.0, .least_k = 256.0},
                                        SplitRule{.blocks_per_sm = 100.0, .least_k = 256.0}};

/// A kernel as a leaf names it.
struct NamedKernel {
  GemmFamily family{};
  std::uint8_t tile{};   ///< index into the family's tiles
  std::uint8_t split{};  ///< index into split_rules
  Reduction reduction{};
  friend constexpr bool operator==(const NamedKernel&, const NamedKernel&) = default;
};
/// ChoiceNode::candidate of a kernel, and back.  @pre tile and split are indices
[[nodiscard]] constexpr std::uint32_t candidate_of(const NamedKernel& kernel) {
  const auto family = static_cast<std::uint32_t>(kernel.family),
             reduction = static_cast<std::uint32_t>(kernel.reduction);
  return family << 24 | static_cast<std::uint32_t>(kernel.tile) << 16 | static_cast<std::uint32_t>(kernel.split) << 8 |
         reduction;
}
[[nodiscard]] constexpr NamedKernel kernel_of(std::uint32_t candidate) {
  return {.family = static_cast<GemmFamily>(candidate >> 24),
          .tile = static_cast<std::uint8_t>(candidate >> 16 & 255U),
          .split = static_cast<std::uint8_t>(candidate >> 8 & 255U),
          .reduction = static_cast<Reduction>(candidate & 255U)};
}

/// What a tree looks at, in the order of choice_features(). Everything that counts tiles is taken per SM, so that a
/// tree carries over to cards with more or fewer.
inline constexpr std::size_t gemm_feature_count = 28;
using GemmFeatures = std::array<float, gemm_feature_count>;
/// Their names in data/choices/; m and n are cuBLAS's: columns and rows of C.
inline constexpr std::array<std::string_view, gemm_feature_count> gemm_feature_names{"m",
                                                                                     "n",
                                                                                     "k",
                                                                                     "batch",
                                                                                     "a_along_k",
                                                                                     "b_along_k",
                                                                                     "alignment",
                                                                                     "format",
                                                                                     "outputs",
                                                                                     "macs",
                                                                                     "m_over_n",
                                                                                     "outputs_per_k",
                                                                                     "m_k",
                                                                                     "n_k",
                                                                                     "waves_32x32",
                                                                                     "fill_32x32",
                                                                                     "waves_64x64",
                                                                                     "fill_64x64",
                                                                                     "waves_128x64",
                                                                                     "fill_128x64",
                                                                                     "waves_64x128",
                                                                                     "fill_64x128",
                                                                                     "waves_128x128",
                                                                                     "fill_128x128",
                                                                                     "waves_256x128",
                                                                                     "fill_256x128",
                                                                                     "waves_128x256",
                                                                                     "fill_128x256"};

/// A product as the library sees it: extents as in GemmProblem.
struct ChoiceProblem {
  double columns{}, rows{}, k{}, batch{1.0};
  bool a_along_k{}, b_along_k{};
  AlignmentClass alignment{};
  std::size_t format{};  ///< index of NumberFormat
};

namespace detail {
/// Tiles, columns x rows, by whose waves a tree may ask.
inline constexpr std::array<std::array<double, 2>, 7> wave_tiles{
    {{32, 32}, {64, 64}, {128, 64}, {64, 128}, {128, 128}, {256, 128}, {128, 256}}};
}  // namespace detail

/// Problem: a ChoiceProblem or anything that has its members, in particular a GemmProblem.
template <class Problem = ChoiceProblem>
[[nodiscard]] constexpr GemmFeatures choice_features(const Problem& p, double sms) {
  const auto single = [](auto value) { return static_cast<float>(value); };
  const double outputs = p.columns * p.rows * p.batch / sms;
  GemmFeatures f{single(p.columns),
                 single(p.rows),
                 single(p.k),
                 single(p.batch),
                 p.a_along_k ? 1.0F : 0.0F,
                 p.b_along_k ? 1.0F : 0.0F,
                 single(p.alignment),
                 single(p.format),
                 single(outputs),
                 single(outputs * p.k),
                 single(p.columns / p.rows),
                 single(outputs / p.k),
                 single(p.columns * p.k),
                 single(p.rows * p.k)};
  std::size_t at = 14;
  for (const auto& [columns, rows] : detail::wave_tiles) {
    const double waves = p.batch * round_up(p.columns / columns) * round_up(p.rows / rows) / sms;
    f[at++] = single(waves);
    f[at++] = single(round_up(waves) / waves);  // how unevenly the last wave fills
  }
  return f;
}

/// More parts of K than any kernel was seen launched with.
inline constexpr int most_parts = 512;

/// Parts of K under a rule.
[[nodiscard]] constexpr int parts_of(const SplitRule& rule, double tiles, double k, double sms) {
  if (rule.blocks_per_sm == 0.0 && rule.parts == 1) return 1;
  const double wanted = rule.blocks_per_sm > 0.0 ? std::max(2.0, rule.blocks_per_sm * sms / tiles) : rule.parts;
  return std::max(1, static_cast<int>(std::min({wanted, k / rule.least_k, 1.0 * most_parts})));
}

/// What a library is asked in different ways: a product, a strided batch of them, or one with a bias in the epilogue,
/// for which cublasLt has fewer kernels (nn.Linear in PyTorch).
enum class ProductKind : std::uint8_t { single, batched, with_bias };
inline constexpr std::size_t product_kind_count = 3;
[[nodiscard]] constexpr std::string_view name(ProductKind kind) {
  constexpr std::array<std::string_view, product_kind_count> names{"single", "batched", "with_bias"};
  return names[static_cast<std::size_t>(kind)];
}

/// The tree of a family's products, single, strided-batched or with a bias in the epilogue, on cards of so many SMs.
/// Libraries carry tables for the cards that are sold: cuBLAS 13.1 chooses alike for 60 to 114 SMs, and alike, but
/// otherwise, for 132 to 168.
struct GemmChoiceTree {
  GemmFamily family{};
  GemmFamily other{};  ///< a second family that leaves may name; the same: none
  ProductKind kind{};
  double sms{};
  std::vector<ChoiceNode> nodes{};
};

/// The tree learned at the number of SMs nearest to a card's; nullptr: nobody asked about such products.
[[nodiscard]] constexpr const GemmChoiceTree* nearest_tree(std::span<const GemmChoiceTree> trees, GemmFamily family,
                                                           ProductKind kind, double sms) {
  const auto distance = [sms](double other) { return other < sms ? sms - other : other - sms; };
  const GemmChoiceTree* best = nullptr;
  for (const GemmChoiceTree& tree : trees)
    if ((tree.family == family || tree.other == family) && tree.kind == kind &&
        (best == nullptr || distance(tree.sms) < distance(best->sms)))
      best = &tree;
  return best;
}

}  // namespace perfmodel

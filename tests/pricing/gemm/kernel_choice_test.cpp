#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/gemm/choice_trees.hpp>
#include <perfmodel/pricing/gemm/kernel_choice.hpp>
#include <perfmodel/pricing/gemm/time.hpp>

namespace pricing_gemm_kernel_choice_test {
using namespace perfmodel;

// A leaf's candidate names the kernel.
constexpr NamedKernel any_kernel{
    .family = GemmFamily::hopper_xmma_s16816, .tile = 27, .split = 37, .reduction = Reduction::serial};
static_assert(kernel_of(candidate_of(any_kernel)) == any_kernel);
static_assert(kernel_of(candidate_of(NamedKernel{})) == NamedKernel{});

// 132 SMs: two thread blocks on each are 264, 26 for each of ten tiles; a part keeps 4 of K, or 64.
static_assert(split_rules[6].blocks_per_sm == 2.0);
static_assert(parts_of(split_rules[6], 10.0, 4096.0, 132.0) == 26);
static_assert(parts_of(split_rules[6], 10.0, 40.0, 132.0) == 10);
static_assert(parts_of(split_rules[6], 1000.0, 4096.0, 132.0) == 2);
static_assert(parts_of(split_rules[0], 10.0, 4096.0, 132.0) == 1);
static_assert(parts_of({.blocks_per_sm = 2.0, .least_k = 64.0}, 10.0, 640.0, 132.0) == 10);

TEST_CASE("tiles are counted per SM, so that a card of half the SMs sees half the product alike") {
  const GemmFeatures large = choice_features({.columns = 4096, .rows = 2048, .k = 512}, 128.0);
  const GemmFeatures small = choice_features({.columns = 2048, .rows = 2048, .k = 512}, 64.0);
  constexpr std::size_t first_wave_feature = 14;
  CHECK(large[8] == small[8]);
  for (std::size_t i = first_wave_feature; i < gemm_feature_count; ++i) CHECK(large[i] == small[i]);
}

TEST_CASE("a card takes the trees that were learned at the number of SMs nearest to its own") {
  const std::array trees{
      GemmChoiceTree{.family = GemmFamily::hopper_sgemm, .other = GemmFamily::hopper_sgemm, .sms = 132.0},
      GemmChoiceTree{.family = GemmFamily::hopper_sgemm, .other = GemmFamily::hopper_sgemm, .sms = 114.0},
      GemmChoiceTree{.family = GemmFamily::hopper_tf32,
                     .other = GemmFamily::hopper_tf32_s1688,
                     .kind = ProductKind::batched,
                     .sms = 132.0}};
  CHECK(nearest_tree(trees, GemmFamily::hopper_sgemm, ProductKind::single, 168.0) == &trees[0]);
  CHECK(nearest_tree(trees, GemmFamily::hopper_sgemm, ProductKind::single, 114.0) == &trees[1]);
  CHECK(nearest_tree(trees, GemmFamily::hopper_sgemm, ProductKind::single, 60.0) == &trees[1]);
  CHECK(nearest_tree(trees, GemmFamily::hopper_tf32_s1688, ProductKind::batched, 114.0) == &trees[2]);
  CHECK(nearest_tree(trees, GemmFamily::hopper_sgemm, ProductKind::batched, 132.0) == nullptr);
  for (const auto& [card, sms] : {std::pair{"h200-sxm", 132.0}, std::pair{"h100-pcie", 114.0}}) {
    const GemmModels models = make_gemm_models(json::load_device(card).device);
    for (const GemmFamily family : {GemmFamily::hopper_sgemm, GemmFamily::hopper_tf32, GemmFamily::hopper_tf32_s1688}) {
      const GemmChoiceTree* tree = nearest_tree(choice_trees(), family, ProductKind::single, sms);
      REQUIRE(tree != nullptr);
      CHECK(tree->sms == sms);
      CHECK(models.models[static_cast<std::size_t>(family)]->trees[0].data() == tree->nodes.data());
    }
  }
}

TEST_CASE("what the library says is believed against all times where nearly all such products ran it") {
  // Measured on an H200 (gemm_random.csv): 12.3 us in one 32 x 32 tile per block, K whole; ten parts of K would take
  // half of it.
  const GemmModels h200 = make_gemm_models(json::load_device("h200-sxm").device);
  const GemmPrediction p =
      predict(Gemm{.format = NumberFormat::fp32, .layout = Layout::tn, .m = 80, .n = 48, .k = 320}, h200);
  CHECK(p.tile_m == 32);
  CHECK(p.tile_n == 32);
  CHECK(p.split_k == 1);
}

TEST_CASE("every shipped tree is whole, and its leaves name kernels that its families have") {
  for (const GemmChoiceTree& tree : choice_trees()) {
    CAPTURE(name(tree.family));
    CHECK(is_choice_tree(tree.nodes, gemm_feature_count));
    std::size_t leaves = 0;
    for (const ChoiceNode& node : tree.nodes) {
      if (node.feature != choice_leaf) continue;
      ++leaves;
      const NamedKernel kernel = kernel_of(node.candidate);
      CHECK((kernel.family == tree.family || kernel.family == tree.other));
      CHECK(static_cast<int>(kernel.tile) < gemm_table().families[static_cast<std::size_t>(kernel.family)].tile_count);
      CHECK(static_cast<std::size_t>(kernel.split) < split_rules.size());
      CHECK((tree.kind != ProductKind::batched || kernel.split == 0));  // strided batches are never split
    }
    CHECK(leaves > 50);
  }
}

TEST_CASE("a tree is no reason to believe in a kernel that takes far longer than the fastest") {
  const GemmModels h200 = make_gemm_models(json::load_device("h200-sxm").device);
  // Nobody asked the library about K of 100,000 and more; the H200 took 243 us for a weight gradient of this size.
  for (const Layout layout : {Layout::nn, Layout::nt, Layout::tn})
    for (const NumberFormat format : {NumberFormat::fp32, NumberFormat::tf32})
      for (const std::int64_t m : {2, 64, 1000, 50000})
        for (const std::int64_t k : {16, 1000, 802816}) {
          const Gemm g{.format = format, .layout = layout, .m = m, .n = 256, .k = k, .output = format};
          const double ratio = in(predict(g, h200).total, second) / in(predict_best(g, h200).total, second);
          CAPTURE(m);
          CAPTURE(k);
          CHECK(ratio < (k > 65528 ? 1.3 * gemm_table().shared.trust.implausible_loss
                                   : 4.0));  // the mean over a leaf, the median of what it misses, each one's clock
          CHECK(ratio > 0.7);                // the fastest is sought among some twelve splits of each tile, not all
        }
}

TEST_CASE("a leaf tells whether parts of K are added up serially") {
  const auto serial = [](GemmFamily family, ProductKind kind) {
    const GemmChoiceTree* tree = nearest_tree(choice_trees(), family, kind, 132.0);
    REQUIRE(tree != nullptr);
    return std::count_if(tree->nodes.begin(), tree->nodes.end(), [](const ChoiceNode& n) {
      return n.feature == choice_leaf && kernel_of(n.candidate).reduction == Reduction::serial;
    });
  };
  CHECK(serial(GemmFamily::hopper_sgemm, ProductKind::with_bias) > 0);
  CHECK(serial(GemmFamily::hopper_tf32, ProductKind::with_bias) > 0);
  CHECK(serial(GemmFamily::hopper_sgemm, ProductKind::single) == 0);
}
}  // namespace pricing_gemm_kernel_choice_test

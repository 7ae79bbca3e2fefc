#include <doctest/doctest.h>

#include <perfmodel/pricing/gemm/choice_packing.hpp>
#include <vector>

namespace pricing_gemm_choice_packing_test {
using namespace perfmodel;

namespace {
constexpr ChoiceNode branch(std::uint8_t feature, float threshold) {
  return {.feature = feature, .threshold = threshold};
}
constexpr ChoiceNode leaf(std::uint8_t tile, std::uint16_t further = 0) {
  return {.feature = choice_leaf,
          .share = 200,
          .above = further,
          .candidate = candidate_of({.family = GemmFamily::hopper_tf32, .tile = tile})};
}
}  // namespace

TEST_CASE("packing and unpacking bring a tree back, of two families and with parts added up serially") {
  const PackedTree head{.family = GemmFamily::hopper_tf32,
                        .other = GemmFamily::hopper_tf32_s1688,
                        .kind = ProductKind::batched,
                        .sms = 132.0,
                        .nodes = 4};
  std::vector<ChoiceNode> nodes{branch(27, 0.0096F), leaf(27, 1), leaf(5), leaf(6)};
  nodes[2].candidate =
      candidate_of({.family = GemmFamily::hopper_tf32_s1688, .tile = 5, .split = 37, .reduction = Reduction::serial});
  std::vector<std::uint32_t> words;
  for (const ChoiceNode& node : nodes) words.push_back(detail::packed(node, head.family));
  const std::vector<GemmChoiceTree> trees = unpacked_trees({&head, 1}, words, std::vector<float>{0.0096F});
  REQUIRE(trees.size() == 1);
  CHECK(trees[0].kind == ProductKind::batched);
  CHECK(trees[0].sms == 132.0);
  REQUIRE(trees[0].nodes.size() == 4);
  CHECK(trees[0].nodes[0].feature == 27);
  CHECK(trees[0].nodes[0].threshold == 0.0096F);
  CHECK(trees[0].nodes[0].above == 3);
  CHECK(kernel_of(trees[0].nodes[1].candidate).tile == 27);
  CHECK(trees[0].nodes[1].above == 1);
  CHECK(kernel_of(trees[0].nodes[1].candidate).family == GemmFamily::hopper_tf32);
  CHECK(kernel_of(trees[0].nodes[2].candidate).family == GemmFamily::hopper_tf32_s1688);
  CHECK(kernel_of(trees[0].nodes[2].candidate).reduction == Reduction::serial);
  CHECK(kernel_of(trees[0].nodes[2].candidate).split == 37);
  CHECK(trees[0].nodes[2].share == 200);
}
}  // namespace pricing_gemm_choice_packing_test

#include <doctest/doctest.h>

#include <perfmodel/lowering/choice_packing.hpp>
#include <vector>

namespace lowering_choice_packing_test {
using namespace perfmodel;

namespace {
struct Head {
  int mark{};
  std::size_t nodes{};
};
struct Tree {
  int mark{};
  std::vector<ChoiceNode> nodes{};
};

/// Two trees: a branch over two leaves, and a lone leaf; a leaf's word is its candidate.
constexpr Head heads[]{{7, 3}, {8, 1}};
const std::vector<std::uint32_t> words{2, detail::choice_leaf_bit | 10, detail::choice_leaf_bit | 11,
                                       detail::choice_leaf_bit | 12};
const std::vector<float> thresholds{0.5F};

std::vector<Tree> unpacked(std::span<const std::uint32_t> nodes, std::span<const float> limits, bool is_whole = true) {
  return detail::unpacked_choices(
      std::span<const Head>(heads), nodes, limits, [](const Head& head) { return Tree{.mark = head.mark}; },
      [](std::uint32_t word, const Head& head) {
        return ChoiceNode{.feature = choice_leaf, .candidate = (word & 0xff) + static_cast<std::uint32_t>(head.mark)};
      },
      [&](std::span<const ChoiceNode>) { return is_whole; });
}
}  // namespace

TEST_CASE("flat lists give back the trees: heads, branches linked by their preorder, leaves by their owner") {
  const std::vector<Tree> trees = unpacked(words, thresholds);
  REQUIRE(trees.size() == 2);
  CHECK(trees[1].mark == 8);
  REQUIRE(trees[0].nodes.size() == 3);
  CHECK(trees[0].nodes[0].feature == 2);
  CHECK(trees[0].nodes[0].threshold == 0.5F);
  CHECK(trees[0].nodes[0].above == 2);
  CHECK(trees[0].nodes[2].candidate == 18);
  REQUIRE(trees[1].nodes.size() == 1);
  CHECK(trees[1].nodes[0].candidate == 20);
}

TEST_CASE("lists that are too short, too long or of half a tree are refused, as is what the owner does not accept") {
  const auto without_last = std::span(words).first(words.size() - 1);
  std::vector<std::uint32_t> one_more = words;
  one_more.push_back(words.back());
  std::vector<std::uint32_t> branch_at_end = words;
  branch_at_end.back() = 1;
  CHECK_THROWS_AS((void)unpacked(without_last, thresholds), Error);
  CHECK_THROWS_AS((void)unpacked(one_more, thresholds), Error);
  CHECK_THROWS_AS((void)unpacked(branch_at_end, std::vector<float>{0.5F, 0.5F}), Error);
  CHECK_THROWS_AS((void)unpacked(words, {}), Error);
  CHECK_THROWS_AS((void)unpacked(words, std::vector<float>{0.5F, 0.5F}), Error);
  CHECK_THROWS_AS((void)unpacked(words, thresholds, false), Error);
}
}  // namespace lowering_choice_packing_test

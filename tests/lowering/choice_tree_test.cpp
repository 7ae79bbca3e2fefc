#include <doctest/doctest.h>

#include <array>
#include <perfmodel/lowering/choice_tree.hpp>
#include <vector>

namespace lowering_choice_tree_test {
using namespace perfmodel;

namespace {
/// One feature up to 100: candidate 7; above: candidate 2, seldom 7.
constexpr std::array small_tree{ChoiceNode{.feature = 0, .above = 2, .threshold = 100.0F},
                                ChoiceNode{.feature = choice_leaf, .share = 255, .candidate = 7},
                                ChoiceNode{.feature = choice_leaf, .share = 200, .above = 1, .candidate = 2},
                                ChoiceNode{.feature = choice_leaf, .share = 55, .candidate = 7}};
constexpr std::span<const ChoiceNode> leaf_at(float value) {
  const std::array features{value};
  return choice_of(small_tree, features);
}

/// The small tree with one node changed.
template <class Change>
constexpr bool still_a_tree(std::size_t at, const Change& change, std::size_t features = 1) {
  auto nodes = small_tree;
  change(nodes[at]);
  return is_choice_tree(nodes, features);
}
}  // namespace

static_assert(leaf_at(100.0F).front().candidate == 7 && leaf_at(100.0F).size() == 1);
static_assert(leaf_at(100.5F).front().candidate == 2 && leaf_at(100.5F).size() == 2);
static_assert(leaf_at(100.5F).back().share == 55);

static_assert(is_choice_tree(small_tree, 1));
static_assert(!is_choice_tree(small_tree, 0));                                       // asks for a feature that is none
static_assert(!is_choice_tree({}, 1));                                               // nothing
static_assert(!is_choice_tree(std::span(small_tree).first(2), 1));                   // no branch above
static_assert(!is_choice_tree(std::span(small_tree).first(3), 1));                   // the last leaf is cut off
static_assert(!still_a_tree(0, [](ChoiceNode& n) { n.above = 1; }));                 // the branch below is empty
static_assert(!still_a_tree(0, [](ChoiceNode& n) { n.above = 3; }));                 // into the middle of a leaf
static_assert(!still_a_tree(2, [](ChoiceNode& n) { n.above = 0; }));                 // what follows is nobody's
static_assert(!still_a_tree(2, [](ChoiceNode& n) { n.share = 50; }));                // the rarer one comes first
static_assert(!still_a_tree(2, [](ChoiceNode& n) { n.share = 255; }));               // more than all operations
static_assert(!still_a_tree(3, [](ChoiceNode& n) { n.feature = 0, n.above = 2; }));  // a loop
static_assert(still_a_tree(3, [](ChoiceNode& n) { n.candidate = 1U << 31; }));       // the owner's business

TEST_CASE("of many features each branch looks at its own") {
  const std::vector<ChoiceNode> nodes{{.feature = 2, .above = 4, .threshold = 0.5F},
                                      {.feature = 0, .above = 3, .threshold = -1.0F},
                                      {.feature = choice_leaf, .share = 255, .candidate = 1},
                                      {.feature = choice_leaf, .share = 255, .candidate = 2},
                                      {.feature = choice_leaf, .share = 255, .candidate = 3}};
  REQUIRE(is_choice_tree(nodes, 3));
  const auto choice = [&](float a, float c) {
    const std::array features{a, 1e9F, c};
    return choice_of(nodes, features).front().candidate;
  };
  CHECK(choice(-2.0F, 0.0F) == 1);
  CHECK(choice(0.0F, 0.0F) == 2);
  CHECK(choice(-2.0F, 1.0F) == 3);
}

namespace {
constexpr ChoiceNode branch(std::uint8_t feature) { return {.feature = feature}; }
constexpr ChoiceNode leaf(std::uint16_t further) { return {.feature = choice_leaf, .share = 100, .above = further}; }
}  // namespace

TEST_CASE("the upper sides of branches follow from the preorder") {
  // 0 (1 (leaf with two kernels, leaf), leaf)
  std::vector<ChoiceNode> nodes{branch(0), branch(1), leaf(1), leaf(0), leaf(0), leaf(0)};
  REQUIRE(link_branches(nodes));
  CHECK(nodes[0].above == 5);
  CHECK(nodes[1].above == 4);
  CHECK(nodes[2].above == 1);
  CHECK(is_choice_tree(nodes, 2));
  std::vector<ChoiceNode> one_side{branch(0), leaf(0)}, two_trees{leaf(0), leaf(0)}, lacking{leaf(1)}, none;
  CHECK(!link_branches(one_side));
  CHECK(!link_branches(two_trees));
  CHECK(!link_branches(lacking));
  CHECK(!link_branches(none));
}
}  // namespace lowering_choice_tree_test

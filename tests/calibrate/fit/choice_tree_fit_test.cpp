#include "calibrate/fit/choice_tree_fit.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "calibrate/fit/gemm_choice_example.hpp"

namespace calibrate_fit_choice_tree_fit_test {
using namespace perfmodel;

TEST_CASE("any operation: a leaf names the commonest label, in the variant that comes nearest to its operations") {
  // Beyond 10 label 4; up to it label 3, in variant 1 where the second feature is large.
  std::vector<ChoiceExample> rows;
  for (int i = 0; i < 200; ++i) {
    const bool small = i % 20 <= 10, large = i >= 100;
    rows.push_back({.features = {static_cast<float>(i % 20), large ? 5.0F : 1.0F},
                    .label = small ? 3U : 4U,
                    .credits = {small && large ? 0.0F : 1.0F, small && large ? 1.0F : 0.0F}});
  }
  const auto candidate = [](std::uint32_t label, std::size_t variant) {
    return 10 * label + static_cast<std::uint32_t>(variant);
  };
  const std::vector<ChoiceNode> nodes = ChoiceTreeFit(rows, 10, 3, candidate).nodes();
  REQUIRE(is_choice_tree(nodes, 2));
  const auto choice = [&](float a, float b) {
    const std::array features{a, b};
    return choice_of(nodes, features).front().candidate;
  };
  CHECK(choice(15.0F, 1.0F) == 40);
  CHECK(choice(5.0F, 1.0F) == 30);
  CHECK(choice(5.0F, 5.0F) == 31);
}

namespace {
constexpr double sms = 132.0;

/// A library of three kernels: large tiles where they fill the card, small ones elsewhere, of which a long K is split
/// so that two thread blocks run on each SM.
GemmChoiceExample example(double m, double n, double k) {
  const double large = std::ceil(m / 256) * std::ceil(n / 128), small = std::ceil(m / 64) * std::ceil(n / 64);
  GemmChoiceExample e{.features = choice_features({.columns = m, .rows = n, .k = k}, sms),
                      .family = GemmFamily::hopper_sgemm,
                      .k = k,
                      .sms = sms};
  if (large >= sms) return e.tiles = large, e;
  e.tile = 1;
  e.tiles = small;
  if (k > 500.0 && 2.0 * sms / small >= 2.0) e.parts = parts_of({.blocks_per_sm = 2.0}, small, k, sms);
  return e;
}

std::vector<GemmChoiceExample> examples(int count, unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> octaves(3.0, 13.0);
  const auto extent = [&] { return std::round(std::exp2(octaves(random))); };
  std::vector<GemmChoiceExample> out;
  for (int i = 0; i < count; ++i) out.push_back(example(extent(), extent(), extent()));
  return out;
}
}  // namespace

TEST_CASE("a tree finds the rule of a library that counts waves, on products that it has not seen") {
  const std::vector<GemmChoiceExample> learned = examples(6000, 1), judged = examples(1000, 2);
  const std::vector<ChoiceNode> nodes = learn_gemm_tree(learned, 60, 3);
  int right = 0, parts_right = 0;
  for (const GemmChoiceExample& e : judged) {
    const NamedKernel kernel = kernel_of(choice_of(nodes, e.features).front().candidate);
    right += kernel.tile == e.tile && (kernel.split > 0) == (e.parts > 1);
    parts_right += parts_of(split_rules[kernel.split], e.tiles, e.k, e.sms) == e.parts;
  }
  CHECK(right > 980);  // near the boundaries a few thousand products do not tell
  CHECK(parts_right > 950);
}

TEST_CASE("a tree tells splits of one tile apart") {
  std::vector<GemmChoiceExample> rows;
  for (int i = 0; i < 400; ++i) {
    GemmChoiceExample e = example(64, 64, 1000 + 10 * i);
    e.parts = i < 150 ? 16 : 3;
    rows.push_back(e);
  }
  const std::vector<ChoiceNode> nodes = learn_gemm_tree(rows, 2, 3);
  REQUIRE(nodes.size() == 3);
  CHECK(nodes[0].threshold > 2490.0F);
  CHECK(nodes[0].threshold < 2500.0F);
  CHECK(parts_of(split_rules[kernel_of(nodes[1].candidate).split], 1.0, 2000.0, sms) == 16);
  CHECK(parts_of(split_rules[kernel_of(nodes[2].candidate).split], 1.0, 3000.0, sms) == 3);
}

TEST_CASE("leaves tell how often each kernel ran; a tree has no more of them than asked for") {
  std::vector<GemmChoiceExample> rows;
  for (int i = 0; i < 100; ++i) {
    GemmChoiceExample e = example(64, 64, 64);
    e.tile = i < 70 ? 3 : 5;  // nothing tells them apart
    rows.push_back(e);
  }
  const std::vector<ChoiceNode> nodes = learn_gemm_tree(rows, 10, 3);
  REQUIRE(nodes.size() == 2);
  CHECK(kernel_of(nodes[0].candidate).tile == 3);
  CHECK(nodes[0].share == std::lround(0.7 * 255));
  CHECK(nodes[0].above == 1);
  CHECK(kernel_of(nodes[1].candidate).tile == 5);

  const std::vector<ChoiceNode> small = learn_gemm_tree(examples(2000, 3), 5, 3);
  CHECK(std::count_if(small.begin(), small.end(), [](const ChoiceNode& n) { return n.feature != choice_leaf; }) <= 4);
}
}  // namespace calibrate_fit_choice_tree_fit_test

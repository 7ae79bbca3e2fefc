#include "calibrate/choice_tree_fit.hpp"

#include <doctest/doctest.h>

#include <random>

using namespace perfmodel;

namespace {
constexpr double sms = 132.0;

/// A library of three kernels: large tiles where they fill the card, small ones elsewhere, of which a long K is split so that two
/// thread blocks run on each SM.
ChoiceExample example(double m, double n, double k) {
  const double large = std::ceil(m / 256) * std::ceil(n / 128), small = std::ceil(m / 64) * std::ceil(n / 64);
  ChoiceExample e{.features = choice_features({.m = m, .n = n, .k = k}, sms), .family = GemmFamily::hopper_sgemm, .k = k, .sms = sms};
  if (large >= sms) return e.tiles = large, e;
  e.tile = 1;
  e.tiles = small;
  if (k > 500.0 && 2.0 * sms / small >= 2.0) e.parts = parts_of({.blocks_per_sm = 2.0}, small, k, sms);
  return e;
}

std::vector<ChoiceExample> examples(int count, unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> octaves(3.0, 13.0);
  const auto extent = [&] { return std::round(std::exp2(octaves(random))); };
  std::vector<ChoiceExample> out;
  for (int i = 0; i < count; ++i) out.push_back(example(extent(), extent(), extent()));
  return out;
}
}  // namespace

TEST_CASE("a tree finds the rule of a library that counts waves, on products that it has not seen") {
  const std::vector<ChoiceExample> learned = examples(6000, 1), judged = examples(1000, 2);
  const std::vector<ChoiceNode> nodes = ChoiceTreeFit(learned, 60, 3).nodes();
  int right = 0, parts_right = 0;
  for (const ChoiceExample& e : judged) {
    const ChoiceNode& leaf = choice_of(nodes, e.features).front();
    right += leaf.tile == e.tile && (leaf.split > 0) == (e.parts > 1);
    parts_right += parts_of(split_rules[leaf.split], e.tiles, e.k, e.sms) == e.parts;
  }
  CHECK(right > 980);  // near the boundaries a few thousand products do not tell
  CHECK(parts_right > 950);
}

TEST_CASE("a tree tells splits of one tile apart") {
  std::vector<ChoiceExample> rows;
  for (int i = 0; i < 400; ++i) {
    ChoiceExample e = example(64, 64, 1000 + 10 * i);
    e.parts = i < 150 ? 16 : 3;
    rows.push_back(e);
  }
  const std::vector<ChoiceNode> nodes = ChoiceTreeFit(rows, 2, 3).nodes();
  REQUIRE(nodes.size() == 3);
  CHECK(nodes[0].threshold > 2490.0F);
  CHECK(nodes[0].threshold < 2500.0F);
  CHECK(parts_of(split_rules[nodes[1].split], 1.0, 2000.0, sms) == 16);
  CHECK(parts_of(split_rules[nodes[2].split], 1.0, 3000.0, sms) == 3);
}

TEST_CASE("leaves tell how often each kernel ran; a tree has no more of them than asked for") {
  std::vector<ChoiceExample> rows;
  for (int i = 0; i < 100; ++i) {
    ChoiceExample e = example(64, 64, 64);
    e.tile = i < 70 ? 3 : 5;  // nothing tells them apart
    rows.push_back(e);
  }
  const std::vector<ChoiceNode> nodes = ChoiceTreeFit(rows, 10, 3).nodes();
  REQUIRE(nodes.size() == 2);
  CHECK(nodes[0].tile == 3);
  CHECK(nodes[0].share == std::lround(0.7 * 255));
  CHECK(nodes[0].above == 1);
  CHECK(nodes[1].tile == 5);

  const std::vector<ChoiceNode> small = ChoiceTreeFit(examples(2000, 3), 5, 3).nodes();
  CHECK(std::count_if(small.begin(), small.end(), [](const ChoiceNode& n) { return n.feature != choice_leaf; }) <= 4);
}

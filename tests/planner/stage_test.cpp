#include <doctest/doctest.h>

#include <cstdint>
#include <perfmodel/network/gpt2.hpp>
#include <perfmodel/planner/stage.ipp>
#include <string>
#include <vector>

#include "../refusal.hpp"

namespace planner_stage_test {
using namespace perfmodel;

// A chain of linear layers: one in front, blocks of two, and one behind, all 8 wide but for the last.

namespace {

[[nodiscard]] Layer linear(std::int32_t block, std::int64_t outputs = 8, std::int64_t inputs = 8) {
  return {.name = "linear", .what = Linear{.inputs = inputs, .outputs = outputs}, .block = block};
}
[[nodiscard]] Network chain(std::int32_t blocks) {
  Network network{.name = "chain", .inputs = {{.shape = Shape{8}}}};
  network.layers.push_back(linear(-1));
  for (std::int32_t b = 0; b < blocks; ++b) {
    network.layers.push_back(linear(b));
    network.layers.push_back({.name = "relu", .what = Activation{}, .block = b});
  }
  network.layers.push_back(linear(-1, 4));
  return network;
}
[[nodiscard]] detail::EqualBlocks equal(const Network& network, std::int32_t skipped = 0) {
  return detail::equal_blocks(network, parameters_by_layer(network), skipped);
}
[[nodiscard]] bool is(const detail::EqualBlocks& e, std::size_t begin, std::size_t layers, std::int64_t blocks) {
  return e.begin == begin && e.layers == layers && e.blocks == blocks;
}
[[nodiscard]] std::vector<std::int32_t> blocks_of(const Network& network) {
  std::vector<std::int32_t> out;
  for (const Layer& layer : network.layers) out.push_back(layer.block);
  return out;
}

}  // namespace

TEST_CASE("parts are what lies outside the blocks, then each block, counted from the first there is") {
  CHECK(detail::parts_of(chain(2)) == std::vector<std::int32_t>{0, 1, 1, 2, 2, 0});
  Network later = chain(2);
  for (Layer& layer : later.layers)
    if (layer.block >= 0) layer.block += 3;
  CHECK(detail::parts_of(later) == std::vector<std::int32_t>{0, 1, 1, 2, 2, 0});
  CHECK(detail::parts_of(chain(0)) == std::vector<std::int32_t>{0, 0});
}

TEST_CASE("equal blocks: where they begin, how long one is, how many") {
  CHECK(is(equal(chain(4)), 1, 2, 4));
  CHECK(is(equal(chain(1)), 1, 2, 1));
  CHECK(is(equal(chain(0)), 0, 0, 0));
  Network ends_in_blocks = chain(3);
  ends_in_blocks.layers.pop_back();
  CHECK(is(equal(ends_in_blocks), 1, 2, 3));
}

TEST_CASE("blocks that differ are not equal; a first one that does is skipped where that is asked for") {
  Network wide = chain(4);
  wide.layers[1] = linear(0, 16);
  wide.layers.insert(wide.layers.begin() + 2, linear(0, 8, 16));
  CHECK(is(equal(wide), 0, 0, 0));
  CHECK(is(equal(wide, 1), 4, 2, 3));
  CHECK(is(equal(chain(4), 1), 3, 2, 3));
  CHECK(is(equal(chain(1), 1), 0, 0, 0));  // nothing is left
  Network without_bias = chain(4);         // the same kinds of layers, fewer parameters
  without_bias.layers[5].what = Linear{.inputs = 8, .outputs = 8, .bias = false};
  CHECK(is(equal(without_bias), 0, 0, 0));
  Network other_kind = chain(4);  // as many parameters, another kind
  other_kind.layers[6].what = Dropout{};
  CHECK(is(equal(other_kind), 0, 0, 0));
  Network longer = chain(4);  // a third layer in a later block
  longer.layers.insert(longer.layers.begin() + 5, {.name = "relu", .what = Activation{}, .block = 1});
  CHECK(is(equal(longer), 0, 0, 0));
}

TEST_CASE("no blocks are folded where something outside looks into them") {
  Network kept = chain(4);
  kept.extra_outputs = {3};
  CHECK(is(equal(kept), 0, 0, 0));
  Network loss = chain(4);
  loss.auxiliary_losses = {{.layer = 3}};
  CHECK(is(equal(loss), 0, 0, 0));
}

TEST_CASE("a network with three of six blocks: the first two and the last, which reads the one before it") {
  Network six = chain(6);
  six.layers[3].held_until = 11;  // until the last block begins
  six.layers[0].held_until = 13;  // the first layer's output until the last one
  six.layers[2].held_until = 3;   // in front of what is left out
  six.layers[11].inputs = {10};
  six.layers[13].inputs = {12};
  const Network three = detail::with_blocks(six, equal(six), 3);
  CHECK(blocks_of(three) == std::vector<std::int32_t>{-1, 0, 0, 1, 1, 5, 5, -1});
  CHECK(three.layers[1].inputs == std::vector<std::int32_t>{0});
  CHECK(three.layers[4].inputs == std::vector<std::int32_t>{3});
  CHECK(three.layers[5].inputs == std::vector<std::int32_t>{4});  // was 10
  CHECK(three.layers[6].inputs == std::vector<std::int32_t>{5});
  CHECK(three.layers[7].inputs == std::vector<std::int32_t>{6});  // was 12
  CHECK(three.layers[0].held_until == 7);                         // was 13: six layers are gone
  CHECK(three.layers[2].held_until == 3);
  CHECK(three.layers[3].held_until == 5);  // was 11
  CHECK(three.layers[1].held_until == -1);
  CHECK(infer_shapes(three, 2).outputs.back() == Shape{2, 4});
  const Network five = detail::with_blocks(six, equal(six), 5);
  CHECK(blocks_of(five) == std::vector<std::int32_t>{-1, 0, 0, 1, 1, 2, 2, 3, 3, 5, 5, -1});
  CHECK(five.layers[9].inputs == std::vector<std::int32_t>{8});
}

TEST_CASE("what reads the layers in front of the blocks still does behind the gap") {
  Network six = chain(6);
  six.layers[12].what = Add{};  // the last block adds the first layer's output to its product
  six.layers[12].inputs = {11, 0};
  detail::EqualBlocks e{.begin = 1, .layers = 2, .blocks = 6};
  const Network two = detail::with_blocks(six, e, 2);
  CHECK(blocks_of(two) == std::vector<std::int32_t>{-1, 0, 0, 5, 5, -1});
  CHECK(two.layers[3].inputs == std::vector<std::int32_t>{2});
  CHECK(two.layers[4].inputs == std::vector<std::int32_t>{3, 0});
}

TEST_CASE("a stage and its folded forms, which are kept") {
  detail::Stage stage = detail::stage_of(chain(6));
  CHECK(stage.all_equal);
  CHECK(is(stage.equal, 1, 2, 6));
  CHECK(stage.parts.size() == 14);
  CHECK(stage.parameters[1] == 8 * 8 + 8);
  CHECK(stage.parameters[13] == 8 * 4 + 4);
  CHECK(&detail::network_of(stage, 0) == &stage.network);
  CHECK(&detail::parameters_of(stage, 0) == &stage.parameters);
  CHECK(detail::network_of(stage, 3).layers.size() == 8);
  CHECK(detail::parameters_of(stage, 3).back() == 8 * 4 + 4);
  CHECK(detail::parameters_of(stage, 3).size() == 8);
  CHECK(&detail::folded(stage, 3) == &detail::folded(stage, 3));
  CHECK(stage.folded.size() == 1);
  Network first_differs = chain(6);
  first_differs.layers[2].what = Dropout{};
  detail::Stage rest = detail::stage_of(first_differs);
  CHECK_FALSE(rest.all_equal);
  CHECK(is(rest.equal, 3, 2, 5));
}

TEST_CASE("a network of one card is one stage; of a pipeline, stages in the middle are one and the same") {
  const Network gpt = build(
      Gpt2{.layers = 8, .hidden = 64, .heads = 4, .vocabulary = 128, .positions = 16, .sequence = 16, .dropout = 0.0});
  const detail::CardNetwork one = detail::cut_network(gpt, {}, 8);
  CHECK(one.stages.size() == 1);
  CHECK(one.ranges.empty());
  CHECK(one.pipeline_of == std::vector<std::int64_t>{0});
  CHECK(one.stages[0].network.layers.size() == gpt.layers.size());
  const detail::CardNetwork four = detail::cut_network(gpt, {.pp = 4}, 8);
  CHECK(four.pipeline_of == std::vector<std::int64_t>{0, 1, 1, 2});
  CHECK(four.stages.size() == 3);
  CHECK(four.ranges.size() == 4);
  // eight blocks on five ranks: 2, 2, 2, 1, 1; the second and the third are equal, the fourth is not
  CHECK(detail::cut_network(gpt, {.pp = 5}, 8).pipeline_of == std::vector<std::int64_t>{0, 1, 1, 2, 3});
  CHECK(detail::cut_network(gpt, {.pp = 8}, 8).stages.size() == 3);
  CHECK(detail::cut_network(gpt, {.pp = 4, .virtual_stages = 2}, 8).stages.size() == 3);  // just as many as blocks
  CHECK(refusal([&] { (void)detail::cut_network(gpt, {.pp = 4, .virtual_stages = 3}, 8); }) ==
        "pp x virtual_stages: got 12; must be at most the repeated layers of gpt2-124m, 8");
}

TEST_CASE("heads are cut among at most as many tensor ranks") {
  const Network gpt =
      build(Gpt2{.layers = 1, .hidden = 64, .heads = 4, .vocabulary = 128, .positions = 16, .sequence = 16});
  CHECK(detail::card_network(gpt, {.tp = 4}, 8).layers.size() >= gpt.layers.size());
  CHECK(refusal([&] { (void)detail::card_network(gpt, {.tp = 8}, 8); }) ==
        "tp: got 8; must be at most the attention heads of gpt2-124m, 4");
}
}  // namespace planner_stage_test

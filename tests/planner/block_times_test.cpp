// What blocks take, beside the steps that they are a part of.
#include <doctest/doctest.h>

#include <perfmodel/json/card.hpp>
#include <perfmodel/json/host_system_json.hpp>
#include <perfmodel/network/gpt2.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/planner/block_times.hpp>
#include <perfmodel/planner/parallel_estimate.hpp>

namespace planner_block_times_test {
using namespace perfmodel;

TEST_CASE("blocks take most of a step and no more than it") {
  const Network network =
      build(Gpt2{.layers = 24, .hidden = 1024, .heads = 16, .vocabulary = 8192, .positions = 512, .sequence = 512});
  const HostSystem system = json::load_system("DGX-H100");
  const CardModel card = on_system(make_card_model(json::load_device("h100-sxm5-80gb").device), system);
  BlockTimes blocks(network);
  for (const ParallelLayout& layout : {ParallelLayout{}, ParallelLayout{.dp = 8, .zero = 3},
                                       ParallelLayout{.dp = 2, .tp = 4, .zero = 1, .sequence_parallel = true},
                                       ParallelLayout{.dp = 4, .pp = 2, .zero = 1, .micro_batch = 2}}) {
    const Recipe recipe{.batch = 32, .precision = Precision::amp_bf16, .optimizer_loop = OptimizerLoop::fused};
    const Time step = estimate_parallel(network, recipe, layout, system, card).step.step,
               least = blocks(recipe, layout, system, card);
    CAPTURE(layout.tp);
    CAPTURE(layout.pp);
    CAPTURE(layout.zero);
    CHECK(least > Time{});
    CHECK(least <= step);
    Recipe twice = recipe;
    twice.batch *= 2;
    CHECK(blocks(twice, layout, system, card) > least);
  }
}

TEST_CASE("nothing is known of blocks that differ") {
  const Network network = named_network("resnet50");
  const HostSystem system = json::load_system("DGX-H100");
  const CardModel card = on_system(make_card_model(json::load_device("h100-sxm5-80gb").device), system);
  BlockTimes blocks(network);
  CHECK(blocks({.batch = 8}, {}, system, card) == Time{});
}

TEST_CASE("whether a step fits is what its estimate says") {
  const Network network =
      build(Gpt2{.layers = 24, .hidden = 2048, .heads = 16, .vocabulary = 8192, .positions = 1024, .sequence = 1024});
  const HostSystem system = json::load_system("DGX-H100");
  const CardModel card = make_card_model(json::load_device("h100-sxm5-80gb").device);
  for (const bool folded : {false, true}) {
    ParallelSteps timed(network, system, card, {}, {.folded = folded}),
        untimed(network, system, card, {}, {.folded = folded});
    for (const std::int64_t batch : {256, 64, 16, 1})
      for (const ParallelLayout& layout :
           {ParallelLayout{.dp = 8, .zero = 3}, ParallelLayout{.dp = 4, .zero = 3},
            ParallelLayout{.dp = 2, .tp = 4, .zero = 1, .sequence_parallel = true}, ParallelLayout{.dp = 8}}) {
        const Recipe recipe{.batch = batch, .precision = Precision::amp_bf16, .optimizer = Optimizer::adamw};
        CAPTURE(batch);
        CAPTURE(layout.tp);
        CHECK(untimed.fits(recipe, layout) == timed(recipe, layout).step.fits);
      }
  }
}

TEST_CASE("blocks are counted: twice as many take twice the time, stages of a pipeline their share") {
  const auto blocks_of = [](std::int64_t layers) {
    return build(
        Gpt2{.layers = layers, .hidden = 256, .heads = 4, .vocabulary = 1024, .positions = 128, .sequence = 128});
  };
  const HostSystem system = json::load_system("DGX-H100");
  const CardModel card = on_system(make_card_model(json::load_device("h100-sxm5-80gb").device), system);
  const Network eight = blocks_of(8), sixteen = blocks_of(16), three = blocks_of(3);
  const auto seconds = [&](const Network& network, const ParallelLayout& layout, std::int64_t batch = 8) {
    return in(BlockTimes(network)({.batch = batch, .precision = Precision::bf16}, layout, system, card), second);
  };
  const double rounding = 1e-9;  // of sums of a few hundred kernels
  const double one = seconds(eight, {}) / 8.0;
  CHECK(seconds(sixteen, {}) == doctest::Approx(16.0 * one).epsilon(rounding));
  CHECK(seconds(three, {}) == doctest::Approx(3.0 * one).epsilon(rounding));  // too few to be folded
  // 3 + 3 + 2 blocks, four passes of two samples: the slowest four times, the others once
  const double small = seconds(eight, {}, 2) / 8.0;
  const ParallelLayout pipeline{.pp = 3, .micro_batch = 2};
  CHECK(seconds(eight, pipeline) == doctest::Approx(small * (4 * 3 + 3 + 2)).epsilon(rounding));
  ParallelLayout half = pipeline;  // two parts a rank fill and run empty in half of the time
  half.virtual_stages = 2;
  CHECK(seconds(eight, half) == doctest::Approx(small * (4 * 3 + 0.5 * (3 + 2))).epsilon(rounding));
  ParallelLayout full = pipeline;
  full.zero_bubble = true;
  CHECK(seconds(eight, full) == doctest::Approx(small * 4 * 3).epsilon(rounding));
  CHECK(seconds(three, {.pp = 3, .micro_batch = 2}) == doctest::Approx(small * (4 + 1 + 1)).epsilon(rounding));
  CHECK(seconds(three, {.pp = 4, .micro_batch = 2}) == 0.0);  // more stages than blocks
}

TEST_CASE("a block takes what its kernels take in the step") {
  const Network network =
      build(Gpt2{.layers = 6, .hidden = 512, .heads = 8, .vocabulary = 1024, .positions = 128, .sequence = 128});
  const HostSystem system = json::load_system("DGX-H100");
  const CardModel card = on_system(make_card_model(json::load_device("h100-sxm5-80gb").device), system);
  const Recipe recipe{.batch = 16, .precision = Precision::bf16};
  const StepTime step = step_time(network, recipe, card.steps);
  Time of_blocks{};
  for (std::size_t i = 0; i < network.layers.size(); ++i)
    if (network.layers[i].name.starts_with("h.")) of_blocks += step.layers[i].forward + step.layers[i].backward;
  REQUIRE(of_blocks > Time{});
  const double seconds = in(BlockTimes(network)(recipe, {}, system, card), second);
  CHECK(seconds == doctest::Approx(in(of_blocks, second)).epsilon(0.02).scale(0.0));
}
}  // namespace planner_block_times_test

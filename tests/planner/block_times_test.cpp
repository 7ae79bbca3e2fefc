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
}  // namespace planner_block_times_test

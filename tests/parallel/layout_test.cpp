#include <doctest/doctest.h>

#include <perfmodel/parallel/layout.hpp>

#include "tests/refusal.hpp"

namespace parallel_layout_test {
using namespace perfmodel;

static_assert(ParallelLayout{.dp = 2, .tp = 3, .pp = 5, .ep = 7, .cp = 11}.gpus() == 2310);
// tensor ranks are neighbours, data ranks lie tp x cp x ep apart, stages furthest
static_assert(tensor_group({.dp = 4, .tp = 8}, 8).per_node == 8);
static_assert(weight_group({.dp = 4, .tp = 8}, 8).per_node == 1);
static_assert(weight_group({.dp = 8, .tp = 2}, 8).per_node == 4);
static_assert(weight_group({.dp = 8, .tp = 2}, 8).gpus == 8);
static_assert(weight_group({.dp = 2, .ep = 4}, 8).gpus == 8);
static_assert(weight_group({.dp = 2, .ep = 4}, 8, true).gpus == 2);
static_assert(weight_group({.dp = 2, .ep = 4, .cp = 2}, 8, true).gpus == 4);
static_assert(weight_group({.dp = 4, .tp = 2, .ep = 2}, 8, true).per_node == 2);
static_assert(context_group({.tp = 2, .cp = 8}, 8).gpus == 8 && context_group({.tp = 2, .cp = 8}, 8).per_node == 4);
static_assert(expert_group({.tp = 2, .ep = 8, .cp = 2}, 8).gpus == 8);
static_assert(expert_group({.tp = 2, .ep = 8, .cp = 2}, 8).per_node == 2);
static_assert(stage_pair({.dp = 3, .tp = 2, .pp = 2, .ep = 2, .cp = 2}, 48).per_node == 2);
static_assert(stage_pair({.dp = 3, .tp = 2, .pp = 2, .ep = 2, .cp = 2}, 47).per_node == 1);
static_assert(ParallelLayout{.dp = 2, .tp = 3, .ep = 7, .cp = 11}.copies() == 154 &&
              ParallelLayout{.dp = 2, .tp = 3, .ep = 7, .cp = 11}.shares() == 14);
static_assert(card_group(4, 0, 8).per_node == 4 && card_group(4, 16, 8).per_node == 1);
static_assert(stage_pair({.tp = 4, .pp = 2}, 8).per_node == 2);
static_assert(stage_pair({.tp = 8, .pp = 2}, 8).per_node == 1);

TEST_CASE("a batch is one data rank's, or with a micro-batch that of all") {
  CHECK(passes_of({.dp = 4}, 8).batch == 8);
  CHECK(passes_of({.dp = 4}, 8).global == 32);
  const Passes passes = passes_of({.dp = 4, .micro_batch = 2}, 32);
  CHECK(passes.batch == 2);
  CHECK(passes.count == 4);
  CHECK(passes.global == 32);
  CHECK_THROWS_WITH_AS((void)passes_of({.dp = 4, .micro_batch = 2}, 12),
                       "batch: got 12; must be a multiple of micro_batch x dp x ep, 8", Error);
}

TEST_CASE("shares of a batch are those of data and of expert ranks") {
  const Passes passes = passes_of({.dp = 2, .ep = 2, .micro_batch = 3}, 24);
  CHECK(passes.count == 2);
  CHECK(passes_of({.dp = 2, .ep = 2}, 5).global == 20);
}

TEST_CASE("impossible layouts are refused by name") {
  const auto said = [](const ParallelLayout& layout, std::int64_t gpus) {
    return refusal([&] { check(layout, gpus); });
  };
  CHECK(said({.dp = 2, .tp = 2}, 4) == "");
  CHECK(said({.dp = 2, .tp = 2}, 8) == "dp x tp x pp x ep x cp: got 4; must be the number of GPUs, 8");
  CHECK(said({.dp = 2, .zero = 4}, 2) == "zero: got 4; must be 0, 1, 2 or 3");
  CHECK(said({.dp = 2, .zero_bubble = true}, 2) == "schedule: got \"zero_bubble\"; must be 1f1b where pp is 1");
  CHECK(said({.dp = 2, .offload = Offload::optimizer, .adapter = {.rank = 8}}, 2) ==
        "offload: got \"optimizer\"; must be none or activations beside adapters: they have little state");
  CHECK(said({.dp = 2, .zero = -1}, 2) == "zero: got -1; must be 0, 1, 2 or 3");
  CHECK(said({.dp = 2, .zero = 3}, 2) == "");
  CHECK(said({.pp = 2, .virtual_stages = 2, .zero_bubble = true}, 2) == "");
  CHECK(said({.dp = 2, .offload = Offload::optimizer}, 2) == "");
  CHECK(said({.dp = 2, .offload = Offload::activations, .adapter = {.rank = 8}}, 2) == "");
  CHECK(said({.dp = 2, .bucket = 1.0 * mebi * byte}, 2) == "");
  CHECK(said({.dp = 2, .bucket = 0.5 * mebi * byte}, 2) == "bucket_mb: got 0.5; must be at least 1");
  CHECK(said({.dp = 2, .virtual_stages = 2}, 2) == "virtual_stages: got 2; must be 1 where pp is 1");
}
}  // namespace parallel_layout_test

#include <doctest/doctest.h>

#include <perfmodel/network/named.hpp>
#include <perfmodel/planner/one_pass.hpp>
#include <perfmodel/trace/recording.hpp>

#include "../refusal.hpp"

namespace planner_one_pass_test {
using namespace perfmodel;

namespace {
detail::OnePass pass(const ParallelLayout& layout, const Recipe& recipe, std::int64_t nodes = 0,
                     std::int64_t in_a_host = 8) {
  static const Network network = named_network("fcnn:layers=2,hidden=64,inputs=32,outputs=16");
  return detail::one_pass(network, {.name = "a rack", .gpus = in_a_host, .nics = 1}, recipe, layout, nodes);
}
}  // namespace

TEST_CASE("passes, samples and hosts of a step on several cards") {
  // 64 samples for eight shares of the batch in passes of two: four passes, and twice as many accumulated
  const detail::OnePass one = pass({.dp = 8, .tp = 2, .micro_batch = 2}, {.batch = 64, .accumulation = 2});
  CHECK(one.recipe.batch == 2);
  CHECK(one.recipe.accumulation == 1);
  CHECK(one.passes == 8);
  CHECK(one.samples == 128);
  CHECK(one.per_node == 8);
  CHECK_FALSE(one.amp);
  // without a micro-batch the batch is that of one rank
  const detail::OnePass rank = pass({.dp = 4}, {.batch = 5, .accumulation = 3});
  CHECK(rank.recipe.batch == 5);
  CHECK(rank.passes == 3);
  CHECK(rank.samples == 60);
  CHECK(rank.per_node == 4);
  CHECK(pass({.dp = 12}, {.batch = 1}).per_node == 6);    // twelve cards on two hosts
  CHECK(pass({.dp = 9}, {.batch = 1}).per_node == 8);     // nine are no equal parts: full hosts
  CHECK(pass({.dp = 8}, {.batch = 1}, 4).per_node == 2);  // as many hosts as were asked for
}

TEST_CASE("FSDP works in what autocast would cast to") {
  const auto precision = [](const ParallelLayout& layout, Precision asked, Mode mode = Mode::train) {
    return pass(layout, {.batch = 8, .precision = asked, .mode = mode}).recipe.precision;
  };
  const ParallelLayout sharded{.dp = 2, .zero = 3};
  CHECK(precision(sharded, Precision::amp_bf16) == Precision::bf16);
  CHECK(precision(sharded, Precision::amp_fp16) == Precision::fp16);
  CHECK(precision(sharded, Precision::fp32) == Precision::fp32);
  CHECK(precision({.dp = 2, .zero = 2}, Precision::amp_bf16) == Precision::amp_bf16);
  CHECK(precision({.tp = 2, .zero = 3}, Precision::amp_bf16) == Precision::amp_bf16);  // nothing to share with
  CHECK(precision(sharded, Precision::amp_bf16, Mode::infer) == Precision::bf16);
  const ParallelLayout whole{.dp = 2, .zero = 3, .reshard = false};  // an inference gathers nothing
  CHECK(precision(whole, Precision::amp_bf16) == Precision::bf16);
  CHECK(precision(whole, Precision::amp_bf16, Mode::infer) == Precision::amp_bf16);
  CHECK(pass(sharded, {.batch = 8, .precision = Precision::amp_bf16}).amp);
  CHECK_FALSE(pass(sharded, {.batch = 8, .precision = Precision::fp32}).amp);
}

TEST_CASE("a recorded step is that of one card") {
  Network recorded = named_network("fcnn:layers=2,hidden=64,inputs=32,outputs=16");
  const auto refused = [&](const ParallelLayout& layout) {
    return !refusal([&] {
              (void)detail::one_pass(recorded, {.name = "a rack", .gpus = 8}, {.batch = 8}, layout, 0);
            }).empty();
  };
  CHECK_FALSE(refused({.tp = 2}));
  recorded.recording = std::make_shared<Recording>();
  CHECK_FALSE(refused({.dp = 2}));
  CHECK(refused({.tp = 2}));
  CHECK(refused({.dp = 2, .zero = 1}));
}
}  // namespace planner_one_pass_test

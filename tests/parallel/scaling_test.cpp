#include <doctest/doctest.h>

#include <perfmodel/parallel/scaling.hpp>

using namespace perfmodel;

namespace {
constexpr ScalingInput large{.step = 10.0 * second,
                             .backward = 6.0 * second,
                             .gradients = 100.0 * mebi * byte,
                             .all_reduce = 4.0 * second,
                             .last_bucket = 1.0 * second};
}

// One GPU: nothing changes.
static_assert(data_parallel_step({.gpus = 1}, large).step == large.step);
static_assert(data_parallel_step({.gpus = 1}, large).efficiency == 1.0);
// 4 s of all-reduce hide behind three quarters of 6 s of backward pass; the last bucket's second stays.
static_assert(data_parallel_step({.gpus = 2}, large).exposed == 1.0 * second);
static_assert(data_parallel_step({.gpus = 2}, large).step == 11.0 * second);
static_assert(data_parallel_step({.gpus = 2}, large).high == 14.0 * second);

TEST_CASE("a slow network shows: what does not hide behind the backward pass is added") {
  ScalingInput input = large;
  input.all_reduce = 20.0 * second;
  const ScaledStep scaled = data_parallel_step({.gpus = 8}, input);
  CHECK(in(scaled.exposed, second) == 20.0 - 4.5);
  CHECK(scaled.low <= scaled.step);
  CHECK(scaled.step <= scaled.high);
}

TEST_CASE("gradients of one bucket start to travel when the backward pass has ended") {
  ScalingInput input = large;
  input.gradients = 5.0 * mebi * byte;
  input.all_reduce = input.last_bucket = 0.5 * second;
  CHECK(in(data_parallel_step({.gpus = 2}, input).exposed, second) == 0.5);
}

TEST_CASE("batch_per_gpu() divides evenly or says so") {
  CHECK(batch_per_gpu({.gpus = 4}, 64) == 16);
  CHECK_THROWS_WITH_AS((void)batch_per_gpu({.gpus = 3}, 64),
                       "batch: got 64; must be a multiple of the number of GPUs, 3", Error);
  CHECK_THROWS_WITH_AS((void)batch_per_gpu({.gpus = 0}, 64), "gpus: got 0; must be a whole number > 0", Error);
}

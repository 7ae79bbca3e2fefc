#include <doctest/doctest.h>

#include <limits>
#include <perfmodel/timeline/input_pipeline.hpp>

namespace timeline_input_pipeline_test {
using namespace perfmodel;

namespace {
const StepTime step{.total = 0.1 * second, .low = 0.09 * second, .high = 0.12 * second, .bound = Bound::math};
double seconds(Time t) { return in(t, second); }
}  // namespace

static_assert(input_time({}, 64) == Time{});
static_assert(input_time({.rate = 128.0}, 64) == 0.5 * second);

TEST_CASE("an overlapped pipeline is a bound of its own, a serial one is added") {
  CHECK(with_input(step, 64, {}).total == step.total);
  CHECK(with_input(step, 64, {}).bound == Bound::math);
  const StepTime fast = with_input(step, 64, {.rate = 1280.0}), slow = with_input(step, 64, {.rate = 128.0});
  CHECK(fast.total == step.total);
  CHECK(fast.bound == Bound::math);
  CHECK(seconds(slow.total) == 0.5);
  CHECK(seconds(slow.low) == 0.5);
  CHECK(slow.bound == Bound::input);
  const StepTime serial = with_input(step, 64, {.rate = 1280.0, .overlapped = false});
  CHECK(serial.total == step.total + 0.05 * second);
  CHECK(serial.high == step.high + 0.05 * second);
  CHECK(serial.bound == Bound::math);
  CHECK(with_input(step, 64, {.rate = 128.0, .overlapped = false}).bound == Bound::input);
}

TEST_CASE("a step that waits is less busy") {
  StepTime busy = step;
  busy.busy = 0.1 * second;
  CHECK(busy.gpu_utilization() == 1.0);
  CHECK(with_input(busy, 64, {.rate = 128.0}).gpu_utilization() < 0.21);
}

TEST_CASE("impossible rates are refused") {
  for (const double rate : {-1.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
    CHECK_THROWS_AS((void)with_input(step, 64, {.rate = rate}), Error);
}
}  // namespace timeline_input_pipeline_test

// When host and card do what: the spans of a step against the time that step_time() predicts for it.
#include <doctest/doctest.h>

#include <cmath>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/network/fcnn.hpp>
#include <perfmodel/planner/step_estimate.hpp>
#include <perfmodel/timeline/step_schedule.hpp>
#include <string>

namespace timeline_step_schedule_test {
using namespace perfmodel;

namespace {

/// A step and everything that prices it, which must outlive its schedule.
struct Step {
  Network network{};
  Recipe recipe{};
  StepModel model{};
  StepTrace trace{};
  OperationPrices prices;

  Step(const FcnnOptions& options, std::int64_t batch, Optimizer optimizer = Optimizer::adam)
      : network(fcnn(options)),
        recipe{.batch = batch, .optimizer = optimizer},
        model(make_step_model(
            json::load_device("a100-sxm4-40gb", "test", std::string(PERFMODEL_SOURCE_DIR) + "/devices").device)),
        trace(step_trace(network, recipe, model.software(), model.target)),
        prices(prices_of(trace, model.kernels)) {}
  [[nodiscard]] StepSchedule schedule(const GradientExchange& exchange = {}, int steps = 3) {
    return step_schedule(trace.step, network.layers.size(), prices, host_of(model), exchange, steps);
  }
  [[nodiscard]] StepTime time() { return step_time(trace.step, network.layers.size(), prices, host_of(model)); }
};

bool near(Time a, Time b) { return std::abs(in(a, second) - in(b, second)) <= 1e-9 * in(b, second); }

Time last_step(const StepSchedule& s) { return s.ends.back() - s.ends[s.ends.size() - 2]; }

Time sum_of(const StepSchedule& s, Lane lane) {
  Time sum{};
  for (const ScheduledSpan& span : s.spans)
    if (span.lane == lane && !span.waits) sum += span.end - span.begin;
  return sum;
}

}  // namespace

TEST_CASE("a scheduled step is as long as step_time() says, whichever side is the slower") {
  const FcnnOptions narrow{.layers = 4, .hidden = 64}, wide{.layers = 4, .hidden = 4096};
  Step host_bound(narrow, 32), device_bound(wide, 4096);
  CHECK(host_bound.time().bound == Bound::host);
  CHECK(device_bound.time().bound != Bound::host);
  for (Step* step : {&host_bound, &device_bound}) {
    const StepTime time = step->time();
    const StepSchedule s = step->schedule();
    CHECK(near(last_step(s), time.total));
    CHECK(near(sum_of(s, Lane::host), time.host));
    CHECK(near(sum_of(s, Lane::compute), time.device));
    CHECK(sum_of(s, Lane::communication) == Time{});
  }
}

TEST_CASE("spans of one lane follow each other; a kernel starts after the host has launched it") {
  Step step({.layers = 3, .hidden = 512}, 64);
  const StepSchedule s = step.schedule();
  std::array<Time, lane_count> free{};
  std::vector<Time> launched(step.trace.step.size());
  for (const ScheduledSpan& span : s.spans) {
    Time& before = free[static_cast<std::size_t>(span.lane)];
    CHECK(span.begin >= before);
    CHECK(span.end > span.begin);
    before = span.end;
    if (span.lane == Lane::host && !span.waits) launched[span.event] = span.end;
    if (span.lane == Lane::compute) CHECK(span.begin >= launched[span.event]);
  }
}

TEST_CASE("buckets travel behind the backward pass, carry every gradient, and the optimizer waits for the last") {
  Step step({.layers = 6, .hidden = 4096}, 2048);
  const Bytes all = gradient_bytes(step.network, step.recipe.precision);
  GradientExchange exchange{.gradients = gradients_by_layer(step.network, step.recipe.precision),
                            .bucket = 25.0 * mebi * byte,
                            .all_reduce = [](Bytes size) { return size / (100.0 * giga * byte / second); }};
  Bytes sum{};
  for (const Bytes& b : exchange.gradients) sum += b;
  CHECK(in(sum, byte) == in(all, byte));
  const StepSchedule alone = step.schedule(), together = step.schedule(exchange);
  Bytes sent{};
  Time last_sent{}, first_sent{1e9 * second};
  std::size_t calls = 0;
  for (const ScheduledSpan& span : together.spans) {
    if (span.lane != Lane::communication) continue;
    sent += span.exchanged;
    last_sent = span.end;
    first_sent = std::min(first_sent, span.begin);
    ++calls;
  }
  CHECK(in(sent, byte) == in(all, byte));
  CHECK(calls == static_cast<std::size_t>(std::ceil(in(all, byte) / (25.0 * mebi))));
  bool hidden = false;
  for (const ScheduledSpan& span : together.spans) {
    if (span.lane != Lane::compute) continue;
    const Phase phase = step.trace.step[span.event].phase;
    if (phase == Phase::backward && span.end > first_sent) hidden = true;
    if (phase == Phase::optimizer) CHECK(span.begin >= last_sent);
  }
  CHECK(hidden);
  const Time exposed = last_step(together) - last_step(alone);
  CHECK(exposed > Time{});
  CHECK(exposed < exchange.all_reduce(all));  // a part travels behind the backward pass
}

TEST_CASE("an exchange that cannot be is refused") {
  Step step({.layers = 2, .hidden = 64}, 8);
  CHECK_THROWS_AS((void)step.schedule({.gradients = {1.0 * byte}, .bucket = 1.0 * byte}), Error);
  CHECK_THROWS_AS((void)step.schedule({.gradients = gradients_by_layer(step.network, step.recipe.precision)}), Error);
  CHECK_THROWS_AS((void)step.schedule({}, 0), Error);
}
}  // namespace timeline_step_schedule_test

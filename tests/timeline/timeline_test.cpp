#include <doctest/doctest.h>

#include <cmath>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/timeline/timeline.hpp>
#include <vector>

namespace timeline_timeline_test {
using namespace perfmodel;
using detail::TimelineEvent;

namespace {
constexpr double us = 1e-6;
/// n times: the host works for h, then launches a kernel of d.
std::vector<TimelineEvent> steps(int n, double h, double d) {
  std::vector<TimelineEvent> line;
  for (int i = 0; i < n; ++i) {
    line.push_back({.host = h});
    line.push_back({.device = d, .launches = 1});
  }
  return line;
}
double period_of(const std::vector<TimelineEvent>& line, const HostProfile& profile = {}) {
  double host = 0.0, device = 0.0;
  for (const TimelineEvent& e : line) {
    host += e.host;
    device += std::max(0.0, e.device);
  }
  return detail::period(line, profile, host, device);
}
bool near(double a, double b) { return std::abs(a - b) <= 1e-9 * std::abs(b); }
}  // namespace

TEST_CASE("without synchronization the period is that of the slower side") {
  CHECK(near(period_of(steps(10, 5 * us, 2 * us)), 50 * us));
  CHECK(near(period_of(steps(10, 2 * us, 5 * us)), 50 * us));
}

TEST_CASE("a synchronization at the end of each step adds what the other side cannot hide") {
  std::vector<TimelineEvent> line = steps(10, 5 * us, 2 * us);
  line.push_back({.wait = true});
  HostProfile profile;
  profile.submit = 3.0 * micro * second;
  CHECK(near(period_of(line, profile), 50 * us + 3 * us + 2 * us));  // the last kernel starts after the last host work
  line = steps(10, 1 * us, 5 * us);
  line.push_back({.wait = true});
  CHECK(near(period_of(line, profile), 1 * us + 3 * us + 50 * us));  // the first kernel waits for its launch
}

TEST_CASE("a full queue makes the host wait, so that work of both sides that comes in blocks adds up") {
  HostProfile profile;
  profile.queue_depth = 4;
  std::vector<TimelineEvent> line = steps(100, 0.0, 10 * us);       // device work, launched at once
  for (int i = 0; i < 100; ++i) line.push_back({.host = 10 * us});  // then host work alone
  const double deep = detail::period(line, HostProfile{.queue_depth = 1000}, 1e-3, 1e-3);
  const double shallow = period_of(line, profile);
  CHECK(near(deep, 1000 * us));
  CHECK(shallow > 1.9e-3);
  CHECK(shallow <= 2.0e-3 + 1e-9);
}

TEST_CASE("waking a thread costs the more the longer it has slept, up to the profile's thread_wake") {
  HostProfile profile;
  profile.thread_wake_sleep = 400.0 * micro * second;
  CHECK(thread_wake_share(profile, 0.0) == 0.0);
  CHECK(near(thread_wake_share(profile, 400 * us), 1.0 - std::exp(-1.0)));
  CHECK(thread_wake_share(profile, 1.0) == 1.0);
}

TEST_CASE("work passes to autograd's thread and back in each backward pass; its sleep reaches over the step's end") {
  std::vector<TraceEvent> events;
  std::vector<double> host;
  const auto work = [&](Phase phase, double seconds) {
    events.push_back({HostWork{}, phase});
    host.push_back(seconds);
  };
  CHECK(detail::thread_wakes(events, host).empty());
  work(Phase::forward, 1.0);
  CHECK(detail::thread_wakes(events, host).empty());  // inference
  work(Phase::loss, 2.0);
  work(Phase::backward, 8.0);
  work(Phase::backward, 8.0);
  work(Phase::optimizer, 4.0);
  std::vector<detail::ThreadWake> passes = detail::thread_wakes(events, host);
  REQUIRE(passes.size() == 2);
  CHECK(passes[0].event == 2);
  CHECK(passes[0].slept == 7.0);  // optimizer of the step before, forward, loss
  CHECK(passes[1].event == 4);
  CHECK(passes[1].slept == 16.0);
  events.pop_back();  // accumulation: forward and backward again, then the optimizer
  host.pop_back();
  work(Phase::forward, 1.0);
  work(Phase::backward, 16.0);
  work(Phase::optimizer, 4.0);
  passes = detail::thread_wakes(events, host);
  REQUIRE(passes.size() == 4);
  CHECK(passes[0].slept == 7.0);
  CHECK(passes[2].slept == 1.0);  // only the second forward pass
  CHECK(passes[3].slept == 16.0);
}

// A step of three operations under a made-up host, priced on a card of the catalogue.

namespace {
struct Step {
  KernelModel kernels = make_kernel_model(json::load_device("h100-sxm5-80gb").device);
  OperationList operations{};
  OperationId wide = operations.id_of(Operation{Gemm{.m = 512, .n = 512, .k = 512}});
  OperationId narrow = operations.id_of(Operation{Gemm{.format = NumberFormat::bf16, .m = 512, .n = 512, .k = 512}});
  OperationPrices prices{operations, kernels, lowering_target(kernels)};
  HostProfile profile{.launch = 4.0 * micro * second,
                      .wide_product = 16.0 * micro * second,
                      .inference = 0.5,
                      .allocation = 32.0 * micro * second,
                      .thread_wake = {},
                      .spread = 0.25,
                      .crowded = 0.5};
  std::vector<TraceEvent> events{};

  Step() { profile.cost[static_cast<std::size_t>(HostOp::linear)] = 64.0 * micro * second; }
  void runs(OperationId id, Phase phase, std::int32_t layer) {
    events.push_back({.what = Execute{.operation = id}, .phase = phase, .layer = layer});
  }
  /// Seconds of the host for an operation's launches.
  [[nodiscard]] double launches(OperationId id) {
    return 4e-6 * launch_count(profile, prices(id).calls, prices(id).launches);
  }
  [[nodiscard]] StepTime time() { return step_time(events, 2, prices, profile); }
};
double s(Time t) { return in(t, second); }
std::size_t at(Phase phase) { return static_cast<std::size_t>(phase); }
constexpr double sums = 1e-12;  // rounding of a few sums
}  // namespace

TEST_CASE("what an event costs goes to its layer and its phase; without a tape the host does less") {
  Step step;
  step.events = {{.what = HostWork{.op = HostOp::linear, .count = 3}, .phase = Phase::forward, .layer = 1},
                 {.what = Allocate{.bytes = 512}, .phase = Phase::forward},
                 {.what = Release{}, .phase = Phase::forward}};
  step.runs(step.wide, Phase::forward, 1);
  step.runs(step.narrow, Phase::optimizer, 0);
  const PricedOperation wide = step.prices(step.wide), narrow = step.prices(step.narrow);
  const double launch_wide = step.launches(step.wide) + 16e-6, launch_narrow = step.launches(step.narrow);
  for (const bool taped : {false, true}) {
    CAPTURE(taped);
    if (taped) step.events.push_back({.what = Release{}, .phase = Phase::backward});
    const double share = taped ? 1.0 : 0.5;
    const StepTime t = step.time();
    CHECK(s(t.host) ==
          doctest::Approx(share * (3 * 64e-6 + 32e-6 + launch_wide + launch_narrow)).epsilon(sums).scale(0.0));
    CHECK(s(t.layers[1].host) == doctest::Approx(share * (3 * 64e-6 + launch_wide)).epsilon(sums).scale(0.0));
    CHECK(s(t.layers[0].host) == doctest::Approx(share * launch_narrow).epsilon(sums).scale(0.0));
    CHECK(s(t.layers[2].host) == doctest::Approx(share * 32e-6).epsilon(sums).scale(0.0));  // of no layer
    CHECK(s(t.host_by_phase[at(Phase::forward)]) ==
          doctest::Approx(share * (3 * 64e-6 + 32e-6 + launch_wide)).scale(0.0));
    CHECK(s(t.host_by_phase[at(Phase::optimizer)]) == doctest::Approx(share * launch_narrow).scale(0.0));
    CHECK(s(t.device) == doctest::Approx(wide.total + narrow.total).epsilon(sums).scale(0.0));
    CHECK(s(t.device_by_phase[at(Phase::forward)]) == doctest::Approx(wide.total).scale(0.0));
    CHECK(s(t.layers[1].forward) == doctest::Approx(wide.total).scale(0.0));
    CHECK(s(t.layers[1].optimizer) == 0.0);
    CHECK(s(t.layers[0].optimizer) == doctest::Approx(narrow.total).scale(0.0));
    CHECK(in(t.layers[1].work, flop) == 2.0 * 512 * 512 * 512);
    CHECK(in(t.layers[0].optimizer_work, flop) == 2.0 * 512 * 512 * 512);
    CHECK(in(t.work, flop) == 4.0 * 512 * 512 * 512);
    CHECK(in(t.traffic, byte) == doctest::Approx(wide.traffic + narrow.traffic).scale(0.0));
    CHECK(in(t.layers[1].traffic, byte) == doctest::Approx(wide.traffic).scale(0.0));
    CHECK(in(t.layers[0].optimizer_traffic, byte) == doctest::Approx(narrow.traffic).scale(0.0));
    CHECK(t.launches == wide.launches + narrow.launches);
    CHECK(s(t.busy) == doctest::Approx(wide.busy + narrow.busy).scale(0.0));
    Time bounded{}, of_layer{};
    for (std::size_t b = 0; b < bound_count; ++b) bounded += t.by_bound[b], of_layer += t.layers[1].by_bound[b];
    CHECK(s(bounded) == doctest::Approx(wide.total + narrow.total).scale(0.0));
    CHECK(s(of_layer) == doctest::Approx(wide.total).scale(0.0));  // of the optimizer nothing
    CHECK(t.bound == Bound::host);
  }
}

TEST_CASE("the interval is that of the longer side after both are stretched") {
  Step step;
  for (int i = 0; i < 100; ++i) step.runs(step.narrow, Phase::backward, 0);
  const PricedOperation one = step.prices(step.narrow);
  step.profile.launch = 1e-9 * second;  // the device alone
  const StepTime device = step.time();
  CHECK(device.bound != Bound::host);
  CHECK(s(device.total) == doctest::Approx(100 * one.total).epsilon(1e-3).scale(0.0));  // but for the first launch
  CHECK(s(device.total - device.low) == doctest::Approx(100 * (one.total - one.low)).epsilon(1e-6).scale(0.0));
  CHECK(s(device.high - device.total) == doctest::Approx(100 * (one.high - one.total)).epsilon(1e-6).scale(0.0));
  CHECK(device.host_of_interval == doctest::Approx(0.0));
  step.profile.launch = 1e-3 * second;  // the host alone
  const StepTime host = step.time();
  const double each = 1e-3 * launch_count(step.profile, one.calls, one.launches);
  CHECK(host.bound == Bound::host);
  CHECK(s(host.host) == doctest::Approx(100 * each).scale(0.0));
  CHECK(s(host.total - host.low) == doctest::Approx(100 * each * 0.25).scale(0.0));
  CHECK(s(host.high - host.total) == doctest::Approx(100 * each * 0.75).scale(0.0));
  CHECK(host.host_of_interval == doctest::Approx(1.0).scale(0.0));
  CHECK(s(host.busy) == doctest::Approx(100 * one.busy).scale(0.0));
}

TEST_CASE("gaps between kernels as the framework has them") {
  Step step;
  step.runs(step.narrow, Phase::forward, 0);
  step.profile.gap = 5e-6;
  const PricedOperation one = step.prices(step.narrow);
  CHECK(s(step.time().device) == doctest::Approx(one.busy + one.calls * 5e-6).scale(0.0));
  Time bounded{};
  for (const Time& b : step.time().by_bound) bounded += b;
  CHECK(s(bounded) == doctest::Approx(one.busy + one.calls * 5e-6).scale(0.0));  // their shares stay
}
}  // namespace timeline_timeline_test

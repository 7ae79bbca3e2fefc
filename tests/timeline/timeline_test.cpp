#include <doctest/doctest.h>

#include <cmath>
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

TEST_CASE("waking a thread costs the more the longer it has slept, up to the profile's hand-over") {
  HostProfile profile;
  profile.hand_over_sleep = 400.0 * micro * second;
  CHECK(hand_over_share(profile, 0.0) == 0.0);
  CHECK(near(hand_over_share(profile, 400 * us), 1.0 - std::exp(-1.0)));
  CHECK(hand_over_share(profile, 1.0) == 1.0);
}

TEST_CASE("work passes to autograd's thread and back in each backward pass; its sleep reaches over the step's end") {
  std::vector<TraceEvent> events;
  std::vector<double> host;
  const auto work = [&](Phase phase, double seconds) {
    events.push_back({HostWork{}, phase});
    host.push_back(seconds);
  };
  CHECK(detail::hand_overs(events, host).empty());
  work(Phase::forward, 1.0);
  CHECK(detail::hand_overs(events, host).empty());  // inference
  work(Phase::loss, 2.0);
  work(Phase::backward, 8.0);
  work(Phase::backward, 8.0);
  work(Phase::optimizer, 4.0);
  std::vector<detail::HandOver> passes = detail::hand_overs(events, host);
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
  passes = detail::hand_overs(events, host);
  REQUIRE(passes.size() == 4);
  CHECK(passes[0].slept == 7.0);
  CHECK(passes[2].slept == 1.0);  // only the second forward pass
  CHECK(passes[3].slept == 16.0);
}
}  // namespace timeline_timeline_test

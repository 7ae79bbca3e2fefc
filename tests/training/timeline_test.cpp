#include <perfmodel/training/timeline.hpp>
#include <doctest/doctest.h>
#include <cmath>
#include <vector>

using namespace perfmodel;
using detail::TimelineEvent;

namespace {
constexpr double us = 1e-6;
/// n times: the host works for h, then launches a kernel of d.
std::vector<TimelineEvent> steps(int n, double h, double d) {
  std::vector<TimelineEvent> line;
  for (int i = 0; i < n; ++i) {
    line.push_back({h, -1.0, false});
    line.push_back({0.0, d, false});
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
  line.push_back({0.0, -1.0, true});
  HostProfile profile;
  profile.submit = 3.0 * micro * second;
  CHECK(near(period_of(line, profile), 50 * us + 3 * us + 2 * us));  // the last kernel starts after the last host work
  line = steps(10, 1 * us, 5 * us);
  line.push_back({0.0, -1.0, true});
  CHECK(near(period_of(line, profile), 1 * us + 3 * us + 50 * us));  // the first kernel waits for its launch
}

TEST_CASE("a full queue makes the host wait, so that work of both sides that comes in blocks adds up") {
  HostProfile profile;
  profile.queue_depth = 4;
  std::vector<TimelineEvent> line = steps(100, 0.0, 10 * us);     // device work, launched at once
  for (int i = 0; i < 100; ++i) line.push_back({10 * us, -1.0, false});  // then host work alone
  const double deep = detail::period(line, HostProfile{.queue_depth = 1000}, 1e-3, 1e-3);
  const double shallow = period_of(line, profile);
  CHECK(near(deep, 1000 * us));
  CHECK(shallow > 1.9e-3);
  CHECK(shallow <= 2.0e-3 + 1e-9);
}

TEST_CASE("the warm-up makes short phases dearer per operation and fades with depth") {
  HostProfile profile;
  profile.warm_up = 1.0;
  profile.warm_up_ops = 10.0;
  CHECK(near(warm_up_factor(profile, 0.0), 2.0));
  CHECK(warm_up_factor(profile, 10.0) < 1.4);
  CHECK(warm_up_factor(profile, 1000.0) == 1.0);
  CHECK(warm_up_factor(HostProfile{}, 0.0) == 1.0);
}

TEST_CASE("kernels are told apart by everything their time depends on") {
  detail::KernelKey a, b;
  const Gemm gemm{.m = 64, .n = 64, .k = 64};
  Gemm other = gemm;
  other.layout = Layout::tn;
  CHECK(detail::key_of(gemm, a));
  CHECK(detail::key_of(other, b));
  CHECK(!(a == b));
  const Streaming fill{.kind = StreamingKind::fill, .columns = 64};
  CHECK(detail::key_of(fill, b));
  CHECK(!(a == b));
  Streaming warm = fill;
  warm.operands = Operands::warm;
  CHECK(detail::key_of(warm, a));
  CHECK(!(a == b));
}

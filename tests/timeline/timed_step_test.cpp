#include <doctest/doctest.h>

#include <perfmodel/timeline/timed_step.hpp>

namespace timeline_timed_step_test {
using namespace perfmodel;
using Kind = TimedStep::Event::Kind;

TEST_CASE("releases cost nothing, but where a backward pass begins or ends with one it is kept") {
  const auto release = [](Phase phase) { return TraceEvent{Release{0}, phase}; };
  TimedStep step;
  step.push_back(release(Phase::forward));
  CHECK(step.events().empty());
  step.push_back(release(Phase::backward));
  step.push_back(release(Phase::backward));
  REQUIRE(step.events().size() == 1);
  CHECK(step.events()[0].turns);
  step.end();  // the last event gets what ends with the step
  CHECK(step.events().size() == 2);
  CHECK(step.taped());
  CHECK(step.ends_backward());
  CHECK_FALSE(step.waits());
}

TEST_CASE("an event keeps its phase and its layer, an operation its place among the different ones") {
  TimedStep step;
  step.push_back({Execute{7}, Phase::forward, 3});
  step.push_back({HostWork{HostOp::linear, 5}, Phase::forward, 4});
  step.push_back({Execute{2}, Phase::loss});
  step.push_back({Execute{7}, Phase::backward, 3});
  step.push_back({Allocate{1, 100}, Phase::backward, 3});
  step.push_back({Synchronize{}, Phase::optimizer});
  step.end();
  const std::vector<TimedStep::Event>& e = step.events();
  REQUIRE(e.size() == 6);
  CHECK(e[0].kind == Kind::execute);
  CHECK(e[0].layer == 3);
  CHECK(e[1].kind == Kind::host);
  CHECK(e[1].op == HostOp::linear);
  CHECK(e[1].number == 5);
  CHECK(e[1].layer == 4);
  CHECK(e[2].layer == -1);
  CHECK(e[2].phase == Phase::loss);
  CHECK(e[3].place() == e[0].place());
  CHECK(e[3].turns);
  CHECK(e[4].kind == Kind::allocate);
  CHECK_FALSE(e[4].turns);
  CHECK(e[5].kind == Kind::wait);
  CHECK(e[5].turns);
  CHECK(step.operations() == std::vector<OperationId>{7, 2});
  CHECK(step.waits());
  CHECK_FALSE(step.ends_backward());
}
}  // namespace timeline_timed_step_test

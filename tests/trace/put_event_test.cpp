#include <doctest/doctest.h>

#include <perfmodel/trace/put_event.hpp>
#include <vector>

namespace trace_put_event_test {
using namespace perfmodel;

namespace {
/// Takes releases alone.
struct Releases {
  std::vector<TensorId> all{};
  void put(const Release& r, Phase, std::int32_t) { all.push_back(r.tensor); }
};
/// Takes events as a list does.
struct Listed {
  std::vector<TraceEvent> all{};
  void push_back(const TraceEvent& e) { all.push_back(e); }
};
}  // namespace

TEST_CASE("an event is handed on in the way that its taker has") {
  Releases releases;
  detail::put_event(releases, Release{5}, Phase::backward, 2);
  CHECK(releases.all == std::vector<TensorId>{5});
  std::vector<TraceEvent> list;
  Listed listed;
  detail::put_event(list, Allocate{3, 64, MemoryClass::gradient}, Phase::backward, 2);
  detail::put_event(listed, Allocate{3, 64, MemoryClass::gradient}, Phase::backward, 2);
  detail::put_event(list, HostWork{HostOp::linear, 4}, Phase::forward, -1);
  detail::put_event(listed, HostWork{HostOp::linear, 4}, Phase::forward, -1);
  REQUIRE(list.size() == 2);
  REQUIRE(listed.all.size() == 2);
  for (const std::vector<TraceEvent>* events : {&list, &listed.all}) {
    const auto& taken = std::get<Allocate>((*events)[0].what);
    CHECK(taken.tensor == 3);
    CHECK(taken.bytes == 64);
    CHECK(taken.why == MemoryClass::gradient);
    CHECK((*events)[0].phase == Phase::backward);
    CHECK((*events)[0].layer == 2);
    CHECK(std::get<HostWork>((*events)[1].what).count == 4);
    CHECK((*events)[1].phase == Phase::forward);
    CHECK((*events)[1].layer == -1);
  }
}
}  // namespace trace_put_event_test

#include <doctest/doctest.h>

#include <perfmodel/trace/trace_target.hpp>

namespace trace_trace_target_test {
using namespace perfmodel;

TEST_CASE("a card's target is its compute capability, SMs and threads, and nothing else of it") {
  Device card{.name = "A", .compute_capability = 75, .sms = 40.0 * sm};
  card.occupancy.threads_per_sm = 1024;
  CHECK(trace_target(card) == TraceTarget{.compute_capability = 75, .sms = 40, .threads_per_sm = 1024});
  Device other = card;
  other.name = "B";
  other.memory_reported = 16.0 * gibi * byte;
  CHECK(trace_target(other) == trace_target(card));
  other.sms = 41.0 * sm;
  CHECK_FALSE(trace_target(other) == trace_target(card));
}
}  // namespace trace_trace_target_test

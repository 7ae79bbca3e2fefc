#include <doctest/doctest.h>

#include <perfmodel/memory/replay.hpp>

using namespace perfmodel;

namespace {
constexpr std::int64_t mib = 1'048'576;
using Operations = std::vector<AllocationProgram::Operation>;
constexpr std::int64_t gone = AllocationProgram::release;

/// Tensor 0 stays; each step makes 12 MiB (1), then 8 MiB that the next step drops (2, then 4 renamed to 2).
AllocationProgram program() {
  return {.setup = {{0, mib}},
          .first_step = {{1, 12 * mib}, {1, gone}, {2, 8 * mib}},
          .step = {{2, gone}, {3, 12 * mib}, {3, gone}, {4, 8 * mib}},
          .carried = {{4, 2}},
          .tensors = 5};
}
}  // namespace

TEST_CASE("steps follow each other under the names that the trace gives") {
  const Replay r = replay(program(), software_of().allocator);
  CHECK(r.fits);
  CHECK(r.counters.allocated == 9 * mib);
  CHECK(r.counters.peak_allocated == 13 * mib);
  CHECK(r.peak.step == 0);
  CHECK(r.peak.operation == 0);
  CHECK(r.steady_peak_allocated == 13 * mib);
  CHECK(r.steps == 3);
  CHECK(r.counters.peak_reserved == 2 * mib + 12 * mib);  // the 8 MiB of a gradient fit into the cached 12
}

TEST_CASE("what a later step finds in use makes the cache grow once more") {
  AllocationProgram p = program();
  p.step = {{3, 12 * mib}, {2, gone}, {3, gone}, {4, 8 * mib}};  // the old gradient is dropped late
  const Replay r = replay(p, software_of().allocator);
  CHECK(r.counters.peak_allocated == 21 * mib);
  CHECK(r.peak.step == 1);
  CHECK(r.counters.peak_reserved == 26 * mib);
}

TEST_CASE("a limit stops the replay at the request that fails") {
  const Replay r = replay(program(), software_of().allocator, {.limit = 13 * mib});
  CHECK_FALSE(r.fits);
  CHECK(r.failed.step == 0);
  CHECK(r.failed.operation == 0);
  CHECK(r.failure.request == 12 * mib);
  CHECK(r.failure.allocated == mib);
}

TEST_CASE("more bytes than can be counted are refused") {
  AllocationProgram p = program();
  p.first_step[0].bytes = std::int64_t{1} << 60;
  CHECK_THROWS_AS((void)replay(p, software_of().allocator), Error);
  CHECK_THROWS_AS((void)replay(p, software_of().allocator, {.expandable_segments = true}), Error);
  CHECK_FALSE(replay(p, software_of().allocator, {.limit = 100 * mib}).fits);
}

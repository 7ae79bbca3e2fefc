#include <doctest/doctest.h>

#include <perfmodel/memory/replay.hpp>
#include <random>

namespace memory_replay_test {
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

namespace {
/// Steps that drop what the step before left, hold tensors of random sizes for random times, and leave some.
AllocationProgram random_program(std::mt19937& random) {
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random()) % n; };
  const auto bytes = [&] { return 1 + std::int64_t{below(2) * below(30)} * mib + std::int64_t{below(3'000'000)}; };
  AllocationProgram p;
  TensorId next = 0;
  for (std::uint32_t n = below(6); n > 0; --n) p.setup.push_back({next++, bytes()});
  const std::uint32_t kept = below(4), length = 5 + below(40);
  std::vector<std::int64_t> sizes(kept);
  for (std::int64_t& size : sizes) size = bytes();
  std::vector<TensorId> before;
  const auto step = [&](Operations& to) {
    std::vector<TensorId> live, left;
    for (const TensorId id : before) to.push_back({id, gone});
    for (std::uint32_t i = 0; i < length; ++i) {
      if (live.empty() || below(2) == 0) {
        live.push_back(next++);
        to.push_back({live.back(), bytes()});
      } else {
        std::swap(live[below(static_cast<std::uint32_t>(live.size()))], live.back());
        to.push_back({live.back(), gone});
        live.pop_back();
      }
      if (left.size() < kept && below(4) == 0) to.push_back({left.emplace_back(next++), sizes[left.size() - 1]});
    }
    while (left.size() < kept) to.push_back({left.emplace_back(next++), sizes[left.size() - 1]});
    for (const TensorId id : live) to.push_back({id, gone});
    return left;
  };
  before = step(p.first_step);
  const std::vector<TensorId> after = step(p.step);
  for (std::size_t i = 0; i < kept; ++i) p.carried.push_back({after[i], before[i]});
  p.tensors = next;
  return p;
}
}  // namespace

TEST_CASE("a replay that stops where steps repeat says what one to the end says") {
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    const AllocationProgram p = random_program(random);
    const AllocatorRules& rules = software_of().allocator;
    AllocatorOptions options;
    for (int limits = 0; limits < 3; ++limits) {
      const ReplayLimits steps{.least_steps = 2 + i % 3, .most_steps = 3 + i % 5};
      const Replay whole = replay(p, rules, options, steps, [](auto&&...) {}), quick = replay(p, rules, options, steps);
      CAPTURE(i);
      CAPTURE(options.limit);
      CHECK(quick.fits == whole.fits);
      CHECK(quick.steps == whole.steps);
      CHECK(quick.steady_peak_allocated == whole.steady_peak_allocated);
      CHECK(quick.peak.step == whole.peak.step);
      CHECK(quick.peak.operation == whole.peak.operation);
      CHECK(quick.failed.step == whole.failed.step);
      for (const auto counter :
           {&AllocatorCounters::allocated, &AllocatorCounters::reserved, &AllocatorCounters::peak_allocated,
            &AllocatorCounters::peak_reserved, &AllocatorCounters::requested, &AllocatorCounters::segments,
            &AllocatorCounters::retries})
        CHECK(quick.counters.*counter == whole.counters.*counter);
      if (whole.fits) CHECK(least_peak(p, rules) <= whole.counters.peak_allocated);
      if (limits == 0) options.limit = whole.counters.peak_reserved - 2 * mib;
      if (limits == 1) options.limit -= 10 * mib;
    }
  }
}

static_assert(segment_alone(20 * mib, allocator_of_2_1) == 20 * mib);
static_assert(segment_alone(20 * mib + 1, allocator_of_2_1) == 0);  // what is left could take another tensor
static_assert(segment_alone(21 * mib, allocator_of_2_1) == 22 * mib);
static_assert(segment_alone(20 * mib - 512, allocator_of_2_1) == 0);  // could lie behind another tensor

TEST_CASE("a tensor that has its segment to itself adds as much to all counters, under every limit") {
  std::mt19937 random(2);
  int found = 0;
  for (int i = 0; i < 1000; ++i) {
    const AllocationProgram alone = random_program(random);
    const std::int64_t bytes =
        static_cast<std::int64_t>(random() % 100) * mib + static_cast<std::int64_t>(random() % mib);
    const std::int64_t segment = segment_alone(bytes, allocator_of_2_1);
    if (segment == 0) continue;
    ++found;
    AllocationProgram beside = alone;
    beside.setup.push_back({static_cast<TensorId>(alone.tensors), bytes});
    beside.tensors = alone.tensors + 1;
    AllocatorOptions less;
    for (int limits = 0; limits < 3; ++limits) {
      AllocatorOptions more = less;
      if (less.limit >= 0) more.limit += segment;
      const Replay a = replay(alone, allocator_of_2_1, less), b = replay(beside, allocator_of_2_1, more);
      CAPTURE(i);
      CAPTURE(less.limit);
      CHECK(a.fits == b.fits);
      if (!a.fits) break;
      CHECK(a.counters.peak_allocated + segment == b.counters.peak_allocated);
      CHECK(a.counters.peak_reserved + segment == b.counters.peak_reserved);
      CHECK(a.counters.retries == b.counters.retries);
      less.limit = limits == 0 ? std::max<std::int64_t>(0, a.counters.peak_reserved - 2 * mib)
                               : std::max<std::int64_t>(0, less.limit - 10 * mib);
    }
  }
  CHECK(found > 100);
}
}  // namespace memory_replay_test

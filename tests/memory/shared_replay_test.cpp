#include <doctest/doctest.h>

#include <algorithm>
#include <perfmodel/memory/shared_replay.hpp>
#include <random>
#include <vector>

namespace memory_shared_replay_test {
using namespace perfmodel;

namespace {
constexpr std::int64_t mib = 1'048'576;
using Operations = std::vector<AllocationProgram::Operation>;
constexpr std::int64_t gone = AllocationProgram::release, passing = AllocationProgram::passing;

/// The program of one card: what passes is asked for and released in its place.
AllocationProgram of_card(const SharedProgram& shared, std::size_t card) {
  AllocationProgram program = shared.program;
  for (auto* part : {&program.setup, &program.first_step, &program.step}) {
    Operations all;
    for (const auto& operation : *part) {
      if (operation.bytes != passing) {
        all.push_back(operation);
        continue;
      }
      const PassingRequests& requests = shared.passing[operation.tensor][card];
      const auto tensor = [&](std::size_t i) { return static_cast<TensorId>(shared.program.tensors + i); };
      for (std::size_t i = 0; i < requests.count; ++i) all.push_back({tensor(i), requests.bytes[i]});
      for (std::size_t i = requests.count; i-- > 0;) all.push_back({tensor(i), gone});
    }
    *part = all;
  }
  program.tensors += CachingAllocator::most_passing;
  return program;
}

void check_as_alone(const SharedProgram& shared, std::size_t cards) {
  const AllocatorRules& rules = software_of().allocator;
  const std::vector<Replay> together = shared_replays(shared, cards, rules);
  REQUIRE(together.size() == cards);
  for (std::size_t card = 0; card < cards; ++card) {
    CAPTURE(card);
    const Replay alone = replay(of_card(shared, card), rules);
    CHECK(together[card].fits);
    CHECK(together[card].steps == alone.steps);
    CHECK(together[card].counters.allocated == alone.counters.allocated);
    CHECK(together[card].counters.reserved == alone.counters.reserved);
    CHECK(together[card].counters.peak_allocated == alone.counters.peak_allocated);
    CHECK(together[card].counters.peak_reserved == alone.counters.peak_reserved);
    CHECK(together[card].counters.segments == alone.counters.segments);
  }
}

/// A size of either pool, now and then with a segment of its own.
std::int64_t some_size(std::mt19937_64& random) {
  const std::int64_t most = std::int64_t{1} << std::uniform_int_distribution<int>(9, 26)(random);
  return std::uniform_int_distribution<std::int64_t>(1, most)(random);
}

/// Tensors that come and go in each step, with marks between them.
Operations some_step(std::mt19937_64& random, std::size_t marks) {
  Operations step;
  std::vector<TensorId> live;
  for (int i = 0; i < 60; ++i) {
    const auto what = std::uniform_int_distribution<int>(0, 4)(random);
    if (what == 0) {
      step.push_back(
          {static_cast<TensorId>(std::uniform_int_distribution<std::size_t>(0, marks - 1)(random)), passing});
    } else if (what < 3 || live.empty()) {
      live.push_back(static_cast<TensorId>(i + 1));
      step.push_back({live.back(), some_size(random)});
    } else {
      const auto which = std::uniform_int_distribution<std::size_t>(0, live.size() - 1)(random);
      step.push_back({live[which], gone});
      live.erase(live.begin() + static_cast<std::ptrdiff_t>(which));
    }
  }
  for (const TensorId id : live) step.push_back({id, gone});
  return step;
}
}  // namespace

TEST_CASE("cards that are replayed together have the counters of each alone: random programs, sizes and marks") {
  std::mt19937_64 random(20261126);
  for (int i = 0; i < 500; ++i) {
    constexpr std::size_t marks = 4, cards = 5;
    SharedProgram shared{.program = {.setup = {{0, some_size(random)}}, .tensors = 61}};
    shared.program.first_step = some_step(random, marks);
    shared.program.step = some_step(random, marks);
    for (std::size_t mark = 0; mark < marks; ++mark) {
      shared.passing.emplace_back(cards);
      for (PassingRequests& requests : shared.passing.back()) {
        requests.count = std::uniform_int_distribution<std::size_t>(0, CachingAllocator::most_passing)(random);
        const bool alike = mark > 0 && random() % 2 == 0;  // most cards differ by little
        for (std::size_t r = 0; r < requests.count; ++r) requests.bytes[r] = alike ? 4096 : some_size(random);
      }
    }
    CAPTURE(i);
    check_as_alone(shared, cards);
  }
}

TEST_CASE("what passes beside the peak moves it on its own card alone") {
  const SharedProgram shared{.program = {.first_step = {{0, 12 * mib}, {0, passing}, {0, gone}},
                                         .step = {{0, 12 * mib}, {0, passing}, {0, gone}},
                                         .tensors = 1},
                             .passing = {{{}, {.bytes = {mib}, .count = 1}, {.bytes = {40 * mib}, .count = 1}}}};
  check_as_alone(shared, 3);
  const std::vector<Replay> replays = shared_replays(shared, 3, software_of().allocator);
  CHECK(replays[0].counters.peak_allocated == 12 * mib);
  CHECK(replays[1].counters.peak_allocated == 13 * mib);
  CHECK(replays[2].counters.peak_allocated == 52 * mib);  // in segments of its own: it parts with the first
  CHECK(replays[2].counters.peak_reserved == 52 * mib);
}

TEST_CASE("more bytes than can be counted do not fit, on the card that asks for them alone") {
  const SharedProgram shared{.program = {.first_step = {{0, mib}, {0, passing}, {0, gone}}, .tensors = 1},
                             .passing = {{{.bytes = {std::int64_t{1} << 60}, .count = 1}, {}}}};
  const std::vector<Replay> replays = shared_replays(shared, 2, software_of().allocator);
  CHECK_FALSE(replays[0].fits);
  CHECK(replays[1].fits);
  CHECK(replays[1].counters.peak_allocated == mib);
}
}  // namespace memory_shared_replay_test

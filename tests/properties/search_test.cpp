// What a search finds among made-up cards is what plain loops over every combination find.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <perfmodel/fnv1a.hpp>
#include <perfmodel/planner/search.hpp>
#include <string>
#include <tests/properties/sampling.hpp>
#include <utility>
#include <vector>

namespace properties_search_test {
using namespace perfmodel;
using sampling::extent;
using sampling::holds;

namespace {
constexpr Bytes card_memory = 1000.0 * byte;

/// Steps of any length, whatever the batch; memory that grows with the samples of a pass.
struct MadeUp {
  std::uint64_t seed{};

  [[nodiscard]] std::uint64_t drawn(const Candidate& c, std::uint64_t what) const {
    std::uint64_t hash = fnv1a_step(fnv1a_step(seed, c.device), static_cast<std::uint64_t>(c.precision));
    for (const std::uint64_t value : {what, static_cast<std::uint64_t>(c.gpus), static_cast<std::uint64_t>(c.setting)})
      hash = fnv1a_step(hash, value);
    return hash >> 7;
  }
  std::optional<StepEstimate> operator()(const Candidate& c) const {
    if (drawn(c, 1) % 8 == 0) return std::nullopt;  // not in this precision
    const auto samples = static_cast<double>(c.spread.layout.micro_batch);
    const Bytes used =
        (static_cast<double>(drawn(c, 2) % 500) + samples * static_cast<double>(drawn(c, 3) % 20)) * byte;
    const std::uint64_t milliseconds = 1 + drawn(c, 1000 + static_cast<std::uint64_t>(c.batch)) % 10'000;
    return StepEstimate{.step = static_cast<double>(milliseconds) * milli * second,
                        .device_used = used,
                        .device_memory = card_memory,
                        .fits = used <= card_memory,
                        .power = static_cast<double>(50 + drawn(c, 4) % 500) * watt};
  }
};

[[nodiscard]] Question some_question() {
  Question q{.precisions = {Precision::fp32, Precision::amp_bf16},
             .settings = *rc::gen::inRange<std::size_t>(1, 3),
             .goal = *rc::gen::element(Goal::samples_per_second, Goal::time, Goal::energy, Goal::cost)};
  for (std::int64_t i = 0, cards = *rc::gen::inRange(1, 4); i < cards; ++i) {
    DeviceQuestion card{.name = "card", .price_per_hour = 0.1 * static_cast<double>(extent(8)), .spreads = {}};
    for (std::int64_t gpus = 1; gpus <= 4; gpus *= 2) card.spreads.push_back({.layout = {.dp = gpus}});
    q.devices.push_back(card);
  }
  for (std::int64_t i = 0, batches = *rc::gen::inRange(1, 6); i < batches; ++i) q.batches.push_back(extent(8));
  std::sort(q.batches.begin(), q.batches.end());
  q.batches.erase(std::unique(q.batches.begin(), q.batches.end()), q.batches.end());
  if (*rc::gen::arbitrary<bool>()) q.amount.samples = static_cast<double>(extent(12));
  if (*rc::gen::arbitrary<bool>()) q.max_time = static_cast<double>(extent(8)) * second;
  if (*rc::gen::arbitrary<bool>()) q.max_memory = static_cast<double>(100 * extent(4)) * byte;
  return q;
}

/// What the goal compares, in seconds, joules, currency, for the amount or else for a sample.
[[nodiscard]] double value(const Question& q, const Candidate& c, const StepEstimate& e) {
  const double batch = static_cast<double>(c.batch), gpus = static_cast<double>(c.gpus),
               steps = q.amount.samples ? std::ceil(*q.amount.samples / batch) : 1.0,
               seconds = steps * in(e.step, second), each = q.amount.samples ? 1.0 : batch;
  switch (q.goal) {
    case Goal::samples_per_second:
      return in(e.step, second) / batch;
    case Goal::time:
      return seconds;
    case Goal::energy:
      return gpus * in(e.power, watt) * seconds / each;
    case Goal::cost:
      return gpus * *q.devices[c.device].price_per_hour * seconds / 3600.0 / each;
  }
  return 0.0;
}

/// Of everything that may be had, in order.
[[nodiscard]] std::vector<double> by_loops(const Question& q, const MadeUp& cards) {
  std::vector<double> values;
  for (std::size_t device = 0; device < q.devices.size(); ++device)
    for (const Spread& spread : q.devices[device].spreads)
      for (const Precision precision : q.precisions)
        for (std::size_t setting = 0; setting < q.settings; ++setting)
          for (const std::int64_t batch : q.batches) {
            Candidate c{.device = device,
                        .gpus = spread.layout.dp,
                        .batch = batch,
                        .precision = precision,
                        .setting = setting,
                        .spread = spread};
            c.spread.layout.micro_batch = batch / c.gpus;
            const std::optional<StepEstimate> e = cards(c);
            if (!e || !e->fits || batch % c.gpus != 0) continue;
            if (q.max_memory && e->device_used > *q.max_memory) continue;
            const double steps = q.amount.samples ? std::ceil(*q.amount.samples / static_cast<double>(batch)) : 1.0;
            if (q.max_time && steps * e->step > *q.max_time) continue;
            values.push_back(value(q, c, *e));
          }
  std::sort(values.begin(), values.end());
  return values;
}
}  // namespace

TEST_CASE("a search finds what plain loops find, in their order, and recommends what is near the best") {
  std::size_t options = 0;
  CHECK(holds("search", 2000, [&] {
    const Question q = some_question();
    const MadeUp cards{*rc::gen::arbitrary<std::uint64_t>()};
    const Answer answer = search(q, cards);
    const std::vector<double> expected = by_loops(q, cards);
    RC_ASSERT(answer.options.size() == expected.size());
    options += expected.size();
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const Option& option = answer.options[i];
      RC_ASSERT(std::abs(value(q, option.candidate, option.estimate) / expected[i] - 1.0) < 1e-12);
    }
    if (answer.options.empty()) return;
    const Option& choice = recommended(q, answer);
    RC_ASSERT(value(q, choice.candidate, choice.estimate) <= expected.front() / (1.0 - recommended_tolerance));
    RC_ASSERT(differ_by_batch(choice.candidate, answer.options.front().candidate));
  }));
  CHECK(options > 5'000);
}
}  // namespace properties_search_test

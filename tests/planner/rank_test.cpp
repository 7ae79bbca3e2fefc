#include <doctest/doctest.h>

#include <limits>
#include <perfmodel/planner/rank.hpp>

namespace planner_rank_test {
using namespace perfmodel;

namespace {
Question priced() {
  return {.devices = {{.name = "card", .price_per_hour = 2.0, .power = 500.0 * watt}}, .price_per_kwh = 0.5};
}
/// Two cards, batch 100, 10 ms a step, 300 W each as the model sees it.
Option option(const Question& question) {
  return make_option(question, {.gpus = 2, .batch = 100}, {.step = 10.0 * milli * second, .power = 300.0 * watt});
}
}  // namespace

TEST_CASE("an amount is so many whole steps; without one it is a step") {
  CHECK(steps_of({}, 64) == 1.0);
  CHECK(steps_of({.samples = 1000.0}, 64) == 16.0);
  CHECK(steps_of({.samples = 1024.0}, 64) == 16.0);
  CHECK(steps_of({.samples = 1000.0, .steps = 7.0}, 64) == 7.0);
}

TEST_CASE("what the whole amount takes: time, power of all cards, energy, and cost of hours, energy and purchase") {
  Question q = priced();
  q.amount.samples = 36'000'000.0;  // 360,000 steps: an hour
  Option o = option(q);
  CHECK(o.samples_per_second == doctest::Approx(10'000.0));
  CHECK(in(o.time, second) == doctest::Approx(3600.0));
  CHECK(in(o.power, watt) == doctest::Approx(1000.0));  // the user's figure, not the model's
  CHECK(in(o.energy, joule) == doctest::Approx(3.6e6));
  CHECK(*o.cost == doctest::Approx(2.0 * 2.0 + 0.5));
  q.devices[0].purchase = 1000.0;
  CHECK(*option(q).cost == doctest::Approx(2004.5));
  q.devices[0].power.reset();
  CHECK(in(option(q).power, watt) == doctest::Approx(600.0));
  q.price_per_kwh.reset(), q.devices[0].price_per_hour.reset(), q.devices[0].purchase.reset();
  CHECK_FALSE(option(q).cost);
}

TEST_CASE("ranks: smaller is better; energy and cost of a step are compared by sample") {
  Question q = priced();
  const Option o = option(q);
  q.goal = Goal::samples_per_second;
  CHECK(rank_of(q, o) == doctest::Approx(-10'000.0).scale(0.0));
  q.goal = Goal::time;
  CHECK(rank_of(q, o) == doctest::Approx(0.01).scale(0.0));
  q.goal = Goal::energy;
  CHECK(rank_of(q, o) == doctest::Approx(10.0 / 100.0).scale(0.0));  // 1 kW for 10 ms, 100 samples
  q.goal = Goal::cost;
  CHECK(rank_of(q, o) == doctest::Approx(*o.cost / 100.0).scale(0.0));
  Question free = q;
  free.devices[0].price_per_hour.reset(), free.price_per_kwh.reset();
  CHECK(rank_of(q, option(free)) == std::numeric_limits<double>::infinity());
  q.devices[0].purchase = 1000.0;  // a bought card is worth its rate
  const Option bought = option(q);
  CHECK(rank_of(q, bought) == doctest::Approx(*bought.cost / 10'000.0).scale(0.0));
  q.amount.steps = 10.0;
  const Option whole = option(q);
  CHECK(rank_of(q, whole) == doctest::Approx(*whole.cost).scale(0.0));
}

TEST_CASE("merit: 1 is as good as the best, a half takes twice as long") {
  Question q = priced();
  const Option best = option(q);
  Option slower = best;
  slower.samples_per_second *= 0.5, slower.time = 2.0 * slower.time;
  for (const Goal goal : {Goal::samples_per_second, Goal::time}) {
    q.goal = goal;
    CHECK(merit(q, best, best) == doctest::Approx(1.0));
    CHECK(merit(q, best, slower) == doctest::Approx(0.5));
  }
}
}  // namespace planner_rank_test

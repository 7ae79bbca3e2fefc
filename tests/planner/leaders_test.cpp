// What a search need not price beside the best options of each card.
#include <doctest/doctest.h>

#include <perfmodel/planner/leaders.hpp>
#include <perfmodel/planner/search.hpp>

namespace planner_leaders_test {
using namespace perfmodel;

namespace {

/// A made-up card: a step takes longer than `least()` says by what sharing costs; memory grows with the samples.
struct Bounded {
  int priced = 0;

  [[nodiscard]] static Time work(const Candidate& c) {
    return (1.0 + 0.25 * static_cast<double>(c.batch)) / static_cast<double>(c.gpus) * second;
  }
  std::optional<StepEstimate> operator()(const Candidate& c) {
    ++priced;
    return StepEstimate{.step = 1.02 * work(c), .device_memory = 100.0 * byte, .fits = fits(c)};
  }
  [[nodiscard]] Time least(const Candidate& c) const { return work(c); }
  [[nodiscard]] bool fits(const Candidate& c) const { return 3 * c.spread.layout.micro_batch <= 100; }
};

[[nodiscard]] Question one_to_eight() {
  Question question{.devices = {{.name = "card"}}, .precisions = {Precision::fp32}, .passes = 0};
  question.devices[0].spreads.clear();
  for (const std::int64_t gpus : {8, 4, 2, 1}) question.devices[0].spreads.push_back({.layout = {.dp = gpus}});
  for (std::int64_t batch = 1; batch <= 256; batch *= 2) question.batches.push_back(batch);
  return question;
}

[[nodiscard]] Option option(const Question& question, double seconds) {
  return make_option(question, {.gpus = 1, .batch = 1}, {.step = seconds * second});
}

}  // namespace

TEST_CASE("leaders outpace what cannot come near them, card by card") {
  Question question{.devices = {{.name = "one"}, {.name = "other"}}};
  Leaders leaders(question);
  CHECK_FALSE(leaders.outpace(option(question, 100.0)));  // nobody leads
  leaders.add(option(question, 1.0));
  CHECK(leaders.outpace(option(question, 1.2)));
  CHECK_FALSE(leaders.outpace(option(question, 1.05)));
  Option elsewhere = option(question, 100.0);
  elsewhere.candidate.device = 1;
  CHECK_FALSE(leaders.outpace(elsewhere));
}

TEST_CASE("the longest step is as good as the leader, or as near as recommended() asks of the leader's other batches") {
  Question question{.devices = {{.name = "one"}}};
  for (const Goal goal : {Goal::samples_per_second, Goal::time}) {
    question.goal = goal;
    question.amount.samples = 100.0;
    Leaders leaders(question);
    Candidate other{.gpus = 1, .batch = 7};
    CHECK_FALSE(leaders.longest(other, nullptr));  // nobody leads
    const Option leader = option(question, 1.0), behind = option(question, 1.01);
    leaders.add(leader);
    const auto merit_of_longest = [&](const Option* own) {
      return merit(question, leader, make_option(question, other, {.step = leaders.longest(other, own).value()}));
    };
    CHECK(merit_of_longest(nullptr) == doctest::Approx(Leaders::exact).epsilon(1e-12));
    CHECK(merit_of_longest(&behind) == doctest::Approx(Leaders::exact).epsilon(1e-12));
    CHECK(merit_of_longest(&leader) == doctest::Approx(Leaders::exact * (1.0 - recommended_tolerance)).epsilon(1e-12));
  }
  question.goal = Goal::energy;
  Leaders leaders(question);
  leaders.add(option(question, 1.0));
  CHECK_FALSE(leaders.longest({.gpus = 1, .batch = 7}, nullptr));
}

TEST_CASE("leaders stand while the answer is better than what they outpaced") {
  Question question{.devices = {{.name = "one"}}};
  Leaders leaders(question);
  leaders.add(option(question, 1.0));
  REQUIRE(leaders.outpace(option(question, 1.2)));
  CHECK(leaders.stand({option(question, 1.01)}));
  CHECK_FALSE(leaders.stand({option(question, 1.18)}));  // worked out in full the leader is hardly better
  CHECK_FALSE(leaders.stand({}));
}

TEST_CASE("a search with leaders has the best options of one without, prices fewer, and counts the same") {
  const Question question = one_to_eight();
  Bounded all, some;
  const Answer whole = merged(question, search_together(question, without_batches(question), all));
  Leaders leaders(question);
  const Answer brief = merged(question, search_together(question, without_batches(question), some, &leaders));
  REQUIRE(!brief.options.empty());
  CHECK(some.priced < all.priced);
  CHECK(brief.outpaced > 0);
  CHECK(brief.options.size() + static_cast<std::size_t>(brief.outpaced) == whole.options.size());
  CHECK(brief.rejections.does_not_fit == whole.rejections.does_not_fit);
  CHECK(brief.rejections.indivisible == whole.rejections.indivisible);
  CHECK(brief.options.front().candidate.batch == whole.options.front().candidate.batch);
  CHECK(brief.options.front().candidate.gpus == whole.options.front().candidate.gpus);
  const Option &a = recommended(question, brief), &b = recommended(question, whole);
  CHECK(a.candidate.batch == b.candidate.batch);
  CHECK(a.candidate.spread == b.candidate.spread);
  CHECK(leaders.stand(brief.options));
}
}  // namespace planner_leaders_test

// Steps on single cards: memory first, then times from the largest batch on.
#include <doctest/doctest.h>

#include <perfmodel/planner/largest_first.hpp>
#include <perfmodel/planner/search.hpp>
#include <random>
#include <vector>

namespace planner_largest_first_test {
using namespace perfmodel;

namespace {
/// Made-up cards: a step takes a fixed time and one per sample, in another precision another one; memory grows with the
/// samples.
struct Card {
  double fixed, per_sample, memory;
};
struct Partial {
  std::vector<Card> cards{};
  int priced = 0, outlasting = 0;

  [[nodiscard]] Time work(const Candidate& c) const {
    const Card& card = cards[c.device];
    const double half = c.precision == Precision::fp16 ? 0.3 : 1.0, set = 1.0 + 0.2 * static_cast<double>(c.setting);
    return (card.fixed * set + card.per_sample * half * static_cast<double>(c.batch)) * second;
  }
  std::optional<StepEstimate> operator()(const Candidate& c) {
    ++priced;
    if (!computes(c)) return std::nullopt;
    return StepEstimate{.step = work(c),
                        .device_used = static_cast<double>(c.spread.layout.micro_batch) * byte,
                        .device_memory = cards[c.device].memory * byte,
                        .fits = fits(c)};
  }
  [[nodiscard]] bool computes(const Candidate& c) const { return c.precision != Precision::bf16 || c.device != 0; }
  [[nodiscard]] bool fits(const Candidate& c) const {
    return static_cast<double>(c.spread.layout.micro_batch) <= cards[c.device].memory;
  }
  [[nodiscard]] bool outlasts(const Candidate& c, Time limit) {
    const bool longer = 0.97 * work(c) > limit;  // a bound
    outlasting += longer ? 1 : 0;
    return longer;
  }
};

[[nodiscard]] Question asked() {
  Question q{.devices = {{.name = "a"}, {.name = "b"}, {.name = "c"}},
             .precisions = {Precision::fp32, Precision::bf16, Precision::fp16},
             .batches = {64, 1, 2, 4, 8, 16, 32, 128, 256, 3},
             .settings = 2};
  return q;
}
void check_same_best(const Question& question, const Answer& brief, const Answer& whole) {
  REQUIRE(!brief.options.empty());
  CHECK(brief.options.size() + static_cast<std::size_t>(brief.outpaced) == whole.options.size());
  CHECK(brief.rejections.does_not_fit == whole.rejections.does_not_fit);
  CHECK(brief.rejections.unsupported == whole.rejections.unsupported);
  CHECK(brief.rejections.indivisible == whole.rejections.indivisible);
  CHECK(brief.rejections.too_small == whole.rejections.too_small);
  for (std::size_t device = 0; device < question.devices.size(); ++device) {
    Answer few, all;
    for (const Option& o : brief.options)
      if (o.candidate.device == device) few.options.push_back(o);
    for (const Option& o : whole.options)
      if (o.candidate.device == device) all.options.push_back(o);
    REQUIRE(few.options.empty() == all.options.empty());
    if (all.options.empty()) continue;
    const Option &a = recommended(question, few), &b = recommended(question, all);
    CHECK(a.candidate.batch == b.candidate.batch);
    CHECK(a.candidate.precision == b.candidate.precision);
    CHECK(a.candidate.setting == b.candidate.setting);
    CHECK(a.estimate.step == b.estimate.step);
  }
}
}  // namespace

TEST_CASE(
    "the largest batches first: what is recommended of each card, and all counts, are those of a search for all") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> part(0.0, 1.0);
  int saved = 0;
  for (int trial = 0; trial < 200; ++trial) {
    CAPTURE(trial);
    Partial all, some;
    for (int i = 0; i < 3; ++i)
      all.cards.push_back({10.0 * part(random), 0.01 + part(random), 1.0 + 300.0 * part(random)});
    some.cards = all.cards;
    Question question = asked();
    question.goal = trial % 2 == 0 ? Goal::samples_per_second : Goal::time;
    if (trial % 4 == 1) question.amount.samples = 1000.0;
    if (trial % 8 == 2) question.passes = 2;
    if (trial % 8 == 4) question.least_per_pass = 2;
    REQUIRE(single_cards(question));
    const std::vector<Candidate> candidates = without_batches(question);
    Leaders leaders(question);
    const Answer whole = merged(question, search_together(question, candidates, all));
    const Answer brief = merged(question, search_largest_first(question, candidates, some, leaders));
    check_same_best(question, brief, whole);
    CHECK(some.outlasting == static_cast<int>(brief.outpaced));
    saved += all.priced - some.priced;
  }
  CHECK(saved > 0);
}

TEST_CASE("where energy or cost decide, nothing is given up") {
  Partial some{.cards = {{1.0, 1.0, 100.0}, {2.0, 0.5, 100.0}, {1.0, 0.1, 100.0}}};
  Question question = asked();
  question.goal = Goal::energy;
  Leaders leaders(question);
  const Answer answer = merged(question, search_largest_first(question, without_batches(question), some, leaders));
  CHECK(answer.outpaced == 0);
  CHECK(some.outlasting == 0);
}

TEST_CASE("several cards, limits and open passes are other questions") {
  Question question = asked();
  CHECK(single_cards(question));
  question.passes = 0;
  CHECK_FALSE(single_cards(question));
  question = asked();
  question.max_time = 1.0 * second;
  CHECK_FALSE(single_cards(question));
  question = asked();
  question.devices[1].spreads = {{.layout = {.dp = 2}}};
  CHECK_FALSE(single_cards(question));
}
}  // namespace planner_largest_first_test

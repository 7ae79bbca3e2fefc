#include <doctest/doctest.h>

#include <cmath>
#include <perfmodel/planner/search.hpp>

namespace planner_search_test {
using namespace perfmodel;

namespace {

/// A made-up card: a step takes a fixed time plus a time per sample; memory grows with the batch.
struct Card {
  double fixed, per_sample, memory, watts;
};

struct Evaluate {
  std::vector<Card> cards;
  int calls = 0;

  std::optional<StepEstimate> operator()(const Candidate& c) {
    ++calls;
    if (c.precision == Precision::bf16) return std::nullopt;
    const Card& card = cards[c.device];
    const double batch = static_cast<double>(c.batch) / static_cast<double>(c.gpus);
    const double half = c.precision == Precision::fp16 ? 0.5 : 1.0;
    StepEstimate e{};
    e.step = (card.fixed + card.per_sample * half * batch) * second;
    e.device_used = 10.0 * batch * byte;
    e.device_memory = card.memory * byte;
    e.fits = 10.0 * batch <= card.memory;
    e.power = card.watts * watt;
    return e;
  }
};

Question two_cards() {
  return {.devices = {{.name = "slow"}, {.name = "fast"}},
          .precisions = {Precision::fp32, Precision::fp16},
          .batches = {4, 1, 2, 8}};
}
const std::vector<Card> cards{{.fixed = 1, .per_sample = 1, .memory = 1000, .watts = 100},
                              {.fixed = 1, .per_sample = 0.25, .memory = 40, .watts = 1000}};

}  // namespace

TEST_CASE("search() ranks by samples per second and leaves out what does not fit") {
  Evaluate evaluate{cards};
  const Answer answer = search(two_cards(), evaluate);
  REQUIRE(answer.options.size() == 2 * 4 + 2 * 3);
  CHECK(answer.rejections.does_not_fit == 2);  // batch 8 on the fast card, in both precisions
  const Option& best = answer.options.front();
  CHECK(best.candidate.device == 1);
  CHECK(best.candidate.batch == 4);
  CHECK(best.candidate.precision == Precision::fp16);
  CHECK(best.samples_per_second == 4 / (1 + 0.25 * 0.5 * 4));
  REQUIRE(answer.rejections.missing);
  CHECK(in(answer.rejections.missing->by, byte) == 40.0);
  CHECK(answer.rejections.missing->candidate.batch == 8);
  for (std::size_t i = 1; i < answer.options.size(); ++i)
    CHECK(answer.options[i].samples_per_second <= answer.options[i - 1].samples_per_second);
}

TEST_CASE("search() stops at the first batch that does not fit") {
  Evaluate evaluate{cards};
  Question question = two_cards();
  question.devices.erase(question.devices.begin());
  evaluate.cards.erase(evaluate.cards.begin());
  question.batches = {1, 8, 16, 32};
  question.precisions = {Precision::fp32};
  const Answer answer = search(question, evaluate);
  CHECK(evaluate.calls == 2);
  CHECK(answer.rejections.does_not_fit == 3);
}

TEST_CASE("search() ranks by time, energy and cost of an amount of work") {
  Evaluate evaluate{cards};
  Question question = two_cards();
  question.amount.samples = 10;
  question.goal = Goal::time;
  Answer answer = search(question, evaluate);
  // 3 steps of batch 4 at 1.5 s on the fast card
  CHECK(in(answer.options.front().time, second) == 4.5);
  CHECK(answer.options.front().steps == 3);

  question.goal = Goal::energy;  // the slow card takes a tenth of the power
  answer = search(question, evaluate);
  CHECK(answer.options.front().candidate.device == 0);
  CHECK(answer.options.front().candidate.batch == 4);
  CHECK(in(answer.options.front().energy, joule) == 3 * 3.0 * 100);

  question.goal = Goal::cost;
  CHECK_THROWS_WITH_AS((void)search(question, evaluate),
                       "price of slow: got nothing; ranking by cost needs a price for every device", Error);
  question.devices[0].price_per_hour = 3.6;
  question.devices[1].price_per_hour = 36.0;
  answer = search(question, evaluate);
  CHECK(answer.options.front().candidate.device == 0);
  CHECK(std::abs(*answer.options.front().cost - 0.009) < 1e-12);  // rounding of doubles only
}

TEST_CASE("search() obeys the limits and says how many candidates they cost") {
  Evaluate evaluate{cards};
  Question question = two_cards();
  question.max_memory = 20.0 * byte;
  question.max_time = 1.3 * second;
  question.precisions.push_back(Precision::bf16);
  const Answer answer = search(question, evaluate);
  for (const Option& option : answer.options) {
    CHECK(option.candidate.batch <= 2);
    CHECK(in(option.time, second) <= 1.3);
  }
  CHECK(answer.options.size() == 3);  // fast card: fp32 batch 1; fp16 batch 1 and 2
  CHECK(answer.rejections.unsupported == 8);
  CHECK(answer.rejections.over_memory_limit == 8);
  CHECK(answer.rejections.does_not_fit == 0);
  CHECK(answer.rejections.over_time_limit == 5);
}

TEST_CASE("recommended() takes the smallest batch that is within the tolerance of the best") {
  Evaluate evaluate{cards};
  Question question = two_cards();
  question.devices.erase(question.devices.begin() + 1);
  question.precisions = {Precision::fp32};
  question.batches = {1, 2, 4, 8, 16, 32, 64, 100};
  const Answer answer = search(question, evaluate);
  CHECK(answer.options.front().candidate.batch == 100);  // b / (1 + b) samples a second
  const Option& choice = recommended(question, answer);
  CHECK(choice.candidate.batch == 16);  // 16/17 of a sample a second is 0.951 of 100/101; 8/9 is 0.898
  CHECK(std::abs(merit(question, answer.options.front(), choice) - 16.0 / 17.0 * 101.0 / 100.0) < 1e-12);
  CHECK(&recommended(question, answer, 0.0) == &answer.options.front());
}

TEST_CASE("several GPUs share the batch; a batch that does not divide is left out") {
  Evaluate evaluate{cards};
  Question question = two_cards();
  for (DeviceQuestion& device : question.devices) device.spreads = {{}, {.layout = {.dp = 4}}};
  question.batches = {2, 16};
  const Answer answer = search(question, evaluate);
  CHECK(answer.rejections.indivisible == 4);
  const Option& best = answer.options.front();
  CHECK(best.candidate.gpus == 4);
  CHECK(best.candidate.batch == 16);
  CHECK(best.candidate.device == 1);
}

TEST_CASE("search() leaves out batches whose share of a pass cannot be trained") {
  Evaluate evaluate{cards};
  Question question = two_cards();  // batches 1, 2, 4 and 8, two cards, two precisions
  question.least_per_pass = 2;
  question.passes = 2;
  const Answer answer = search(question, evaluate);
  CHECK(answer.rejections.indivisible == 1 * 2 * 2);
  CHECK(answer.rejections.too_small == 1 * 2 * 2);
  for (const Option& option : answer.options) CHECK(option.candidate.batch >= 4);
}

TEST_CASE("search() leaves out batches that the passes of accumulation do not divide") {
  Evaluate evaluate{cards};
  Question question = two_cards();  // batches 1, 2, 4 and 8, two cards, two precisions
  question.passes = 4;
  const Answer answer = search(question, evaluate);
  CHECK(answer.rejections.indivisible == 2 * 2 * 2);
  for (const Option& option : answer.options) CHECK(option.candidate.batch % 4 == 0);
}

TEST_CASE("search() tries every setting and tells them apart; recommended() stays with the best one's") {
  Evaluate evaluate{cards};
  Question question = two_cards();
  question.settings = 3;
  const auto in_setting = [&](const Candidate& c) {
    auto e = evaluate(c);
    if (e && c.setting == 2) e->step *= 0.5;  // twice as fast
    return e;
  };
  const Answer answer = search(question, in_setting);
  REQUIRE(answer.options.size() == 3 * (2 * 4 + 2 * 3));
  CHECK(answer.options.front().candidate.setting == 2);
  CHECK(recommended(question, answer, 0.9).candidate.setting == 2);
}

TEST_CASE("search() adds purchase, hours and energy, and obeys a limit on their sum") {
  Evaluate evaluate{{cards.front()}};
  Question question = two_cards();
  question.devices = {{.name = "slow", .price_per_hour = 3600.0, .purchase = 100.0}};
  question.precisions = {Precision::fp32};
  question.batches = {4};
  question.amount.steps = 2;
  question.price_per_kwh = 3.6e6;
  Answer answer = search(question, evaluate);
  REQUIRE(answer.options.size() == 1);
  CHECK(answer.options.front().cost == 100.0 + 10.0 + 1000.0);  // two steps of 5 s at 1 a second, 100 W
  question.max_cost = 1000.0;
  answer = search(question, evaluate);
  CHECK(answer.options.empty());
  CHECK(answer.rejections.over_cost_limit == 1);
  CHECK(answer.rejections.dear->by == 110.0);
  question = two_cards();
  question.max_cost = 1.0;
  CHECK_THROWS_AS((void)search(question, evaluate), Error);  // no price
}

TEST_CASE("search() ranks cards that are bought by price over rate where no amount of work is given") {
  Evaluate evaluate{cards};
  Question question = two_cards();
  question.goal = Goal::cost;
  question.precisions = {Precision::fp32};
  question.batches = {4};
  question.devices[0].purchase = 100.0;  // 0.8 samples/s
  question.devices[1].purchase = 300.0;  // 2 samples/s
  CHECK(search(question, evaluate).options.front().candidate.device == 0);
  question.devices[1].purchase = 200.0;
  CHECK(search(question, evaluate).options.front().candidate.device == 1);
}

TEST_CASE("search() splits what does not fit into passes where it may, and pipelines into more") {
  Evaluate evaluate{{cards.back()}};  // 4 samples of a pass fit
  Question question = two_cards();
  question.devices = {{.name = "fast", .spreads = {{}, {.layout = {.pp = 2}}}}};
  question.precisions = {Precision::fp32};
  question.batches = {32};
  question.passes = 0;
  const auto by_pass = [&](const Candidate& c) {
    Candidate one = c;
    one.batch = c.spread.layout.micro_batch;
    one.gpus = 1;
    auto e = evaluate(one);
    e->step *= static_cast<double>(c.passes() + c.spread.layout.pp - 1);
    return e;
  };
  const Answer answer = search(question, by_pass);
  REQUIRE(answer.options.size() == 2);
  for (const Option& o : answer.options) {
    const bool pipeline = o.candidate.spread.layout.pp > 1;
    // alone: 8 passes of 4. Two stages: 8 + 1 passes of 2 s beat 16 + 1 of 1.5 s
    CHECK(o.candidate.passes() == 8);
    CHECK(in(o.estimate.step, second) == (pipeline ? 18.0 : 16.0));
  }
  question.least_per_pass = 8;  // 32, 16 and 8 samples do not fit
  CHECK(search(question, by_pass).rejections.does_not_fit == 2);
}

TEST_CASE("search() says why several cards cannot share a step, and lets an error of one card through") {
  Question question = two_cards();
  question.devices = {{.name = "slow", .spreads = {{}, {.layout = {.tp = 2}}}}};
  question.precisions = {Precision::fp32};
  Evaluate evaluate{cards};
  const auto unwilling = [&](const Candidate& c) {
    if (c.gpus > 1) throw Error("tp: got 2; must be 1");
    return evaluate(c);
  };
  const Rejections no = search(question, unwilling).rejections;
  CHECK(no.cannot_spread == 4);
  REQUIRE(no.reasons.size() == 1);
  CHECK(no.reasons[0].first == "tp: got 2; must be 1");
  const auto broken = [](const Candidate&) -> std::optional<StepEstimate> { throw Error("layer 3"); };
  CHECK_THROWS_WITH_AS((void)search(question, broken), "layer 3", Error);
}

TEST_CASE("a limit on power counts all cards, by what the user says they take") {
  Evaluate evaluate{cards};
  Question question = two_cards();
  question.devices = {{.name = "slow", .spreads = {{}, {.layout = {.dp = 4}}}}};
  question.precisions = {Precision::fp32};
  question.batches = {4};
  question.max_power = 250.0 * watt;
  const Answer answer = search(question, evaluate);
  REQUIRE(answer.options.size() == 1);
  CHECK(in(answer.options[0].power, watt) == 100.0);
  CHECK(answer.rejections.over_power_limit == 1);
  CHECK(in(answer.rejections.hungry->by, watt) == 150.0);
  question.devices[0].power = 300.0 * watt;
  CHECK(search(question, evaluate).rejections.over_power_limit == 2);
}

TEST_CASE("merged() of search_together() is the search over everything at once") {
  Evaluate evaluate{cards};
  Question question = two_cards();
  question.max_time = 2.0 * second;
  question.devices[1].spreads.push_back({.layout = {.tp = 2}});
  const auto unwilling = [&](const Candidate& c) {
    if (c.spread.layout.tp > 1) throw Error("tp: got 2; must be 1");
    return evaluate(c);
  };
  const Answer together = search(question, unwilling);
  std::vector<Answer> apart = search_together(question, without_batches(question), unwilling);
  REQUIRE(apart.size() == 3 * question.precisions.size());
  const Answer joined = merged(question, std::move(apart));
  REQUIRE(joined.options.size() == together.options.size());
  for (std::size_t i = 0; i < joined.options.size(); ++i) {
    CHECK(joined.options[i].candidate.device == together.options[i].candidate.device);
    CHECK(joined.options[i].candidate.batch == together.options[i].candidate.batch);
  }
  const Rejections &one = joined.rejections, &all = together.rejections;
  CHECK(one.over_time_limit == all.over_time_limit);
  CHECK(one.late->by == all.late->by);
  CHECK(one.late->candidate.device == all.late->candidate.device);
  CHECK(all.cannot_spread > 0);
  CHECK(one.cannot_spread == all.cannot_spread);
  CHECK(one.reasons == all.reasons);
}
}  // namespace planner_search_test

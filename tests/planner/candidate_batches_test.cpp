#include <doctest/doctest.h>

#include <perfmodel/planner/candidate_batches.hpp>
#include <string>
#include <vector>

namespace planner_candidate_batches_test {
using namespace perfmodel;

namespace {
/// A made-up card of 64 bytes: a byte a sample of a pass, a second a sample and one a pass.
struct Evaluate {
  std::vector<std::pair<std::int64_t, std::int64_t>> asked{};  ///< batch and samples of a pass
  std::optional<StepEstimate> operator()(const Candidate& c) {
    asked.emplace_back(c.batch, c.spread.layout.micro_batch);
    if (c.precision == Precision::bf16) return std::nullopt;
    if (c.gpus == 3) throw bad_input("heads", "3", "must divide");
    const double samples = static_cast<double>(c.spread.layout.micro_batch);
    return StepEstimate{.step = (static_cast<double>(c.batch) + static_cast<double>(c.passes())) * second,
                        .device_used = samples * byte,
                        .device_memory = 64.0 * byte,
                        .fits = samples <= 64.0};
  }
};

Answer all(const Question& question, Candidate candidate, Evaluate& evaluate) {
  Answer answer;
  detail::CandidateBatches<Evaluate> batches(question, candidate, evaluate, answer);
  while (batches.next()) {
  }
  return answer;
}
Question asks(std::vector<std::int64_t> batches, std::int64_t passes) {
  return {.devices = {{.name = "card"}}, .batches = std::move(batches), .passes = passes};
}
}  // namespace

TEST_CASE("sizes of a pass: all that divide the share, the largest first, down to the least and up to the most") {
  Question q = asks({}, 0);
  using Sizes = std::vector<std::int64_t>;
  CHECK(detail::pass_sizes(q, 12, 100) == Sizes{12, 6, 4, 3, 2, 1});
  CHECK(detail::pass_sizes(q, 12, 5) == Sizes{4, 3, 2, 1});
  q.least_per_pass = 3;
  CHECK(detail::pass_sizes(q, 12, 100) == Sizes{12, 6, 4, 3});
  CHECK(detail::pass_sizes(q, 7, 100) == Sizes{7});
  q.passes = 4;
  CHECK(detail::pass_sizes(q, 12, 1) == Sizes{3});
}

TEST_CASE("batches from the smallest on, until one does not fit: it and all larger ones are counted, and by how much") {
  Evaluate evaluate;
  const Answer answer = all(asks({256, 32, 64, 128}, 1), {}, evaluate);
  REQUIRE(answer.options.size() == 2);
  CHECK(answer.options[0].candidate.batch == 32);
  CHECK(answer.options[1].candidate.batch == 64);
  CHECK(evaluate.asked.size() == 3);  // 256 is not asked about
  CHECK(answer.rejections.does_not_fit == 2);
  REQUIRE(answer.rejections.missing);
  CHECK(in(answer.rejections.missing->by, byte) == 64.0);
  CHECK(answer.rejections.missing->candidate.batch == 128);
}

TEST_CASE("where passes are free, a batch is split until a pass fits, and larger batches start from what did") {
  Evaluate evaluate;
  const Answer answer = all(asks({128, 256}, 0), {}, evaluate);
  REQUIRE(answer.options.size() == 2);
  CHECK(answer.options[0].candidate.spread.layout.micro_batch == 64);
  CHECK(answer.options[1].candidate.spread.layout.micro_batch == 64);
  CHECK(answer.rejections.does_not_fit == 0);
  const std::vector<std::pair<std::int64_t, std::int64_t>> expected{{128, 128}, {128, 64}, {256, 64}};
  CHECK(evaluate.asked == expected);
}

TEST_CASE("shares that do not divide, or are too small, are counted and left out") {
  Question q = asks({6, 8, 16}, 2);
  q.least_per_pass = 2;
  Candidate c{.gpus = 2};
  c.spread.layout.dp = 2;
  Evaluate evaluate;
  const Answer answer = all(q, c, evaluate);
  CHECK(answer.rejections.indivisible == 1);  // 6 over 2 ranks x 2 passes
  REQUIRE(answer.options.size() == 2);
  q.least_per_pass = 3;
  CHECK(all(q, c, evaluate).rejections.too_small == 1);  // 8: two samples a pass
}

TEST_CASE("limits: what is over one is counted under it, with the nearest miss") {
  Question q = asks({8, 16}, 1);
  q.max_time = 9.5 * second;  // 8 samples and a pass: 9 s
  Evaluate evaluate;
  Answer answer = all(q, {}, evaluate);
  CHECK(answer.options.size() == 1);
  CHECK(answer.rejections.over_time_limit == 1);
  CHECK(in(answer.rejections.late->by, second) == doctest::Approx(7.5));
  CHECK(in(*answer.rejections.shortest_step, second) == doctest::Approx(17.0));
  q.max_time.reset();
  q.max_memory = 10.0 * byte;
  answer = all(q, {}, evaluate);
  CHECK(answer.rejections.over_memory_limit == 1);
  CHECK(in(answer.rejections.missing->by, byte) == doctest::Approx(6.0));
}

TEST_CASE("a precision that the card has not, and cards that cannot share the step, end the list") {
  Evaluate evaluate;
  const Answer none = all(asks({8, 16}, 1), {.precision = Precision::bf16}, evaluate);
  CHECK(none.rejections.unsupported == 2);
  CHECK(none.options.empty());
  const Answer apart = all(asks({8, 16}, 1), {.gpus = 3}, evaluate);
  CHECK(apart.rejections.cannot_spread == 2);
  REQUIRE(apart.rejections.reasons.size() == 1);
  CHECK(apart.rejections.reasons[0].second == 2);
}
}  // namespace planner_candidate_batches_test

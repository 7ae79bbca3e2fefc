#include <doctest/doctest.h>

#include <perfmodel/planner/pareto.hpp>

namespace planner_pareto_test {
using namespace perfmodel;

namespace {

[[nodiscard]] Option option(double seconds, double joules, std::optional<double> cost) {
  return {.candidate = {.batch = 1}, .time = seconds * second, .energy = joules * joule, .cost = cost};
}

}  // namespace

TEST_CASE("pareto_front() keeps what nothing beats in time, energy and cost at once") {
  Question question;
  question.amount.steps = 1;
  const std::vector<Option> all{option(4, 1, 9), option(1, 9, 9), option(2, 5, 5), option(3, 6, 6), option(2, 5, 5)};
  const std::vector<Option> front = pareto_front(question, all);
  REQUIRE(front.size() == 3);
  CHECK(in(front[0].time, second) == 1.0);
  CHECK(in(front[1].time, second) == 2.0);
  CHECK(in(front[2].time, second) == 4.0);
}

TEST_CASE("pareto_front() leaves cost out where one option has none, and counts by the sample without an amount") {
  const Question question;
  std::vector<Option> all{option(2, 2, 1), option(1, 1, std::nullopt)};
  CHECK(pareto_front(question, all).size() == 1);
  all[0].candidate.batch = 4;  // half a second and half a joule a sample
  const std::vector<Option> front = pareto_front(question, all);
  REQUIRE(front.size() == 1);
  CHECK(front[0].candidate.batch == 4);
  CHECK(pareto_front(question, {}).empty());
}
}  // namespace planner_pareto_test

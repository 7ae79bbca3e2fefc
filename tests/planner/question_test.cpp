#include <doctest/doctest.h>

#include <perfmodel/planner/question.hpp>

#include "../refusal.hpp"

namespace planner_question_test {
using namespace perfmodel;

TEST_CASE("goals are words") {
  for (const Goal goal : all_goals) CHECK(goal_from(name(goal), "--by") == goal);
  CHECK(refusal([] { (void)goal_from("speed", "--by"); }) ==
        "--by: got \"speed\"; must be one of samples, time, energy, cost");
}
}  // namespace planner_question_test

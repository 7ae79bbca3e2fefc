#include <doctest/doctest.h>

#include <perfmodel/planner/answer.hpp>

namespace planner_answer_test {
using namespace perfmodel;

TEST_CASE("passes of a step: the batch over the samples that all ranks take at once") {
  Candidate c{.batch = 64};
  CHECK(c.passes() == 1);
  c.spread.layout.micro_batch = 8;
  CHECK(c.passes() == 8);
  c.spread.layout.dp = 2, c.spread.layout.ep = 2;
  CHECK(c.passes() == 2);
}

TEST_CASE("candidates differ by their batch alone, or by something else as well") {
  const Candidate a{.batch = 64};
  Candidate b{.batch = 128};
  b.spread.layout.micro_batch = 16;
  CHECK(differ_by_batch(a, b));
  const auto changed = [&](auto change) {
    Candidate c = b;
    change(c);
    return differ_by_batch(a, c);
  };
  CHECK_FALSE(changed([](Candidate& c) { c.device = 1; }));
  CHECK_FALSE(changed([](Candidate& c) { c.precision = Precision::amp_bf16; }));
  CHECK_FALSE(changed([](Candidate& c) { c.setting = 1; }));
  CHECK_FALSE(changed([](Candidate& c) { c.spread.layout.tp = 2; }));
  CHECK_FALSE(changed([](Candidate& c) { c.spread.recompute = true; }));
}
}  // namespace planner_answer_test

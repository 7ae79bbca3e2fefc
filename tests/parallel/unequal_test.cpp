#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <perfmodel/parallel/unequal.hpp>

#include "../refusal.hpp"
#include "../relative_error.hpp"

namespace parallel_unequal_test {
using namespace perfmodel;

TEST_CASE("the largest of n normal numbers") {
  // Harter 1961: closed forms of two, three and five, five digits of eight and 400
  const double root = std::sqrt(std::numbers::pi);
  CHECK(expected_largest(0) == 0.0);
  CHECK(expected_largest(1) == 0.0);
  CHECK(relative_error(expected_largest(2), 1.0 / root) < 1e-6);
  CHECK(relative_error(expected_largest(3), 1.5 / root) < 1e-6);
  CHECK(relative_error(expected_largest(5), 1.16296) < 1e-5);
  CHECK(relative_error(expected_largest(8), 1.42360) < 1e-5);
  CHECK(relative_error(expected_largest(400), 2.96818) < 1e-4);
  for (std::int64_t n = 1; n < 2000; n = 2 * n + 1) CHECK(expected_largest(n + 1) > expected_largest(n));
}

TEST_CASE("ranks wait for the slowest where they meet") {
  ParallelLayout l{.dp = 2};
  CHECK(wait_for_slowest(l, 1.0, 1.0) == 0.0);
  l.unequal = 0.1;
  const double once = wait_for_slowest(l, 1.0, 1.0);
  CHECK(relative_error(once, 0.1 * expected_largest(2)) < 1e-12);
  CHECK(relative_error(wait_for_slowest(l, 3.0, 1.0), 3.0 * once) < 1e-12);
  // four independent passes until the sum of gradients scatter twice as much as one, and lose four times where each
  // ends in a meeting
  CHECK(relative_error(wait_for_slowest(l, 1.0, 4.0), 2.0 * once) < 1e-12);
  l.zero = 3;
  CHECK(relative_error(wait_for_slowest(l, 1.0, 4.0), 4.0 * once) < 1e-12);
  l = {.tp = 8, .unequal = 0.1};  // tensor ranks have the same samples
  CHECK(wait_for_slowest(l, 1.0, 1.0) == 0.0);
}

TEST_CASE("a spread is a share") {
  CHECK(refusal([] { check({.unequal = 1.5}, 1); }) == "unequal: got 1.5; must be a number from 0 to 1");
  CHECK(refusal([] { check({.unequal = -0.1}, 1); }) == "unequal: got -0.1; must be a number from 0 to 1");
  CHECK(refusal([] { check({.unequal = NAN}, 1); }).find("unequal: got ") == 0);
}
}  // namespace parallel_unequal_test

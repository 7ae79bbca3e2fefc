#include "calibrate/fit/coordinate_search.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace calibrate_fit_coordinate_search_test {
using namespace perfmodel;

namespace {
struct Pair {
  double a{1.0}, b{1.0};
};
const std::vector<TableParameter<Pair>> both{{[](Pair& p) -> double& { return p.a; }, 0.01, 100.0},
                                             {[](Pair& p) -> double& { return p.b; }, 0.01, 100.0}};
// a valley along a b = 12 with its bottom at a = 3, b = 4
double valley(const Pair& p) {
  return std::pow(std::log(p.a * p.b / 12.0), 2) + 0.1 * std::pow(std::log(p.a / p.b / 0.75), 2);
}
}  // namespace

TEST_CASE("coordinate_search() finds the bottom of a valley") {
  Pair p;
  coordinate_search(p, both, valley, 0.0);
  CHECK(std::abs(p.a / 3.0 - 1.0) < 0.01);  // the last step is half a percent
  CHECK(std::abs(p.b / 4.0 - 1.0) < 0.01);
}

TEST_CASE("bounds hold, and a constant that nothing depends on stays at its prior") {
  Pair p;
  std::vector<TableParameter<Pair>> bounded = both;
  bounded[0].high = 2.0;
  coordinate_search(p, bounded, [](const Pair& q) { return std::pow(std::log(q.a / 50.0), 2); });
  CHECK(p.a <= 2.0);
  CHECK(p.b == 1.0);
}

TEST_CASE("a search from an earlier fit is held to the prior, not to where it starts") {
  const Pair prior{};
  Pair p{.a = 3.0, .b = 4.0};
  const auto nothing = [](const Pair&) { return 0.0; };
  coordinate_search(p, prior, both, nothing, 1.0);
  CHECK(std::abs(p.a - 1.0) < 0.01);  // the last step is half a percent
  CHECK(std::abs(p.b - 1.0) < 0.01);
}

TEST_CASE("improve() takes what is better for those that teach and no worse for those that judge, or nothing") {
  const Pair prior{};
  const auto neutral = [](const Pair&) { return 1.0; };
  Pair p{};
  CHECK(improve(p, prior, both, valley, neutral));
  CHECK(std::abs(p.a * p.b / 12.0 - 1.0) < 0.02);
  const Pair found = p;
  CHECK_FALSE(improve(p, prior, both, valley, neutral));  // where it began
  CHECK(p.a == found.a);
  CHECK(p.b == found.b);
  Pair judged{};
  CHECK_FALSE(improve(judged, prior, both, valley, [](const Pair& q) { return q.b; }));
  CHECK(judged.b == 1.0);
  Pair alone{};
  CHECK_FALSE(improve(alone, prior, both, valley, [](const Pair&) { return 0.0; }));  // nothing judges
}

TEST_CASE("take_over() keeps what an earlier fit has left within the bounds of today, and what it has left out") {
  Pair p{.a = 5.0, .b = 5.0};
  take_over(p, Pair{.a = 1e6, .b = 0.0}, both);
  CHECK(p.a == 100.0);
  CHECK(p.b == 0.0);
}

TEST_CASE("huber_log() is symmetric in the logarithm, quadratic for small errors and linear for large ones") {
  CHECK(huber_log(2.0, 2.0) == 0.0);
  CHECK(std::abs(huber_log(3.0, 1.0) - huber_log(1.0, 3.0)) < 1e-15);  // rounding of two logarithms
  CHECK(std::abs(huber_log(std::exp(0.05), 1.0) - 0.0025) < 1e-12);
  CHECK(std::abs(huber_log(std::exp(1.0), 1.0) - 0.19) < 1e-12);
}
}  // namespace calibrate_fit_coordinate_search_test

#include <doctest/doctest.h>

#include <cmath>
#include <perfmodel/pricing/overlap.hpp>

namespace pricing_overlap_test {
using namespace perfmodel;

TEST_CASE("overlap() is the longest part where it is far longer, and costs something at a tie") {
  CHECK(overlap(3.0, 0.0, 1e-9, 2) == 3.0);
  CHECK(overlap(0.0, 0.0, 0.0, 2) == 0.0);
  CHECK(std::abs(overlap(2.0, 2.0, 0.0, 2) - 2.0 * std::pow(2.0, 0.25)) < 1e-12);  // rounding
  CHECK(std::abs(overlap(2.0, 2.0, 2.0, 1) - 2.0 * std::sqrt(3.0)) < 1e-12);
  CHECK(overlap(1.0, 2.0, 4.0, 0) == 7.0);  // no overlap at all
  CHECK(overlap(1e-300, 1e-300, 0.0, 3) > 1e-300);
}

TEST_CASE("overlap() of two parts is that of three, one of which is nothing") {
  CHECK(overlap(3.0, 2.0, 2) == overlap(3.0, 2.0, 0.0, 2));
}

TEST_CASE("a negligible part is hidden whole") {
  CHECK(overlap(1.0, 0.1, 0.0, 2) > 1.0);  // 1e-4 of the fourth powers
  CHECK(overlap(1.0, 0.1, 0.0, 2, 1e-3) == 1.0);
  CHECK(overlap(1.0, 0.2, 0.0, 2, 1e-3) == overlap(1.0, 0.2, 0.0, 2));
}
}  // namespace pricing_overlap_test

#include <doctest/doctest.h>

#include <perfmodel/operation/shape.hpp>

namespace operation_shape_test {
using namespace perfmodel;

static_assert(elements(Shape{}) == 1 && elements(Shape{2, 3, 5}) == 30 && elements(Shape{4, 0}) == 0);
static_assert(rows(Shape{2, 3, 5}) == 6 && rows(Shape{7}) == 1);
static_assert(Shape{2, 3}.with_back(7) == Shape{2, 7} && !(Shape{2} == Shape{2, 1}));

static_assert(Shape{2, 3, 5}.back() == 5 && Shape{}.back() == 1 && rows(Shape{2, 3, 5}) == 6);

TEST_CASE("a shape that does not fit 63 bits, is negative or has seven dimensions is refused") {
  CHECK(text(Shape{64, 4096}) == "[64, 4096]");
  CHECK_THROWS_AS((void)elements(Shape{1LL << 40, 1LL << 40}), Error);
  CHECK_THROWS_AS((void)checked_product(-1, 2), Error);
  CHECK_THROWS_AS((void)(Shape{1, 1, 1, 1, 1, 1, 1}), Error);
}
}  // namespace operation_shape_test

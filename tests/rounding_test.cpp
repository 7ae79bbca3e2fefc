#include <doctest/doctest.h>

#include <perfmodel/rounding.hpp>

namespace rounding_test {
using namespace perfmodel;

static_assert(ceil_div(0, 128) == 0 && ceil_div(1, 128) == 1 && ceil_div(128, 128) == 1 && ceil_div(129, 128) == 2);
static_assert(round_up(1792, 256) == 1792 && round_up(1793, 256) == 2048 && round_up(0, 8) == 0);
static_assert(round_up(0.0) == 0.0 && round_up(2.0) == 2.0 && round_up(2.25) == 3.0);

TEST_CASE("the largest sizes do not overflow") {
  constexpr std::int64_t largest = 0x7fff'ffff'ffff'ffff;
  CHECK(ceil_div(largest, 2) == 0x4000'0000'0000'0000);
  CHECK(round_up(0x1p61 + 512.0) == 0x1p61 + 512.0);
}
}  // namespace rounding_test

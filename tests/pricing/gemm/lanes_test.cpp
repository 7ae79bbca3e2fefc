#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <perfmodel/pricing/gemm/lanes.hpp>

namespace pricing_gemm_lanes_test {
using namespace perfmodel;

TEST_CASE("lanes compute what four numbers would") {
  const std::array a{1.0F, -2.0F, 0.0F, 1e6F}, b{3.0F, 4.0F, -5.0F, 0.5F};
  const Lanes x(a.data()), y(b.data());
  for (std::size_t i = 0; i < Lanes::count; ++i) {
    CHECK((x + y)[i] == a[i] + b[i]);
    CHECK((x - y)[i] == a[i] - b[i]);
    CHECK((x * y)[i] == a[i] * b[i]);
    CHECK((x / y)[i] == a[i] / b[i]);
    CHECK(detail::larger(x, y)[i] == std::fmax(a[i], b[i]));
    CHECK(detail::smaller(x, y)[i] == std::fmin(a[i], b[i]));
    CHECK(detail::where(x, y, Lanes(7.0))[i] == (a[i] > 0.0F ? b[i] : 7.0F));
  }
}

TEST_CASE("what does not divide is rounded up, what divides is not") {
  for (const float value : {0.0F, 1.0F, 2.0F, 1000.0F, 1e6F}) {
    CAPTURE(value);
    CHECK(detail::round_up(Lanes(value))[0] == value);
    CHECK(detail::round_up(Lanes(value + 0.25F))[0] == value + 1.0F);
  }
}

TEST_CASE("a quotient is never rounded up beyond the exact one") {
  bool never = true, mostly = true;
  for (const int divisor : {1, 3, 7, 66, 96, 128, 132, 144, 320})
    for (int value = 1; value < 200000; value = value + 1 + value / 50) {
      const double exact = round_up(value / Divisor<double>(divisor));
      const auto quotient =
          static_cast<double>(detail::round_up(Lanes(1.0 * value) / Divisor<Lanes>(Lanes(1.0 * divisor)))[0]);
      never = never && quotient <= exact;
      mostly = mostly && quotient == exact;
    }
  CHECK(never);
  CHECK(mostly);
}

TEST_CASE("tangents lie below the root of squares, by 2 % at most") {
  for (int i = 0; i <= 90; ++i) {
    const double a = std::cos(i * 3.14159265 / 180.0), b = std::sin(i * 3.14159265 / 180.0);
    const auto bound = static_cast<double>(detail::root_of_squares(Lanes(a), Lanes(b))[0]);
    CAPTURE(i);
    CHECK(bound <= lanes_rounding * detail::root_of_squares(a, b) + 2.1e-5);  // rounding is taken off at the end
    CHECK(bound > 0.98);
  }
}
}  // namespace pricing_gemm_lanes_test

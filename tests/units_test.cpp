#include <doctest/doctest.h>

#include <cmath>
#include <perfmodel/units.hpp>
#include <type_traits>

namespace units_test {
using namespace perfmodel;

namespace {
template <class A, class B>
concept Addable = requires(A a, B b) {
  a + b;
};
}  // namespace

// What must not compile: sums of different things, bare numbers as quantities.
static_assert(Addable<Work, Work> && Addable<Time, Time>);
static_assert(!Addable<Work, Bytes> && !Addable<Time, Cycles> && !Addable<Energy, Power>);
static_assert(!std::is_convertible_v<double, Work> && !std::is_convertible_v<double, Time>);

// Derived units come out of expressions.
static_assert(std::is_same_v<decltype(Work{} / Bytes{}), Intensity>);
static_assert(std::is_same_v<decltype(Work{} / Time{}), WorkRate>);
static_assert(std::is_same_v<decltype(Bytes{} / Time{}), Bandwidth>);
static_assert(std::is_same_v<decltype(SmCount{} * IssueRate{} * ClockRate{}), WorkRate>);
static_assert(std::is_same_v<decltype(EnergyPerWork{} * Work{}), Energy>);
static_assert(std::is_same_v<decltype(Power{} * Time{}), Energy>);

// A number goes in with a unit and comes out in one.
static_assert(in(1.5 * giga * byte, byte) == 1.5e9);
static_assert(in(3.0 * milli * second, micro* second) == 3e-3 / 1e-6);
static_assert(in(1.0 * gibi * byte, mebi* byte) == 1024.0);
static_assert(in(mac, flop) == 2.0);
static_assert(in(400.0 * watt * (2.0 * second), joule) == 800.0);

TEST_CASE("peak FP16 rate of an A100 from its parts: 108 SMs x 1024 MAC/clk/SM x 1410 MHz are 312 TFLOPS") {
  const WorkRate rate = 108.0 * sm * (1024.0 * mac / (cycle * sm)) * (1410.0 * mega * cycle / second);
  CHECK(std::abs(in(rate, tera * flop / second) - 312.0) <
        0.5);  // half a unit of the last digit of NVIDIA's whitepaper
}
}  // namespace units_test

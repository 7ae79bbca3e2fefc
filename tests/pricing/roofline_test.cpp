#include <doctest/doctest.h>

#include <perfmodel/pricing/roofline.hpp>

namespace pricing_roofline_test {
using namespace perfmodel;

namespace {
constexpr Roof unit_roof{.peak = 8.0 * flop / second, .bandwidth = 2.0 * byte / second};
constexpr Intensity per_byte = 1.0 * flop / byte;
}  // namespace

static_assert(ridge_point(unit_roof) == 4.0 * flop / byte);
static_assert(attainable(3.0 * per_byte, unit_roof) == 6.0 * flop / second);
static_assert(attainable(4.0 * per_byte, unit_roof) == 8.0 * flop / second);
static_assert(attainable(400.0 * per_byte, unit_roof) == 8.0 * flop / second);
static_assert(attainable(0.0 * per_byte, unit_roof) == 0.0 * flop / second);
static_assert(roofline_bound(4.0 * per_byte, unit_roof) == Bound::memory);
static_assert(roofline_bound(4.1 * per_byte, unit_roof) == Bound::math);
static_assert(roofline_time(16.0 * flop, 1.0 * byte, unit_roof) == 2.0 * second);
static_assert(roofline_time(16.0 * flop, 8.0 * byte, unit_roof) == 4.0 * second);

TEST_CASE("roofline: work over attainable rate is the roofline time, on both sides of the ridge") {
  for (const double bytes : {0.5, 1.0, 3.9, 4.0, 4.1, 1000.0}) {
    const Work work = 16.0 * flop;
    const Time by_rate = work / attainable(work / (bytes * byte), unit_roof);
    CAPTURE(bytes);
    const Time direct = roofline_time(work, bytes * byte, unit_roof);
    CHECK(in(by_rate, second) <= in(direct, second) * (1.0 + 1e-15));  // two roundings of a double
    CHECK(in(by_rate, second) >= in(direct, second) * (1.0 - 1e-15));
  }
}

TEST_CASE("roofline: a card's roofs are its published peak and bandwidth") {
  Device device{.sms = 10.0 * sm,
                .boost_clock = 2.0 * giga * cycle / second,
                .tensor_clock = 1.0 * giga * cycle / second,
                .dram_bandwidth = 100.0 * giga * byte / second};
  device.rates.dense[0][index(NumberFormat::fp32)] = 64.0 * mac / (cycle * sm);
  device.rates.dense[1][index(NumberFormat::fp16)] = 512.0 * mac / (cycle * sm);
  CHECK(roof(device, NumberFormat::fp32).peak == 2560.0 * giga * flop / second);
  CHECK(roof(device, MathUnit::tensor_core, NumberFormat::fp16).peak == 10240.0 * giga * flop / second);
  CHECK(ridge_point(roof(device, NumberFormat::fp32)) == 25.6 * flop / byte);
  CHECK(ridge_point(roof(device, NumberFormat::fp32)) == ridge_point(device, MathUnit::cuda_core, NumberFormat::fp32));
}
}  // namespace pricing_roofline_test

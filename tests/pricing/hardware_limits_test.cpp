#include <doctest/doctest.h>

#include <perfmodel/pricing/hardware_limits.hpp>

namespace pricing_hardware_limits_test {
using namespace perfmodel;

namespace {
HardwareLimits of_one_card() {  // 1 TB/s, 10 TFLOP/s in FP32, 100 in FP16, nothing known of others
  HardwareLimits limits{.bandwidth = 1e12 * byte / second};
  limits.peak[index(NumberFormat::fp32)] = 1e13 * flop / second;
  limits.peak[index(NumberFormat::fp16)] = 1e14 * flop / second;
  return limits;
}
double microseconds(Time t) { return in(t, micro * second); }
}  // namespace

TEST_CASE("work over peak, or bytes over bandwidth, whichever is longer; what is not known limits nothing") {
  const HardwareLimits card = of_one_card();
  CHECK(microseconds(detail::least_time(card, 1e9 * flop, NumberFormat::fp32, 1e6 * byte)) == doctest::Approx(100.0));
  CHECK(microseconds(detail::least_time(card, 1e9 * flop, NumberFormat::fp16, 1e6 * byte)) == doctest::Approx(10.0));
  CHECK(microseconds(detail::least_time(card, 1e9 * flop, NumberFormat::fp16, 1e8 * byte)) == doctest::Approx(100.0));
  CHECK(microseconds(detail::least_time(card, 1e9 * flop, NumberFormat::fp64, 1e6 * byte)) == doctest::Approx(1.0));
  CHECK(microseconds(detail::least_time({}, 1e9 * flop, NumberFormat::fp32, 1e6 * byte)) == 0.0);
}

TEST_CASE("a device's peak is SMs x clock x the faster unit") {
  Device device{.sms = 10.0 * sm, .dram_bandwidth = 2e12 * byte / second};
  const auto set = [&](MathUnit unit, double rate) {
    device.rates.dense[static_cast<std::size_t>(unit)][index(NumberFormat::fp16)] = rate * mac / (cycle * sm);
  };
  set(MathUnit::cuda_core, 100.0), set(MathUnit::tensor_core, 1000.0);
  const HardwareLimits limits = make_hardware_limits(device, 1e9 * cycle / second);
  CHECK(limits.bandwidth == device.dram_bandwidth);
  CHECK(in(limits.peak[index(NumberFormat::fp16)], flop / second) == doctest::Approx(2.0 * 10.0 * 1000.0 * 1e9));
  CHECK(in(limits.peak[index(NumberFormat::fp32)], flop / second) == 0.0);
}

TEST_CASE("FP32 filters may save half of their multiplications for each two taps; other formats save none") {
  const auto saved = [](std::int64_t filter, NumberFormat format) {
    return most_saved(Convolution{.format = format, .r = filter, .s = filter});
  };
  CHECK(saved(1, NumberFormat::fp32) == 1.0);
  CHECK(saved(3, NumberFormat::fp32) == 4.5);
  CHECK(saved(5, NumberFormat::fp32) == 12.5);
  CHECK(saved(3, NumberFormat::fp16) == 1.0);
}

TEST_CASE("a prediction is lifted to the limit, with its interval, and left alone above it") {
  const Prediction p{.total = 5.0 * second, .low = 4.0 * second, .high = 6.0 * second};
  const Prediction same = not_below(p, 3.0 * second), low = not_below(p, 4.5 * second),
                   all = not_below(p, 7.0 * second);
  CHECK(same.total == p.total);
  CHECK(same.low == p.low);
  CHECK(low.total == p.total);
  CHECK(low.low == 4.5 * second);
  CHECK(low.high == p.high);
  CHECK(all.low == 7.0 * second);
  CHECK(all.total == 7.0 * second);
  CHECK(all.high == 7.0 * second);
}
}  // namespace pricing_hardware_limits_test

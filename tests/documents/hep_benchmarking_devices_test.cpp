#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "cards.hpp"

namespace documents_hep_benchmarking_devices_test {
// S. Manafli, "Benchmarking Machine Learning in HEP" (2018), Table 2.1 "Hardware Specifications".
using namespace perfmodel;

TEST_CASE("Benchmarking Machine Learning in HEP, Table 2.1: peaks, whose unit GFLOPS is a misprint for TFLOPS") {
  struct Row {
    const char* card;
    bool base_clock;
    double printed;
  };  // all with three decimals
  for (const Row& row : {Row{"K20Xm", false, 3.935}, Row{"K40c", true /* boost is opt-in */, 4.291},
                         Row{"V100-PCIE-16GB", false, 14.131}}) {
    CAPTURE(row.card);
    const Device device = card_named(row.card);
    const ClockRate clock = row.base_clock ? device.base_clock : device.boost_clock;
    const WorkRate ours = device.sms * device.rates(MathUnit::cuda_core, NumberFormat::fp32) * clock;
    CHECK(std::abs(in(ours, tera * flop / second) - row.printed) <= 0.0005);
    CHECK(in(ours, giga * flop / second) > 900.0 * row.printed);  // as printed it would be a thousandth
  }
}

TEST_CASE("Benchmarking Machine Learning in HEP, Table 2.1: bandwidth, memory, compute capability, architecture") {
  struct Row {
    const char* card;
    double gbs, gb;
    int capability;
    const char* architecture;
  };
  for (const Row& row : {Row{"K20Xm", 249, 6, 35, "kepler"}, Row{"K40c", 288, 12, 35, "kepler"},
                         Row{"V100-PCIE-16GB", 900, 16, 70, "volta"}}) {
    CAPTURE(row.card);
    const Device device = card_named(row.card);
    CHECK(std::floor(in(device.dram_bandwidth, giga * byte / second)) == row.gbs);  // 249.6 is cut, not rounded
    CHECK(in(device.memory, gibi * byte) == row.gb);
    CHECK(device.compute_capability == row.capability);
    CHECK(device.architecture == row.architecture);
  }
}
}  // namespace documents_hep_benchmarking_devices_test

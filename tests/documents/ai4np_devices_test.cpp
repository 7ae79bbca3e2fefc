#include <doctest/doctest.h>

#include <cmath>
#include <perfmodel/pricing/roofline.hpp>
#include <string>

#include "cards.hpp"

namespace documents_ai4np_devices_test {
// X. Mei et al., "Towards High-Performance AI4NP Applications on Modern GPU Platforms" (poster): Table 1 and Figure 1.
using namespace perfmodel;

namespace {
/// The poster's roofs: published math, measured bandwidth.
Roof poster_roof(const json::DeviceRecord& record, MathUnit unit, NumberFormat format) {
  return {.peak = peak(record.device, unit, format), .bandwidth = record.measured_dram_bandwidth.value().quantity};
}
}  // namespace

TEST_CASE("AI4NP poster, Table 1: T4 and A100 80GB PCIe") {
  const json::DeviceRecord t4 = card_record("T4"), a100 = card_record("A100-PCIE-80GB");
  CHECK(t4.device.sms == 40.0 * sm);
  CHECK(a100.device.sms == 108.0 * sm);
  CHECK(t4.device.memory_visible == 15110.0 * mebi * byte);
  CHECK(std::abs(tflops(peak(t4.device, NumberFormat::fp32)) - 8.1) <= 0.05);
  CHECK(std::abs(tflops(peak(t4.device, NumberFormat::fp16)) - 65.0) <= 0.5);
  CHECK(std::floor(10.0 * tflops(peak(a100.device, MathUnit::cuda_core, NumberFormat::fp32))) ==
        194.0);  // 19.49, cut to 19.4
  CHECK(std::abs(tflops(peak(a100.device, NumberFormat::fp16)) - 312.0) <= 0.5);
}

TEST_CASE("AI4NP poster, Table 1: the bandwidths are measurements and stand beside the published ones") {
  const json::DeviceRecord t4 = card_record("T4"), a100 = card_record("A100-PCIE-80GB");
  CHECK(gbs(t4.measured_dram_bandwidth.value().quantity) == 245.2);
  CHECK(gbs(a100.measured_dram_bandwidth.value().quantity) == 1607.3);
  for (const json::DeviceRecord& record : {t4, a100}) {
    CHECK(record.measured_dram_bandwidth->kind == json::Kind::measured);
    const double share = record.measured_dram_bandwidth->quantity / record.device.dram_bandwidth;
    CHECK(share > 0.7);  // no card reaches its published bandwidth: 0.77 on GDDR6 with ECC, 0.83 on HBM2e
    CHECK(share < 1.0);
  }
}

TEST_CASE("AI4NP poster, Table 1, row Speedup") {
  const json::DeviceRecord t4 = card_record("T4"), a100 = card_record("A100-PCIE-80GB");
  // Memory 5.5x (80 GB / 15110 MB = 5.55 or 5.4 in GiB), bandwidth 6.5x (6.555: cut), FP32 2.5x (19.4 / 8.1 = 2.40 on
  // the table's own figures), FP16 5x (4.80): the row is rounded to halves, so a quarter is the tolerance.
  CHECK(std::abs(a100.device.memory / t4.device.memory_visible - 5.5) <= 0.25);
  CHECK(std::abs(a100.measured_dram_bandwidth->quantity / t4.measured_dram_bandwidth->quantity - 6.5) <= 0.25);
  CHECK(std::abs(peak(a100.device, MathUnit::cuda_core, NumberFormat::fp32) / peak(t4.device, NumberFormat::fp32) -
                 2.5) <= 0.25);
  CHECK(std::abs(peak(a100.device, NumberFormat::fp16) / peak(t4.device, NumberFormat::fp16) - 5.0) <= 0.25);
}

TEST_CASE("AI4NP poster, Figure 1: ridge points in both formats; T4's are the larger") {
  const json::DeviceRecord t4 = card_record("T4"), a100 = card_record("A100-PCIE-80GB");
  struct Row {
    MathUnit unit;
    NumberFormat format;
    double t4_tflops, t4_half, a100_tflops, a100_half;
  };
  for (const Row& row : {Row{MathUnit::cuda_core, NumberFormat::fp32, 8.1, 0.05, 19.4, 0.1 /* cut, not rounded */},
                         Row{MathUnit::tensor_core, NumberFormat::fp16, 65.0, 0.5, 312.0, 0.5}}) {
    const Intensity of_t4 = ridge_point(poster_roof(t4, row.unit, row.format));
    const Intensity of_a100 = ridge_point(poster_roof(a100, row.unit, row.format));
    // From Table 1: peak / bandwidth, uncertain by the last digit of the peak.
    CHECK(std::abs(in(of_t4, flop / byte) - row.t4_tflops / 0.2452) <= row.t4_half / 0.2452);
    CHECK(std::abs(in(of_a100, flop / byte) - row.a100_tflops / 1.6073) <= row.a100_half / 1.6073);
    CHECK(of_t4 > of_a100);
    // The published bandwidths say the same.
    CHECK(ridge_point(t4.device, row.unit, row.format) > ridge_point(a100.device, row.unit, row.format));
  }
}
}  // namespace documents_ai4np_devices_test

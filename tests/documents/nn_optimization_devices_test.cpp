#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <perfmodel/pricing/roofline.hpp>
#include <string>

#include "cards.hpp"

namespace documents_nn_optimization_devices_test {
// P. Molchanov, "NN Performance optimization: How to achieve more with less cost" (slides): what they say of cards.
using namespace perfmodel;

namespace {
double mac_rate(IssueRate rate) { return in(rate, mac / (cycle * sm)); }
}  // namespace

TEST_CASE("NN Performance optimization, Math and memory bounds: V100 tensor-core FLOPS : B ratio 138.9") {
  const json::DeviceRecord record = card_record("V100-SXM2-16GB");
  for (const json::PublishedPeak& peak : record.peaks)
    if (peak.math_unit == MathUnit::tensor_core) {  // the slide divides the printed 125 TFLOPS by the printed 900 GB/s
      CHECK(peak.printed == "125");
      CHECK(std::abs(in(peak.rate / record.device.dram_bandwidth, flop / byte) - 138.9) <= 0.05);
    }
  // Ours is from SMs x clock x MACs: apart by no more than the rounding of 125 (half a unit in 125).
  const double ours = in(ridge_point(record.device, MathUnit::tensor_core, NumberFormat::fp16), flop / byte);
  CHECK(std::abs(ours - 138.9) <= 138.9 * 0.5 / 125.0);
}

TEST_CASE("NN Performance optimization, Multiply-add operations per clock: A100 has 156 TF32 and 312 FP16 TFLOPS") {
  const Device a100 = card_named("A100-SXM4-80GB");
  CHECK(a100.sms == 108.0 * sm);
  CHECK(a100.tensor_clock == 1.41 * giga * cycle / second);
  CHECK(std::abs(tflops(peak(a100, MathUnit::tensor_core, NumberFormat::tf32)) - 156.0) <= 0.5);
  CHECK(std::abs(tflops(peak(a100, MathUnit::tensor_core, NumberFormat::fp16)) - 312.0) <= 0.5);
}

TEST_CASE("NN Performance optimization, GPU architecture: 40 MB of L2, 80 GB at up to 2039 GB/s") {
  const Device a100 = card_named("A100-SXM4-80GB");
  CHECK(a100.l2 == 40.0 * mebi * byte);
  CHECK(a100.memory == 80.0 * gibi * byte);
  CHECK(a100.dram_bandwidth == 2039.0 * giga * byte / second);
}

TEST_CASE("NN Performance optimization, Figure 2: multiply-add operations per clock per SM, every cell") {
  using F = NumberFormat;
  constexpr std::array cuda{F::fp64, F::fp32, F::fp16, F::int8};
  constexpr std::array tensor{F::fp64, F::tf32, F::fp16, F::int8, F::int4, F::int1};
  struct Row {
    const char* architecture;
    const char* card;
    std::array<double, 4> cuda;
    std::array<double, 6> tensor;  // 0: an empty cell
  };
  for (const Row& row :
       {Row{"Volta", "V100-SXM2-16GB", {32, 64, 128, 256}, {0, 0, 512, 0, 0, 0}},
        Row{"Turing", "T4", {2, 64, 128, 256}, {0, 0, 512, 1024, 2048, 8192}},
        Row{"Ampere (A100)", "A100-SXM4-80GB", {32, 64, 256, 256}, {64, 512, 1024, 2048, 4096, 16384}}}) {
    CAPTURE(row.architecture);
    const Device device = card_named(row.card);
    for (std::size_t i = 0; i < cuda.size(); ++i)
      CHECK(mac_rate(device.rates(MathUnit::cuda_core, cuda[i])) == row.cuda[i]);
    for (std::size_t i = 0; i < tensor.size(); ++i)
      CHECK(mac_rate(device.rates(MathUnit::tensor_core, tensor[i])) == row.tensor[i]);
  }
}

TEST_CASE("NN Performance optimization, Figure 2, row \"Ampere, sparse\"") {
  const Device a100 = card_named("A100-SXM4-80GB");
  struct Cell {
    NumberFormat format;
    double mac_per_clock;
  };
  for (const Cell& cell : {Cell{NumberFormat::tf32, 1024}, Cell{NumberFormat::fp16, 2048},
                           Cell{NumberFormat::int8, 4096}, Cell{NumberFormat::int4, 8192}}) {
    CAPTURE(name(cell.format));
    const WorkRate expected = a100.sms * (cell.mac_per_clock * mac / (cycle * sm)) * a100.tensor_clock;
    CHECK(tflops(sparse_peak(a100, MathUnit::tensor_core, cell.format)) == tflops(expected));
  }
  // FP64 has no sparse cell, and none of the older cards has a sparse row.
  CHECK(sparse_peak(a100, MathUnit::tensor_core, NumberFormat::fp64) ==
        peak(a100, MathUnit::tensor_core, NumberFormat::fp64));
  CHECK(card_named("V100-SXM2-16GB").rates.sparse_factor == 1.0);
  CHECK(card_named("T4").rates.sparse_factor == 1.0);
}
}  // namespace documents_nn_optimization_devices_test

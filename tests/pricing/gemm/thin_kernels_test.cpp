#include <doctest/doctest.h>

#include <cmath>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/gemm/thin_kernels.hpp>
#include <perfmodel/pricing/gemm/time.hpp>

namespace pricing_gemm_thin_kernels_test {
using namespace perfmodel;

namespace {
using enum Layout;

Gemm product(NumberFormat format, Layout layout, std::int64_t batch, std::int64_t m, std::int64_t n, std::int64_t k,
             Operands operands = Operands::warm) {
  return {.format = format, .layout = layout, .batch = batch, .m = m, .n = n, .k = k, .operands = operands};
}

double microseconds(const Gemm& g, const GemmModels& models) { return in(predict(g, models).total, micro * second); }

/// Four SMs at 1 kHz, whose memory and L2 take no time.
GemmModel card() {
  GemmModel model;
  model.shared = shared_gemm_start();
  model.sms = 4.0, model.l2_bytes = 1e18, model.dram_bandwidth = model.published_bandwidth = 1e18;
  model.rate.fill(1024.0), model.peak_rate.fill(2048.0);
  for (PowerModel& power : model.power) power.clock_max = power.reference_clock = 1000.0;
  model.constants.unit = MathUnit::cuda_core, model.constants.l2_bytes_per_clock = 1e18;
  model.constants.dram_efficiency = 1.0;
  model.thin_kernels = true;
  return model;
}
}  // namespace

static_assert(may_be_skinny({.layout = nt, .m = 16, .n = 8, .k = 64}, shared_gemm_start().skinny));
static_assert(may_be_skinny({.layout = nn, .m = 2, .n = 8, .k = 64}, shared_gemm_start().skinny));
static_assert(!may_be_skinny({.layout = nt, .m = 17, .n = 8, .k = 64}, shared_gemm_start().skinny));
static_assert(!may_be_skinny({.layout = nt, .m = 16, .n = 8, .k = 63}, shared_gemm_start().skinny));
static_assert(!may_be_skinny({.layout = tn, .m = 16, .n = 8, .k = 64}, shared_gemm_start().skinny));
static_assert(!may_be_skinny({.layout = nt, .m = 1, .n = 8, .k = 64}, shared_gemm_start().skinny));

TEST_CASE("a kernel for few rows: its blocks wait for each part of K, worked out by hand") {
  GemmModel model = card();
  SkinnyKernels& c = model.shared.skinny;
  c.along_k = {.columns = 8.0, .rows = 4.0, .resident = 2.0, .k_of_few_rows = 50.0, .k = 25.0, .mac_cycles = 0.25};
  c.few_rows = 3.0, c.wait_cycles = 100.0, c.start_waits = 2.0, c.start_seconds = 0.5;
  const auto seconds = [&](const Gemm& g) { return skinny_seconds(model, make_problem(g, model)); };
  const auto cold = [](std::int64_t m, std::int64_t n, std::int64_t k) {
    return product(NumberFormat::fp32, nt, 1, m, n, k, Operands::cold);
  };
  // one block of 8 columns: 2 + 4 waits of 100 cycles, 8 x 2 x 200 multiply-adds of a quarter
  CHECK(seconds(cold(2, 8, 200)) == doctest::Approx(0.6 + 0.8 + 0.5));
  CHECK(seconds(cold(4, 8, 200)) == doctest::Approx(1.0 + 1.6 + 0.5));    // half as much of K at once
  CHECK(seconds(cold(6, 8, 200)) == doctest::Approx(0.6 + 1.2 + 0.5));    // two groups of three rows, an SM each
  CHECK(seconds(cold(2, 128, 200)) == doctest::Approx(1.0 + 3.2 + 0.5));  // four blocks an SM, two at once
  CHECK(seconds(product(NumberFormat::fp32, nt, 1, 2, 8, 200)) == doctest::Approx(0.3 + 0.8 + 0.5));  // from the L2
}

TEST_CASE("a vector's kernel: long sums are shared, which another kernel ends") {
  GemmModel model = card();
  VectorKernels& c = model.shared.vectors;
  c.along_k = {.resident = 10.0, .k = 50.0, .element_cycles = 0.5, .output_cycles = 3.0};
  c.most_k = 400.0, c.narrow = 0.5, c.wait_cycles = 100.0, c.start_waits = 1.0;
  c.start_seconds = 0.25, c.parts_seconds = 7.0;
  const auto seconds = [&](NumberFormat format, std::int64_t n, std::int64_t k) {
    return vector_seconds(model, make_problem(product(format, nt, 1, 1, n, k, Operands::cold), model));
  };
  CHECK(seconds(NumberFormat::fp32, 8, 200) == doctest::Approx(std::hypot(0.4, 0.206) + 0.1 + 0.25));
  CHECK(seconds(NumberFormat::bf16, 8, 200) == doctest::Approx(std::hypot(0.4, 0.106) + 0.1 + 0.25));
  CHECK(seconds(NumberFormat::fp32, 80, 200) == doctest::Approx(std::hypot(0.8, 2.06) + 0.1 + 0.25));  // two rounds
  CHECK(seconds(NumberFormat::fp32, 8, 800) == doctest::Approx(std::hypot(0.8, 0.806) + 0.1 + 0.25 + 7.0));
}

TEST_CASE("thin products of an H100 and an H200, of seeds that nothing was read off") {
  // Single kernels of these kinds are off by 16 to 20 % in the mean, nine of ten by less than 40.
  const GemmModels h100 = make_gemm_models(json::load_device("h100-sxm5-80gb").device),
                   h200 = make_gemm_models(json::load_device("h200-sxm").device);
  // random_operations_unseen.csv and pytorch_batched.csv, H100
  CHECK(std::abs(microseconds(product(NumberFormat::fp32, nn, 15, 4, 1536, 457), h100) / 22.0 - 1.0) < 0.4);
  CHECK(std::abs(microseconds(product(NumberFormat::bf16, nt, 4, 2, 1723, 3071, Operands::cold), h100) / 43.1 - 1.0) <
        0.4);
  CHECK(std::abs(microseconds(product(NumberFormat::bf16, nn, 63, 4, 1, 3761), h100) / 5.9 - 1.0) < 0.4);
  // gemm.csv, H100: a long vector, bound by the memory
  CHECK(std::abs(microseconds(product(NumberFormat::fp32, nt, 1, 1, 16384, 4096, Operands::cold), h100) / 98.4 - 1.0) <
        0.15);
  // the same shapes on an H200
  CHECK(std::abs(microseconds(product(NumberFormat::fp32, nn, 15, 4, 1536, 457), h200) / 13.7 - 1.0) < 0.4);
  CHECK(std::abs(microseconds(product(NumberFormat::fp32, nn, 72, 4, 1, 1880, Operands::cold), h200) / 7.0 - 1.0) <
        0.4);
}

TEST_CASE("aligned rows of 16 bits have their own tiles, and other cards no such kernels") {
  const GemmModels h200 = make_gemm_models(json::load_device("h200-sxm").device),
                   a100 = make_gemm_models(json::load_device("a100-sxm4-80gb").device);
  const GemmModel& model = h200.models[static_cast<std::size_t>(GemmFamily::hopper_sgemm)];
  CHECK(model.thin_kernels);
  CHECK_FALSE(a100.models[static_cast<std::size_t>(GemmFamily::ampere_sgemm)]->thin_kernels);
  CHECK(predict(product(NumberFormat::bf16, nt, 1, 8, 4096, 4096), h200).family == GemmFamily::hopper_wgmma);
}
}  // namespace pricing_gemm_thin_kernels_test

#include <doctest/doctest.h>

#include <perfmodel/device/device.hpp>

namespace device_device_test {
using namespace perfmodel;

namespace {
Device example() {
  Device d{.sms = 108.0 * sm,
           .boost_clock = 1410.0 * mega * cycle / second,
           .tensor_clock = 1000.0 * mega * cycle / second,
           .dram_bandwidth = 1000.0 * giga * byte / second};
  d.rates.dense[0][index(NumberFormat::fp32)] = 64.0 * mac / (cycle * sm);
  d.rates.dense[0][index(NumberFormat::fp16)] = 256.0 * mac / (cycle * sm);
  d.rates.dense[1][index(NumberFormat::fp16)] = 1024.0 * mac / (cycle * sm);
  d.rates.dense[1][index(NumberFormat::fp64)] = 64.0 * mac / (cycle * sm);
  d.rates.sparse_factor = 2.0;
  return d;
}
}  // namespace

// At run time: clang 14 cannot evaluate a Device, which has strings, at compile time.
TEST_CASE("peaks are SMs x MAC/clk/SM x 2 x clock, tensor cores at their own clock") {
  const Device d = example();
  CHECK(peak(d, MathUnit::cuda_core, NumberFormat::fp32) == 108.0 * 64.0 * 2.0 * 1410e6 * flop / second);
  CHECK(peak(d, MathUnit::tensor_core, NumberFormat::fp16) == 108.0 * 1024.0 * 2.0 * 1000e6 * flop / second);
  CHECK(peak(d, MathUnit::tensor_core, NumberFormat::fp64) == 108.0 * 64.0 * 2.0 * 1410e6 * flop / second);
  CHECK(peak(d, NumberFormat::fp16) == peak(d, MathUnit::tensor_core, NumberFormat::fp16));
  CHECK(peak(d, NumberFormat::fp32) == peak(d, MathUnit::cuda_core, NumberFormat::fp32));
  CHECK(peak(d, NumberFormat::fp4) == WorkRate{});  // the card cannot
  CHECK(ridge_point(d, MathUnit::tensor_core, NumberFormat::fp16) == 221.184 * flop / byte);
}

static_assert(multiplied_as(MathUnit::cuda_core, NumberFormat::fp16) == NumberFormat::fp32);
static_assert(multiplied_as(MathUnit::cuda_core, NumberFormat::bf16) == NumberFormat::fp32);
static_assert(multiplied_as(MathUnit::cuda_core, NumberFormat::fp64) == NumberFormat::fp64);
static_assert(multiplied_as(MathUnit::cuda_core, NumberFormat::int8) == NumberFormat::int8);
static_assert(multiplied_as(MathUnit::tensor_core, NumberFormat::fp16) == NumberFormat::fp16);

TEST_CASE("with FP32 sums CUDA cores multiply 16-bit operands at FP32's rate") {
  const auto rate = [](double macs) { return macs * mac / (cycle * sm); };
  Device d = example();
  CHECK(summed_rate(d, MathUnit::cuda_core, NumberFormat::fp16) == rate(64.0));
  CHECK(summed_rate(d, MathUnit::tensor_core, NumberFormat::fp16) == rate(1024.0));
  CHECK(summed_rate(d, MathUnit::cuda_core, NumberFormat::bf16) == IssueRate{});  // no such card
  d.rates.dense[1] = {};
  CHECK(peak(d, NumberFormat::fp16) == peak(d, MathUnit::cuda_core, NumberFormat::fp16));  // 256, as published
  d.rates.dense[0][index(NumberFormat::fp16)] = rate(1.0);                                 // a P40: a 64th of FP32's
  CHECK(peak(d, NumberFormat::fp16) == peak(d, NumberFormat::fp32));
  CHECK(peak(d, MathUnit::cuda_core, NumberFormat::fp16) == 108.0 * 2.0 * 1410e6 * flop / second);
}

TEST_CASE("2:4 sparsity doubles tensor cores' peaks, but not FP64's and not those of CUDA cores") {
  const Device d = example();
  CHECK(sparse_peak(d, MathUnit::tensor_core, NumberFormat::fp16) ==
        2.0 * peak(d, MathUnit::tensor_core, NumberFormat::fp16));
  CHECK(sparse_peak(d, MathUnit::tensor_core, NumberFormat::fp64) ==
        peak(d, MathUnit::tensor_core, NumberFormat::fp64));
  CHECK(sparse_peak(d, MathUnit::cuda_core, NumberFormat::fp16) == peak(d, MathUnit::cuda_core, NumberFormat::fp16));
}

TEST_CASE("name() of the math units is what device files use") {
  CHECK(name(MathUnit::cuda_core) == "cuda_core");
  CHECK(name(MathUnit::tensor_core) == "tensor_core");
  CHECK(name(MathUnit::tensor_core_fp16_accumulate) == "tensor_core_fp16_accumulate");
}

TEST_CASE("GDDR5 and GDDR6 that report fifteen sixteenths of their memory keep check bits in the rest") {
  const auto keeps = [](MemoryType type, double reported) {
    Device d = example();
    d.memory_type = type, d.memory = 1600.0 * byte, d.memory_reported = reported * byte;
    return keeps_check_bits(d);
  };
  CHECK(keeps(MemoryType::gddr6, 1500.0));
  CHECK(keeps(MemoryType::gddr5, 1500.0));
  CHECK_FALSE(keeps(MemoryType::gddr6, 1599.0));
  CHECK(keeps(MemoryType::gddr6, 0.0));  // not known
  CHECK_FALSE(keeps(MemoryType::gddr6x, 1500.0));
  CHECK_FALSE(keeps(MemoryType::hbm3e, 1500.0));
}
}  // namespace device_device_test

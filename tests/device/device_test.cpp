#include <perfmodel/device/device.hpp>
#include <doctest/doctest.h>

using namespace perfmodel;

namespace {
constexpr Device example() {
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

static_assert(peak(example(), MathUnit::cuda_core, NumberFormat::fp32) == 108.0 * 64.0 * 2.0 * 1410e6 * flop / second);
static_assert(peak(example(), MathUnit::tensor_core, NumberFormat::fp16) ==
              108.0 * 1024.0 * 2.0 * 1000e6 * flop / second);
static_assert(peak(example(), NumberFormat::fp16) == peak(example(), MathUnit::tensor_core, NumberFormat::fp16));
static_assert(peak(example(), NumberFormat::fp32) == peak(example(), MathUnit::cuda_core, NumberFormat::fp32));
static_assert(peak(example(), NumberFormat::fp4) == WorkRate{});  // the card cannot
static_assert(sparse_peak(example(), MathUnit::tensor_core, NumberFormat::fp16) ==
              2.0 * peak(example(), MathUnit::tensor_core, NumberFormat::fp16));
// No 2:4 sparsity for FP64 and none on CUDA cores.
static_assert(sparse_peak(example(), MathUnit::tensor_core, NumberFormat::fp64) ==
              peak(example(), MathUnit::tensor_core, NumberFormat::fp64));
static_assert(sparse_peak(example(), MathUnit::cuda_core, NumberFormat::fp16) ==
              peak(example(), MathUnit::cuda_core, NumberFormat::fp16));
static_assert(ridge_point(example(), MathUnit::tensor_core, NumberFormat::fp16) == 221.184 * flop / byte);

TEST_CASE("name() of the math units is what device files use") {
  CHECK(name(MathUnit::cuda_core) == "cuda_core");
  CHECK(name(MathUnit::tensor_core) == "tensor_core");
  CHECK(name(MathUnit::tensor_core_fp16_accumulate) == "tensor_core_fp16_accumulate");
}

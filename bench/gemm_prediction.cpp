/// Time of one GEMM prediction with tile choice, beside plain roofline. Target: under a microsecond on one core.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/gemm/time.hpp>
#include <random>
#include <vector>

namespace {
using namespace perfmodel;

/// Shapes of a transformer and of odd sizes; the loop walks through them so that no branch is learned by heart.
struct Shape {
  std::int64_t m, n, k;
};
constexpr std::array shapes{Shape{4096, 4096, 4096}, Shape{2048, 12288, 4096}, Shape{64, 4096, 4096},
                            Shape{1000, 1000, 1000}, Shape{8192, 512, 2048},   Shape{333, 777, 1024},
                            Shape{128, 128, 128},    Shape{16384, 1024, 64}};

[[nodiscard]] Gemm shape(std::size_t i, NumberFormat format) {
  const Shape& s = shapes[i % shapes.size()];
  return {.format = format, .layout = Layout::nt, .m = s.m, .n = s.n, .k = s.k, .output = format};
}

/// Products of all layouts, a quarter of them in batches, extents log-uniform from 8 to 16,384.
[[nodiscard]] std::vector<Gemm> random_products(NumberFormat format) {
  constexpr std::size_t count = 1024;
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> exponent(3.0, 14.0);
  const auto extent = [&] { return static_cast<std::int64_t>(std::exp2(exponent(random))); };
  std::vector<Gemm> products;
  while (products.size() < count) {
    Gemm g{.format = format,
           .layout = static_cast<Layout>(random() % 4),
           .m = extent(),
           .n = extent(),
           .k = extent(),
           .output = format};
    if (random() % 4 == 0) g.batch = 1 + static_cast<std::int64_t>(random() % 64);
    products.push_back(g);
  }
  return products;
}

void prediction(benchmark::State& state, const char* card, NumberFormat format) {
  const GemmModels models = make_gemm_models(json::load_device(card, "card", PERFMODEL_DEVICES_DIR).device);
  std::size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(predict(shape(i++, format), models));
}

void random_prediction(benchmark::State& state, const char* card, NumberFormat format) {
  const GemmModels models = make_gemm_models(json::load_device(card, "card", PERFMODEL_DEVICES_DIR).device);
  const std::vector<Gemm> products = random_products(format);
  std::size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(predict(products[i++ % products.size()], models));
}

void plain_roofline(benchmark::State& state, const char* card, NumberFormat format) {
  const Device device = json::load_device(card, "card", PERFMODEL_DEVICES_DIR).device;
  std::size_t i = 0;
  for (auto _ : state) {
    const Gemm g = shape(i++, format);
    benchmark::DoNotOptimize(std::max(work(g) / peak(device, format), traffic(g) / device.dram_bandwidth));
  }
}

BENCHMARK_CAPTURE(prediction, h200_bf16, "h200-sxm", NumberFormat::bf16);
BENCHMARK_CAPTURE(prediction, h200_tf32, "h200-sxm", NumberFormat::tf32);  // weighs two families
BENCHMARK_CAPTURE(prediction, h200_fp32, "h200-sxm", NumberFormat::fp32);
BENCHMARK_CAPTURE(prediction, a100_fp16, "a100-sxm4-80gb", NumberFormat::fp16);
BENCHMARK_CAPTURE(prediction, v100_fp32, "v100-sxm2-32gb", NumberFormat::fp32);
BENCHMARK_CAPTURE(random_prediction, h200_bf16, "h200-sxm", NumberFormat::bf16);
BENCHMARK_CAPTURE(random_prediction, h200_tf32, "h200-sxm", NumberFormat::tf32);
BENCHMARK_CAPTURE(random_prediction, l4_fp16, "l4", NumberFormat::fp16);
BENCHMARK_CAPTURE(random_prediction, v100_fp32, "v100-sxm2-32gb", NumberFormat::fp32);
BENCHMARK_CAPTURE(plain_roofline, h200_bf16, "h200-sxm", NumberFormat::bf16);
}  // namespace

BENCHMARK_MAIN();

#include <doctest/doctest.h>

#include <perfmodel/pricing/convolution/engines.hpp>

#include "../../relative_error.hpp"

namespace pricing_convolution_engines_test {
using namespace perfmodel;

// Cycles, bytes and kernels worked out by hand for a card of four SMs and constants made up here.

namespace {
using enum ConvolutionEngine;
using Pass = ConvolutionPass;

constexpr EngineCard four_sms{.sms = 4.0, .lanes = 128.0, .copied = 1.0};
constexpr double rounding = 1e-12;

/// 64 multiply-accumulates a clock and SM, a quarter of a tile's time for a last wave, 8 steps to start.
EngineTable even_table() {
  EngineTable table;
  table.each.fill({.together = 0.5, .lag = 0.25, .depth = 8.0});
  table.shares = {.lanes = 0.93, .fourier_products = 0.28, .fourier_weights = 0.5};
  table.rules.winograd_large_channels = 256.0, table.rules.weight_pixels = 512.0;
  return table;
}

constexpr Convolution image(Pass pass, std::int64_t h, std::int64_t w, std::int64_t r, std::int64_t s,
                            std::int64_t c = 4, std::int64_t k = 6) {
  return {.pass = pass, .n = 2, .c = c, .h = h, .w = w, .k = k, .r = r, .s = s, .pad_h = r / 2, .pad_w = s / 2};
}

EngineRun by_fourier(const Convolution& v) { return fourier_run(v, even_table(), four_sms); }
EngineRun plain(ConvolutionEngine engine, const Convolution& v) { return plain_run(engine, v, even_table(), four_sms); }
}  // namespace

// Layouts: an engine of planes copies NHWC, one of channels NCHW, one that has both neither.
static_assert(changes_layout({.planes = true}, MemoryFormat::nhwc) &&
              !changes_layout({.planes = true}, MemoryFormat::nchw));
static_assert(changes_layout({.planes = false}, MemoryFormat::nchw) &&
              !changes_layout({.planes = false}, MemoryFormat::nhwc));
static_assert(!changes_layout({.planes = true, .any_layout = true}, MemoryFormat::nhwc) &&
              !changes_layout({.planes = false, .any_layout = true}, MemoryFormat::nchw));

TEST_CASE("sizes of one group, planes of a volume as rows") {
  Convolution v{.n = 3, .c = 8, .h = 5, .w = 6, .k = 12, .r = 3, .s = 2, .pad_h = 1, .groups = 4};
  v.d = 7, v.t = 3;
  const EngineProblem e = engine_problem(v);
  CHECK(e.n == 3.0);
  CHECK(e.c == 2.0);
  CHECK(e.k == 3.0);
  CHECK(e.h == 35.0);
  CHECK(e.w == 6.0);
  CHECK(e.p == 25.0);  // 5 planes of 5 rows
  CHECK(e.q == 5.0);
  CHECK(e.taps == 18.0);
  CHECK(e.pixels == 3.0 * 125.0);
}

TEST_CASE("an SM issues 128 instructions, or has fewer lanes") {
  CHECK(detail::engine_rate(0.5, 128.0, {.lanes = 0.93}) == 64.0);
  CHECK(detail::engine_rate(0.5, 64.0, {.lanes = 0.93}) == doctest::Approx(59.52));
}

TEST_CASE("cycles of a product: whole waves, and a last one that lags") {
  const auto cycles = [](double m, double n, double k, double batch) {
    return detail::engine_cycles(forward_32x32, even_table(), four_sms, m, n, k, batch);
  };
  constexpr double tile = 32.0 * 32.0 * (24.0 + 8.0) / 64.0;  // 512 cycles
  CHECK(cycles(64, 64, 24, 1) == 1.25 * tile);                // four blocks, one an SM
  CHECK(cycles(65, 64, 24, 1) == 2.25 * tile);                // six: two on some
  CHECK(cycles(64, 65, 24, 1) == 2.25 * tile);
  CHECK(cycles(64, 64, 24, 8) == 8.0 * tile);   // 32: a full wave of eight an SM
  CHECK(cycles(64, 64, 24, 9) == 9.25 * tile);  // and one left
}

TEST_CASE("Fourier, forward: tiles of 16, 32 or 64 pixels by what the image and the filter reach") {
  // 16 x 16: 144 frequencies, products of 2 x 6 x 4: 36 blocks an SM, 8 at a time, four left
  const EngineRun small = by_fourier(image(Pass::forward, 8, 8, 3, 3));
  CHECK(small.engine == ConvolutionEngine::fourier);
  CHECK(small.cycles == 4.0 * 36.25 * (1024.0 * 12.0 / 64.0));
  CHECK(small.extra_traffic == 16.0 * 144.0 * (2 * (4 + 6) + 4 * 6));
  CHECK(small.workspace == 8.0 * 144.0 * (2 * 2 * 4 + 2 * 4 * 6) + 4.0 * 4 * 6 * 9);
  CHECK(small.kernels == 4);
  // filters are the columns, channels the sum: 40 filters are two blocks across
  CHECK(by_fourier(image(Pass::forward, 8, 8, 3, 3, 4, 40)).cycles == 4.0 * 72.0 * (1024.0 * 12.0 / 64.0));
  // 14 + 3 - 1 = 16 is the most for 16, 30 + 3 - 1 for 32
  constexpr double frequencies_16 = 144, frequencies_32 = 544, frequencies_64 = 2112, once = 16.0 * (20 + 24);
  CHECK(by_fourier(image(Pass::forward, 14, 5, 3, 3)).extra_traffic == once * frequencies_16);
  CHECK(by_fourier(image(Pass::forward, 5, 15, 3, 3)).extra_traffic == once * frequencies_32);
  CHECK(by_fourier(image(Pass::forward, 30, 5, 3, 3)).extra_traffic == once * frequencies_32);
  CHECK(by_fourier(image(Pass::forward, 10, 5, 1, 7)).extra_traffic == once * frequencies_16);
  CHECK(by_fourier(image(Pass::forward, 11, 5, 1, 7)).extra_traffic == once * frequencies_32);
  // 64 x 64: number by number at 0.28 of the rate; 63 rows are two positions of 62, whose filters count once more
  const EngineRun large = by_fourier(image(Pass::forward, 63, 40, 3, 3));
  CHECK(relative_error(large.cycles, 2.0 * 4.0 * frequencies_64 * 2 * 4 * 6 / (4.0 * 0.28 * 128.0)) < rounding);
  CHECK(large.extra_traffic == 16.0 * frequencies_64 * (2 * 2 * 10 + 2 * 24));
  CHECK(large.workspace == 8.0 * frequencies_64 * (2 * 2 * 4 + 2 * 24) + 4.0 * 24 * 9);
  CHECK(large.kernels == 7);
  CHECK(by_fourier(image(Pass::forward, 63, 63, 3, 3)).kernels == 13);  // two positions each way
}

TEST_CASE("Fourier, backward: always 32 x 32, two positions in the works at once") {
  constexpr double frequencies = 544, tile = 1024.0 * (6.0 + 8.0) / 64.0;  // sums over filters
  const EngineRun one = by_fourier(image(Pass::input_gradient, 8, 8, 3, 3));
  CHECK(one.cycles == 4.0 * 136.0 * tile);  // 544 blocks: 136 an SM, no wave left
  CHECK(one.extra_traffic == 16.0 * frequencies * (20 + 24));
  CHECK(one.workspace == 8.0 * frequencies * (20 + 24));
  CHECK(one.kernels == 4);
  const EngineRun two = by_fourier(image(Pass::input_gradient, 31, 30, 3, 3));
  CHECK(two.cycles == 2.0 * 4.0 * 136.0 * tile);
  CHECK(two.extra_traffic == 16.0 * frequencies * (2 * 20 + 24));
  CHECK(two.workspace == 8.0 * frequencies * (2 * 20 + 24));
  CHECK(two.kernels == 7);
  // channels are the columns: 40 are two blocks across
  CHECK(by_fourier(image(Pass::input_gradient, 8, 8, 3, 3, 40, 6)).cycles == 4.0 * 272.0 * tile);
}

TEST_CASE("Fourier, weights: one kernel multiplies number by number at half the rate") {
  const auto row = [](std::int64_t h, std::int64_t w) {
    return fourier_weight_run(image(Pass::weight_gradient, h, w, 1, 7), even_table(), four_sms);
  };
  constexpr double products = 2 * 4 * 6, frequencies = 544;
  CHECK(row(20, 10).cycles == 4.0 * frequencies * products / (4.0 * 64.0));
  CHECK(row(20, 10).extra_traffic == 16.0 * frequencies * (2 * 10 + 2 * 24));
  CHECK(row(20, 10).workspace == 16.0 * frequencies * 24 + 4.0 * 2 * 6 * 200);
  CHECK(row(20, 10).kernels == 8);
  CHECK(row(10, 26).cycles == row(20, 10).cycles);  // 26 + 7 - 1 = 32
  CHECK(row(27, 10).cycles == 4.0 * 2112.0 * products / (4.0 * 64.0));
  const EngineRun small = fourier_weight_small_run(image(Pass::weight_gradient, 8, 9, 3, 3), even_table(), four_sms);
  CHECK(small.cycles == 4.0 * 144.0 * products / (4.0 * 64.0));
  CHECK(small.extra_traffic == 16.0 * 144.0 * (20 + 24) + 8.0 * 2 * 6 * 72);
  CHECK(small.workspace == 16.0 * 144.0 * 20 + 4.0 * 2 * 6 * 72);
  CHECK(small.kernels == 5);
}

TEST_CASE("Winograd: 36 products for 3 x 3, 81 for 5 x 5") {
  const auto run = [](const Convolution& v) { return winograd_weight_run(v, even_table(), four_sms); };
  const EngineRun three = run(image(Pass::weight_gradient, 8, 9, 3, 3));  // two by three tiles of 4 x 4 an image
  CHECK(three.engine == winograd_small);
  CHECK(three.cycles == 9.25 * 1024.0 * (12.0 + 8.0) / 64.0);  // 9 blocks an SM, four at a time
  CHECK(three.extra_traffic == 8.0 * 36.0 * (12 * 10 + 24));
  CHECK(three.workspace == 4.0 * 36.0 * (12 * 10 + 24));
  CHECK(three.kernels == 4);
  const EngineRun five = run(image(Pass::weight_gradient, 5, 11, 5, 5));  // one by three tiles of 5 x 5
  CHECK(five.workspace == 4.0 * 81.0 * (6 * 10 + 24));
  CHECK(run(image(Pass::weight_gradient, 8, 8, 3, 3, 256, 256)).engine == winograd_large);
  CHECK(run(image(Pass::weight_gradient, 8, 8, 3, 3, 255, 256)).engine == winograd_small);
}

TEST_CASE("implicit products of each pass") {
  Convolution v = image(Pass::forward, 8, 8, 3, 3);
  v.stride_h = v.stride_w = 2;  // 4 x 4 results of 8 x 8 pixels
  const auto one_an_sm = [](double area, double steps) { return 1.25 * area * (steps + 8.0) / 64.0; };
  CHECK(plain(forward_32x32, v).cycles == one_an_sm(32 * 32, 4 * 9));
  CHECK(plain(forward_256x64, v).cycles == one_an_sm(256 * 64, 4 * 9));
  CHECK(plain(forward_32x32, v).planes);
  CHECK_FALSE(plain(forward_32x32, v).any_layout);
  CHECK(plain(gradient_columns, v).cycles == one_an_sm(64 * 32, 6));
  CHECK(plain(gradient_columns, v).kernels == 2);
  CHECK(plain(gradient_32x32, v).cycles == one_an_sm(32 * 32, 6 * 9));  // 128 pixels are four blocks
  CHECK(plain(weight_direct, v).cycles == one_an_sm(32 * 32, 16));
  CHECK(plain(weight_direct, v).any_layout);
  CHECK(plain(weight_indexed, v).cycles == one_an_sm(32 * 32, 2 * 16));
  CHECK_FALSE(plain(weight_indexed, v).planes);
  // 4 x 9 = 36 rows are two tiles: with five images ten blocks, of which some SM has three
  v.n = 5;
  CHECK(plain(weight_planes, v).cycles == 3.25 * 1024.0 * (16.0 + 8.0) / 64.0);
  CHECK(plain(gradient_columns, v).cycles == 2.25 * 2048.0 * (6.0 + 8.0) / 64.0);  // 36 of 64 rows, five blocks
  // 24 x 32 results go in two parts of 384 pixels
  const Convolution large = image(Pass::weight_gradient, 24, 32, 3, 3);
  CHECK(plain(weight_direct, large).cycles == 2.25 * 1024.0 * (384.0 + 8.0) / 64.0);
}
}  // namespace pricing_convolution_engines_test

#include <doctest/doctest.h>

#include <perfmodel/pricing/convolution/tiled.hpp>

namespace pricing_convolution_tiled_test {
using namespace perfmodel;

// Thread blocks, steps and cycles worked out by hand.

namespace {
using Pass = ConvolutionPass;
using Kernel = ConvolutionKernel;

constexpr Convolution image(Pass pass, std::int64_t c, std::int64_t k, std::int64_t filter = 3, std::int64_t stride = 1,
                            std::int64_t groups = 1) {
  return {.pass = pass,
          .format = NumberFormat::fp16,
          .memory_format = MemoryFormat::nhwc,
          .n = 2,
          .c = c,
          .h = 14,
          .w = 14,
          .k = k,
          .r = filter,
          .s = filter,
          .stride_h = stride,
          .stride_w = stride,
          .pad_h = filter / 2,
          .pad_w = filter / 2,
          .groups = groups};
}
constexpr TiledProblem problem(const Convolution& c, Kernel kernel = Kernel::mma, ConvolutionTile tile = {64, 64, 32}) {
  return tiled_problem(c, {.kernel = kernel, .tile = static_cast<std::uint8_t>(index_of(tile))});
}
constexpr bool is(const TiledProblem& p, double blocks, double steps, double results) {
  return p.blocks == blocks && p.steps == steps && p.results == results;
}

// Forward: 2 x 196 results are seven tiles, 72 filters two; nine taps of 40 channels in steps of 32.
static_assert(is(problem(image(Pass::forward, 40, 72)), 7 * 2, 9 * 2, 392 * 72));
static_assert(problem(image(Pass::forward, 40, 72)).macs == 64 * 64 * 32);
static_assert(problem(image(Pass::forward, 40, 72), Kernel::mma, {128, 256, 64}).macs == 128 * 256 * 64);
static_assert(is(problem(image(Pass::forward, 40, 72), Kernel::mma, {}), 14, 18, 392 * 72));  // tile not known
static_assert(is(problem(image(Pass::forward, 40, 72), Kernel::mma, {128, 128, 64}), 4, 9, 392 * 72));
// Kernels that look up each element pack the taps: 360 terms are twelve steps.
static_assert(problem(image(Pass::forward, 40, 72), Kernel::unstaged).steps == 12);
static_assert(problem(image(Pass::forward, 40, 72), Kernel::indexed).steps == 12);
static_assert(problem(image(Pass::forward, 40, 72), Kernel::wgmma_indexed).steps == 12);
// 3 channels are padded to a load of 8
static_assert(problem(image(Pass::forward, 3, 72), Kernel::unstaged).steps == 3);
static_assert(problem(image(Pass::forward, 40, 70)).results == 392 * 72);

// Input gradient: sums over filters; by phases each stride of 2 x 2 takes a quarter of the taps.
static_assert(is(problem(image(Pass::input_gradient, 40, 72)), 7, 9 * 3, 392 * 40));
static_assert(problem(image(Pass::input_gradient, 40, 72, 3, 2)).steps == 27);
static_assert(problem(image(Pass::input_gradient, 40, 72, 3, 2), Kernel::phased).steps == 6.75);
static_assert(problem(image(Pass::input_gradient, 40, 72, 3, 2), Kernel::analytic).steps == 6.75);
static_assert(problem(image(Pass::input_gradient, 40, 72, 3, 2), Kernel::wgmma_indexed).steps ==
              21 / 4.0);  // 648 terms
static_assert(problem(image(Pass::input_gradient, 40, 72, 1, 2), Kernel::phased).steps == 1);

// Weight gradient: filters x channels of all taps, sums over 392 results.
static_assert(is(problem(image(Pass::weight_gradient, 40, 72)), 2 * 6, 13, 72 * 360));

// Groups of 24 channels take 32 each, two side by side in 64 columns, one in 32.
static_assert(is(problem(image(Pass::forward, 96, 96, 3, 1, 4)), 7 * 2, 18, 392 * 64 * 2));
static_assert(is(problem(image(Pass::forward, 96, 96, 3, 1, 4), Kernel::mma, {64, 256, 32}), 14, 18, 392 * 64 * 2));
static_assert(is(problem(image(Pass::forward, 96, 96, 3, 1, 4), Kernel::mma, {64, 32, 32}), 7 * 4, 9, 392 * 32 * 4));
static_assert(problem(image(Pass::forward, 120, 120, 3, 1, 5)).blocks == 7 * 3);  // the third place half empty

// Parts of a sum: as many as bring the blocks nearest below a number per SM, from two on, at most one a step.
static_assert(parts_of(0, 10, 12, 4) == 1 && parts_of(8, 10, 12, 4) == 1 && parts_of(9, 10, 12, 4) == 3 &&
              parts_of(10, 10, 12, 4) == 6 && parts_of(10, 10, 4, 4) == 4 && parts_of(10, 10, 0.5, 4) == 1);
}  // namespace

TEST_CASE("a wave waits for loads or for products; parts of sums are written and read") {
  TiledConstants k;
  k.step_cycles[1] = 100.0, k.slowness[1] = 2.0, k.resident[1] = 2.0, k.depth[1] = 3.0;
  const TiledProblem ten{.blocks = 10.0, .steps = 12.0, .macs = 4096.0, .results = 50.0};
  const auto time = [&](std::uint8_t split) {
    return tiled_time(ten, {.kernel = Kernel::mma, .split = split}, k, 1, 4.0, 128.0);
  };
  // three blocks on the busiest of four SMs: two turns of 100 cycles, or three of 64
  CHECK(time(0).cycles == 15.0 * 200.0);
  CHECK(time(0).partials == 0.0);
  CHECK(time(9).cycles == 7.0 * 512.0);  // three parts of four steps: eight blocks, 64 cycles each
  CHECK(time(9).partials == 8.0 * 3.0 * 50.0);
  k.slowness[1] = 4.0;
  CHECK(time(0).cycles == 15.0 * 384.0);
  k.resident[1] = 0.0, k.slowness[1] = 0.0;  // at least one at a time
  CHECK(time(0).cycles == 15.0 * 300.0);
}
}  // namespace pricing_convolution_tiled_test

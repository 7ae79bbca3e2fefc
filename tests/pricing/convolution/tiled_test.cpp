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
constexpr TiledRules rules{
    .line_start = 0.3, .parts_wave = 0.8, .part_terms = {5376.0, 1376.0}, .most_parts = {6.0, 16.0}};
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
static_assert(problem(image(Pass::input_gradient, 40, 72, 3, 2), Kernel::cutlass).steps == 6.75);
static_assert(problem(image(Pass::input_gradient, 40, 72, 3, 2), Kernel::indexed).steps == 21 / 4.0);
static_assert(problem(image(Pass::input_gradient, 40, 72, 3, 2), Kernel::wgmma).steps == 27);

// A step of 128 bytes of each row and column; half of it takes 0.65 of the time.
static_assert(problem(image(Pass::forward, 40, 72), Kernel::mma, {128, 256, 64}).rows == 128 &&
              problem(image(Pass::forward, 40, 72), Kernel::mma, {128, 256, 64}).columns == 256);
constexpr Convolution in_tf32(Convolution c) {
  c.format = NumberFormat::tf32;
  return c;
}
constexpr double lines(const Convolution& c) { return detail::lines_of_step(problem(c).step_bytes, rules); }
static_assert(lines(image(Pass::forward, 40, 72)) > 0.649 && lines(image(Pass::forward, 40, 72)) < 0.651 &&
              lines(in_tf32(image(Pass::forward, 40, 72))) == 1.0);

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

TEST_CASE("a step waits, brings rows and columns and multiplies; parts of sums are written and read") {
  TiledConstants k;
  k.step_cycles[1] = 100.0, k.row_cycles[1] = 2.0, k.column_cycles[1] = 3.0, k.depth[1] = 3.0;
  const TiledProblem ten{.blocks = 10.0,
                         .steps = 12.0,
                         .rows = 64.0,
                         .columns = 32.0,
                         .step_bytes = 128.0,
                         .macs = 4096.0,
                         .results = 50.0};
  const auto time = [&](std::uint8_t split) {
    return tiled_time(ten, {.kernel = Kernel::mma, .split = split}, k, rules, image(Pass::input_gradient, 40, 72), 4.0,
                      128.0);
  };
  // three blocks on the busiest of four SMs, 2 x 64 + 3 x 32 cycles each
  CHECK(time(0).cycles == 15.0 * (100.0 + 3.0 * 224.0));
  CHECK(time(0).partials == 0.0);
  CHECK(time(9).cycles == 7.0 * (100.0 + 8.0 * 224.0));  // three parts of four steps: eight blocks
  CHECK(time(9).partials == 8.0 * 3.0 * 50.0);
  k.row_cycles[1] = k.column_cycles[1] = 0.0;
  CHECK(time(0).cycles == 15.0 * 100.0);
  CHECK(time(9).cycles == 7.0 * 8.0 * 32.0);  // 4,096 products at 128 a cycle
}

TEST_CASE("weight gradients by wgmma cut their sums as no knob says") {
  CHECK(detail::untold_parts(10, 12544, 132, false, rules) == 2.0);  // 12,544 terms, some 5,400 a part
  CHECK(detail::untold_parts(10, 12544, 132, true, rules) == 9.0);   // some 1,400
  CHECK(detail::untold_parts(50, 1e6, 132, true, rules) == 2.0);     // 100 blocks are the most below 0.8 of a wave
  CHECK(detail::untold_parts(200, 1e6, 132, true, rules) == 1.0);
  CHECK(detail::untold_parts(1, 1e6, 132, false, rules) == 6.0);
  CHECK(detail::untold_parts(1, 1e6, 132, true, rules) == 16.0);
  TiledConstants k;
  k.step_cycles[2] = 1.0;
  Convolution c = image(Pass::weight_gradient, 64, 64);
  c.n = 64;
  const TiledProblem p = problem(c, Kernel::wgmma, {64, 64, 64});  // 9 blocks, 196 steps, 12,544 terms
  const ConvolutionChoice named{.kernel = Kernel::wgmma, .split = 0}, other{.kernel = Kernel::cutlass, .split = 0};
  CHECK(tiled_time(p, named, k, rules, c, 132.0, 1e9).cycles == 98.0);
  CHECK(tiled_time(p, other, k, rules, c, 132.0, 1e9).cycles == 196.0);
}
}  // namespace pricing_convolution_tiled_test

#include <doctest/doctest.h>

#include <perfmodel/pricing/gemm/tiling.hpp>

namespace pricing_gemm_tiling_test {
using namespace perfmodel;

// NVIDIA matmul guide, "Wave Quantization": 256 x 128 tiles on the A100's 108 SMs, one block per SM.
static_assert(wave_count(108, 108) == 1 && wave_count(109, 108) == 2 && wave_count(216, 108) == 2);
static_assert(wave_efficiency(108, 108) == 1.0 && wave_efficiency(109, 108) == 109.0 / 216.0);
// The same section: a product of 1792 x 1792 has 7 x 14 = 98 tiles of 256 x 128; 1793 x 1793 has 8 x 15 = 120.
static_assert(tile_count(1, 1792, 1792, {.m = 256, .n = 128}) == 98);
static_assert(tile_count(1, 1793, 1793, {.m = 256, .n = 128}) == 120);
static_assert(tile_count(5, 129, 64, {.m = 128, .n = 64}) == 10);

// "Tile Quantization", Figure (b): one column more than two 128 x 128 tiles needs six tiles' work for little more.
static_assert(tile_efficiency(384, 256, {.m = 128, .n = 128}) == 1.0);
static_assert(tile_efficiency(384, 257, {.m = 128, .n = 128}) == 257.0 / 384.0);

static_assert(alignment_of(1) == 1 && alignment_of(6) == 2 && alignment_of(4096) == 128 && alignment_of(50257) == 1);

TEST_CASE("exact counts hold at compile time") { CHECK(tile_count(1, 8192, 8192, {.m = 128, .n = 128}) == 4096); }
}  // namespace pricing_gemm_tiling_test

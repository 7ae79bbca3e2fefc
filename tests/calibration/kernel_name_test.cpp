#include <perfmodel/calibration/gemm_priors.hpp>
#include <perfmodel/calibration/kernel_name.hpp>
#include <doctest/doctest.h>

using namespace perfmodel;

namespace {
constexpr bool is(std::string_view name, int m, int n, int slices = 1) {
  const auto tile = tile_from_kernel_name(name);
  return tile && tile->m == m && tile->n == n && tile->slices == slices;
}
}  // namespace

static_assert(is("volta_sgemm_128x64_tn", 128, 64));
static_assert(is("ampere_sgemm_32x32_sliced1x4_nn", 32, 32, 4));
static_assert(is("nvjet_hsh_128x256_64x4_2x1_v_bz_coopA_TNT", 128, 256));
static_assert(is("cutlass_80_tensorop_f16_s16816gemm_f16_256x128_32x3_tn_align8", 256, 128));
// xmma names give rows first: turned into the library's column-major order.
static_assert(is("sm80_xmma_gemm_f32f32_f32f32_f32_tn_n_tilesize128x32x8_stage3_warpsize2x2x1_ffma_aligna4", 32, 128));
static_assert(!tile_from_kernel_name("gemvNSP_kernel") && !tile_from_kernel_name("splitKreduce_kernel") && !tile_from_kernel_name(""));

TEST_CASE("tile_index() finds a family's tile and nothing else") {
  const GemmConstants& volta = gemm_priors.families[static_cast<std::size_t>(GemmFamily::volta_sgemm)];
  CHECK(tile_index(volta, {.m = 128, .n = 64}) == 1);
  CHECK(tile_index(volta, {.m = 32, .n = 32, .slices = 4}) == 7);
  CHECK(!tile_index(volta, {.m = 512, .n = 512}));
}

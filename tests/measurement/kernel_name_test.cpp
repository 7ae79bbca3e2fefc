#include <doctest/doctest.h>

#include <perfmodel/measurement/kernel_name.hpp>

#include "calibrate/fit/gemm_priors.hpp"

namespace measurement_kernel_name_test {
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
static_assert(is("void sgemm_largek_lds64<true, false, 5, 5, 4, 4, 4, 34>(float*, float const*", 32, 32));
static_assert(is("sgemm_largek_lds64<true; false; 6; 3; 4; 5; 2; 66>", 64, 8));
static_assert(is("void gemmSN_TN_kernel<float, 128, 16, 2, 4, 6, 7, false, cublasGemvTensorStridedBatched<float const>",
                 8, 6));
static_assert(!tile_from_kernel_name("sgemm_largek_lds64<true") &&
              !tile_from_kernel_name("sgemm_largek_lds64<true, false, 99, 3>"));
// xmma names give rows first: turned into the library's column-major order.
static_assert(is("sm80_xmma_gemm_f32f32_f32f32_f32_tn_n_tilesize128x32x8_stage3_warpsize2x2x1_ffma_aligna4", 32, 128));
// What else the name tells: the k-block and how many of them are in shared memory.
constexpr bool k_block_is(std::string_view name, int k, int stages) {
  const auto tile = tile_from_kernel_name(name);
  return tile && tile->k == k && tile->stages == stages;
}
static_assert(k_block_is("cutlass_80_simt_sgemm_64x64_8x5_nn_align1", 8, 5));
static_assert(k_block_is("cutlass_80_tensorop_s1688gemm_128x64_16x6_tn_align4", 16, 6));
static_assert(k_block_is("nvjet_sm90_tst_256x128_64x4_1x2_h_bz_coopA_TNT", 64, 4));
static_assert(k_block_is("sm80_xmma_gemm_f32f32_f32f32_f32_tn_n_tilesize128x32x8_stage3_warpsize2x2x1_ffma_aligna4", 8,
                         3));
static_assert(k_block_is("sm90_xmma_gemm_f32f32_tf32f32_f32_nt_n_tilesize256x128x32_warpgroupsize2x1x1", 32, 0));
static_assert(k_block_is("cutlass_75_tensorop_bf16_s1688gemm_bf16_128x128_nn_align1", 0, 0) &&
              k_block_is("volta_sgemm_128x64_tn", 0, 0));
static_assert(!tile_from_kernel_name("gemvNSP_kernel") && !tile_from_kernel_name("splitKreduce_kernel") &&
              !tile_from_kernel_name(""));

TEST_CASE("tile_index() finds a family's tile and nothing else") {
  const GemmConstants& volta = gemm_priors.families[static_cast<std::size_t>(GemmFamily::volta_sgemm)];
  CHECK(tile_index(volta, {.m = 128, .n = 64}) == 1);
  CHECK(tile_index(volta, {.m = 32, .n = 32, .slices = 4}) == 7);
  CHECK(!tile_index(volta, {.m = 512, .n = 512}));
  const GemmConstants& hopper = gemm_priors.families[static_cast<std::size_t>(GemmFamily::hopper_sgemm)];
  const auto xmma = tile_index(hopper, {.m = 64, .n = 64, .k = 8, .stages = 3});
  const auto cutlass = tile_index(hopper, {.m = 64, .n = 64, .k = 8, .stages = 5});
  REQUIRE(xmma);
  REQUIRE(cutlass);
  CHECK(*xmma != *cutlass);
  CHECK(hopper.tiles[static_cast<std::size_t>(*xmma)].stages == 3);
  CHECK(hopper.tiles[static_cast<std::size_t>(*cutlass)].stages == 5);
}
}  // namespace measurement_kernel_name_test

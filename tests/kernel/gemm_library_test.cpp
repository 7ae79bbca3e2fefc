#include <perfmodel/kernel/gemm_library.hpp>
#include <doctest/doctest.h>

using namespace perfmodel;

namespace {
constexpr GemmFamily family(int cc, NumberFormat format, int alignment, LibraryVersion library = newest_library) {
  return find_family_rule(cc, format, alignment, library)->family;
}
}  // namespace

using enum GemmFamily;
using enum NumberFormat;
static_assert(family(35, fp32, 4) == kepler_sgemm && family(60, fp32, 4) == maxwell_sgemm && family(70, fp32, 4) == volta_sgemm);
static_assert(family(80, fp32, 4) == ampere_sgemm && family(89, fp32, 4) == ampere_sgemm && family(90, fp32, 4) == hopper_sgemm);
// NVIDIA matmul guide, Table 1: 16 bytes for tensor cores before cuBLAS 11.0, any alignment since.
static_assert(family(70, fp16, 16, 1010) == volta_s884 && family(70, fp16, 2, 1010) == pascal_hgemm && family(70, fp16, 2, 1100) == volta_s884);
// TMA needs 16-byte strides: below, Hopper falls back to mma.sync kernels.
static_assert(family(90, bf16, 16) == hopper_wgmma && family(90, tf32, 4) == hopper_tf32_unaligned);
// cp.async copies 4, 8 or 16 bytes (CUDA C++ Programming Guide, "Asynchronous Data Copies"): odd 16-bit strides run older kernels.
static_assert(family(90, bf16, 8) == hopper_s16816 && family(90, fp16, 4) == hopper_s16816);
static_assert(family(90, bf16, 2) == hopper_unaligned_bf16 && family(90, fp16, 2) == hopper_unaligned);
static_assert(find_family_rule(90, tf32, 16, newest_library)->other == hopper_tf32_s1688);
// Aligned 16 bits on Hopper: nvjet, or, up to 12.4, sm90_xmma beside mma.sync kernels; other strides and formats did not change.
static_assert(family(90, bf16, 16, 1204) == hopper_xmma && find_family_rule(90, fp16, 16, 1201)->other == hopper_xmma_s16816);
static_assert(family(90, bf16, 16, 1208) == hopper_wgmma && family(90, bf16, 8, 1204) == hopper_s16816 && family(90, tf32, 16, 1204) == hopper_tf32);
static_assert(family(120, bf16, 16) == ampere_s16816 && family(100, bf16, 16) == blackwell_umma);
static_assert(find_family_rule(70, bf16, 16, newest_library) == nullptr && find_family_rule(80, fp8, 16, newest_library) == nullptr);

TEST_CASE("every architecture from Kepler to Blackwell multiplies FP32 and FP64") {
  for (const int cc : {30, 35, 37, 50, 52, 60, 61, 70, 75, 80, 86, 89, 90, 100, 103, 120}) {
    CAPTURE(cc);
    CHECK(find_family_rule(cc, fp32, 4, newest_library) != nullptr);
    CHECK(find_family_rule(cc, fp64, 8, newest_library) != nullptr);
  }
}

TEST_CASE("library versions as people write them") {
  CHECK(library_version_from("12.1", "--library") == 1201);
  CHECK(library_version_from("11", "--library") == 1100);
  CHECK(library_version_from("10.2", "--library") == 1002);
  CHECK(library_version_from("newest", "--library") == newest_library);
  for (const char* word : {"", "x", "12.", "12.1.3", "-1", "0", "99", "12.100", "12,1", "1e3"}) {
    CAPTURE(word);
    CHECK_THROWS_AS((void)library_version_from(word, "--library"), Error);
  }
}

#include <doctest/doctest.h>

#include <perfmodel/pricing/gemm/constants.hpp>
#include <perfmodel/pricing/gemm/library.hpp>

namespace pricing_gemm_library_test {
using namespace perfmodel;

namespace {
/// A card that multiplies every format on every unit.
constexpr IssueRates every_rate = [] {
  IssueRates rates{};
  for (auto& unit : rates.dense) unit.fill(1.0 * mac / (cycle * sm));
  return rates;
}();
constexpr IssueRates only(MathUnit unit, NumberFormat format) {
  IssueRates rates{};
  rates.dense[static_cast<std::size_t>(unit)][index(format)] = every_rate(unit, format);
  return rates;
}
constexpr const FamilyRule* rule(int cc, NumberFormat format, int alignment, LibraryVersion library = newest_library) {
  return find_family_rule(architecture_of(cc), every_rate, format, alignment, library);
}
constexpr GemmFamily family(int cc, NumberFormat format, int alignment, LibraryVersion library = newest_library) {
  return rule(cc, format, alignment, library)->family;
}
constexpr GemmFamily stand_in_family(int cc, NumberFormat format, const IssueRates& rates = every_rate) {
  return find_stand_in(architecture_of(cc), rates, format)->family;
}
}  // namespace

using enum GemmFamily;
using enum NumberFormat;
static_assert(family(35, fp32, 4) == kepler_sgemm && family(60, fp32, 4) == maxwell_sgemm &&
              family(70, fp32, 4) == volta_sgemm);
static_assert(family(80, fp32, 4) == ampere_sgemm && family(89, fp32, 4) == ampere_sgemm &&
              family(90, fp32, 4) == hopper_sgemm);
// NVIDIA matmul guide, Table 1: 16 bytes for tensor cores before cuBLAS 11.0, any alignment since.
static_assert(family(70, fp16, 16, 1010) == volta_s884 && family(70, fp16, 2, 1010) == pascal_hgemm &&
              family(70, fp16, 2, 1100) == volta_s884);
// TMA needs 16-byte strides: below, Hopper falls back to mma.sync kernels.
static_assert(family(90, bf16, 16) == hopper_wgmma && family(90, tf32, 4) == hopper_tf32_unaligned);
// cp.async copies 4, 8 or 16 bytes (CUDA C++ Programming Guide, "Asynchronous Data Copies"): odd 16-bit strides run
// older kernels.
static_assert(family(90, bf16, 8) == hopper_s16816 && family(90, fp16, 4) == hopper_s16816);
static_assert(family(90, bf16, 2) == hopper_unaligned_bf16 && family(90, fp16, 2) == hopper_unaligned);
static_assert(rule(90, tf32, 16)->other == hopper_tf32_s1688);
// Aligned 16 bits on Hopper: nvjet, or, up to 12.4, sm90_xmma beside mma.sync kernels; other strides and formats did
// not change.
static_assert(family(90, bf16, 16, 1204) == hopper_xmma && rule(90, fp16, 16, 1201)->other == hopper_xmma_s16816);
static_assert(family(90, bf16, 16, 1208) == hopper_wgmma && family(90, bf16, 8, 1204) == hopper_s16816 &&
              family(90, tf32, 16, 1204) == hopper_tf32);
static_assert(family(120, bf16, 16) == ampere_s16816 && family(100, bf16, 16) == blackwell_umma);
// No kernel of the library for the generation, or no rate of the card
static_assert(rule(70, bf16, 16) == nullptr && rule(90, int4, 16) == nullptr);
static_assert(find_family_rule(architecture_of(80), only(MathUnit::tensor_core, fp16), bf16, 16, newest_library) ==
              nullptr);
// FP64 on tensor cores where they have a rate for it; 16 bits on CUDA cores where they have none
static_assert(family(80, fp64, 8) == ampere_dmma && family(80, fp64, 8, 1010) == dgemm);
static_assert(find_family_rule(architecture_of(86), only(MathUnit::cuda_core, fp64), fp64, 8, newest_library)->family ==
              dgemm);
static_assert(find_family_rule(architecture_of(75), only(MathUnit::cuda_core, fp16), fp16, 16, newest_library)
                  ->family == pascal_hgemm);
// What the library has no kernel for stands on the nearest format's, where the card states a rate.
static_assert(stand_in_family(70, bf16) == volta_s884 && stand_in_family(90, fp4) == hopper_wgmma &&
              stand_in_family(80, int1) == ampere_s16816);
static_assert(stand_in_family(61, int8, only(MathUnit::cuda_core, int8)) == pascal_hgemm);
static_assert(find_stand_in(architecture_of(70), only(MathUnit::cuda_core, fp32), bf16) == nullptr);

TEST_CASE("every architecture from Kepler to Blackwell multiplies FP32 and FP64") {
  for (const int cc : {30, 35, 37, 50, 52, 60, 61, 70, 75, 80, 86, 89, 90, 100, 103, 120}) {
    CAPTURE(cc);
    CHECK(rule(cc, fp32, 4) != nullptr);
    CHECK(rule(cc, fp64, 8) != nullptr);
  }
}

TEST_CASE("a rule's unit is that of its family's constants") {
  for (const FamilyRule& r : family_rules) {
    CAPTURE(name(r.family));
    CHECK(r.unit() == gemm_table().families[static_cast<std::size_t>(r.family)].unit);
    if (r.other) CHECK(r.unit() == gemm_table().families[static_cast<std::size_t>(*r.other)].unit);
  }
}
}  // namespace pricing_gemm_library_test

#pragma once
#include <perfmodel/error.hpp>
#include <perfmodel/kernel/gemm_family.hpp>
#include <perfmodel/kernel/gemm_model.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace perfmodel {

/// Which family the library launches. The first row that matches decides.
struct FamilyRule {
  int cc_low{}, cc_high{};                      ///< compute capability x 10, both included
  NumberFormat format{};
  int alignment{1};                             ///< least alignment of the leading dimensions, bytes
  LibraryVersion since{0}, until{newest_library};  ///< library versions, both included
  GemmFamily family{};
  std::optional<GemmFamily> other{};            ///< a second family that the library weighs against the first, by time
};

/// The last version whose 16-bit kernels on Hopper are sm90_xmma, not nvjet: 12.4 has them (names of 4,400 products on an H100,
/// devices/calibrated/raw/h100-sxm5-80gb/gemm_cublas_12_4.csv), 12.8 has not (forums.developer.nvidia.com/t/348958); between the two
/// nobody has looked.
inline constexpr LibraryVersion before_nvjet = 1207;

/// Sources: kernel names in public profiles (docs/gemm.md lists them); NVIDIA matmul guide, Table 1, for the change of
/// the alignment rule with cuBLAS 11.0; TMA needs 16-byte strides (CUDA C++ Programming Guide, "Tensor Memory Access").
inline constexpr std::array family_rules{
    // FP32 on CUDA cores
    FamilyRule{.cc_low = 30, .cc_high = 37, .format = NumberFormat::fp32, .family = GemmFamily::kepler_sgemm},
    FamilyRule{.cc_low = 50, .cc_high = 62, .format = NumberFormat::fp32, .family = GemmFamily::maxwell_sgemm},
    FamilyRule{.cc_low = 70, .cc_high = 72, .format = NumberFormat::fp32, .family = GemmFamily::volta_sgemm},
    FamilyRule{.cc_low = 75, .cc_high = 75, .format = NumberFormat::fp32, .family = GemmFamily::turing_sgemm},
    FamilyRule{.cc_low = 80, .cc_high = 89, .format = NumberFormat::fp32, .family = GemmFamily::ampere_sgemm},
    FamilyRule{.cc_low = 90, .cc_high = 103, .format = NumberFormat::fp32, .family = GemmFamily::hopper_sgemm},
    FamilyRule{.cc_low = 110, .cc_high = 121, .format = NumberFormat::fp32, .family = GemmFamily::ampere_sgemm},
    // FP16
    FamilyRule{.cc_low = 53, .cc_high = 62, .format = NumberFormat::fp16, .family = GemmFamily::pascal_hgemm},
    FamilyRule{.cc_low = 70, .cc_high = 70, .format = NumberFormat::fp16, .alignment = 16, .family = GemmFamily::volta_s884},
    FamilyRule{.cc_low = 70, .cc_high = 70, .format = NumberFormat::fp16, .since = 1100, .family = GemmFamily::volta_s884},
    FamilyRule{.cc_low = 72, .cc_high = 75, .format = NumberFormat::fp16, .alignment = 16, .family = GemmFamily::turing_s1688},
    FamilyRule{.cc_low = 75, .cc_high = 75, .format = NumberFormat::fp16, .since = 1100, .family = GemmFamily::turing_s1688},
    FamilyRule{.cc_low = 70, .cc_high = 75, .format = NumberFormat::fp16, .family = GemmFamily::pascal_hgemm},
    FamilyRule{.cc_low = 80, .cc_high = 89, .format = NumberFormat::fp16, .family = GemmFamily::ampere_s16816},
    FamilyRule{.cc_low = 90, .cc_high = 90, .format = NumberFormat::fp16, .alignment = 16, .until = before_nvjet, .family = GemmFamily::hopper_xmma, .other = GemmFamily::hopper_xmma_s16816},
    FamilyRule{.cc_low = 90, .cc_high = 90, .format = NumberFormat::fp16, .alignment = 16, .family = GemmFamily::hopper_wgmma},
    FamilyRule{.cc_low = 90, .cc_high = 90, .format = NumberFormat::fp16, .alignment = 4, .family = GemmFamily::hopper_s16816},
    FamilyRule{.cc_low = 90, .cc_high = 90, .format = NumberFormat::fp16, .family = GemmFamily::hopper_unaligned},
    FamilyRule{.cc_low = 100, .cc_high = 103, .format = NumberFormat::fp16, .alignment = 16, .family = GemmFamily::blackwell_umma},
    FamilyRule{.cc_low = 100, .cc_high = 103, .format = NumberFormat::fp16, .alignment = 4, .family = GemmFamily::hopper_s16816},
    FamilyRule{.cc_low = 100, .cc_high = 103, .format = NumberFormat::fp16, .family = GemmFamily::hopper_unaligned},
    FamilyRule{.cc_low = 110, .cc_high = 121, .format = NumberFormat::fp16, .family = GemmFamily::ampere_s16816},
    // BF16
    FamilyRule{.cc_low = 80, .cc_high = 89, .format = NumberFormat::bf16, .family = GemmFamily::ampere_s16816},
    FamilyRule{.cc_low = 90, .cc_high = 90, .format = NumberFormat::bf16, .alignment = 16, .until = before_nvjet, .family = GemmFamily::hopper_xmma, .other = GemmFamily::hopper_xmma_s16816},
    FamilyRule{.cc_low = 90, .cc_high = 90, .format = NumberFormat::bf16, .alignment = 16, .family = GemmFamily::hopper_wgmma},
    FamilyRule{.cc_low = 90, .cc_high = 90, .format = NumberFormat::bf16, .alignment = 4, .family = GemmFamily::hopper_s16816},
    FamilyRule{.cc_low = 90, .cc_high = 90, .format = NumberFormat::bf16, .family = GemmFamily::hopper_unaligned_bf16},
    FamilyRule{.cc_low = 100, .cc_high = 103, .format = NumberFormat::bf16, .alignment = 16, .family = GemmFamily::blackwell_umma},
    FamilyRule{.cc_low = 100, .cc_high = 103, .format = NumberFormat::bf16, .alignment = 4, .family = GemmFamily::hopper_s16816},
    FamilyRule{.cc_low = 100, .cc_high = 103, .format = NumberFormat::bf16, .family = GemmFamily::hopper_unaligned_bf16},
    FamilyRule{.cc_low = 110, .cc_high = 121, .format = NumberFormat::bf16, .family = GemmFamily::ampere_s16816},
    // TF32
    FamilyRule{.cc_low = 80, .cc_high = 89, .format = NumberFormat::tf32, .family = GemmFamily::ampere_tf32},
    FamilyRule{.cc_low = 90, .cc_high = 90, .format = NumberFormat::tf32, .alignment = 16, .family = GemmFamily::hopper_tf32, .other = GemmFamily::hopper_tf32_s1688},
    FamilyRule{.cc_low = 90, .cc_high = 90, .format = NumberFormat::tf32, .family = GemmFamily::hopper_tf32_unaligned},
    FamilyRule{.cc_low = 100, .cc_high = 103, .format = NumberFormat::tf32, .alignment = 16, .family = GemmFamily::blackwell_tf32},
    FamilyRule{.cc_low = 100, .cc_high = 103, .format = NumberFormat::tf32, .family = GemmFamily::hopper_tf32_unaligned},
    FamilyRule{.cc_low = 110, .cc_high = 121, .format = NumberFormat::tf32, .family = GemmFamily::ampere_tf32},
    // 8-bit: same pipelines at twice the rate
    FamilyRule{.cc_low = 72, .cc_high = 75, .format = NumberFormat::int8, .family = GemmFamily::turing_s1688},
    FamilyRule{.cc_low = 80, .cc_high = 89, .format = NumberFormat::int8, .family = GemmFamily::ampere_s16816},
    FamilyRule{.cc_low = 90, .cc_high = 90, .format = NumberFormat::int8, .family = GemmFamily::hopper_wgmma},
    FamilyRule{.cc_low = 100, .cc_high = 103, .format = NumberFormat::int8, .family = GemmFamily::blackwell_umma},
    FamilyRule{.cc_low = 110, .cc_high = 121, .format = NumberFormat::int8, .family = GemmFamily::ampere_s16816},
    FamilyRule{.cc_low = 89, .cc_high = 89, .format = NumberFormat::fp8, .family = GemmFamily::ampere_s16816},
    FamilyRule{.cc_low = 90, .cc_high = 90, .format = NumberFormat::fp8, .family = GemmFamily::hopper_wgmma},
    FamilyRule{.cc_low = 100, .cc_high = 103, .format = NumberFormat::fp8, .family = GemmFamily::blackwell_umma},
    FamilyRule{.cc_low = 110, .cc_high = 121, .format = NumberFormat::fp8, .family = GemmFamily::ampere_s16816},
    FamilyRule{.cc_low = 100, .cc_high = 103, .format = NumberFormat::fp4, .family = GemmFamily::blackwell_umma},
    FamilyRule{.cc_low = 110, .cc_high = 121, .format = NumberFormat::fp4, .family = GemmFamily::ampere_s16816},
    // FP64
    FamilyRule{.cc_low = 80, .cc_high = 80, .format = NumberFormat::fp64, .since = 1100, .family = GemmFamily::ampere_dmma},
    FamilyRule{.cc_low = 90, .cc_high = 103, .format = NumberFormat::fp64, .family = GemmFamily::ampere_dmma},
    FamilyRule{.cc_low = 30, .cc_high = 121, .format = NumberFormat::fp64, .family = GemmFamily::dgemm}};

/// The row for a card, format and alignment; nullptr: the library has no such kernels.
[[nodiscard]] constexpr const FamilyRule* find_family_rule(int compute_capability, NumberFormat format, int alignment,
                                                           LibraryVersion library) {
  for (const FamilyRule& rule : family_rules)
    if (rule.format == format && compute_capability >= rule.cc_low && compute_capability <= rule.cc_high &&
        alignment >= rule.alignment && library >= rule.since && library <= rule.until)
      return &rule;
  return nullptr;
}

/// "12.1" -> 1201, "11" -> 1100, "newest" -> newest_library.
/// @throws Error, placed at `place`, if the word is none of these
[[nodiscard]] inline LibraryVersion library_version_from(std::string_view word, const std::string& place) {
  if (word == "newest") return newest_library;
  const auto bad = [&] { return bad_input(place, '"' + std::string(word) + '"', "must be a cuBLAS version like 12.1, or newest"); };
  int major = 0, minor = 0;
  const char* const end = word.data() + word.size();
  const auto [dot, error] = std::from_chars(word.data(), end, major);
  if (error != std::errc{} || major < 1 || major > 98) throw bad();
  if (dot == end) return 100 * major;
  if (*dot != '.' || dot + 1 == end) throw bad();
  const auto [rest, trouble] = std::from_chars(dot + 1, end, minor);
  if (trouble != std::errc{} || rest != end || minor < 0 || minor > 99) throw bad();
  return 100 * major + minor;
}

}  // namespace perfmodel

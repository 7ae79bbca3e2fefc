#pragma once
#include <algorithm>
#include <array>
#include <optional>
#include <perfmodel/device/architecture.hpp>
#include <perfmodel/error.hpp>
#include <perfmodel/pricing/gemm/family.hpp>
#include <perfmodel/pricing/gemm/model.hpp>
#include <perfmodel/software/library_version.hpp>

namespace perfmodel {

/// Which family the library launches. The first row that matches decides.
struct FamilyRule {
  TensorInstruction tensor{};             ///< none: on CUDA cores,
  std::optional<CudaCores> cuda_cores{};  ///< of this generation; nothing: of any
  NumberFormat format{};
  int alignment{1};                                ///< least alignment of the leading dimensions, bytes
  LibraryVersion since{0}, until{newest_library};  ///< library versions, both included
  GemmFamily family{};
  std::optional<GemmFamily> other{};  ///< a second family that the library weighs against the first, by time

  [[nodiscard]] constexpr MathUnit unit() const {
    return tensor == TensorInstruction::none ? MathUnit::cuda_core : MathUnit::tensor_core;
  }
  /// Whether a card has such units, and they multiply `operands`.
  [[nodiscard]] constexpr bool runs_on(const Architecture& card, const IssueRates& rates, NumberFormat operands) const {
    const bool same =
        tensor == TensorInstruction::none ? !cuda_cores || *cuda_cores == card.cuda_cores : tensor == card.tensor;
    return same && rates(unit(), operands) > IssueRate{};
  }
};

/// The last version whose 16-bit kernels on Hopper are sm90_xmma, not nvjet: 12.4 has them (names of 4,400 products on
/// an H100, data/raw/h100-sxm5-80gb/gemm_cublas_12_4.csv), 12.8 has not
/// (forums.developer.nvidia.com/t/348958); between the two nobody has looked.
inline constexpr LibraryVersion before_nvjet = 1207;

/// Sources: kernel names in public profiles (docs/reference/pricing/gemm.md lists them); NVIDIA matmul guide, Table 1,
/// for the change of the alignment rule with cuBLAS 11.0; TMA needs 16-byte strides (CUDA C++ Programming Guide,
/// "Tensor Memory Access").
inline constexpr std::array family_rules = [] {
  using enum NumberFormat;
  using C = CudaCores;
  using F = GemmFamily;
  using T = TensorInstruction;
  return std::array{
      // FP16 and BF16 on tensor cores
      FamilyRule{.tensor = T::mma_m8n8k4, .format = fp16, .alignment = 16, .family = F::volta_s884},
      FamilyRule{.tensor = T::mma_m8n8k4, .format = fp16, .since = 1100, .family = F::volta_s884},
      FamilyRule{.tensor = T::mma_m16n8k8, .format = fp16, .alignment = 16, .family = F::turing_s1688},
      FamilyRule{.tensor = T::mma_m16n8k8, .format = fp16, .since = 1100, .family = F::turing_s1688},
      FamilyRule{.tensor = T::mma_m16n8k16, .format = fp16, .family = F::ampere_s16816},
      FamilyRule{.tensor = T::mma_m16n8k16, .format = bf16, .family = F::ampere_s16816},
      FamilyRule{.tensor = T::wgmma,
                 .format = fp16,
                 .alignment = 16,
                 .until = before_nvjet,
                 .family = F::hopper_xmma,
                 .other = F::hopper_xmma_s16816},
      FamilyRule{.tensor = T::wgmma, .format = fp16, .alignment = 16, .family = F::hopper_wgmma},
      FamilyRule{.tensor = T::wgmma, .format = fp16, .alignment = 4, .family = F::hopper_s16816},
      FamilyRule{.tensor = T::wgmma, .format = fp16, .family = F::hopper_unaligned},
      FamilyRule{.tensor = T::wgmma,
                 .format = bf16,
                 .alignment = 16,
                 .until = before_nvjet,
                 .family = F::hopper_xmma,
                 .other = F::hopper_xmma_s16816},
      FamilyRule{.tensor = T::wgmma, .format = bf16, .alignment = 16, .family = F::hopper_wgmma},
      FamilyRule{.tensor = T::wgmma, .format = bf16, .alignment = 4, .family = F::hopper_s16816},
      FamilyRule{.tensor = T::wgmma, .format = bf16, .family = F::hopper_unaligned_bf16},
      FamilyRule{.tensor = T::tcgen05, .format = fp16, .alignment = 16, .family = F::blackwell_umma},
      FamilyRule{.tensor = T::tcgen05, .format = fp16, .alignment = 4, .family = F::hopper_s16816},
      FamilyRule{.tensor = T::tcgen05, .format = fp16, .family = F::hopper_unaligned},
      FamilyRule{.tensor = T::tcgen05, .format = bf16, .alignment = 16, .family = F::blackwell_umma},
      FamilyRule{.tensor = T::tcgen05, .format = bf16, .alignment = 4, .family = F::hopper_s16816},
      FamilyRule{.tensor = T::tcgen05, .format = bf16, .family = F::hopper_unaligned_bf16},
      // TF32
      FamilyRule{.tensor = T::mma_m16n8k16, .format = tf32, .family = F::ampere_tf32},
      FamilyRule{
          .tensor = T::wgmma, .format = tf32, .alignment = 16, .family = F::hopper_tf32, .other = F::hopper_tf32_s1688},
      FamilyRule{.tensor = T::wgmma, .format = tf32, .family = F::hopper_tf32_unaligned},
      FamilyRule{.tensor = T::tcgen05, .format = tf32, .alignment = 16, .family = F::blackwell_tf32},
      FamilyRule{.tensor = T::tcgen05, .format = tf32, .family = F::hopper_tf32_unaligned},
      // 8 and 4 bits: same pipelines at twice and four times the rate
      FamilyRule{.tensor = T::mma_m16n8k8, .format = int8, .family = F::turing_s1688},
      FamilyRule{.tensor = T::mma_m16n8k16, .format = int8, .family = F::ampere_s16816},
      FamilyRule{.tensor = T::wgmma, .format = int8, .family = F::hopper_wgmma},
      FamilyRule{.tensor = T::tcgen05, .format = int8, .family = F::blackwell_umma},
      FamilyRule{.tensor = T::mma_m16n8k16, .format = fp8, .family = F::ampere_s16816},
      FamilyRule{.tensor = T::wgmma, .format = fp8, .family = F::hopper_wgmma},
      FamilyRule{.tensor = T::tcgen05, .format = fp8, .family = F::blackwell_umma},
      FamilyRule{.tensor = T::mma_m16n8k16, .format = fp4, .family = F::ampere_s16816},
      FamilyRule{.tensor = T::tcgen05, .format = fp4, .family = F::blackwell_umma},
      // FP64 on tensor cores
      FamilyRule{.tensor = T::mma_m16n8k16, .format = fp64, .since = 1100, .family = F::ampere_dmma},
      FamilyRule{.tensor = T::wgmma, .format = fp64, .family = F::ampere_dmma},
      FamilyRule{.tensor = T::tcgen05, .format = fp64, .family = F::ampere_dmma},
      // CUDA cores
      FamilyRule{.format = fp64, .family = F::dgemm},
      FamilyRule{.cuda_cores = C::kepler, .format = fp32, .family = F::kepler_sgemm},
      FamilyRule{.cuda_cores = C::maxwell, .format = fp32, .family = F::maxwell_sgemm},
      FamilyRule{.cuda_cores = C::volta, .format = fp32, .family = F::volta_sgemm},
      FamilyRule{.cuda_cores = C::turing, .format = fp32, .family = F::turing_sgemm},
      FamilyRule{.cuda_cores = C::ampere, .format = fp32, .family = F::ampere_sgemm},
      FamilyRule{.cuda_cores = C::hopper, .format = fp32, .family = F::hopper_sgemm},
      FamilyRule{.cuda_cores = C::maxwell, .format = fp16, .family = F::pascal_hgemm},
      FamilyRule{.cuda_cores = C::volta, .format = fp16, .family = F::pascal_hgemm},
      FamilyRule{.cuda_cores = C::turing, .format = fp16, .family = F::pascal_hgemm}};
}();

/// The row for a card, format and alignment; nullptr: the library has no such kernels, or the card no such rate.
[[nodiscard]] constexpr const FamilyRule* find_family_rule(const Architecture& card, const IssueRates& rates,
                                                           NumberFormat format, int alignment, LibraryVersion library) {
  for (const FamilyRule& rule : family_rules)
    if (rule.format == format && rule.runs_on(card, rates, format) && alignment >= rule.alignment &&
        library >= rule.since && library <= rule.until)
      return &rule;
  return nullptr;
}
[[nodiscard]] constexpr const FamilyRule* find_family_rule(const Device& device, NumberFormat format, int alignment,
                                                           LibraryVersion library) {
  return find_family_rule(architecture_of(device), device.rates, format, alignment, library);
}

/// The row of the nearest format whose kernels could multiply this one at the rate that the card states: for formats
/// that the library does not multiply, and for cards that multiply what others of their generation do not. nullptr: the
/// card states no rate for it.
[[nodiscard]] constexpr const FamilyRule* find_stand_in(const Architecture& card, const IssueRates& rates,
                                                        NumberFormat format) {
  using enum NumberFormat;
  constexpr std::array narrow{fp8, int8, fp16, fp32}, wide{bf16, fp16, fp32, fp32};
  for (const NumberFormat nearest : bits(format) <= 8 ? narrow : wide)
    for (const FamilyRule& rule : family_rules)
      if (rule.format == nearest && rule.until == newest_library && rule.runs_on(card, rates, format)) return &rule;
  return nullptr;
}

}  // namespace perfmodel

#pragma once
#include <array>
#include <cstdint>
#include <perfmodel/device/number_format.hpp>
#include <perfmodel/error.hpp>
#include <perfmodel/quoted_text.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace perfmodel {

/// The words of a recipe for "which numbers are stored and multiplied in which format".
enum class Precision : std::uint8_t { fp32, tf32, fp16, bf16, amp_fp16, amp_bf16 };
inline constexpr std::array<Precision, 6> all_precisions{Precision::fp32, Precision::tf32,     Precision::fp16,
                                                         Precision::bf16, Precision::amp_fp16, Precision::amp_bf16};

[[nodiscard]] constexpr std::string_view name(Precision precision) {
  constexpr std::array<std::string_view, 6> names{"fp32", "tf32", "fp16", "bf16", "amp_fp16", "amp_bf16"};
  return names[static_cast<std::size_t>(precision)];
}

/// What a precision word means to a framework.
struct PrecisionPolicy {
  NumberFormat weights{};    ///< parameters as the model stores them
  NumberFormat compute{};    ///< operands of matrix products and convolutions
  NumberFormat gradients{};  ///< gradients of parameters: always of the parameters' own format
  NumberFormat state{};      ///< optimizer state: created with zeros_like(parameter)
  bool autocast{};           ///< products cast their FP32 operands to `compute`; the weights are their own master copy
  bool loss_scaling{};       ///< gradients of FP16 need a scaler (amp_fp16); BF16 has the range of FP32

  /// Storage of activations that leave a product: `compute`, but TF32 is stored as FP32.
  [[nodiscard]] constexpr NumberFormat stored() const {
    return compute == NumberFormat::tf32 ? NumberFormat::fp32 : compute;
  }
};

/// Micikevicius et al. 2018, arXiv:1710.03740 (FP16 with FP32 master weights); PyTorch, "Automatic Mixed Precision
/// package" (autocast keeps FP32 parameters and casts at the operation). Pure fp16 / bf16 is `model.to(dtype)`.
[[nodiscard]] constexpr PrecisionPolicy policy(Precision precision) {
  using enum NumberFormat;
  constexpr std::array<PrecisionPolicy, 6> policies{{{fp32, fp32, fp32, fp32, false, false},
                                                     {fp32, tf32, fp32, fp32, false, false},
                                                     {fp16, fp16, fp16, fp16, false, false},
                                                     {bf16, bf16, bf16, bf16, false, false},
                                                     {fp32, fp16, fp32, fp32, true, true},
                                                     {fp32, bf16, fp32, fp32, true, false}}};
  return policies[static_cast<std::size_t>(precision)];
}

/// @throws Error naming `place` and the accepted words
[[nodiscard]] inline Precision precision_from(std::string_view word, const std::string& place) {
  constexpr std::pair<std::string_view, Precision> synonyms[]{{"float32", Precision::fp32},
                                                              {"float16", Precision::fp16},
                                                              {"half", Precision::fp16},
                                                              {"bfloat16", Precision::bf16}};
  const std::string typed = lower_case(word);
  for (const Precision precision : all_precisions)
    if (name(precision) == typed) return precision;
  for (const auto& [other, precision] : synonyms)
    if (other == typed) return precision;
  throw bad_input(place, '"' + std::string(word) + '"', "must be one of fp32, tf32, fp16, bf16, amp_fp16, amp_bf16");
}

}  // namespace perfmodel

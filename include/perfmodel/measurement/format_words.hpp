#pragma once
/// Number formats as tables of measurements spell them.
#include <array>
#include <perfmodel/device/number_format.hpp>
#include <perfmodel/measurement/csv.hpp>
#include <perfmodel/quoted_text.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace perfmodel {

/// The project's own words, or those of PyTorch and NumPy (float16, half, torch.bfloat16, double) and of
/// baidu-research/DeepBench (fp16_tensorop: half precision on tensor cores), in any case.
/// @throws Error naming `place`, the word and the project's words
[[nodiscard]] inline NumberFormat measured_format_from(std::string_view word, const std::string& place) {
  using enum NumberFormat;
  constexpr std::array<std::pair<std::string_view, NumberFormat>, 9> others{{{"float64", fp64},
                                                                             {"double", fp64},
                                                                             {"float32", fp32},
                                                                             {"float", fp32},
                                                                             {"single", fp32},
                                                                             {"float16", fp16},
                                                                             {"half", fp16},
                                                                             {"bfloat16", bf16},
                                                                             {"fp16_tensorop", fp16}}};
  const std::string lower = lower_case(word);
  constexpr std::string_view prefix = "torch.";
  const std::string_view plain = std::string_view(lower).substr(lower.starts_with(prefix) ? prefix.size() : 0);
  for (const auto& [other, format] : others)
    if (plain == other) return format;
  for (const NumberFormat format : all_number_formats)
    if (name(format) == plain) return format;
  return number_format_from(word, place);
}

}  // namespace perfmodel

#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <perfmodel/error.hpp>
#include <perfmodel/units.hpp>
#include <string>
#include <string_view>

namespace perfmodel {

/// Number formats of operands. TF32 is stored as FP32 (4 bytes) and multiplied on tensor cores with 10 mantissa bits.
enum class NumberFormat : std::uint8_t { fp64, fp32, tf32, fp16, bf16, fp8, fp4, int8, int4, int1 };
inline constexpr std::size_t number_format_count = 10;
inline constexpr std::array<NumberFormat, number_format_count> all_number_formats{
    NumberFormat::fp64, NumberFormat::fp32, NumberFormat::tf32, NumberFormat::fp16, NumberFormat::bf16,
    NumberFormat::fp8,  NumberFormat::fp4,  NumberFormat::int8, NumberFormat::int4, NumberFormat::int1};

[[nodiscard]] constexpr std::size_t index(NumberFormat format) { return static_cast<std::size_t>(format); }

[[nodiscard]] constexpr std::string_view name(NumberFormat format) {
  constexpr std::array<std::string_view, number_format_count> names{"fp64", "fp32", "tf32", "fp16", "bf16",
                                                                    "fp8",  "fp4",  "int8", "int4", "int1"};
  return names[index(format)];
}

/// Storage of one element in bits: 32 for TF32, which differs from FP32 only inside the tensor core.
[[nodiscard]] constexpr int bits(NumberFormat format) {
  constexpr std::array<int, number_format_count> width{64, 32, 32, 16, 16, 8, 4, 8, 4, 1};
  return width[index(format)];
}

/// Storage of one element, e.g. 2 bytes for FP16.
[[nodiscard]] constexpr Bytes element_size(NumberFormat format) { return bits(format) / 8.0 * byte; }

/// @throws Error naming `place` and the accepted words
[[nodiscard]] inline NumberFormat number_format_from(std::string_view word, const std::string& place) {
  for (const NumberFormat format : all_number_formats)
    if (name(format) == word) return format;
  throw bad_input(place, '"' + std::string(word) + '"',
                  "must be one of fp64, fp32, tf32, fp16, bf16, fp8, fp4, int8, int4, int1");
}

}  // namespace perfmodel

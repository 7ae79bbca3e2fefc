#pragma once
#include <array>
#include <cstdint>
#include <limits>
#include <perfmodel/measurement/csv.hpp>
#include <perfmodel/operation/gemm.hpp>
#include <perfmodel/pricing/clock.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace perfmodel {

/// Words of matrix products, as files and command lines spell them.

inline constexpr std::array<const char*, 4> layout_words{"NN", "NT", "TN", "TT"};

[[nodiscard]] inline std::string layout_word(Layout layout) { return layout_words[static_cast<std::size_t>(layout)]; }

/// Both letters large or both small. @throws Error naming `place` and the accepted words; so do the others here
[[nodiscard]] inline Layout layout_from(std::string_view word, const std::string& place) {
  for (std::size_t i = 0; i < layout_words.size(); ++i)
    if (word == layout_words[i] || word == lower_case(layout_words[i])) return static_cast<Layout>(i);
  throw bad_input(place, in_quotes(word), "must be one of NN, NT, TN, TT");
}

[[nodiscard]] inline Operands operands_from(std::string_view word, const std::string& place) {
  if (word == "cold") return Operands::cold;
  if (word == "warm") return Operands::warm;
  if (word == "rotated") return Operands::rotated;
  throw bad_input(place, in_quotes(word), "must be cold, warm or rotated");
}

[[nodiscard]] inline Load load_from(std::string_view word, const std::string& place) {
  if (word == "isolated") return Load::isolated;
  if (word == "sustained") return Load::sustained;
  throw bad_input(place, in_quotes(word), "must be isolated or sustained");
}

[[nodiscard]] inline Epilogue epilogue_from(std::string_view word, const std::string& place) {
  using enum Epilogue;
  constexpr std::array<std::pair<std::string_view, Epilogue>, 4> words{
      {{"none", none}, {"bias", bias}, {"bias_activation", bias_activation}, {"accumulate", accumulate}}};
  for (const auto& [known, epilogue] : words)
    if (word == known) return epilogue;
  throw bad_input(place, in_quotes(word), "must be one of none, bias, bias_activation, accumulate");
}

/// A product whose result has the format of its operands.
/// @throws Error for a dimension below 1, or 2 x batch x m x n x k beyond 63 bits
[[nodiscard]] inline Gemm make_gemm(NumberFormat format, Layout layout, std::int64_t batch, std::int64_t m,
                                    std::int64_t n, std::int64_t k, Operands operands, const std::string& place) {
  const std::array<std::pair<const char*, std::int64_t>, 4> sizes{{{"batch", batch}, {"m", m}, {"n", n}, {"k", k}}};
  double product = 2.0;
  for (const auto& [name, value] : sizes) {
    if (value < 1) throw bad_input(place + ": " + name, std::to_string(value), "must be a whole number >= 1");
    product *= static_cast<double>(value);
  }
  if (product >= static_cast<double>(std::numeric_limits<std::int64_t>::max()))
    throw bad_input(
        place,
        std::to_string(batch) + " x " + std::to_string(m) + " x " + std::to_string(n) + " x " + std::to_string(k),
        "2 x batch x m x n x k must fit 63 bits");
  return {.format = format,
          .layout = layout,
          .batch = batch,
          .m = m,
          .n = n,
          .k = k,
          .output = format,
          .operands = operands};
}

}  // namespace perfmodel

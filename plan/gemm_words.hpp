#pragma once
/// Words of matrix products, as files and command lines spell them.
#include <perfmodel/error.hpp>
#include <perfmodel/kernel/clock.hpp>
#include <perfmodel/kernel/gemm.hpp>
#include <array>
#include <limits>
#include <string>

namespace plan {

inline constexpr std::array<const char*, 4> layout_words{"NN", "NT", "TN", "TT"};

[[nodiscard]] inline std::string layout_word(perfmodel::Layout layout) { return layout_words[static_cast<std::size_t>(layout)]; }

[[nodiscard]] inline perfmodel::Layout layout_from(std::string word, const std::string& place) {
  for (std::size_t i = 0; i < layout_words.size(); ++i) {
    std::string lower = layout_words[i];
    for (char& c : lower) c = static_cast<char>(c - 'A' + 'a');
    if (word == layout_words[i] || word == lower) return static_cast<perfmodel::Layout>(i);
  }
  throw perfmodel::bad_input(place, '"' + word.substr(0, 40) + '"', "must be one of NN, NT, TN, TT");
}

[[nodiscard]] inline perfmodel::Operands operands_from(const std::string& word, const std::string& place) {
  if (word == "cold") return perfmodel::Operands::cold;
  if (word == "warm") return perfmodel::Operands::warm;
  throw perfmodel::bad_input(place, '"' + word.substr(0, 40) + '"', "must be cold or warm");
}

[[nodiscard]] inline perfmodel::Load load_from(const std::string& word, const std::string& place) {
  if (word == "isolated") return perfmodel::Load::isolated;
  if (word == "sustained") return perfmodel::Load::sustained;
  throw perfmodel::bad_input(place, '"' + word.substr(0, 40) + '"', "must be isolated or sustained");
}

/// @throws Error for a dimension below 1, or matrices whose bytes or operations do not fit 63 bits
[[nodiscard]] inline perfmodel::Gemm make_gemm(perfmodel::NumberFormat format, perfmodel::Layout layout, std::int64_t batch,
                                               std::int64_t m, std::int64_t n, std::int64_t k, perfmodel::Operands operands,
                                               const std::string& place) {
  const std::array<std::pair<const char*, std::int64_t>, 4> sizes{{{"batch", batch}, {"m", m}, {"n", n}, {"k", k}}};
  double product = 2.0;
  for (const auto& [name, value] : sizes) {
    if (value < 1) throw perfmodel::bad_input(place + ": " + name, std::to_string(value), "must be a whole number >= 1");
    product *= static_cast<double>(value);
  }
  if (product >= static_cast<double>(std::numeric_limits<std::int64_t>::max()))
    throw perfmodel::bad_input(place, std::to_string(batch) + " x " + std::to_string(m) + " x " + std::to_string(n) + " x " +
                                          std::to_string(k), "2 x batch x m x n x k must fit 63 bits");
  return {.format = format, .layout = layout, .batch = batch, .m = m, .n = n, .k = k, .output = format, .operands = operands};
}

}  // namespace plan

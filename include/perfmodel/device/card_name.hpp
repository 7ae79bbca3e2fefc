#pragma once
/// Names of cards as drivers, datasheets and other people's tables write them.
#include <algorithm>
#include <array>
#include <cmath>
#include <perfmodel/compiled.hpp>
#include <perfmodel/device/device.hpp>
#include <perfmodel/quoted_text.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace perfmodel {
namespace detail {

[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

[[nodiscard]] bool is_number(std::string_view word);

/// Letters and digits, in small letters, cut at everything else and around words that are often glued to others
/// (RTX4090, A100SXM4, 2080Ti); "80 GB" and "80GiB" become "80gb".
[[nodiscard]] std::vector<std::string> name_words(std::string_view name);

/// A vendor's, a series' or a system's word that tells no card from another, or a clock.
[[nodiscard]] bool says_nothing(std::string_view word);

[[nodiscard]] bool is_memory(std::string_view word);

/// Boards of one chip: a name need not say which.
[[nodiscard]] bool is_board(std::string_view word);

/// Whether a word that the name has fits the card. @param own  the words of the card's name
/// @param loose  its model may lack the board's letters: K40 for K40c
[[nodiscard]] bool fits_word(const std::string& word, const std::vector<std::string>& own, const Device& device,
                             bool loose);

[[nodiscard]] bool means(const std::vector<std::string>& words, const Device& device, bool loose);

}  // namespace detail

/// Which of the cards a name can mean: "NVIDIA H100 80GB HBM3", "A100-80GB" (two of them), "RTX 4090", "Tesla K40 (875
/// MHz)". The model must be said; board (SXM, PCIe), memory and its generation may be, and must then be the card's. One
/// card whose name it is goes before others. No card: the name says something that fits none.
[[nodiscard]] std::vector<std::string> cards_meant(std::string_view words, std::span<const Device> cards);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/device/card_name.ipp>
#endif

#pragma once
/// Text of unknown origin: as a message shows it, and compared with what was meant.
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

namespace perfmodel {

/// Text that stays on one line whatever it came from: control characters become '?', the rest is cut at `length`.
[[nodiscard]] inline std::string one_line(std::string text, std::size_t length = 80) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  if (text.size() > length) text = text.substr(0, length) + "...";
  return text;
}

/// What a user wrote, in quotes, on one line and not too long: "nothing" for no text.
[[nodiscard]] inline std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 60;
  return text.empty() ? "nothing" : '"' + one_line(std::string(text.substr(0, longest + 1)), longest) + '"';
}

/// With the letters A to Z in small ones; bytes beyond ASCII stay, whatever the locale.
[[nodiscard]] inline std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

/// Number of single-character insertions, deletions and replacements between two words (Levenshtein 1966).
[[nodiscard]] inline std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

}  // namespace perfmodel

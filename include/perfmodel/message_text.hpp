#pragma once
/// Text of unknown origin as a message shows it.
#include <cstddef>
#include <string>
#include <string_view>

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

}  // namespace perfmodel

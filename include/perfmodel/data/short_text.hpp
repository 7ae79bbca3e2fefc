#pragma once
#include <array>
#include <cstddef>
#include <perfmodel/error.hpp>
#include <string>
#include <string_view>

namespace perfmodel {

/// A text of at most N characters that stands in its object, so that tables with names in them own what they say, are
/// copied without allocating, and may be constants.
template <std::size_t N>
class ShortText {
 public:
  static constexpr std::size_t capacity = N;

  constexpr ShortText() = default;
  /// @throws Error where the text is longer than N
  constexpr ShortText(std::string_view text) : size_(text.size()) {
    if (text.size() > N)
      throw bad_input("text", std::to_string(text.size()) + " characters", "must have at most " + std::to_string(N));
    for (std::size_t i = 0; i < text.size(); ++i) characters_[i] = text[i];
  }
  constexpr ShortText(const char* text) : ShortText(std::string_view(text)) {}

  [[nodiscard]] constexpr std::string_view view() const { return {characters_.data(), size_}; }
  [[nodiscard]] constexpr operator std::string_view() const { return view(); }
  [[nodiscard]] constexpr bool empty() const { return size_ == 0; }
  friend constexpr bool operator==(const ShortText& a, std::string_view b) { return a.view() == b; }
  friend constexpr bool operator==(const ShortText& a, const char* b) { return a.view() == b; }
  friend constexpr bool operator==(const ShortText& a, const ShortText& b) { return a.view() == b.view(); }

 private:
  std::array<char, N> characters_{};
  std::size_t size_{};
};

/// Name of a card that constants were fitted to.
using CardName = ShortText<32>;
/// What an entry of a table rests on: "fitted", a paper, a relative.
using SourceText = ShortText<128>;

}  // namespace perfmodel

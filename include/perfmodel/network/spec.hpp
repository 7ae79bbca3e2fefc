#pragma once
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <initializer_list>
#include <perfmodel/compiled.hpp>
#include <perfmodel/error.hpp>
#include <perfmodel/quoted_text.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace perfmodel {

/// What a user writes to name a network: `name` or `name:key=value,key=value`.
struct NetworkSpec {
  std::string name{};
  std::vector<std::pair<std::string, std::string>> options{};

  /// The text of an option, or nullptr.
  [[nodiscard]] const std::string* find(std::string_view key) const {
    for (const auto& [k, v] : options)
      if (k == key) return &v;
    return nullptr;
  }
};

/// Height and width of an image, as in `input=600x800`.
struct ImageSize {
  std::int64_t height{}, width{};
  friend constexpr bool operator==(const ImageSize&, const ImageSize&) = default;
};

/// The (up to) `count` words nearest to `word`, nearest first; among equals in the order given.
[[nodiscard]] std::vector<std::string> nearest_words(std::string_view word, std::span<const std::string_view> words,
                                                     std::size_t count = 3);

/// "a, b, c"
[[nodiscard]] std::string joined(std::span<const std::string> words);

/// Reads `name:key=value,...`. Values may hold anything but commas; names and keys are lower-cased.
/// @throws Error for an empty name, an option without `=`, an empty key or value, a key given twice
[[nodiscard]] NetworkSpec network_spec_from(std::string_view text);

/// @throws Error naming the nearest accepted keys if the spec has an option that is none of them
void accept_only(const NetworkSpec& spec, std::initializer_list<std::string_view> keys);

namespace detail {
[[nodiscard]] std::int64_t spec_number(const NetworkSpec& spec, std::string_view key, std::string_view text,
                                       std::int64_t low, std::int64_t high);
}  // namespace detail

/// Largest extent a network accepts: products of two still fit 64 bits with room for a batch.
inline constexpr std::int64_t largest_extent = std::int64_t{1} << 30;

/// A whole number option, or `absent` if it is not given. @throws Error if it is no number in [low, high]
[[nodiscard]] inline std::int64_t integer(const NetworkSpec& spec, std::string_view key, std::int64_t absent,
                                          std::int64_t low = 1, std::int64_t high = largest_extent) {
  const std::string* text = spec.find(key);
  return text == nullptr ? absent : detail::spec_number(spec, key, *text, low, high);
}

/// The same for an option that must be given. @throws Error if it is absent
[[nodiscard]] std::int64_t required_integer(const NetworkSpec& spec, std::string_view key, std::int64_t low = 1,
                                            std::int64_t high = largest_extent);

/// A share option such as a dropout probability: below 1, or from 1 to 99 in percent. @throws Error if it is neither
[[nodiscard]] double share(const NetworkSpec& spec, std::string_view key, double absent);

/// A word option. @throws Error if it is none of `words`
[[nodiscard]] std::string word(const NetworkSpec& spec, std::string_view key, std::string_view absent,
                               std::initializer_list<std::string_view> words);

/// An image size `<height>x<width>`. @throws Error if it is not that
[[nodiscard]] ImageSize image_size(const NetworkSpec& spec, std::string_view key, ImageSize absent);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/network/spec.ipp>
#endif

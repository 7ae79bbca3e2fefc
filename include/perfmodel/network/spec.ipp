#pragma once
#include <cmath>
#include <perfmodel/network/spec.hpp>

namespace perfmodel {
PERFMODEL_INLINE std::vector<std::string> nearest_words(std::string_view word, std::span<const std::string_view> words,
                                                        std::size_t count) {
  std::vector<std::pair<std::size_t, std::size_t>> order;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool inside = !word.empty() && words[i].find(word) != std::string_view::npos;
    order.emplace_back(inside ? 1 : edit_distance(word, words[i]), i);
  }
  std::stable_sort(order.begin(), order.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
  std::vector<std::string> found;
  for (std::size_t i = 0; i < std::min(count, order.size()); ++i) found.emplace_back(words[order[i].second]);
  return found;
}

PERFMODEL_INLINE std::string joined(std::span<const std::string> words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

PERFMODEL_INLINE NetworkSpec network_spec_from(std::string_view text) {
  const auto quoted = [](std::string_view s) { return '"' + std::string(s.substr(0, 80)) + '"'; };
  if (std::any_of(text.begin(), text.end(), [](unsigned char c) { return c < ' '; }))
    throw bad_input("network", in_quotes(text), "must be name:key=value,... without line breaks");
  const std::size_t colon = text.find(':');
  NetworkSpec spec{.name = lower_case(text.substr(0, colon))};
  if (spec.name.empty()) throw bad_input("network", quoted(text), "must be name:key=value,...");
  if (colon == std::string_view::npos) return spec;
  std::string_view rest = text.substr(colon + 1);
  for (bool more = true; more;) {
    const std::size_t comma = rest.find(',');
    const std::string_view item = rest.substr(0, comma);
    const std::size_t equals = item.find('=');
    if (equals == std::string_view::npos || equals == 0 || equals + 1 == item.size())
      throw bad_input("network " + quoted(spec.name), quoted(item), "an option must be key=value");
    const std::string key = lower_case(item.substr(0, equals));
    if (spec.find(key) != nullptr) throw bad_input("network " + quoted(spec.name), quoted(key), "must be given once");
    spec.options.emplace_back(key, item.substr(equals + 1));
    more = comma != std::string_view::npos;
    if (more) rest = rest.substr(comma + 1);
  }
  return spec;
}

PERFMODEL_INLINE void accept_only(const NetworkSpec& spec, std::initializer_list<std::string_view> keys) {
  for (const auto& [key, value] : spec.options)
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
      std::string accepted;
      for (const std::string_view k : keys) accepted += (accepted.empty() ? "" : ", ") + std::string(k);
      throw bad_input("network " + spec.name, "option \"" + key + '"',
                      accepted.empty() ? "it takes no options" : "must be one of " + accepted);
    }
}

namespace detail {
PERFMODEL_INLINE std::int64_t spec_number(const NetworkSpec& spec, std::string_view key, std::string_view text,
                                          std::int64_t low, std::int64_t high) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < low || value > high)
    throw bad_input("network " + spec.name + ", " + std::string(key), '"' + std::string(text.substr(0, 80)) + '"',
                    "must be a whole number from " + std::to_string(low) + " to " + std::to_string(high));
  return value;
}

}  // namespace detail
PERFMODEL_INLINE std::int64_t required_integer(const NetworkSpec& spec, std::string_view key, std::int64_t low,
                                               std::int64_t high) {
  const std::string* text = spec.find(key);
  if (text == nullptr)
    throw bad_input("network " + spec.name, "no option \"" + std::string(key) + '"',
                    "must be given, as in " + spec.name + ":" + std::string(key) + "=4");
  return detail::spec_number(spec, key, *text, low, high);
}

PERFMODEL_INLINE double share(const NetworkSpec& spec, std::string_view key, double absent) {
  const std::string* text = spec.find(key);
  if (text == nullptr) return absent;
  double value = -1.0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  const bool whole = value == std::floor(value);
  if (error != std::errc{} || end != text->data() + text->size() || !(value >= 0.0) || !(value <= 99.0) ||
      (value >= 1.0 && !whole))
    throw bad_input("network " + spec.name + ", " + std::string(key), in_quotes(*text),
                    "must be a share from 0 to below 1, or whole percent from 1 to 99");
  return value < 1.0 ? value : 0.01 * value;
}

PERFMODEL_INLINE std::string word(const NetworkSpec& spec, std::string_view key, std::string_view absent,
                                  std::initializer_list<std::string_view> words) {
  const std::string* text = spec.find(key);
  if (text == nullptr) return std::string(absent);
  if (std::find(words.begin(), words.end(), *text) != words.end()) return *text;
  std::string accepted;
  for (const std::string_view w : words) accepted += (accepted.empty() ? "" : ", ") + std::string(w);
  throw bad_input("network " + spec.name + ", " + std::string(key), '"' + *text + '"', "must be one of " + accepted);
}

PERFMODEL_INLINE ImageSize image_size(const NetworkSpec& spec, std::string_view key, ImageSize absent) {
  const std::string* text = spec.find(key);
  if (text == nullptr) return absent;
  const std::size_t x = text->find('x');
  if (x == std::string::npos)
    throw bad_input("network " + spec.name + ", " + std::string(key), '"' + *text + '"',
                    "must be <height>x<width>, as in 224x224");
  const std::string_view whole(*text);
  return {detail::spec_number(spec, key, whole.substr(0, x), 1, 65536),
          detail::spec_number(spec, key, whole.substr(x + 1), 1, 65536)};
}

}  // namespace perfmodel

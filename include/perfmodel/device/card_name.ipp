#pragma once
#include <perfmodel/device/card_name.hpp>

namespace perfmodel {

namespace detail {

PERFMODEL_INLINE bool is_number(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), is_digit);
}

PERFMODEL_INLINE std::vector<std::string> name_words(std::string_view name) {
  constexpr std::array<std::string_view, 4> heads{"rtx", "titan", "sxm", "pcie"};
  std::string text;
  for (const char c : lower_case(name)) text += (c >= 'a' && c <= 'z') || is_digit(c) ? c : ' ';
  for (const std::string_view head : heads)
    for (std::size_t at = text.find(head); at != std::string::npos; at = text.find(head, at + head.size() + 2))
      text.insert(at, " ");
  for (const std::string_view head : {heads[0], heads[1]})
    for (std::size_t at = text.find(head); at != std::string::npos; at = text.find(head, at + head.size()))
      text.insert(at + head.size(), " ");
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    std::string word = text.substr(begin, end - begin);
    begin = end + 1;
    if (word.empty()) continue;
    const bool unit = word == "gb" || word == "gib" || word == "g" || word == "mhz";
    if (unit && !words.empty() && is_number(words.back()))
      words.back() += word == "mhz" ? "mhz" : "gb";
    else
      words.push_back(std::move(word));
    std::string& last = words.back();
    if (last.size() > 3 && last.ends_with("gib")) last.erase(last.size() - 2, 1);
    if (last.size() > 2 && last.ends_with("ti") && is_digit(last[last.size() - 3])) {
      last.resize(last.size() - 2);
      words.emplace_back("ti");
    }
  }
  return words;
}

PERFMODEL_INLINE bool says_nothing(std::string_view word) {
  constexpr std::array<std::string_view, 12> empty{"nvidia", "tesla",      "geforce",     "quadro",
                                                   "gpu",    "graphics",   "card",        "tensor",
                                                   "core",   "generation", "corporation", "rtx"};
  return std::find(empty.begin(), empty.end(), word) != empty.end() || word.starts_with("nvlink") ||
         word.ends_with("mhz");
}

PERFMODEL_INLINE bool is_memory(std::string_view word) {
  return word.size() > 2 && word.ends_with("gb") && is_number(word.substr(0, word.size() - 2));
}

PERFMODEL_INLINE bool is_board(std::string_view word) {
  return word.starts_with("sxm") || word.starts_with("pcie") || word == "nvl";
}

PERFMODEL_INLINE bool fits_word(const std::string& word, const std::vector<std::string>& own, const Device& device,
                                bool loose) {
  if (says_nothing(word)) return true;
  for (const std::string& mine : own) {
    if (mine == word) return true;
    const bool letters = mine.size() > word.size() &&
                         std::none_of(mine.begin() + static_cast<std::ptrdiff_t>(word.size()), mine.end(), is_digit);
    if (loose && letters && is_digit(word.back()) && mine.starts_with(word)) return true;
    if (is_board(word) && is_board(mine) && (mine.starts_with(word) || word.starts_with(mine))) return true;
  }
  // A card that comes on one board only does not name it.
  if (word == "pcie" && std::none_of(own.begin(), own.end(), is_board)) return device.interconnect.pcie_generation > 0;
  if (word == "dgx" || word == "hgx")
    return std::any_of(own.begin(), own.end(), [](const std::string& mine) { return mine.starts_with("sxm"); });
  const long long memory = std::llround(in(device.memory, gibi * byte));
  return word == std::to_string(memory) || word == std::to_string(memory) + "gb" || word == name(device.memory_type);
}

PERFMODEL_INLINE bool means(const std::vector<std::string>& words, const Device& device, bool loose) {
  const std::vector<std::string> own = name_words(device.name);
  for (const std::string& word : words)
    if (!fits_word(word, own, device, loose)) return false;
  for (const std::string& mine : own) {  // what tells the card from others must be said
    if (is_board(mine) || is_memory(mine) || says_nothing(mine)) continue;
    const auto said = [&](const std::string& word) {
      return word == mine || (loose && !is_memory(word) && mine.starts_with(word));
    };
    if (std::none_of(words.begin(), words.end(), said)) return false;
  }
  return true;
}
}  // namespace detail

PERFMODEL_INLINE std::vector<std::string> cards_meant(std::string_view words, std::span<const Device> cards) {
  const std::vector<std::string> said = detail::name_words(words.substr(0, 100));
  std::vector<std::string> meant;
  for (const bool loose : {false, true}) {
    for (const Device& device : cards) {
      if (detail::name_words(device.name) == said) return {device.name};
      if (detail::means(said, device, loose)) meant.push_back(device.name);
    }
    if (!meant.empty()) break;
  }
  return meant;
}

}  // namespace perfmodel

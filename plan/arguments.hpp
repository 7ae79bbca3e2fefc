#pragma once
/// Options whose values are checked with the same words as everything else: place, value, what is accepted.
#include <CLI/App.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <perfmodel/error.hpp>
#include <perfmodel/measurement/csv.hpp>
#include <perfmodel/units.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plan {

inline constexpr std::int64_t any_size = std::numeric_limits<std::int64_t>::max();

/// A number > 0 as people write large ones: 1e9, 20G or 20B, 1.5M, 300k (powers of 1000).
[[nodiscard]] inline double amount_from(const std::string& text, const std::string& place) {
  constexpr std::array<std::pair<char, double>, 6> scales{
      {{'k', 1e3}, {'K', 1e3}, {'M', 1e6}, {'G', 1e9}, {'B', 1e9}, {'T', 1e12}}};
  for (const auto& [letter, scale] : scales)
    if (text.size() > 1 && text.back() == letter &&
        std::isdigit(static_cast<unsigned char>(text[text.size() - 2])) != 0)
      return scale * perfmodel::to_positive(text.substr(0, text.size() - 1), place);
  try {
    return perfmodel::to_positive(text, place);
  } catch (const perfmodel::Error&) {
    throw perfmodel::bad_input(place, text.empty() ? "nothing" : perfmodel::in_quotes(text),
                               "must be a number > 0, as in 1500, 1e9, 1.28M or 20G (20B), without separators");
  }
}

/// A whole number between low and high, also written as 1e3 or 20k. @throws Error as to_integer() does
[[nodiscard]] inline std::int64_t whole_number(const std::string& text, const std::string& place, std::int64_t low,
                                               std::int64_t high) {
  constexpr double exact = 9e15;  // doubles hold every whole number up to here
  if (text.find_first_of("eEkKMGBT") == std::string::npos || text.empty() ||
      std::isdigit(static_cast<unsigned char>(text.front())) == 0)
    return perfmodel::to_integer(text, place, low, high);
  double value = 0.0;
  try {
    value = amount_from(text, place);
  } catch (const perfmodel::Error&) {
    return perfmodel::to_integer(text, place, low, high);
  }
  if (!(value <= exact) || value != std::floor(value)) return perfmodel::to_integer(text, place, low, high);
  const auto whole = static_cast<std::int64_t>(value);
  return whole < low || whole > high ? perfmodel::to_integer(text, place, low, high) : whole;
}

/// An amount that amount_from() reads; nothing unless it is given.
inline CLI::Option* add_amount(CLI::App& command, const std::string& name, std::optional<double>& value,
                               const std::string& description) {
  auto* option = command.add_option_function<std::string>(
      name, [&value, name](const std::string& text) { value = amount_from(text, name); }, description);
  return option->type_name("X");
}

/// A whole number between low and high.
inline CLI::Option* add_integer(CLI::App& command, const std::string& name, std::int64_t& value,
                                const std::string& description, std::int64_t low = 1, std::int64_t high = any_size) {
  const std::string place = name.substr(name.rfind(',') == std::string::npos ? 0 : name.rfind(',') + 1);
  auto* option = command.add_option_function<std::string>(
      name, [&value, place, low, high](const std::string& text) { value = whole_number(text, place, low, high); },
      description);
  return option->type_name("N");
}

/// A finite number > 0.
inline CLI::Option* add_positive(CLI::App& command, const std::string& name, double& value,
                                 const std::string& description) {
  const std::string place = name.substr(name.rfind(',') == std::string::npos ? 0 : name.rfind(',') + 1);
  auto* option = command.add_option_function<std::string>(
      name, [&value, place](const std::string& text) { value = perfmodel::to_positive(text, place); }, description);
  return option->type_name("X");
}

/// @throws Error naming `place` unless the word is true or false
[[nodiscard]] inline bool truth_of(const std::string& word, const std::string& place) {
  if (word != "true" && word != "false")
    throw perfmodel::bad_input(place, '"' + perfmodel::one_line(word) + '"', "must be true or false");
  return word == "true";
}

/// A list of whole numbers: "64,128" or a range "64..16384" that doubles, "2000..8000+2000" that adds, "4..128*2".
/// @throws Error naming the place for anything else, and for a range of more than 10,000 numbers
[[nodiscard]] inline std::vector<std::int64_t> number_list(const std::string& text, const std::string& place,
                                                           std::int64_t low, std::int64_t high) {
  std::vector<std::int64_t> numbers;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find_first_of(",|", begin), text.size());
    const std::string item = text.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t dots = item.find("..");
    if (dots == std::string::npos) {
      numbers.push_back(whole_number(item, place, low, high));
      continue;
    }
    const std::size_t sign = item.find_first_of("+*", dots);
    const std::int64_t first = whole_number(item.substr(0, dots), place, low, high);
    const std::int64_t last = whole_number(item.substr(dots + 2, sign - dots - 2), place, first, high);
    const bool adds = sign != std::string::npos && item[sign] == '+';
    const std::int64_t step =
        sign == std::string::npos ? 2 : whole_number(item.substr(sign + 1), place, adds ? 1 : 2, high);
    for (std::int64_t x = first; x <= last; x = adds ? x + step : x * step) {
      numbers.push_back(x);
      if (numbers.size() > 10'000)
        throw perfmodel::bad_input(place, perfmodel::in_quotes(text), "must be at most 10000 numbers");
      if (adds ? x > last - step : x > last / step) break;
    }
  }
  return numbers;
}

/// Seconds of a unit of time, in any case. Nothing where it is none.
[[nodiscard]] inline std::optional<double> seconds_of_unit(std::string_view unit) {
  constexpr std::array<std::pair<std::string_view, double>, 20> units{
      {{"us", 1e-6},   {"ms", 1e-3},     {"s", 1},          {"sec", 1},      {"second", 1},
       {"seconds", 1}, {"min", 60},      {"minute", 60},    {"minutes", 60}, {"h", 3600},
       {"hour", 3600}, {"hours", 3600},  {"d", 86400},      {"day", 86400},  {"days", 86400},
       {"w", 604800},  {"week", 604800}, {"weeks", 604800}, {"hr", 3600},    {"hrs", 3600}}};
  std::string word;
  for (const char c : unit) word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const auto& [name, seconds] : units)
    if (word == name) return seconds;
  return std::nullopt;
}

/// "12h", "90 s", "3 days": a time with its unit.
[[nodiscard]] inline perfmodel::Time time_from(const std::string& text, const std::string& place) {
  std::size_t digits = text.size();
  while (digits > 0 && std::isalpha(static_cast<unsigned char>(text[digits - 1])) != 0) --digits;
  const std::optional<double> seconds = seconds_of_unit(std::string_view(text).substr(digits));
  if (!seconds)
    throw perfmodel::bad_input(place, perfmodel::in_quotes(text),
                               "must be a number > 0 with us, ms, s, min, h, d or weeks, as in 12h or 3d");
  std::string figure = text.substr(0, digits);
  while (figure.ends_with(' ')) figure.pop_back();
  return perfmodel::to_positive(figure, place) * *seconds * perfmodel::second;
}

/// "10kW", "700 W": a power with its unit.
[[nodiscard]] inline perfmodel::Power power_from(const std::string& text, const std::string& place) {
  using Unit = std::pair<const char*, double>;
  for (const auto& [word, watts] : {Unit{"MW", 1e6}, Unit{"kW", 1e3}, Unit{"W", 1}})
    if (text.ends_with(word)) {
      std::string figure = text.substr(0, text.size() - std::string(word).size());
      while (figure.ends_with(' ')) figure.pop_back();
      return perfmodel::to_positive(figure, place) * watts * perfmodel::watt;
    }
  throw perfmodel::bad_input(place, perfmodel::in_quotes(text), "must be a number > 0 with W, kW or MW, as in 10kW");
}

/// A unit of memory in any case: KiB to TiB, kB to TB, B, and a lone K, M, G or T, which is binary as in other programs
/// about cards' memory. Nothing where it is none.
[[nodiscard]] inline std::optional<double> bytes_of_unit(std::string_view unit) {
  std::string word;
  for (const char c : unit) word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (word == "b") return 1.0;
  constexpr std::string_view prefixes = "kmgt";
  const std::size_t power = word.empty() ? std::string_view::npos : prefixes.find(word.front());
  if (power == std::string_view::npos) return std::nullopt;
  const bool decimal = word.substr(1) == "b", binary = word.size() == 1 || word.substr(1) == "ib";
  if (!decimal && !binary) return std::nullopt;
  double bytes = 1;
  for (std::size_t i = 0; i <= power; ++i) bytes *= decimal ? perfmodel::kilo : perfmodel::kibi;
  return bytes;
}

/// "40GiB", "16 GB", "20G": an amount of memory with its unit, at most 1 EiB, so that sums of a few fit 63 bits.
[[nodiscard]] inline perfmodel::Bytes bytes_from(const std::string& text, const std::string& place) {
  std::size_t digits = text.size();
  while (digits > 0 && std::isalpha(static_cast<unsigned char>(text[digits - 1])) != 0) --digits;
  const std::optional<double> unit = bytes_of_unit(std::string_view(text).substr(digits));
  if (!unit)
    throw perfmodel::bad_input(place, perfmodel::in_quotes(text),
                               "must be a number > 0 with B, KiB, MiB, GiB, TiB, kB, MB, GB or TB, as in 40GiB");
  std::string figure = text.substr(0, digits);
  while (figure.ends_with(' ')) figure.pop_back();
  const perfmodel::Bytes amount = perfmodel::to_positive(figure, place) * *unit * perfmodel::byte;
  constexpr perfmodel::Bytes most = perfmodel::gibi * perfmodel::gibi * perfmodel::byte;
  if (amount > most) throw perfmodel::bad_input(place, perfmodel::in_quotes(text), "must be at most 1 EiB");
  return amount;
}

}  // namespace plan

#pragma once
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace perfmodel::json::detail {

/// Reads JSON as our files are written, several times faster than the library that reads all of JSON. What it does not
/// know (characters beyond ASCII, \u, numbers of more than 18 figures, whatever is wrong or not allowed) ends it
/// without an answer: the library then reads the whole text and says what is wrong.
class PlainText {
 public:
  /// @param depth   levels of nesting that are allowed
  /// @param wanted  names of the outermost object's members that are kept, of the others is only seen whether they are
  ///   JSON; none: all are kept. They must outlive this
  PlainText(std::string_view text, std::size_t depth, std::span<const std::string_view> wanted = {})
      : at_(text.data()), end_(text.data() + text.size()), left_(std::min(depth, most_depth)), wanted_(wanted) {}

  /// The value, equal to the library's; nothing where the library has to read the text.
  [[nodiscard]] std::optional<nlohmann::json> all() {
    nlohmann::json value;
    skip_space();
    if (!read(value)) return std::nullopt;
    skip_space();
    if (at_ != end_) return std::nullopt;
    return value;
  }

 private:
  static constexpr std::size_t most_depth = 64;  ///< levels are calls

  [[nodiscard]] bool read(nlohmann::json& value) {
    if (at_ == end_) return false;
    switch (*at_) {
      case '{':
        return read_object(value);
      case '[':
        return read_array(value);
      case '"':
        return read_text((value = std::string()).get_ref<std::string&>());
      case 't':
        return value = true, follows("true");
      case 'f':
        return value = false, follows("false");
      case 'n':
        return value = nullptr, follows("null");
      default:
        return read_number(value);
    }
  }
  [[nodiscard]] bool read_object(nlohmann::json& value) {
    value = nlohmann::json::object();
    auto& members = value.get_ref<nlohmann::json::object_t&>();
    const bool all = wanted_.empty() || left_ < outermost_;
    const bool done = read_list('}', [&] {
      if (at_ == end_ || *at_ != '"') return false;
      std::string key;
      if (!read_text(key)) return false;
      const auto [member, is_new] = members.try_emplace(std::move(key));
      if (!is_new || !after_space(':')) return false;
      skip_space();
      return all || is_wanted(member->first) ? read(member->second) : pass();
    });
    if (!all) std::erase_if(members, [&](const auto& member) { return !is_wanted(member.first); });
    return done;
  }
  [[nodiscard]] bool is_wanted(std::string_view key) const {
    return std::find(wanted_.begin(), wanted_.end(), key) != wanted_.end();
  }
  /// Passes over a value that is not kept. Whether its objects name a member twice is not seen.
  [[nodiscard]] bool pass() {
    nlohmann::json value;
    if (at_ == end_) return false;
    if (*at_ == '[') return read_list(']', [&] { return pass(); });
    if (*at_ != '{') return read(value);
    return read_list('}', [&] {
      std::string key;
      if (at_ == end_ || *at_ != '"' || !read_text(key) || !after_space(':')) return false;
      skip_space();
      return pass();
    });
  }
  [[nodiscard]] bool read_array(nlohmann::json& value) {
    value = nlohmann::json::array();
    auto& elements = value.get_ref<nlohmann::json::array_t&>();
    return read_list(']', [&] { return read(elements.emplace_back()); });
  }
  /// From the opening bracket to the closing one. @param read_one  at no space
  template <class F>
  [[nodiscard]] bool read_list(char close, const F& read_one) {
    if (left_ == 0) return false;
    --left_;
    ++at_;
    bool any = false;
    while (!after_space(close)) {
      if (any && !after_space(',')) return false;
      any = true;
      skip_space();
      if (!read_one()) return false;
    }
    ++left_;
    return true;
  }
  /// @param text  empty
  [[nodiscard]] bool read_text(std::string& text) {
    for (++at_; at_ != end_; ++at_) {
      const char* const begin = at_;
      while (at_ != end_ && is_plain(*at_)) ++at_;
      text.append(begin, at_);
      if (at_ == end_) return false;
      if (*at_ == '"') return ++at_, true;
      if (*at_ != '\\' || ++at_ == end_) return false;
      constexpr std::string_view escapes = "\"\\/bfnrt", meant = "\"\\/\b\f\n\r\t";
      const std::size_t which = escapes.find(*at_);
      if (which == std::string_view::npos) return false;
      text += meant[which];
    }
    return false;
  }
  [[nodiscard]] bool read_number(nlohmann::json& value) {
    const char* const begin = at_;
    const bool negative = *at_ == '-';
    at_ += negative ? 1 : 0;
    std::uint64_t whole = 0;
    const std::size_t figures = read_figures(whole);
    if (figures == 0 || figures > most_figures || (figures > 1 && at_[-static_cast<std::ptrdiff_t>(figures)] == '0'))
      return false;
    const char* const end_of_whole = at_;
    std::uint64_t ignored = 0;
    if (at_ != end_ && *at_ == '.' && (++at_, read_figures(ignored)) == 0) return false;
    if (at_ != end_ && (*at_ == 'e' || *at_ == 'E')) {
      ++at_;
      if (at_ != end_ && (*at_ == '+' || *at_ == '-')) ++at_;
      if (read_figures(ignored) == 0) return false;
    }
    if (at_ == end_of_whole) {
      if (negative)
        value = -static_cast<std::int64_t>(whole);
      else
        value = whole;
      return true;
    }
    double real = 0.0;
    const auto [end, error] = std::from_chars(begin, at_, real);
    value = real;
    return error == std::errc{} && end == at_;
  }
  /// @param value  of at most `most_figures` @returns how many there are
  [[nodiscard]] std::size_t read_figures(std::uint64_t& value) {
    const char* const begin = at_;
    for (; at_ != end_ && *at_ >= '0' && *at_ <= '9'; ++at_)
      value = 10 * value + static_cast<std::uint64_t>(*at_ - '0');
    return static_cast<std::size_t>(at_ - begin);
  }
  [[nodiscard]] static constexpr bool is_plain(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 && byte < 0x7f && c != '"' && c != '\\';
  }
  [[nodiscard]] bool follows(std::string_view word) {
    if (!std::string_view(at_, static_cast<std::size_t>(end_ - at_)).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  /// Whether this character comes next, which then is behind us.
  [[nodiscard]] bool after_space(char c) {
    skip_space();
    if (at_ == end_ || *at_ != c) return false;
    ++at_;
    return true;
  }
  void skip_space() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\t' || *at_ == '\r')) ++at_;
  }

  static constexpr std::size_t most_figures = 18;  ///< of a whole number: it fits 63 bits
  const char* at_;
  const char* end_;
  std::size_t left_;  ///< levels of nesting that may still be opened
  std::size_t outermost_{left_};
  std::span<const std::string_view> wanted_;
};

}  // namespace perfmodel::json::detail

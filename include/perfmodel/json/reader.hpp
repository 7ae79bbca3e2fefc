#pragma once
/// Strict reading of JSON: every error is one line that names file, JSON pointer, what came and what is accepted.
///
///     const json::Document document = json::parse_file("network.json");
///     const json::Node root = document.root();
///     root.allow_only({"name", "layers"});
///     const std::string name = root.at("name").text();
///     for (const json::Node& layer : root.at("layers").elements()) ... layer.at("width").integer(1, 1 << 24) ...
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <perfmodel/compiled.hpp>
#include <perfmodel/error.hpp>
#include <perfmodel/json/file.hpp>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace perfmodel::json {

/// Shortest text of a number that a person would write: 1.41, 108, 1e+300.
[[nodiscard]] std::string to_text(double number);

/// Accepted numbers. Not-a-number and infinities never are.
struct Range {
  double low = 0.0;
  double high = std::numeric_limits<double>::max();
  bool low_included = true;

  [[nodiscard]] bool contains(double x) const {
    return std::isfinite(x) && (low_included ? x >= low : x > low) && x <= high;
  }
  [[nodiscard]] std::string text() const {
    const std::string above = (low_included ? ">= " : "> ") + to_text(low);
    return high < std::numeric_limits<double>::max() ? above + " and <= " + to_text(high) : above;
  }
};
/// More than nothing and at most `high`.
[[nodiscard]] constexpr Range positive(double high) { return {.low = 0.0, .high = high, .low_included = false}; }

/// One word of an enumeration in a file.
template <class E>
struct Word {
  std::string_view text;
  E value;
};

/// A JSON value that knows where it stands. It refers to its document, which must outlive it.
class Node {
 public:
  Node(const nlohmann::json& value, std::string file, std::string pointer = {})
      : value_(&value), file_(std::move(file)), pointer_(std::move(pointer)) {}

  /// "file: /json/pointer", as error messages print it.
  [[nodiscard]] std::string place() const {
    if (file_.empty()) return pointer_.empty() ? "JSON text" : pointer_;
    return pointer_.empty() ? file_ : file_ + ": " + pointer_;
  }
  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] const nlohmann::json& raw() const { return *value_; }
  /// The value as compact JSON on one line, cut where it gets long.
  [[nodiscard]] std::string got() const {
    if (value_->is_structured() && value_->size() > 8) return value_->is_array() ? "a long array" : "a big object";
    return one_line(value_->dump(-1, ' ', true, nlohmann::json::error_handler_t::replace), 60);
  }
  [[nodiscard]] Error error(const std::string& accepted) const { return bad_input(place(), got(), accepted); }

  // Objects -----------------------------------------------------------------------------------------------------------
  [[nodiscard]] bool is_object() const { return value_->is_object(); }
  void require_object() const {
    if (!value_->is_object()) throw error("must be an object");
  }
  [[nodiscard]] std::optional<Node> find(std::string_view key) const {
    require_object();
    const auto it = value_->find(std::string(key));
    if (it == value_->end()) return std::nullopt;
    return child(*it, std::string(key));
  }
  /// The error of a member that is not there.
  [[nodiscard]] Error missing(std::string_view key, const std::string& accepted) const {
    return bad_input(child(*value_, std::string(key)).place(), "nothing", accepted);
  }
  /// A member that must be there.
  [[nodiscard]] Node at(std::string_view key) const {
    if (const auto found = find(key)) return *found;
    throw missing(key, "this field is required");
  }
  /// Members in order of their names.
  [[nodiscard]] std::vector<std::pair<std::string, Node>> members() const {
    require_object();
    std::vector<std::pair<std::string, Node>> result;
    for (auto it = value_->begin(); it != value_->end(); ++it) result.emplace_back(it.key(), child(*it, it.key()));
    return result;
  }
  /// @throws Error when the object has a member that is not in the list: a misspelt optional field must not pass
  template <class Keys = std::initializer_list<std::string_view>>
  void allow_only(const Keys& keys) const {
    for (const auto& [key, node] : members()) {
      bool known = false;
      std::string accepted;
      for (const std::string_view k : keys) {
        known = known || k == key;
        accepted += (accepted.empty() ? "" : ", ") + std::string(k);
      }
      if (!known)
        throw bad_input(node.place(), "the unknown field \"" + one_line(key, 40) + '"', "accepted fields: " + accepted);
    }
  }

  // Arrays ------------------------------------------------------------------------------------------------------------
  [[nodiscard]] bool is_array() const { return value_->is_array(); }
  [[nodiscard]] std::vector<Node> elements(std::size_t at_least = 0,
                                           std::size_t at_most = std::numeric_limits<std::size_t>::max()) const {
    if (!value_->is_array()) throw error("must be an array");
    if (value_->size() < at_least || value_->size() > at_most)
      throw bad_input(place(), std::to_string(value_->size()) + " elements",
                      "must have " + size_text(at_least, at_most));
    std::vector<Node> result;
    for (std::size_t i = 0; i < value_->size(); ++i) result.push_back(child((*value_)[i], std::to_string(i)));
    return result;
  }

  // Scalars -----------------------------------------------------------------------------------------------------------
  /// Non-empty text without control characters.
  [[nodiscard]] std::string text(std::size_t at_most = 1000) const {
    if (!value_->is_string()) throw error("must be a text");
    const auto& text = value_->get_ref<const std::string&>();
    if (text.empty() || text.size() > at_most || one_line(text, at_most) != text)
      throw error("must be a text of 1 to " + std::to_string(at_most) + " characters on one line");
    return text;
  }
  [[nodiscard]] bool boolean() const {
    if (!value_->is_boolean()) throw error("must be true or false");
    return value_->get<bool>();
  }
  [[nodiscard]] double number(const Range& range) const {
    if (!value_->is_number() || !range.contains(value_->get<double>())) throw error("must be a number " + range.text());
    return value_->get<double>();
  }
  /// A whole number; 8.0 and 1e3 are whole (as in JSON Schema), "8" and 8.5 are not.
  [[nodiscard]] std::int64_t integer(std::int64_t low, std::int64_t high) const {
    if (const auto whole = as_integer(); whole && *whole >= low && *whole <= high) return *whole;
    throw error("must be a whole number from " + std::to_string(low) + " to " + std::to_string(high));
  }
  /// One of the words of an enumeration.
  template <class E, class Words = std::initializer_list<Word<E>>>
  [[nodiscard]] E word(const Words& words) const {
    std::string accepted;
    for (const auto& word : words) {
      if (value_->is_string() && value_->template get_ref<const std::string&>() == word.text) return word.value;
      accepted += (accepted.empty() ? "" : ", ") + std::string(word.text);
    }
    throw error("must be one of " + accepted);
  }

 private:
  /// A JSON pointer escapes ~ as ~0 and / as ~1 (RFC 6901).
  [[nodiscard]] Node child(const nlohmann::json& value, const std::string& key) const {
    std::string escaped;
    for (const char c : key) escaped += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
    return {value, file_, pointer_ + '/' + one_line(escaped, 60)};
  }
  [[nodiscard]] std::optional<std::int64_t> as_integer() const {
    constexpr double exact = 9007199254740992.0;  // 2^53: beyond it a double skips whole numbers
    if (value_->is_number_unsigned()) {
      const auto whole = value_->get<std::uint64_t>();
      if (whole > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return std::nullopt;
      return static_cast<std::int64_t>(whole);
    }
    if (value_->is_number_integer()) return value_->get<std::int64_t>();
    if (!value_->is_number_float()) return std::nullopt;
    const double real = value_->get<double>();
    if (!(std::abs(real) <= exact) || std::trunc(real) != real) return std::nullopt;
    return static_cast<std::int64_t>(real);
  }
  [[nodiscard]] static std::string size_text(std::size_t low, std::size_t high) {
    const std::string text = "at least " + std::to_string(low);
    return high < std::numeric_limits<std::size_t>::max() ? text + " and at most " + std::to_string(high) + " elements"
                                                          : text + (low == 1 ? " element" : " elements");
  }

  const nlohmann::json* value_;
  std::string file_, pointer_;
};

/// A parsed text and the name of the file it came from.
struct Document {
  nlohmann::json value{};
  std::string file{};

  [[nodiscard]] Node root() const& { return {value, file}; }
  Node root() const&& = delete;  // the node would outlive its document
};

namespace detail {
/// Refuses what a JSON library lets pass: too deep nesting, and a key that comes twice (the last one would win).
struct Guard {
  const Limits& limits;
  std::string place;
  std::vector<std::set<std::string>> keys{};

  bool operator()(int, nlohmann::json::parse_event_t event, nlohmann::json& parsed) {
    using Event = nlohmann::json::parse_event_t;
    if (event == Event::object_start || event == Event::array_start) {
      if (keys.size() >= limits.depth)
        throw bad_input(place, "more than " + std::to_string(limits.depth) + " levels of nesting",
                        "must be nested at most " + std::to_string(limits.depth) + " deep");
      keys.emplace_back();
    } else if (event == Event::object_end || event == Event::array_end) {
      keys.pop_back();
    } else if (event == Event::key && !keys.back().insert(parsed.get<std::string>()).second) {
      throw bad_input(place, "the field \"" + one_line(parsed.get<std::string>(), 40) + "\" twice in one object",
                      "every field must come once");
    }
    return true;
  }
};

/// Where byte `offset` (from 1) stands, for a person with an editor.
[[nodiscard]] std::string line_and_column(std::string_view text, std::size_t offset);
}  // namespace detail

/// @param file  name for messages; may be empty
/// @throws Error for text that is no JSON (RFC 8259: no comments, no NaN, no trailing comma), a number beyond the range
///         of a double, a key that comes twice, or more than the limits allow
[[nodiscard]] Document parse_text(std::string_view text, std::string file = {}, const Limits& limits = {});

/// @throws Error as read_file() and parse_text() do
[[nodiscard]] Document parse_file(const std::filesystem::path& path, const Limits& limits = {});

}  // namespace perfmodel::json

#ifndef PERFMODEL_COMPILED
#include <perfmodel/json/reader.ipp>
#endif

#pragma once
/// Strict reading of JSON: every error is one line that names file, JSON pointer, what came and what is accepted.
///
///     const json::Document document = json::parse_file("network.json");
///     const json::Node root = document.root();
///     root.allow_only({"name", "layers"});
///     const std::string name = root.at("name").text();
///     for (const json::Node& layer : root.at("layers").elements()) ... layer.at("width").integer(1, 1 << 24) ...
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <perfmodel/compiled.hpp>
#include <perfmodel/error.hpp>
#include <perfmodel/json/file.hpp>
#include <span>
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
  [[nodiscard]] std::string text() const;
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
  [[nodiscard]] std::string place() const;
  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] const nlohmann::json& raw() const { return *value_; }
  /// The value as compact JSON on one line, cut where it gets long.
  [[nodiscard]] std::string got() const;
  [[nodiscard]] Error error(const std::string& accepted) const { return bad_input(place(), got(), accepted); }

  // Objects -----------------------------------------------------------------------------------------------------------
  [[nodiscard]] bool is_object() const { return value_->is_object(); }
  void require_object() const;
  [[nodiscard]] std::optional<Node> find(std::string_view key) const;
  /// The error of a member that is not there.
  [[nodiscard]] Error missing(std::string_view key, const std::string& accepted) const;
  /// A member that must be there.
  [[nodiscard]] Node at(std::string_view key) const;
  /// Members in order of their names.
  [[nodiscard]] std::vector<std::pair<std::string, Node>> members() const;
  /// @throws Error when the object has a member that is not in the list: a misspelt optional field must not pass
  template <class Keys = std::initializer_list<std::string_view>>
  void allow_only(const Keys& keys) const {
    require_object();
    for (const auto& [key, value] : value_->template get_ref<const nlohmann::json::object_t&>()) {
      if (std::find(std::begin(keys), std::end(keys), std::string_view(key)) != std::end(keys)) continue;
      std::string accepted;
      for (const std::string_view k : keys) accepted += (accepted.empty() ? "" : ", ") + std::string(k);
      throw bad_input(child(value, key).place(), "the unknown field \"" + one_line(key, 40) + '"',
                      "accepted fields: " + accepted);
    }
  }

  // Arrays ------------------------------------------------------------------------------------------------------------
  [[nodiscard]] bool is_array() const { return value_->is_array(); }
  [[nodiscard]] std::vector<Node> elements(std::size_t at_least = 0,
                                           std::size_t at_most = std::numeric_limits<std::size_t>::max()) const;

  // Scalars -----------------------------------------------------------------------------------------------------------
  /// Non-empty text without control characters.
  [[nodiscard]] std::string text(std::size_t at_most = 1000) const;
  [[nodiscard]] bool boolean() const;
  [[nodiscard]] double number(const Range& range) const;
  /// A whole number; 8.0 and 1e3 are whole (as in JSON Schema), "8" and 8.5 are not.
  [[nodiscard]] std::int64_t integer(std::int64_t low, std::int64_t high) const;
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
  [[nodiscard]] Node child(const nlohmann::json& value, const std::string& key) const;
  [[nodiscard]] std::optional<std::int64_t> as_integer() const;
  [[nodiscard]] static std::string size_text(std::size_t low, std::size_t high);

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
/// Where byte `offset` (from 1) stands, for a person with an editor.
[[nodiscard]] std::string line_and_column(std::string_view text, std::size_t offset);
}  // namespace detail

/// @param file    name for messages; may be empty
/// @param wanted  members of the outermost object that are kept; none: all. The others must be JSON
/// @throws Error for text that is no JSON (RFC 8259: no comments, no NaN, no trailing comma), a number beyond the range
///         of a double, a key that comes twice, or more than the limits allow
[[nodiscard]] Document parse_text(std::string_view text, std::string file = {}, const Limits& limits = {},
                                  std::span<const std::string_view> wanted = {});

/// @throws Error as read_file() and parse_text() do
[[nodiscard]] Document parse_file(const std::filesystem::path& path, const Limits& limits = {},
                                  std::span<const std::string_view> wanted = {});

}  // namespace perfmodel::json

#ifndef PERFMODEL_COMPILED
#include <perfmodel/json/reader.ipp>
#endif

#pragma once
#include <perfmodel/json/reader.hpp>
#include <set>
#include <sstream>

namespace perfmodel::json {
PERFMODEL_INLINE std::string to_text(double number) {
  std::ostringstream out;
  out.precision(12);
  out << number;
  return out.str();
}

PERFMODEL_INLINE std::string Range::text() const {
  const std::string above = (low_included ? ">= " : "> ") + to_text(low);
  return high < std::numeric_limits<double>::max() ? above + " and <= " + to_text(high) : above;
}

PERFMODEL_INLINE std::string Node::place() const {
  if (file_.empty()) return pointer_.empty() ? "JSON text" : pointer_;
  return pointer_.empty() ? file_ : file_ + ": " + pointer_;
}

PERFMODEL_INLINE std::string Node::got() const {
  if (value_->is_structured() && value_->size() > 8) return value_->is_array() ? "a long array" : "a big object";
  return one_line(value_->dump(-1, ' ', true, nlohmann::json::error_handler_t::replace), 60);
}

PERFMODEL_INLINE void Node::require_object() const {
  if (!value_->is_object()) throw error("must be an object");
}

PERFMODEL_INLINE std::optional<Node> Node::find(std::string_view key) const {
  require_object();
  const auto it = value_->find(std::string(key));
  if (it == value_->end()) return std::nullopt;
  return child(*it, std::string(key));
}

PERFMODEL_INLINE Error Node::missing(std::string_view key, const std::string& accepted) const {
  return bad_input(child(*value_, std::string(key)).place(), "nothing", accepted);
}

PERFMODEL_INLINE Node Node::at(std::string_view key) const {
  if (const auto found = find(key)) return *found;
  throw missing(key, "this field is required");
}

PERFMODEL_INLINE std::vector<std::pair<std::string, Node>> Node::members() const {
  require_object();
  std::vector<std::pair<std::string, Node>> result;
  for (auto it = value_->begin(); it != value_->end(); ++it) result.emplace_back(it.key(), child(*it, it.key()));
  return result;
}

PERFMODEL_INLINE std::vector<Node> Node::elements(std::size_t at_least, std::size_t at_most) const {
  if (!value_->is_array()) throw error("must be an array");
  if (value_->size() < at_least || value_->size() > at_most)
    throw bad_input(place(), std::to_string(value_->size()) + " elements", "must have " + size_text(at_least, at_most));
  std::vector<Node> result;
  for (std::size_t i = 0; i < value_->size(); ++i) result.push_back(child((*value_)[i], std::to_string(i)));
  return result;
}

PERFMODEL_INLINE std::string Node::text(std::size_t at_most) const {
  if (!value_->is_string()) throw error("must be a text");
  const auto& text = value_->get_ref<const std::string&>();
  if (text.empty() || text.size() > at_most || one_line(text, at_most) != text)
    throw error("must be a text of 1 to " + std::to_string(at_most) + " characters on one line");
  return text;
}

PERFMODEL_INLINE bool Node::boolean() const {
  if (!value_->is_boolean()) throw error("must be true or false");
  return value_->get<bool>();
}

PERFMODEL_INLINE double Node::number(const Range& range) const {
  if (!value_->is_number() || !range.contains(value_->get<double>())) throw error("must be a number " + range.text());
  return value_->get<double>();
}

PERFMODEL_INLINE std::int64_t Node::integer(std::int64_t low, std::int64_t high) const {
  if (const auto whole = as_integer(); whole && *whole >= low && *whole <= high) return *whole;
  throw error("must be a whole number from " + std::to_string(low) + " to " + std::to_string(high));
}

PERFMODEL_INLINE Node Node::child(const nlohmann::json& value, const std::string& key) const {
  if (key.find_first_of("~/") == std::string::npos) return {value, file_, pointer_ + '/' + one_line(key, 60)};
  std::string escaped;
  for (const char c : key) escaped += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return {value, file_, pointer_ + '/' + one_line(escaped, 60)};
}

PERFMODEL_INLINE std::optional<std::int64_t> Node::as_integer() const {
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

PERFMODEL_INLINE std::string Node::size_text(std::size_t low, std::size_t high) {
  const std::string text = "at least " + std::to_string(low);
  return high < std::numeric_limits<std::size_t>::max() ? text + " and at most " + std::to_string(high) + " elements"
                                                        : text + (low == 1 ? " element" : " elements");
}

namespace detail {
/// Refuses what a JSON library lets pass: too deep nesting, and a key that comes twice (the last one would win). Leaves
/// out members of the outermost object that nobody wants.
struct Guard {
  const Limits& limits;
  std::string place;
  std::span<const std::string_view> wanted{};  ///< none: all are
  std::vector<std::set<std::string>> keys{};

  [[nodiscard]] bool keeps(const std::string& key) const {
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), key) != wanted.end();
  }
  /// @param depth  open levels. The library does not say where a member that is left out ends
  bool operator()(int depth, nlohmann::json::parse_event_t event, nlohmann::json& parsed) {
    using Event = nlohmann::json::parse_event_t;
    const auto open = static_cast<std::size_t>(depth);
    if (event == Event::object_start || event == Event::array_start) {
      if (open >= limits.depth)
        throw bad_input(place, "more than " + std::to_string(limits.depth) + " levels of nesting",
                        "must be nested at most " + std::to_string(limits.depth) + " deep");
      keys.resize(open);
      keys.emplace_back();
    } else if (event == Event::key) {
      const auto& key = parsed.get_ref<const std::string&>();
      if (!keys[open - 1].insert(key).second)
        throw bad_input(place, "the field \"" + one_line(key, 40) + "\" twice in one object",
                        "every field must come once");
      return open > 1 || keeps(key);
    }
    return true;
  }
};

PERFMODEL_INLINE std::string line_and_column(std::string_view text, std::size_t offset) {
  std::size_t line = 1, column = 1;
  for (std::size_t i = 0; i + 1 < offset && i < text.size(); ++i) {
    ++column;
    if (text[i] == '\n') ++line, column = 1;
  }
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}
}  // namespace detail

PERFMODEL_INLINE Document parse_text(std::string_view text, std::string file, const Limits& limits,
                                     std::span<const std::string_view> wanted) {
  file = one_line(std::move(file), 400);
  const std::string place = file.empty() ? "JSON text" : file;
  if (text.size() > limits.bytes)
    throw bad_input(place, std::to_string(text.size()) + " bytes",
                    "must be at most " + std::to_string(limits.bytes) + " bytes");
  try {
    detail::Guard guard{.limits = limits, .place = place, .wanted = wanted};
    return {nlohmann::json::parse(text.begin(), text.end(), std::move(guard)), file};
  } catch (const nlohmann::json::parse_error& error) {
    const bool cut_short = error.byte > text.size();
    const std::size_t begin = error.byte > 0 && !cut_short ? error.byte - 1 : 0;
    const std::string got =
        cut_short ? "the end of the text" : "'" + one_line(std::string(text.substr(begin, 20))) + "'";
    throw bad_input(place + ": " + detail::line_and_column(text, error.byte), got,
                    cut_short ? "the JSON text is cut short" : "must be valid JSON (RFC 8259)");
  } catch (const nlohmann::json::exception&) {  // out_of_range.406: a number such as 1e400
    throw bad_input(place, "a number beyond 1.8e308", "numbers must fit a 64-bit float");
  }
}

PERFMODEL_INLINE Document parse_file(const std::filesystem::path& path, const Limits& limits,
                                     std::span<const std::string_view> wanted) {
  return parse_text(read_file(path, limits), path.string(), limits, wanted);
}

}  // namespace perfmodel::json

#pragma once
#include <perfmodel/json/layout.hpp>

namespace perfmodel::json {
PERFMODEL_INLINE std::string shortest(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

PERFMODEL_INLINE double rounded(double value, int digits) {
  char text[40];
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::general, digits).ptr;
  std::from_chars(text, end, value);
  return value;
}

namespace detail {
PERFMODEL_INLINE std::string flat(const Ordered& value) {
  if (value.is_number_float()) return shortest(value.get<double>());
  if (!value.is_structured()) return value.dump();
  std::string out = value.is_array() ? "[" : "{";
  for (auto it = value.begin(); it != value.end(); ++it) {
    if (it != value.begin()) out += ", ";
    if (value.is_object()) out += Ordered(it.key()).dump() + ": ";
    out += flat(*it);
  }
  return out + (value.is_array() ? ']' : '}');
}

PERFMODEL_INLINE bool is_small(const Ordered& value) {
  constexpr std::size_t word = 24;
  if (value.is_string()) return value.get_ref<const std::string&>().size() <= word;
  if (!value.is_array()) return !value.is_object();
  for (const Ordered& element : value)
    if (element.is_structured() || !is_small(element)) return false;
  return true;
}

PERFMODEL_INLINE void lay_out(std::string& out, const Ordered& value, std::size_t indent, std::size_t before,
                              bool whole) {
  const std::string line = flat(value);
  if (!value.is_structured() || value.empty() || (!whole && before + line.size() < line_width)) {
    out += line;
    return;
  }
  const std::string margin(indent + 2, ' ');
  std::size_t column = 0;  // 0: the next element starts a line
  out += value.is_array() ? "[" : "{";
  for (auto it = value.begin(); it != value.end(); ++it) {
    const std::string key = value.is_object() ? Ordered(it.key()).dump() + ": " : std::string{};
    const std::size_t length = key.size() + flat(*it).size();
    const bool small = is_small(*it);
    if (it != value.begin()) out += ',';
    if (small && column > 0 && column + 1 + length < line_width) {
      out.append(1, ' ').append(key).append(flat(*it));
      column += 2 + length;
      continue;
    }
    out.append(1, '\n').append(margin).append(key);
    lay_out(out, *it, indent + 2, margin.size() + key.size(), false);
    column = small && margin.size() + length < line_width ? margin.size() + length + 1 : 0;
  }
  out += '\n' + std::string(indent, ' ') + (value.is_array() ? ']' : '}');
}

}  // namespace detail
PERFMODEL_INLINE std::string laid_out(const Ordered& value) {
  std::string out;
  detail::lay_out(out, value, 0, 0, true);
  return out + '\n';
}

}  // namespace perfmodel::json

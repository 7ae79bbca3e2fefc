#pragma once
#include <perfmodel/json/reader.hpp>

namespace perfmodel::json {
PERFMODEL_INLINE std::string to_text(double number) {
  std::ostringstream out;
  out.precision(12);
  out << number;
  return out.str();
}

namespace detail {
PERFMODEL_INLINE std::string line_and_column(std::string_view text, std::size_t offset) {
  std::size_t line = 1, column = 1;
  for (std::size_t i = 0; i + 1 < offset && i < text.size(); ++i) {
    ++column;
    if (text[i] == '\n') ++line, column = 1;
  }
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

}  // namespace detail
PERFMODEL_INLINE Document parse_text(std::string_view text, std::string file, const Limits& limits) {
  file = one_line(std::move(file), 400);
  const std::string place = file.empty() ? "JSON text" : file;
  if (text.size() > limits.bytes)
    throw bad_input(place, std::to_string(text.size()) + " bytes",
                    "must be at most " + std::to_string(limits.bytes) + " bytes");
  try {
    return {nlohmann::json::parse(text.begin(), text.end(), detail::Guard{.limits = limits, .place = place}), file};
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

PERFMODEL_INLINE Document parse_file(const std::filesystem::path& path, const Limits& limits) {
  return parse_text(read_file(path, limits), path.string(), limits);
}

}  // namespace perfmodel::json

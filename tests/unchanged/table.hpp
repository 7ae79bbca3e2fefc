#pragma once
/// Tables of what the model says of many cases, as files that are committed beside the test: one line a case.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace unchanged {

/// A number to five digits, with a point: what is no count.
[[nodiscard]] inline std::string figure(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%#.5g", value);
  return text;
}

/// Words apart by a blank.
template <class... Words>
[[nodiscard]] std::string line(const Words&... words) {
  std::ostringstream out;
  ((out << words << ' '), ...);
  std::string text = out.str();
  text.pop_back();
  return text;
}

/// The same to nine digits: sums over many cases, in which one of them is to be seen.
[[nodiscard]] inline std::string sum(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%#.9g", value);
  return text;
}

/// Whether two words are the same, or figures whose last digits differ by at most one: another compiler's rounding.
[[nodiscard]] inline bool same_word(const std::string& a, const std::string& b) {
  if (a == b) return true;
  char *end_of_a{}, *end_of_b{};
  const double x = std::strtod(a.c_str(), &end_of_a), y = std::strtod(b.c_str(), &end_of_b);
  const bool many_digits = a.find('e') == std::string::npos ? a.size() > 8 : a.find('e') > 8;
  return *end_of_a == '\0' && *end_of_b == '\0' && a.find('.') != std::string::npos &&
         std::abs(x - y) <= (many_digits ? 1.01e-8 : 1.01e-4) * std::max(std::abs(x), std::abs(y));
}
[[nodiscard]] inline bool same_line(const std::string& a, const std::string& b) {
  std::istringstream left(a), right(b);
  for (std::string x, y;;) {
    const bool more = static_cast<bool>(left >> x);
    if (more != static_cast<bool>(right >> y)) return false;
    if (!more) return true;
    if (!same_word(x, y)) return false;
  }
}

/// Compares with tests/unchanged/NAME.table; PERFMODEL_UPDATE_DOCS=1 writes it instead (scripts/update-docs).
/// @param columns  what stands in the columns: the table's first line
inline void check_table(const std::string& name, const std::string& columns, std::vector<std::string> lines) {
  const std::string path = PERFMODEL_SOURCE_DIR "/tests/unchanged/" + name + ".table";
  lines.insert(lines.begin(), "# " + columns);
  if (std::getenv("PERFMODEL_UPDATE_DOCS") != nullptr) {
    std::ofstream out(path, std::ios::binary);
    for (const std::string& text : lines) out << text << '\n';
    return;
  }
  std::ifstream in(path);
  REQUIRE(in);
  std::vector<std::string> stored;
  for (std::string text; std::getline(in, text);) stored.push_back(text);
  REQUIRE(stored.size() == lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (!same_line(stored[i], lines[i])) CHECK(stored[i] == lines[i]);
}

}  // namespace unchanged

#pragma once
/// What the equation of an Einsum says: one letter a dimension, an operand after the other.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plan::onnx_import {

struct Equation {
  std::vector<std::string> operands{};
  std::string result{};
};

/// "bij,bjk->bik". Nothing where dimensions are left out ("..."), a letter stands twice in one operand (diagonals), or
/// the result is not said.
[[nodiscard]] inline std::optional<Equation> equation_from(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  const std::size_t arrow = text.find("->");
  if (arrow == std::string::npos || text.find('.') != std::string::npos) return std::nullopt;
  Equation e{.result = text.substr(arrow + 2)};
  std::string_view rest(text.data(), arrow);
  while (true) {
    const std::size_t comma = rest.find(',');
    e.operands.emplace_back(rest.substr(0, comma));
    if (comma == std::string_view::npos) break;
    rest = rest.substr(comma + 1);
  }
  for (const std::string& letters : e.operands)
    for (const char c : letters)
      if (std::count(letters.begin(), letters.end(), c) > 1) return std::nullopt;
  return e;
}

/// The letters of `of` that are in `among` (or are not), in order.
[[nodiscard]] inline std::string letters_in(std::string_view of, std::string_view among, bool in = true) {
  std::string found;
  for (const char c : of)
    if ((among.find(c) != std::string_view::npos) == in) found += c;
  return found;
}

}  // namespace plan::onnx_import

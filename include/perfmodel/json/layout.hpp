#pragma once
/// JSON text that people read and compare: what fits on a line stands on one; numbers fill lines.
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <perfmodel/compiled.hpp>
#include <string>

namespace perfmodel::json {

/// Members keep the order in which they were added.
using Ordered = nlohmann::ordered_json;

/// A number as short as it reads back the same: 2000, 0.5, 1e-06.
[[nodiscard]] std::string shortest(double value);

/// The number with so many significant digits that is nearest.
[[nodiscard]] double rounded(double value, int digits);

namespace detail {
inline constexpr std::size_t line_width = 120;

[[nodiscard]] std::string flat(const Ordered& value);

/// A number, a word, or a list of them.
[[nodiscard]] bool is_small(const Ordered& value);

void lay_out(std::string& out, const Ordered& value, std::size_t indent, std::size_t before, bool whole);
}  // namespace detail

/// The text of a whole file.
[[nodiscard]] std::string laid_out(const Ordered& value);

}  // namespace perfmodel::json

#ifndef PERFMODEL_COMPILED
#include <perfmodel/json/layout.ipp>
#endif

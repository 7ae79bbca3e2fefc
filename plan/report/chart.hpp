#pragma once
/// A chart: a Vega-Lite specification with its data in it, and the words and columns that say the same without a
/// picture.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace plan {

/// A column of the table that stands beside a chart: a field of its data and what readers call it.
struct ChartColumn {
  std::string field{}, title{};
};

struct Chart {
  std::string id{};     ///< of letters, digits and "-"; the name of its file and of its place on a page
  std::string title{};  ///< a few words
  std::string text{};   ///< what it shows and what the reader should take from it
  std::vector<ChartColumn> columns{};
  nlohmann::ordered_json spec{};  ///< Vega-Lite 5
};

/// Rounded to so many significant digits: more would make a page large and show nothing.
[[nodiscard]] inline double rounded(double x, int digits) {
  if (x == 0.0 || !std::isfinite(x)) return 0.0;
  char text[32];
  (void)std::snprintf(text, sizeof text, "%.*g", digits, x);
  return std::strtod(text, nullptr);
}
[[nodiscard]] inline double six_digits(double x) { return rounded(x, 6); }
[[nodiscard]] inline double four_digits(double x) { return rounded(x, 4); }

/// In which a chart shows times.
struct TimeUnit {
  const char* name{};
  double of_a_second{};  ///< how many are a second
};
/// The unit in which the longest time of a chart has one to four digits before its point.
[[nodiscard]] inline TimeUnit unit_for(double longest_seconds) {
  constexpr double most = 1e4;
  constexpr TimeUnit us{"us", 1e6}, ms{"ms", 1e3}, s{"s", 1.0};
  return longest_seconds * us.of_a_second < most ? us : longest_seconds * ms.of_a_second < most ? ms : s;
}

/// Channels of an encoding.
[[nodiscard]] nlohmann::ordered_json quantity(const std::string& field, const std::string& title);
[[nodiscard]] nlohmann::ordered_json log_quantity(const std::string& field, const std::string& title);
/// The same for an axis, which ends so many pixels beyond the data instead of at the next power of ten.
[[nodiscard]] nlohmann::ordered_json log_axis(const std::string& field, const std::string& title, int beyond = 12);
/// Words, in the order of the data.
[[nodiscard]] nlohmann::ordered_json word(const std::string& field, const std::string& title);
/// Shapes of marks that differ in colour, too: their legend is readable on light and dark pages.
[[nodiscard]] nlohmann::ordered_json shape(const std::string& field, const std::string& title);
/// What a pointer over a mark shows: each column.
[[nodiscard]] nlohmann::ordered_json tooltip(const std::vector<ChartColumn>& columns);

/// The chart with its specification made: data, size, description and colours that the colour-blind tell apart (Okabe
/// and Ito 2008, "Color Universal Design").
/// @param marks  "mark" and "encoding", or "layer"
[[nodiscard]] Chart with_spec(Chart chart, nlohmann::ordered_json values, nlohmann::ordered_json marks,
                              int height = 300);

/// Makes a chart whose rows are words as high as their number asks. @param field  whose words they are
void set_row_height(Chart& chart, const std::string& field, int pixels);

/// The data of a chart, one object a row.
[[nodiscard]] const nlohmann::ordered_json& values_of(const Chart& chart);

}  // namespace plan

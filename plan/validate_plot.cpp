#include <algorithm>
#include <array>
#include <map>

#include "format.hpp"
#include "validate.hpp"

namespace plan {
namespace {

/// Text inside SVG.
[[nodiscard]] std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text)
    result += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
  return result;
}

/// Both axes run over the same decades.
struct Axes {
  double low{}, high{};  ///< log10 of microseconds
  double left = 70, top = 40, size = 520;

  [[nodiscard]] double x(double log_value) const { return left + size * (log_value - low) / (high - low); }
  [[nodiscard]] double y(double log_value) const { return top + size - size * (log_value - low) / (high - low); }
};

[[nodiscard]] std::string line(const Axes& a, double offset, const char* style) {
  return "<line x1='" + number("%.1f", a.x(a.low)) + "' y1='" + number("%.1f", a.y(a.low + offset)) + "' x2='" +
         number("%.1f", a.x(a.high)) + "' y2='" + number("%.1f", a.y(a.high + offset)) + "' " + style + "/>\n";
}

[[nodiscard]] std::string label(double x, double y, const std::string& text, const char* anchor,
                                const char* more = "") {
  return "<text x='" + number("%.1f", x) + "' y='" + number("%.1f", y) + "' text-anchor='" + anchor + "' " + more +
         '>' + escaped(text) + "</text>\n";
}

}  // namespace

std::vector<Interval> intervals_of(const Validations& found) {
  std::vector<Interval> rows;
  for (const Validation& card : found.cards)
    for (const ValidatedRow& row : card.rows)
      rows.push_back({.name = (found.cards.size() > 1 ? card.name + ' ' : std::string()) + row.what,
                      .predicted = row.judged.predicted,
                      .low = row.judged.low,
                      .high = row.judged.high,
                      .measured = row.judged.measured,
                      .group = row.judged.regime});
  return rows;
}

namespace {
using Regimes = std::map<std::string, const char*>;  ///< their colours

/// Whole decades that hold all times.
[[nodiscard]] Axes axes_of(const std::vector<ValidatedRow>& rows) {
  Axes a{.low = 1e9, .high = -1e9};
  for (const ValidatedRow& row : rows)
    for (const double seconds : {row.judged.predicted, row.judged.measured}) {
      a.low = std::min(a.low, std::floor(std::log10(seconds * 1e6)));
      a.high = std::max(a.high, std::ceil(std::log10(seconds * 1e6)));
    }
  a.high = std::max(a.high, a.low + 1);
  return a;
}

[[nodiscard]] Regimes regimes_of(const std::vector<ValidatedRow>& rows) {
  constexpr std::array<const char*, 8> colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                               "#e69f00", "#56b4e9", "#000000", "#8b8b00"};
  Regimes regimes;
  for (const ValidatedRow& row : rows)
    if (!regimes.contains(row.judged.regime))
      regimes.emplace(row.judged.regime, colours[regimes.size() % colours.size()]);
  return regimes;
}

[[nodiscard]] std::string grid(const Axes& a) {
  std::string svg;
  for (int power = static_cast<int>(a.low); power <= static_cast<int>(a.high); ++power) {
    const double decade = power;
    svg += "<line x1='" + number("%.1f", a.x(decade)) + "' y1='" + number("%.1f", a.top) + "' x2='" +
           number("%.1f", a.x(decade)) + "' y2='" + number("%.1f", a.top + a.size) + "' stroke='#ddd'/>\n";
    svg += "<line x1='" + number("%.1f", a.left) + "' y1='" + number("%.1f", a.y(decade)) + "' x2='" +
           number("%.1f", a.left + a.size) + "' y2='" + number("%.1f", a.y(decade)) + "' stroke='#ddd'/>\n";
    const std::string value = number("%g", std::pow(10.0, decade));
    svg += label(a.x(decade), a.top + a.size + 18, value, "middle") + label(a.left - 6, a.y(decade) + 4, value, "end");
  }
  return svg;
}

[[nodiscard]] std::string dots(const Axes& a, const std::vector<ValidatedRow>& rows, const Regimes& regimes) {
  std::string svg;
  for (const ValidatedRow& row : rows)
    svg += "<circle cx='" + number("%.1f", a.x(std::log10(row.judged.measured * 1e6))) + "' cy='" +
           number("%.1f", a.y(std::log10(row.judged.predicted * 1e6))) + "' r='2.5' fill='" +
           regimes.at(row.judged.regime) + "' fill-opacity='0.6'><title>" +
           escaped(row.card + (row.card.empty() ? "" : " ") + row.what) + "</title></circle>\n";
  return svg;
}
}  // namespace

std::string scatter_svg(const std::vector<ValidatedRow>& rows, const std::string& title) {
  const Axes a = axes_of(rows);
  const Regimes regimes = regimes_of(rows);
  constexpr std::size_t line_height = 18;
  const std::size_t height = std::max<std::size_t>(620, 70 + line_height * regimes.size());
  std::string svg = "<svg xmlns='http://www.w3.org/2000/svg' width='860' height='" + std::to_string(height) +
                    "' font-family='sans-serif' font-size='12'>\n"
                    "<rect width='100%' height='100%' fill='white'/>\n";
  svg += label(a.left, 24, title, "start", "font-size='15'");
  svg += grid(a);
  svg += line(a, 0.0, "stroke='black'") + line(a, std::log10(1.1), "stroke='gray' stroke-dasharray='4'") +
         line(a, std::log10(0.9), "stroke='gray' stroke-dasharray='4'");
  svg += label(a.left + a.size / 2, a.top + a.size + 38, "measured, us", "middle");
  svg += label(16, a.top + a.size / 2, "predicted, us", "middle",
               ("transform='rotate(-90 16 " + number("%.0f", a.top + a.size / 2) + ")'").c_str());
  svg += dots(a, rows, regimes);
  double y = a.top + 10;
  for (const auto& [regime, colour] : regimes) {
    svg += "<circle cx='606' cy='" + number("%.1f", y - 4) + "' r='4' fill='" + colour + "'/>\n" +
           label(616, y, regime, "start");
    y += line_height;
  }
  return svg + "</svg>\n";
}

}  // namespace plan

#include "page.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string_view>

#include "assets.hpp"

namespace plan {

using nlohmann::ordered_json;

namespace {

/// JSON that stands inside a <script>: nothing in it may end the element.
[[nodiscard]] std::string script_json(const ordered_json& value) {
  const std::string text = value.dump(-1, ' ', true, ordered_json::error_handler_t::replace);
  std::string safe;
  for (const char c : text) safe += c == '<' ? "\\u003c" : std::string(1, c);
  return safe;
}

/// "{{name}}" of the template becomes `text`.
void fill(std::string& page, const std::string& name, std::string_view text) {
  const std::string mark = "{{" + name + "}}";
  const std::size_t at = page.find(mark);
  if (at != std::string::npos) page.replace(at, mark.size(), text);
}

/// Digits behind the point of a column's numbers, four of the largest, so that points stand below each other; nothing
/// where the smallest would lose all of its own.
[[nodiscard]] std::optional<int> decimals_of(const PageTable& table, std::size_t column) {
  double least = 0.0, most = 0.0;
  bool whole = true;
  for (const auto& row : table.rows) {
    if (!row[column].is_number()) continue;
    const double size = std::abs(row[column].get<double>());
    whole = whole && size == std::floor(size);
    if (size > 0.0) least = least > 0.0 ? std::min(least, size) : size;
    most = std::max(most, size);
  }
  constexpr int digits = 4;
  constexpr double span = 1000.0;
  if (whole) return 0;
  if (most > span * least) return std::nullopt;
  return std::max(0, digits - 1 - static_cast<int>(std::floor(std::log10(most))));
}

[[nodiscard]] std::string cell_html(const ordered_json& cell, std::optional<int> decimals) {
  if (!cell.is_number()) return "<td>" + html_text(cell.is_string() ? cell.get<std::string>() : "") + "</td>";
  constexpr int most_digits = 6;
  char text[64];
  (void)std::snprintf(text, sizeof text, decimals ? "%.*f" : "%.*g", decimals.value_or(most_digits),
                      cell.get<double>());
  return "<td class=\"number\" data-value=\"" + cell.dump() + "\">" + text + "</td>";
}

/// A paragraph, in which `words` are what one types.
[[nodiscard]] std::string paragraph_html(const std::string& text) {
  std::string html = "<p>";
  bool typed = false;
  for (const char c : html_text(text)) {
    if (c == '`') typed = !typed;
    html += c != '`' ? std::string(1, c) : typed ? "<code>" : "</code>";
  }
  return html + (typed ? "</code></p>\n" : "</p>\n");
}

[[nodiscard]] std::string table_html(const PageTable& table) {
  std::string html = "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"" + html_text(table.title) +
                     "\"><table class=\"sortable\"><caption>" + html_text(table.title) + "</caption><thead><tr>";
  for (const std::string& column : table.columns) html += "<th scope=\"col\">" + html_text(column) + "</th>";
  html += "</tr></thead><tbody>\n";
  std::vector<std::optional<int>> decimals;
  for (std::size_t column = 0; column < table.columns.size(); ++column) decimals.push_back(decimals_of(table, column));
  for (const auto& row : table.rows) {
    html += "<tr>";
    for (std::size_t column = 0; column < row.size(); ++column) html += cell_html(row[column], decimals[column]);
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

/// The picture is drawn by the page's script; its data stand below it as a table.
[[nodiscard]] std::string chart_html(const Chart& chart) {
  PageTable data{.title = "Data of: " + chart.title};
  for (const ChartColumn& c : chart.columns) data.columns.push_back(c.title);
  for (const ordered_json& row : values_of(chart)) {
    data.rows.emplace_back();
    for (const ChartColumn& c : chart.columns) data.rows.back().push_back(row.value(c.field, ordered_json(nullptr)));
  }
  return "<figure id=\"" + html_text(chart.id) + "\"><figcaption><h3>" + html_text(chart.title) + "</h3><p>" +
         html_text(chart.text) + "</p></figcaption><div class=\"plot\"></div><details><summary>Data</summary>" +
         table_html(data) + "</details></figure>\n";
}

[[nodiscard]] std::string section_html(const PageSection& section) {
  std::string html = "<section id=\"" + html_text(section.id) + "\"><h2>" + html_text(section.title) + "</h2>\n";
  for (const std::string& text : section.paragraphs) html += paragraph_html(text);
  for (const PageTable& table : section.tables) html += table_html(table);
  for (const Chart& chart : section.charts) html += chart_html(chart);
  return html + "</section>\n";
}

}  // namespace

std::string html_text(const std::string& text) {
  std::string safe;
  for (const char c : text)
    safe += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
  return safe;
}

bool draws_charts() { return !assets::runtime().empty(); }

std::string why_no_charts() {
  return "this perfmodel-plan was built without the Vega runtime (needs npm and a network when it is built)";
}

std::string html_of(const Page& page) {
  std::string html(assets::page()), contents, body;
  ordered_json specs = ordered_json::object();
  for (const PageSection& section : page.sections) {
    contents += "<li><a href=\"#" + html_text(section.id) + "\">" + html_text(section.title) + "</a></li>\n";
    body += section_html(section);
    for (const Chart& chart : section.charts) specs[chart.id] = chart.spec;
  }
  if (!draws_charts()) body += "<p class=\"left-out\">Charts are left out: " + html_text(why_no_charts()) + ".</p>\n";
  fill(html, "title", html_text(page.title));
  fill(html, "style", assets::style());
  fill(html, "heading", html_text(page.title));
  fill(html, "summary", html_text(page.summary));
  fill(html, "contents", contents);
  fill(html, "body", body);
  fill(html, "licences", html_text(std::string(assets::licences())));
  fill(html, "specs", script_json(specs));
  fill(html, "script", assets::script());
  fill(html, "runtime", assets::runtime());  // the last: it may hold what looks like a mark
  return html;
}

}  // namespace plan

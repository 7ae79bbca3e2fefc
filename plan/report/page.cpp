#include "page.hpp"

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

[[nodiscard]] std::string cell_html(const ordered_json& cell) {
  if (!cell.is_number()) return "<td>" + html_text(cell.is_string() ? cell.get<std::string>() : "") + "</td>";
  const std::string value = cell.dump();
  return "<td class=\"number\" data-value=\"" + value + "\">" + value + "</td>";
}

[[nodiscard]] std::string table_html(const PageTable& table) {
  std::string html = "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"" + html_text(table.title) +
                     "\"><table class=\"sortable\"><caption>" + html_text(table.title) + "</caption><thead><tr>";
  for (const std::string& column : table.columns) html += "<th scope=\"col\">" + html_text(column) + "</th>";
  html += "</tr></thead><tbody>\n";
  for (const auto& row : table.rows) {
    html += "<tr>";
    for (const ordered_json& cell : row) html += cell_html(cell);
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
  for (const std::string& text : section.paragraphs) html += "<p>" + html_text(text) + "</p>\n";
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

#include "chart.hpp"

#include <algorithm>
#include <set>

namespace plan {

using nlohmann::ordered_json;

ordered_json quantity(const std::string& field, const std::string& title) {
  return {{"field", field}, {"type", "quantitative"}, {"title", title}};
}

ordered_json log_quantity(const std::string& field, const std::string& title) {
  ordered_json channel = quantity(field, title);
  channel["scale"] = {{"type", "log"}};
  return channel;
}

ordered_json log_axis(const std::string& field, const std::string& title, int beyond) {
  ordered_json channel = quantity(field, title);
  channel["scale"] = {{"type", "log"}, {"nice", false}, {"padding", beyond}};
  return channel;
}

ordered_json shape(const std::string& field, const std::string& title) {
  ordered_json channel = word(field, title);
  channel["legend"] = {{"symbolFillColor", "#777777"}, {"symbolStrokeColor", "#777777"}};
  return channel;
}

ordered_json word(const std::string& field, const std::string& title) {
  return {{"field", field}, {"type", "nominal"}, {"title", title}, {"sort", nullptr}};
}

ordered_json tooltip(const std::vector<ChartColumn>& columns) {
  ordered_json channels = ordered_json::array();
  for (const ChartColumn& c : columns) channels.push_back({{"field", c.field}, {"title", c.title}});
  return channels;
}

Chart with_spec(Chart chart, ordered_json values, ordered_json marks, int height) {
  constexpr int width = 640;
  chart.spec = {{"$schema", "https://vega.github.io/schema/vega-lite/v5.json"},
                {"description", chart.title + ". " + chart.text},
                {"title", chart.title},
                {"width", width},
                {"height", height},
                {"background", "white"},
                {"data", {{"values", std::move(values)}}}};
  chart.spec.update(marks);
  chart.spec["config"] = {
      {"range",
       {{"category", {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8b8b00", "#999999"}}}},
      {"axis", {{"labelFontSize", 11}, {"titleFontSize", 12}, {"labelSeparation", 6}}},
      {"axisY", {{"labelLimit", 340}}}};
  return chart;
}

void set_row_height(Chart& chart, const std::string& field, int pixels) {
  std::set<std::string> words;
  for (const ordered_json& row : values_of(chart)) words.insert(row.at(field).dump());
  chart.spec["height"] = pixels * static_cast<int>(std::max<std::size_t>(words.size(), 1));
}

const ordered_json& values_of(const Chart& chart) { return chart.spec.at("data").at("values"); }

}  // namespace plan

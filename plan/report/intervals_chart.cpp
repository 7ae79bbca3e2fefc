#include "charts.hpp"

namespace plan {

using nlohmann::ordered_json;

namespace {

[[nodiscard]] ordered_json values_of(std::span<const Interval> rows) {
  constexpr double milliseconds = 1e3;
  ordered_json values = ordered_json::array();
  for (const Interval& row : rows) {
    values.push_back({{"name", row.name},
                      {"group", row.group},
                      {"predicted", six_digits(milliseconds * row.predicted)},
                      {"low", six_digits(milliseconds * row.low)},
                      {"high", six_digits(milliseconds * row.high)}});
    if (row.measured) values.back()["measured"] = six_digits(milliseconds * *row.measured);
  }
  return values;
}

}  // namespace

Chart intervals_chart(std::span<const Interval> rows) {
  Chart chart{.id = "intervals",
              .title = "Predicted time of a step",
              .text = "The prediction and the interval that 90 % of measurements lie in.",
              .columns = {{"name", "what"},
                          {"predicted", "predicted, ms"},
                          {"low", "from, ms"},
                          {"high", "to, ms"},
                          {"group", "bound by"}}};
  const ordered_json y = word("name", "");
  const ordered_json bars{{"mark", {{"type", "rule"}, {"strokeWidth", 2}}},
                          {"encoding",
                           {{"y", y},
                            {"x", log_axis("low", "ms a step")},
                            {"x2", {{"field", "high"}}},
                            {"color", word("group", "bound by")}}}};
  const ordered_json points{{"mark", {{"type", "point"}, {"filled", true}, {"size", 70}}},
                            {"encoding",
                             {{"y", y},
                              {"x", log_axis("predicted", "ms a step")},
                              {"color", word("group", "bound by")},
                              {"tooltip", tooltip(chart.columns)}}}};
  chart = with_spec(std::move(chart), values_of(rows), {{"layer", {bars, points}}});
  set_row_height(chart, "name", 20);
  return chart;
}

Chart validation_chart(std::span<const Interval> rows) {
  ordered_json values = values_of(rows);
  double least = 1e300, most = 0.0;
  for (const ordered_json& row : values) {
    least = std::min({least, row.at("predicted").get<double>(), row.value("measured", least)});
    most = std::max({most, row.at("predicted").get<double>(), row.value("measured", most)});
  }
  Chart chart{.id = "validation",
              .title = "Predicted against measured",
              .text = "Each measured row beside its prediction and 90 % interval; on the diagonal both are equal.",
              .columns = {{"name", "what"},
                          {"group", "kind"},
                          {"measured", "measured, ms"},
                          {"predicted", "predicted, ms"},
                          {"low", "from, ms"},
                          {"high", "to, ms"}}};
  const ordered_json x = log_axis("measured", "measured, ms"), y = log_axis("predicted", "predicted, ms");
  const ordered_json diagonal{
      {"data", {{"values", {{{"measured", least}, {"predicted", least}}, {{"measured", most}, {"predicted", most}}}}}},
      {"mark", {{"type", "line"}, {"strokeDash", {4, 4}}, {"color", "#777777"}}},
      {"encoding", {{"x", x}, {"y", y}}}};
  const ordered_json bars{{"mark", {{"type", "rule"}, {"opacity", 0.3}}},
                          {"encoding",
                           {{"x", x},
                            {"y", log_axis("low", "predicted, ms")},
                            {"y2", {{"field", "high"}}},
                            {"color", word("group", "kind")}}}};
  const ordered_json points{
      {"mark", {{"type", "point"}, {"filled", true}, {"opacity", 0.7}}},
      {"encoding", {{"x", x}, {"y", y}, {"color", word("group", "kind")}, {"tooltip", tooltip(chart.columns)}}}};
  return with_spec(std::move(chart), std::move(values), {{"layer", {diagonal, bars, points}}}, 480);
}

}  // namespace plan

#include "charts.hpp"

namespace plan {

using nlohmann::ordered_json;

Chart utilization_map(std::span<const GridPoint> points, const std::string& series) {
  ordered_json values = ordered_json::array();
  for (const GridPoint& p : points) {
    values.push_back({{"series", p.series}, {"batch", p.batch}, {"percent", nullptr}, {"note", "does not fit"}});
    if (!p.fits) continue;
    values.back()["percent"] = six_digits(100.0 * p.utilization);
    values.back()["note"] = "bound by " + p.bound;
  }
  Chart chart{.id = "utilization",
              .title = "Utilization",
              .text = "Share of the card's peak that a step reaches. Blank cells run out of memory.",
              .columns = {{"series", series}, {"batch", "batch"}, {"percent", "utilization, %"}, {"note", "why"}}};
  ordered_json x = word("batch", "samples per step"), y = word("series", series);
  x["type"] = "ordinal";
  x["axis"] = {{"labelAngle", 0}};
  ordered_json colour = quantity("percent", "%");
  colour["scale"] = {{"scheme", "viridis"}};
  const ordered_json cells{{"mark", {{"type", "rect"}}},
                           {"transform", {{{"filter", "isValid(datum.percent)"}}}},
                           {"encoding", {{"x", x}, {"y", y}, {"color", colour}, {"tooltip", tooltip(chart.columns)}}}};
  const ordered_json blanks{{"mark", {{"type", "rect"}, {"opacity", 0}}},
                            {"encoding", {{"x", x}, {"y", y}, {"tooltip", tooltip(chart.columns)}}}};
  chart = with_spec(std::move(chart), std::move(values), {{"layer", {blanks, cells}}});
  set_row_height(chart, "series", 26);
  return chart;
}

}  // namespace plan

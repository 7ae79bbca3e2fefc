#include <algorithm>

#include "../folded_layers.hpp"
#include "charts.hpp"

namespace plan {

using namespace perfmodel;
using nlohmann::ordered_json;

std::vector<LayerPoint> layer_points(const Network& network, const NetworkShapes& shapes, const StepTime& step) {
  std::vector<LayerRow> rows = layer_rows(network, shapes, false);
  rows.push_back({.name = "loss", .layers = {network.layers.size()}});
  std::vector<LayerPoint> points;
  for (const LayerRow& row : rows) points.push_back({row.name, sum_of(step, row.layers)});
  return points;
}

Chart layers_chart(std::span<const LayerPoint> layers) {
  Time longest{};
  for (const LayerPoint& l : layers) longest = std::max(longest, l.time.forward + l.time.backward);
  const TimeUnit unit = unit_for(in(longest, second));
  ordered_json values = ordered_json::array();
  const auto add = [&](const std::string& layer, const char* pass, Time time) {
    if (time > Time{})
      values.push_back({{"layer", layer}, {"pass", pass}, {"time", six_digits(unit.of_a_second * in(time, second))}});
  };
  Time optimizer{};
  for (const LayerPoint& l : layers) {
    add(l.name, "forward", l.time.forward);
    add(l.name, "backward", l.time.backward);
    optimizer += l.time.optimizer;
  }
  add("optimizer", "optimizer", optimizer);
  Chart chart{.id = "layers",
              .title = "Time by layer",
              .text = "Device time of each layer's kernels in one step; layers of equal blocks are added up.",
              .columns = {{"layer", "layer"}, {"pass", "pass"}, {"time", unit.name}}};
  const ordered_json marks{{"mark", {{"type", "bar"}}},
                           {"encoding",
                            {{"y", word("layer", "")},
                             {"x", quantity("time", std::string("device time, ") + unit.name)},
                             {"color", word("pass", "pass")},
                             {"order", {{"field", "pass"}, {"sort", "descending"}}},  // forward before backward
                             {"tooltip", tooltip(chart.columns)}}}};
  chart = with_spec(std::move(chart), std::move(values), marks);
  set_row_height(chart, "layer", 16);
  return chart;
}

}  // namespace plan

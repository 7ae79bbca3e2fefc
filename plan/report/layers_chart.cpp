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
  ordered_json values = ordered_json::array();
  const auto add = [&](const std::string& layer, const char* pass, Time time) {
    if (time > Time{})
      values.push_back({{"layer", layer}, {"pass", pass}, {"time_us", six_digits(in(time, micro * second))}});
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
              .columns = {{"layer", "layer"}, {"pass", "pass"}, {"time_us", "us"}}};
  const ordered_json marks{{"mark", {{"type", "bar"}}},
                           {"encoding",
                            {{"y", word("layer", "")},
                             {"x", quantity("time_us", "device time, us")},
                             {"color", word("pass", "pass")},
                             {"order", {{"field", "pass"}, {"sort", "descending"}}},  // forward before backward
                             {"tooltip", tooltip(chart.columns)}}}};
  chart = with_spec(std::move(chart), std::move(values), marks);
  set_row_height(chart, "layer", 16);
  return chart;
}

}  // namespace plan

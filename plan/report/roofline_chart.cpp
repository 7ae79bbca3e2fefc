#include <algorithm>
#include <utility>

#include "charts.hpp"

namespace plan {

using namespace perfmodel;
using nlohmann::ordered_json;

namespace {

[[nodiscard]] double tflops(WorkRate rate) { return six_digits(in(rate, tera * flop / second)); }

/// FLOP per byte that the chart spans.
inline constexpr double least_intensity = 0.1, most_intensity = 1e4;

/// Formats that a card computes in, those of one roof together: "fp16, bf16".
[[nodiscard]] std::vector<std::pair<std::string, WorkRate>> roofs_of(const Device& device) {
  std::vector<std::pair<std::string, WorkRate>> roofs;
  for (const NumberFormat format : all_number_formats) {
    const WorkRate roof = peak(device, format);
    if (format > NumberFormat::fp8 || !(roof > WorkRate{})) continue;
    const auto same = std::find_if(roofs.begin(), roofs.end(), [&](const auto& r) { return r.second == roof; });
    if (same != roofs.end())
      same->first += ", " + std::string(name(format));
    else
      roofs.emplace_back(name(format), roof);
  }
  return roofs;
}

/// A roof from the left edge over its ridge point to the right edge.
void add_roof(const Device& device, const std::string& formats, WorkRate roof, ordered_json& values) {
  const double ridge = in(roof / device.dram_bandwidth, flop / byte);
  for (const double intensity : {least_intensity, ridge, most_intensity})
    values.push_back({{"what", "roof"},
                      {"name", formats},
                      {"intensity", six_digits(intensity)},
                      {"tflops", tflops(std::min(roof, intensity * flop / byte * device.dram_bandwidth))},
                      {"ridge", six_digits(ridge)}});
}

void add_layer(const LayerPoint& layer, ordered_json& values) {
  const Time time = layer.time.forward + layer.time.backward;
  if (!(time > Time{}) || !(layer.time.traffic > Bytes{}) || !(layer.time.work > Work{})) return;
  values.push_back({{"what", "layer"},
                    {"name", layer.name},
                    {"intensity", six_digits(in(layer.time.work / layer.time.traffic, flop / byte))},
                    {"tflops", tflops(layer.time.work / time)},
                    {"time_us", six_digits(in(time, micro * second))}});
}

}  // namespace

Chart roofline_chart(const Device& device, std::span<const LayerPoint> layers) {
  ordered_json values = ordered_json::array();
  for (const auto& [formats, roof] : roofs_of(device)) add_roof(device, formats, roof, values);
  for (const LayerPoint& layer : layers) add_layer(layer, values);
  Chart chart{.id = "roofline-" + device.name,
              .title = "Roofline of " + device.name,
              .text =
                  "Every layer as a point under the card's published roofs: left of a bend memory bounds it, right "
                  "of it the multipliers of that format. Points far below every roof wait for something else.",
              .columns = {{"name", "layer or format"},
                          {"intensity", "FLOP/byte"},
                          {"tflops", "TFLOPS"},
                          {"time_us", "forward + backward, us"},
                          {"ridge", "ridge point, FLOP/byte"}}};
  ordered_json x = log_quantity("intensity", "FLOP per byte of device memory");
  x["scale"]["domain"] = {least_intensity, most_intensity};
  x["scale"]["clamp"] = true;
  const ordered_json y = log_axis("tflops", "TFLOPS");
  const std::vector<ChartColumn> of_layer{chart.columns.begin(), chart.columns.begin() + 4};
  const ordered_json roofs{{"transform", {{{"filter", "datum.what === 'roof'"}}}},
                           {"mark", {{"type", "line"}, {"interpolate", "linear"}}},
                           {"encoding", {{"x", x}, {"y", y}, {"color", word("name", "format")}}}};
  const ordered_json bends{{"transform", {{{"filter", "datum.what === 'roof' && datum.intensity === datum.ridge"}}}},
                           {"mark", {{"type", "point"}, {"shape", "diamond"}, {"filled", true}, {"size", 70}}},
                           {"encoding",
                            {{"x", x},
                             {"y", y},
                             {"color", word("name", "format")},
                             {"tooltip", tooltip({{"name", "format"}, {"ridge", "ridge point, FLOP/byte"}})}}}};
  const ordered_json points{
      {"transform", {{{"filter", "datum.what === 'layer'"}}}},
      {"mark", {{"type", "point"}, {"filled", true}, {"opacity", 0.7}, {"color", "#777777"}}},
      {"encoding",
       {{"x", x}, {"y", y}, {"size", log_quantity("time_us", "time, us")}, {"tooltip", tooltip(of_layer)}}}};
  return with_spec(std::move(chart), std::move(values), {{"layer", {roofs, bends, points}}}, 380);
}

}  // namespace plan

#include "charts.hpp"

namespace plan {

using namespace perfmodel;
using nlohmann::ordered_json;

namespace {
/// What networks are trained and run in.
constexpr std::array<NumberFormat, 5> shown{NumberFormat::fp32, NumberFormat::tf32, NumberFormat::fp16,
                                            NumberFormat::bf16, NumberFormat::fp8};
}  // namespace

Chart peaks_chart(std::span<const CardUtilization> cards) {
  ordered_json values = ordered_json::array();
  for (const CardUtilization& c : cards) {
    const double roof = in(peak(*c.device, c.format), tera * flop / second);
    if (!(roof > 0.0)) continue;
    values.push_back({{"card", c.device->name}, {"format", name(c.format)}, {"peak", six_digits(roof)}});
    if (!c.utilization) continue;
    values.back()["reached"] = six_digits(roof * *c.utilization);
    values.back()["percent"] = six_digits(100.0 * *c.utilization);
  }
  Chart chart{.id = "peaks",
              .title = "Peak and utilization",
              .text =
                  "Published dense peak of each card and format (pale), and what the step reaches of it (dark): "
                  "FLOP of the mathematics over the time of the step.",
              .columns = {{"card", "card"},
                          {"format", "format"},
                          {"peak", "peak, TFLOPS"},
                          {"reached", "reached, TFLOPS"},
                          {"percent", "utilization, %"}}};
  const ordered_json place{
      {"y", word("card", "")}, {"yOffset", word("format", "format")}, {"color", word("format", "format")}};
  ordered_json peaks{{"mark", {{"type", "bar"}, {"opacity", 0.35}}}, {"encoding", place}};
  peaks["encoding"]["x"] = quantity("peak", "TFLOPS");
  peaks["encoding"]["tooltip"] = tooltip(chart.columns);
  ordered_json reached{{"mark", {{"type", "bar"}}}, {"encoding", place}};
  reached["encoding"]["x"] = quantity("reached", "TFLOPS");
  reached["encoding"]["tooltip"] = tooltip(chart.columns);
  chart = with_spec(std::move(chart), std::move(values), {{"layer", {peaks, reached}}});
  set_row_height(chart, "card", 45);
  return chart;
}

Chart ridge_points_chart(std::span<const Device> devices) {
  ordered_json values = ordered_json::array();
  for (const Device& d : devices)
    for (const NumberFormat format : shown)
      if (peak(d, format) > WorkRate{})
        values.push_back({{"card", d.name},
                          {"format", name(format)},
                          {"ridge", six_digits(in(peak(d, format) / d.dram_bandwidth, flop / byte))}});
  Chart chart{.id = "ridge-points",
              .title = "Ridge points",
              .text =
                  "FLOP per byte at which math and memory take equally long. Kernels with less are bound by memory "
                  "whatever the multipliers can do.",
              .columns = {{"card", "card"}, {"format", "format"}, {"ridge", "FLOP/byte"}}};
  const ordered_json marks{{"mark", {{"type", "point"}, {"filled", true}, {"size", 80}}},
                           {"encoding",
                            {{"y", word("card", "")},
                             {"x", log_axis("ridge", "FLOP per byte")},
                             {"color", word("format", "format")},
                             {"shape", word("format", "format")},
                             {"tooltip", tooltip(chart.columns)}}}};
  chart = with_spec(std::move(chart), std::move(values), marks);
  set_row_height(chart, "card", 18);
  return chart;
}

}  // namespace plan

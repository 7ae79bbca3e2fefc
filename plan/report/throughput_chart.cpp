#include "charts.hpp"

namespace plan {

using nlohmann::ordered_json;

Chart throughput_chart(std::span<const GridPoint> points, const std::string& series) {
  ordered_json values = ordered_json::array();
  for (const GridPoint& p : points)
    if (p.fits)
      values.push_back({{"card", p.card},
                        {"series", p.series},
                        {"batch", p.batch},
                        {"samples_per_s", six_digits(p.samples_per_second)},
                        {"bound", p.bound}});
  Chart chart{.id = "throughput",
              .title = "Throughput against batch",
              .text =
                  "Small batches wait for the host or leave the card empty, so that samples per second grow with the "
                  "batch; where the line bends the card is full. Batches that do not fit into memory are left out.",
              .columns = {{"card", "card"},
                          {"series", series},
                          {"batch", "batch"},
                          {"samples_per_s", "samples/s"},
                          {"bound", "bound by"}}};
  ordered_json x = log_axis("batch", "samples per step");
  x["scale"]["base"] = 2;
  ordered_json dash = word("card", "card");
  dash["legend"] = nullptr;  // the points' shapes say the same
  const ordered_json marks{{"mark", {{"type", "line"}, {"point", true}}},
                           {"encoding",
                            {{"x", x},
                             {"y", log_axis("samples_per_s", "samples per second")},
                             {"color", word("series", series)},
                             {"strokeDash", dash},
                             {"shape", shape("card", "card")},
                             {"tooltip", tooltip(chart.columns)}}}};
  return with_spec(std::move(chart), std::move(values), marks);
}

}  // namespace plan

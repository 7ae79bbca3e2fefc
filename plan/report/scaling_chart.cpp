#include <map>

#include "charts.hpp"

namespace plan {

using nlohmann::ordered_json;

Chart scaling_chart(std::span<const ScalingPoint> points) {
  std::map<std::string, double> of_one;
  for (const ScalingPoint& p : points)
    if (p.gpus == 1) of_one[p.card] = p.samples_per_second;
  ordered_json values = ordered_json::array();
  for (const ScalingPoint& p : points) {
    values.push_back({{"card", p.card}, {"gpus", p.gpus}, {"samples_per_s", six_digits(p.samples_per_second)}});
    if (!of_one.contains(p.card)) continue;
    const double ideal = static_cast<double>(p.gpus) * of_one[p.card];
    values.back()["ideal"] = six_digits(ideal);
    values.back()["percent"] = six_digits(100.0 * p.samples_per_second / ideal);
  }
  Chart chart{.id = "scaling",
              .title = "Many GPUs",
              .text =
                  "Data parallel in one machine with the same batch on each GPU; dashed: as many times what one "
                  "reaches. The difference is the exchange of gradients that no computation hides.",
              .columns = {{"card", "card"},
                          {"gpus", "GPUs"},
                          {"samples_per_s", "samples/s"},
                          {"ideal", "without exchange"},
                          {"percent", "efficiency, %"}}};
  ordered_json x = log_axis("gpus", "GPUs");
  x["scale"]["base"] = 2;
  const ordered_json real{{"mark", {{"type", "line"}, {"point", true}}},
                          {"encoding",
                           {{"x", x},
                            {"y", log_axis("samples_per_s", "samples per second")},
                            {"color", word("card", "card")},
                            {"tooltip", tooltip(chart.columns)}}}};
  const ordered_json ideal{
      {"mark", {{"type", "line"}, {"strokeDash", {4, 4}}, {"opacity", 0.6}}},
      {"encoding", {{"x", x}, {"y", log_axis("ideal", "samples per second")}, {"color", word("card", "card")}}}};
  return with_spec(std::move(chart), std::move(values), {{"layer", {ideal, real}}});
}

}  // namespace plan

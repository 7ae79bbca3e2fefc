#include "charts.hpp"

namespace plan {

using namespace perfmodel;
using nlohmann::ordered_json;

namespace {
inline constexpr std::int64_t alike = 8;  ///< widths so far apart are aligned for tensor cores as the product's own is
}

std::vector<WavePoint> wave_points(const Gemm& product, const GemmModels& models, std::int64_t count) {
  const std::int64_t unit = product.n >= alike * alike ? alike : 1;
  const std::int64_t step = std::max(unit, 2 * product.n / count / unit * unit);
  std::vector<WavePoint> points;
  for (std::int64_t n = (product.n - 1) % step + 1; n <= 2 * product.n; n += step) {
    Gemm g = product;
    g.n = n;
    const GemmPrediction p = predict(g, models);
    points.push_back({n, p.waves, in(p.work / p.total, tera * flop / second), in(p.total, micro * second)});
  }
  return points;
}

Chart waves_chart(const Gemm& g, const std::string& card, std::span<const WavePoint> points) {
  ordered_json values = ordered_json::array();
  for (const WavePoint& p : points)
    values.push_back(
        {{"n", p.n}, {"tflops", six_digits(p.tflops)}, {"time_us", six_digits(p.microseconds)}, {"waves", p.waves}});
  Chart chart{.id = "waves",
              .title = "Waves of a product: " + std::to_string(g.m) + " x N x " + std::to_string(g.k) + " in " +
                       std::string(name(g.format)) + " on " + card,
              .text =
                  "Thread blocks run in waves over the card. A last wave that is not full takes as long as a full "
                  "one, which makes the sawtooth: just above a step a little more work costs a whole wave. The dashed "
                  "line is the product's own N, " +
                  std::to_string(g.n) + (g.n >= alike * alike ? "; all others are aligned as it is." : "."),
              .columns = {{"n", "N"}, {"tflops", "TFLOPS"}, {"time_us", "us"}, {"waves", "waves"}}};
  const ordered_json line{
      {"mark", {{"type", "line"}, {"interpolate", "linear"}}},
      {"encoding",
       {{"x", quantity("n", "N")}, {"y", quantity("tflops", "TFLOPS")}, {"tooltip", tooltip(chart.columns)}}}};
  const ordered_json own{{"data", {{"values", {{{"n", g.n}}}}}},
                         {"mark", {{"type", "rule"}, {"strokeDash", {6, 4}}, {"color", "#d55e00"}}},
                         {"encoding", {{"x", quantity("n", "N")}}}};
  return with_spec(std::move(chart), std::move(values), {{"layer", {line, own}}});
}

}  // namespace plan

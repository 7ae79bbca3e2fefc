#include "option_charts.hpp"

#include "charts.hpp"

namespace plan {

using nlohmann::ordered_json;

namespace {

/// "H200-SXM, 8 GPUs, batch 64, amp_bf16"
[[nodiscard]] std::string label_of(const ordered_json& option) {
  const auto gpus = option.value("gpus", std::int64_t{1});
  return option.at("device").get<std::string>() + (gpus > 1 ? ", " + std::to_string(gpus) + " GPUs" : "") + ", batch " +
         option.at("batch").dump() + ", " + option.at("precision").get<std::string>();
}

}  // namespace

std::vector<Chart> option_charts(const ordered_json& answer) {
  constexpr double micro_seconds = 1e-6;
  std::vector<Interval> intervals;
  std::vector<TradeOff> trade_offs;
  for (const ordered_json& o : answer.at("options")) {
    const auto seconds = [&](const char* key) { return micro_seconds * o.at(key).get<double>(); };
    intervals.push_back({.name = label_of(o),
                         .predicted = seconds("step_us"),
                         .low = seconds("low_us"),
                         .high = seconds("high_us"),
                         .group = o.at("bound")});
    // energy and cost are of the whole amount, or of one step, whose samples differ between options
    const double samples = o.at("steps").get<double>() * o.at("batch").get<double>();
    TradeOff t{.card = o.at("device"), .label = label_of(o), .time = o.at("time_s"), .energy = o.at("energy_j")};
    t.time *= 1000.0 / samples, t.energy *= 1000.0 / samples;
    if (o.at("cost").is_number()) t.cost = o.at("cost").get<double>() * 1000.0 / samples;
    trade_offs.push_back(std::move(t));
  }
  return {intervals_chart(intervals), pareto_chart(trade_offs)};
}

PageTable option_table(const ordered_json& answer) {
  PageTable table{.title = "Options, best first",
                  .columns = {"card", "GPUs", "batch", "precision", "step, ms", "from, ms", "to, ms", "samples/s",
                              "MFU, %", "bound by", "memory, GiB", "power, W", "run"}};
  for (const ordered_json& o : answer.at("options")) {
    const auto scaled = [&](const char* key, double factor) {
      return ordered_json(four_digits(factor * o.at(key).get<double>()));
    };
    const std::string assumed = o.value("assumed", std::string());
    table.rows.push_back({o.at("device"), o.at("gpus"), o.at("batch"), o.at("precision"), scaled("step_us", 1e-3),
                          scaled("low_us", 1e-3), scaled("high_us", 1e-3), scaled("samples_per_s", 1.0),
                          scaled("flop_utilization", 100.0), o.at("bound"),
                          scaled("device_used_bytes", 1.0 / perfmodel::gibi), scaled("power_w", 1.0),
                          assumed.empty() ? "as typed" : assumed});
  }
  return table;
}

}  // namespace plan

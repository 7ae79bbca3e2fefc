#include <algorithm>

#include "charts.hpp"

namespace plan {

using nlohmann::ordered_json;

std::vector<bool> pareto_front(std::span<const TradeOff> options) {
  std::vector<bool> front;
  for (const TradeOff& o : options)
    front.push_back(std::none_of(options.begin(), options.end(), [&](const TradeOff& other) {
      const bool no_worse = other.time <= o.time && other.energy <= o.energy;
      return no_worse && (other.time < o.time || other.energy < o.energy);
    }));
  return front;
}

namespace {
inline constexpr std::size_t most_names = 12;  ///< more would lie over each other

/// The card beside each point.
[[nodiscard]] ordered_json card_names(const ordered_json& x, const ordered_json& y) {
  return {{"mark", {{"type", "text"}, {"align", "center"}, {"dy", -11}, {"fontSize", 11}}},
          {"encoding", {{"x", x}, {"y", y}, {"text", {{"field", "card"}}}}}};
}
}  // namespace

Chart pareto_chart(std::span<const TradeOff> options) {
  const std::vector<bool> front = pareto_front(options);
  ordered_json values = ordered_json::array();
  bool priced = false;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const TradeOff& o = options[i];
    values.push_back({{"option", o.label},
                      {"card", o.card},
                      {"time", six_digits(o.time)},
                      {"energy", six_digits(o.energy)},
                      {"best", front[i] ? "nothing is better in both" : "another is better in both"}});
    if (o.cost) values.back()["cost"] = six_digits(*o.cost);
    priced = priced || o.cost;
  }
  Chart chart{
      .id = "trade-off",
      .title = "Time, energy and cost",
      .text =
          "Every option of the answer. A line joins those that no other beats in both time and energy; energy "
          "is an estimate from published board power.",
      .columns = {
          {"option", "option"}, {"time", "s per 1000 samples"}, {"energy", "J per 1000 samples"}, {"best", "choice"}}};
  if (priced) chart.columns.push_back({"cost", "cost per 1000 samples"});
  constexpr int room = 45;  // pixels, for names beside the outermost points
  const ordered_json x = log_axis("time", "time, s per 1000 samples", room),
                     y = log_axis("energy", "energy, J per 1000 samples", room / 2);
  const ordered_json line{{"transform", {{{"filter", "datum.best === 'nothing is better in both'"}}}},
                          {"mark", {{"type", "line"}, {"color", "#777777"}}},
                          {"encoding", {{"x", x}, {"y", y}, {"order", {{"field", "time"}}}}}};
  ordered_json points{
      {"mark", {{"type", "point"}, {"filled", true}, {"opacity", 0.8}}},
      {"encoding", {{"x", x}, {"y", y}, {"color", word("best", "choice")}, {"tooltip", tooltip(chart.columns)}}}};
  if (priced)
    points["encoding"]["size"] = quantity("cost", "cost");
  else
    points["mark"]["size"] = 70;
  ordered_json layers{line, points};
  if (options.size() <= most_names) layers.push_back(card_names(x, y));
  return with_spec(std::move(chart), std::move(values), {{"layer", layers}});
}

}  // namespace plan

#include <algorithm>

#include "charts.hpp"

namespace plan {

using namespace perfmodel;
using nlohmann::ordered_json;

namespace {

/// Work of one lane for one layer and pass, without a break that could be seen.
struct Bar {
  Lane lane{};
  std::string work{};
  std::string_view phase{};
  Time begin{}, end{};
};

[[nodiscard]] std::string_view phase_of(const TimelineAnswer& a, const ScheduledSpan& span) {
  constexpr std::array<std::string_view, phase_count> phases{"setup",    "forward",   "loss",
                                                             "backward", "optimizer", "zero gradients"};
  if (span.lane == Lane::communication) return "all-reduce";
  if (span.lane == Lane::host && a.replayed) return "graph launch";
  return phases[static_cast<std::size_t>(a.trace.step[span.event].phase)];
}

[[nodiscard]] std::vector<Bar> bars_of(const TimelineQuestion& q, const TimelineAnswer& a) {
  constexpr double seen = 0.002;  // of the step: a pixel or two of its chart
  std::array<std::vector<Bar>, lane_count> lanes;
  Time last = begin_of(a.schedule);
  for (const ScheduledSpan& span : a.schedule.spans) last = std::max(last, span.end);
  const Time gap = seen * (last - begin_of(a.schedule));
  for (const ScheduledSpan& span : a.schedule.spans) {
    if (span.waits) continue;
    std::vector<Bar>& lane = lanes[static_cast<std::size_t>(span.lane)];
    const std::string work = span.lane == Lane::communication ? span_name(a, span) : work_name(q, a, span);
    const bool goes_on = !lane.empty() && span.lane != Lane::communication && lane.back().work == work &&
                         span.begin - lane.back().end <= gap;
    if (goes_on)
      lane.back().end = span.end;
    else
      lane.push_back({span.lane, work, phase_of(a, span), span.begin, span.end});
  }
  std::vector<Bar> all;
  for (const std::vector<Bar>& lane : lanes) all.insert(all.end(), lane.begin(), lane.end());
  return all;
}

}  // namespace

Chart timeline_chart(const TimelineQuestion& q, const TimelineAnswer& a) {
  const std::vector<Bar> bars = bars_of(q, a);
  const Time origin = begin_of(a.schedule);
  Time last = origin;
  for (const Bar& bar : bars) last = std::max(last, bar.end);
  const TimeUnit unit = unit_for(in(last - origin, second));
  const auto at = [&](Time time) { return six_digits(unit.of_a_second * in(time - origin, second)); };
  ordered_json values = ordered_json::array();
  for (const Bar& bar : bars)
    values.push_back({{"lane", name(bar.lane)},
                      {"work", bar.work},
                      {"phase", bar.phase},
                      {"begin", at(bar.begin)},
                      {"end", at(bar.end)}});
  Chart chart{.id = "timeline",
              .title = "Timeline of one step",
              .text =
                  "The host launches work that the card does later; gaps in the compute row are time in which the "
                  "card waits. --timeline writes the same, call by call, for Perfetto.",
              .columns = {{"lane", "who"},
                          {"work", "work"},
                          {"phase", "phase"},
                          {"begin", std::string("begin, ") + unit.name},
                          {"end", std::string("end, ") + unit.name}}};
  const ordered_json marks{{"mark", {{"type", "bar"}}},
                           {"encoding",
                            {{"y", word("lane", "")},
                             {"x", quantity("begin", unit.name)},
                             {"x2", {{"field", "end"}}},
                             {"color", word("phase", "phase")},
                             {"tooltip", tooltip(chart.columns)}}}};
  chart = with_spec(std::move(chart), std::move(values), marks);
  set_row_height(chart, "lane", 50);
  return chart;
}

}  // namespace plan

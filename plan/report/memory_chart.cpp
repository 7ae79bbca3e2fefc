#include <algorithm>
#include <string_view>

#include "charts.hpp"

namespace plan {

using namespace perfmodel;
using nlohmann::ordered_json;

namespace {

[[nodiscard]] double gib(std::int64_t bytes) { return six_digits(static_cast<double>(bytes) / gibi); }

/// Points that a line shows well enough: of each piece of the replay the one that holds most is kept.
inline constexpr std::size_t most_points = 1500;

}  // namespace

Chart memory_parts_chart(const Footprint& f) {
  ordered_json values = ordered_json::array();
  const auto add = [&](std::string_view part, std::int64_t bytes) {
    if (bytes > 0)
      values.push_back(
          {{"part", part},
           {"gib", gib(bytes)},
           {"percent", six_digits(100.0 * static_cast<double>(bytes) / static_cast<double>(f.device_used))}});
  };
  for (std::size_t i = 0; i < memory_class_count; ++i) add(name(static_cast<MemoryClass>(i)), f.by_class[i]);
  add("cached, not in use", f.fragmentation);
  add("context and kernels", f.outside.total());
  Chart chart{.id = "memory-parts",
              .title = "Memory by part",
              .text = "What the step holds on the card where it holds most.",
              .columns = {{"part", "part"}, {"gib", "GiB"}, {"percent", "share, %"}}};
  const ordered_json marks{
      {"mark", {{"type", "bar"}}},
      {"encoding", {{"y", word("part", "")}, {"x", quantity("gib", "GiB")}, {"tooltip", tooltip(chart.columns)}}}};
  chart = with_spec(std::move(chart), std::move(values), marks);
  set_row_height(chart, "part", 22);
  return chart;
}

Chart memory_time_chart(const Network& network, const Footprint& f) {
  constexpr std::array<std::string_view, 6> phases{"setup",    "forward",   "loss",
                                                   "backward", "optimizer", "zero gradients"};
  ordered_json values = ordered_json::array();
  const std::size_t piece = std::max<std::size_t>(1, f.timeline.size() / most_points);
  for (std::size_t begin = 0; begin < f.timeline.size(); begin += piece) {
    const auto first = f.timeline.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = f.timeline.begin() + static_cast<std::ptrdiff_t>(std::min(begin + piece, f.timeline.size()));
    const auto p =
        std::max_element(first, last, [](const auto& a, const auto& b) { return a.allocated < b.allocated; });
    values.push_back({{"at", p - f.timeline.begin()},
                      {"step", p->step < 0 ? std::string("before") : std::to_string(p->step + 1)},
                      {"phase", phases[static_cast<std::size_t>(p->phase)]},
                      {"layer", p->layer < 0 ? std::string() : network.layers[static_cast<std::size_t>(p->layer)].name},
                      {"allocated", gib(p->allocated)},
                      {"reserved", gib(p->reserved)}});
  }
  Chart chart{.id = "memory-over-time",
              .title = "Memory over time",
              .text =
                  "Allocated (line) and reserved (pale) memory from one allocation or release to the next, over the "
                  "steps until the framework's cache no longer grows; the dashed line is what the card has for it.",
              .columns = {{"at", "allocation or release"},
                          {"step", "step"},
                          {"phase", "phase"},
                          {"layer", "layer"},
                          {"allocated", "allocated, GiB"},
                          {"reserved", "reserved, GiB"}}};
  const ordered_json x = quantity("at", "allocations and releases");
  const ordered_json reserved{{"mark", {{"type", "area"}, {"opacity", 0.25}, {"interpolate", "step-after"}}},
                              {"encoding", {{"x", x}, {"y", quantity("reserved", "GiB")}}}};
  const ordered_json allocated{
      {"mark", {{"type", "line"}, {"interpolate", "step-after"}, {"strokeWidth", 1}}},
      {"encoding", {{"x", x}, {"y", quantity("allocated", "GiB")}, {"tooltip", tooltip(chart.columns)}}}};
  const ordered_json limit{
      {"data", {{"values", {{{"limit", gib(f.limit)}}}}}},
      {"mark", {{"type", "rule"}, {"strokeDash", {6, 4}}, {"color", "#d55e00"}}},
      {"encoding", {{"y", quantity("limit", "GiB")}, {"tooltip", tooltip({{"limit", "the card has, GiB"}})}}}};
  return with_spec(std::move(chart), std::move(values), {{"layer", {reserved, allocated, limit}}});
}

}  // namespace plan

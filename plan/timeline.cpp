#include "timeline.hpp"

#include <optional>
#include <perfmodel/parallel/strategy.hpp>
#include <variant>

namespace plan {

using namespace perfmodel;
using nlohmann::ordered_json;

namespace {

[[nodiscard]] GradientExchange exchange_of(const TimelineQuestion& q) {
  if (q.gpus <= 1 || q.recipe.mode == Mode::infer) return {};
  return {.gradients = gradients_by_layer(q.network, q.recipe.precision),
          .bucket = ParallelLayout{}.bucket,
          .all_reduce = [&q](Bytes size) {
            return predict(Collective{.kind = CollectiveKind::all_reduce, .gpus = q.gpus, .size = size},
                           q.card.steps.kernels.collective)
                .total;
          }};
}

[[nodiscard]] std::string_view phase_word(Phase phase) {
  constexpr std::array<std::string_view, phase_count> words{"setup",    "forward",   "loss",
                                                            "backward", "optimizer", "zero gradients"};
  return words[static_cast<std::size_t>(phase)];
}

[[nodiscard]] double us(Time t) { return in(t, micro * second); }

/// Rows of the trace: the host's thread, and the card's streams.
struct Row {
  int process{}, thread{};
};
[[nodiscard]] Row row_of(Lane lane) {
  return lane == Lane::host ? Row{1, 1} : lane == Lane::compute ? Row{2, 7} : Row{2, 20};
}

[[nodiscard]] ordered_json named(const char* what, const Row& row, const std::string& text) {
  return {{"ph", "M"}, {"name", what}, {"pid", row.process}, {"tid", row.thread}, {"args", {{"name", text}}}};
}

[[nodiscard]] ordered_json complete(const std::string& name, const char* category, const Row& row, Time begin,
                                    Time end) {
  return {{"ph", "X"},         {"name", name},    {"cat", category},       {"pid", row.process},
          {"tid", row.thread}, {"ts", us(begin)}, {"dur", us(end - begin)}};
}

/// All that the host does in one call, right before the card begins with it.
void join_calls(StepSchedule& schedule) {
  Time work{};
  std::optional<Time> begin;
  for (const ScheduledSpan& span : schedule.spans) {
    if (span.lane == Lane::host && !span.waits) work += span.end - span.begin;
    if (span.lane == Lane::compute) begin = std::min(begin.value_or(span.begin), span.begin);
  }
  if (!begin) return;
  std::erase_if(schedule.spans, [](const ScheduledSpan& span) { return span.lane == Lane::host; });
  schedule.spans.insert(schedule.spans.begin(), {.lane = Lane::host, .begin = *begin - work, .end = *begin});
}

}  // namespace

TimelineAnswer step_timeline(const TimelineQuestion& q) {
  TimelineAnswer answer{.trace = step_trace(q.network, q.recipe, q.card.software(), q.card.steps.target)};
  OperationPrices prices = prices_of(answer.trace, q.card.steps.kernels);
  answer.schedule =
      step_schedule(answer.trace.step, q.network.layers.size(), prices, host_of(q.card.steps), exchange_of(q));
  answer.replayed = q.card.software().framework == Framework::cuda_graph;
  if (answer.replayed) join_calls(answer.schedule);
  for (OperationId id = 0; id < answer.trace.operations.size(); ++id)
    answer.kernels.push_back(prices(id).busy * second);
  return answer;
}

Time begin_of(const StepSchedule& schedule) {
  Time first = schedule.spans.empty() ? Time{} : schedule.spans.front().begin;
  for (const ScheduledSpan& span : schedule.spans) first = std::min(first, span.begin);
  return first;
}

std::string work_name(const TimelineQuestion& q, const TimelineAnswer& a, const ScheduledSpan& span) {
  if (a.replayed && span.lane == Lane::host) return "whole step";
  const TraceEvent& event = a.trace.step[span.event];
  const std::string phase(phase_word(event.phase));
  return event.layer < 0 ? phase : q.network.layers[static_cast<std::size_t>(event.layer)].name + ' ' + phase;
}

std::string span_name(const TimelineAnswer& a, const ScheduledSpan& span) {
  if (span.lane == Lane::communication) return "all_reduce";
  if (span.waits) return "wait for the device";
  if (a.replayed && span.lane == Lane::host) return "cudaGraphLaunch";
  const TraceEvent& event = a.trace.step[span.event];
  if (const auto* h = std::get_if<HostWork>(&event.what)) return std::string(name(h->op));
  if (const auto* e = std::get_if<Execute>(&event.what))
    return (span.lane == Lane::host ? "launch " : "") + std::string(name(a.trace.operations[e->operation]));
  if (const auto* m = std::get_if<Allocate>(&event.what)) return "allocate " + std::string(name(m->why));
  return "release";
}

namespace {

/// The kernels of a span of the card's: profilers show them without the gap before them.
[[nodiscard]] Time kernels_begin(const TimelineAnswer& a, const ScheduledSpan& span) {
  const auto* executed = span.lane == Lane::compute ? std::get_if<Execute>(&a.trace.step[span.event].what) : nullptr;
  return executed == nullptr ? span.begin : std::max(span.begin, span.end - a.kernels[executed->operation]);
}

/// What the host does for a layer, as profilers show modules: around the calls that belong to it.
void add_layers_of_host(const TimelineQuestion& q, const TimelineAnswer& a, Time origin, ordered_json& events) {
  std::string work;
  for (const ScheduledSpan& span : a.schedule.spans) {
    if (span.lane != Lane::host) continue;
    const std::string next = work_name(q, a, span);
    if (next != work)
      events.push_back(complete(next, "layer", row_of(Lane::host), span.begin - origin, span.end - origin));
    work = next;
    events.back()["dur"] = us(span.end - origin) - events.back()["ts"].get<double>();
  }
}

}  // namespace

ordered_json trace_events(const TimelineQuestion& q, const TimelineAnswer& a) {
  ordered_json events{named("process_name", row_of(Lane::host), "host"),
                      named("thread_name", row_of(Lane::host), std::string(name(q.card.software().framework))),
                      named("process_name", row_of(Lane::compute), q.card.device.name),
                      named("thread_name", row_of(Lane::compute), "compute stream")};
  if (q.gpus > 1) events.push_back(named("thread_name", row_of(Lane::communication), "communication stream"));
  const Time origin = begin_of(a.schedule);
  add_layers_of_host(q, a, origin, events);
  for (const ScheduledSpan& span : a.schedule.spans) {
    events.push_back(complete(span_name(a, span), span.lane == Lane::host ? "cpu_op" : "kernel", row_of(span.lane),
                              kernels_begin(a, span) - origin, span.end - origin));
    events.back()["args"] = {{"work", work_name(q, a, span)}};
    if (span.lane == Lane::communication) events.back()["args"]["bytes"] = in(span.exchanged, byte);
  }
  return {{"displayTimeUnit", "ms"},
          {"otherData",
           {{"network", q.network.name},
            {"device", q.card.device.name},
            {"gpus", q.gpus},
            {"batch", q.recipe.batch},
            {"precision", name(q.recipe.precision)},
            {"origin", "predicted by perfmodel, not measured"}}},
          {"traceEvents", std::move(events)}};
}

}  // namespace plan

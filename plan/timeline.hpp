#pragma once
/// A step as a trace that chrome://tracing and ui.perfetto.dev open, as PyTorch's profiler writes them.
#include <nlohmann/json.hpp>
#include <perfmodel/planner/step_estimate.hpp>
#include <perfmodel/timeline/step_schedule.hpp>
#include <string>
#include <vector>

namespace plan {

/// Everything that a timeline is made from.
struct TimelineQuestion {
  const perfmodel::Network& network;
  const perfmodel::Recipe& recipe;
  const perfmodel::CardModel& card;
  std::int64_t gpus{1};  ///< data parallel: more than one exchange gradients
};

/// What happens in one steady step, and when.
struct TimelineAnswer {
  perfmodel::StepTrace trace{};
  perfmodel::StepSchedule schedule{};
  bool replayed{};                         ///< a graph: one call of the host starts the whole step
  std::vector<perfmodel::Time> kernels{};  ///< of each operation: what its kernels run, without the gaps between them
};
[[nodiscard]] TimelineAnswer step_timeline(const TimelineQuestion& question);

/// When the first of its spans begins.
[[nodiscard]] perfmodel::Time begin_of(const perfmodel::StepSchedule& schedule);

/// What a span belongs to: "linear1 forward", "optimizer"
[[nodiscard]] std::string work_name(const TimelineQuestion& question, const TimelineAnswer& answer,
                                    const perfmodel::ScheduledSpan& span);
/// What a span does: the operation, the host's work, or the exchange.
[[nodiscard]] std::string span_name(const TimelineAnswer& answer, const perfmodel::ScheduledSpan& span);

/// Trace Event Format: complete events ("ph": "X") in microseconds, a row for the host, one for each stream of the
/// card. Google, "Trace Event Format", 2016.
[[nodiscard]] nlohmann::ordered_json trace_events(const TimelineQuestion& question, const TimelineAnswer& answer);

}  // namespace plan

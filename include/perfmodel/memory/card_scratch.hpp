#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <perfmodel/memory/shared_replay.hpp>
#include <perfmodel/step/scratch.hpp>
#include <perfmodel/trace/put_event.hpp>
#include <perfmodel/trace/step_trace.hpp>
#include <perfmodel/trace/tensor_limit.hpp>
#include <perfmodel/trace/trace_target.hpp>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace perfmodel {

/// What of a step trace depends on the card is the scratch memory of its operations. So a step that many cards run is
/// traced for one of them, and the trace is then moved from card to card.

namespace detail {
/// Tensors that stand for scratch memory in a moved trace: four at a time, and the workspaces that stay.
inline constexpr std::size_t scratch_tensors = std::tuple_size_v<decltype(Scratch::parts)> + 2 * workspace_slots;

/// Workspaces that the forward and the backward thread have taken.
class KeptWorkspaces {
 public:
  /// @param all  earlier steps, which are not in the trace, have taken them
  explicit KeptWorkspaces(bool all) {
    if (all)
      for (auto& of_thread : kept_) of_thread.fill(true);
  }
  /// Whether an operation has to take the part: memory for itself, or a workspace that is not there yet.
  [[nodiscard]] bool takes(const ScratchPart& part, Phase phase) {
    return part.slot < 0 || !std::exchange(kept_[thread(phase)][static_cast<std::size_t>(part.slot)], true);
  }
  [[nodiscard]] static constexpr std::size_t thread(Phase phase) { return phase == Phase::backward ? 1 : 0; }

 private:
  std::array<std::array<bool, workspace_slots>, 2> kept_{};
};

/// Takes the scratch memory of operations out of the events of a trace. `Of`: from an OperationId to its Scratch.
template <class Of>
class ScratchRemoval {
 public:
  /// @param workspaces_exist  as KeptWorkspaces has it
  explicit ScratchRemoval(const Of& scratch, bool workspaces_exist = false)
      : scratch_(scratch), kept_(workspaces_exist) {}

  /// @pre called in the order of the trace, for each part that operations run in
  [[nodiscard]] std::vector<TraceEvent> without(const std::vector<TraceEvent>& events) {
    std::vector<TraceEvent> out;
    out.reserve(events.size());
    for (std::size_t i = 0; i < events.size(); ++i) {
      if (const auto* executed = std::get_if<Execute>(&events[i].what)) {
        const Scratch& taken = scratch_(executed->operation);
        for (std::size_t p = 0; p < taken.count; ++p)
          if (kept_.takes(taken.parts[p], events[i].phase)) out.pop_back();
        out.push_back(events[i]);
        i += static_cast<std::size_t>(std::count_if(taken.parts.begin(), taken.parts.begin() + taken.count,
                                                    [](const ScratchPart& part) { return part.slot < 0; }));
      } else {
        out.push_back(events[i]);
      }
    }
    return out;
  }

 private:
  const Of& scratch_;
  KeptWorkspaces kept_;
};

/// Operations have no marks: see ScratchAddition.
struct NoMarks {};

/// Adds the scratch memory of operations to events that have none, as TraceWriter::run() does. `Of`: from an
/// OperationId to its Scratch. `Marks`: from an OperationId to its mark, if it has one; then what operations take while
/// they run is said by that mark, which may stand for several cards whose workspaces are the same.
template <class Of, class Marks = NoMarks>
class ScratchAddition {
 public:
  static constexpr TensorId tensors = static_cast<TensorId>(scratch_tensors);  ///< that it adds at most

  /// @param first_tensor  an id from which on no other tensors are
  ScratchAddition(const Of& scratch, TensorId first_tensor, bool workspaces_exist = false, Marks marks = {})
      : scratch_(scratch), marks_(std::move(marks)), first_(first_tensor), kept_(workspaces_exist) {}

  /// @param out  takes the events by push_back(const TraceEvent&), and marks by pass(TensorId)
  /// @pre as ScratchRemoval::without() has it
  template <class Events>
  void add(const std::vector<TraceEvent>& events, Events& out) {
    for (const TraceEvent& event : events)
      if (const auto* executed = std::get_if<Execute>(&event.what))
        run(event, executed->operation, out);
      else
        out.push_back(event);
  }

 private:
  static constexpr bool marked = !std::is_same_v<Marks, NoMarks>;

  template <class Events>
  void run(const TraceEvent& event, OperationId operation, Events& out) {
    const Scratch& scratch = scratch_(operation);
    const auto tensor = [&](std::size_t i) { return first_ + static_cast<TensorId>(i); };
    for (std::size_t p = 0; p < scratch.count; ++p) {
      const ScratchPart& part = scratch.parts[p];
      if ((marked && part.slot < 0) || !kept_.takes(part, event.phase)) continue;
      const std::size_t thread = KeptWorkspaces::thread(event.phase);
      const std::size_t id =
          part.slot < 0 ? p : scratch.parts.size() + thread * workspace_slots + static_cast<std::size_t>(part.slot);
      put_event(out, Allocate{tensor(id), part.bytes, part.why}, event.phase, event.layer);
    }
    out.push_back(event);
    if constexpr (marked) {
      if (const std::optional<TensorId> mark = marks_(operation)) out.pass(*mark);
    } else {
      for (std::size_t p = scratch.count; p-- > 0;)
        if (scratch.parts[p].slot < 0) put_event(out, Release{tensor(p)}, event.phase, event.layer);
    }
  }

  const Of& scratch_;
  Marks marks_;
  TensorId first_;
  KeptWorkspaces kept_;
};

/// What an operation takes while it runs. @returns nothing where it takes a workspace behind it
[[nodiscard]] inline std::optional<PassingRequests> passing_of(const Scratch& scratch) {
  PassingRequests requests;
  for (std::size_t p = 0; p < scratch.count; ++p)
    if (scratch.parts[p].slot < 0)
      requests.bytes[requests.count++] = scratch.parts[p].bytes;
    else if (requests.count > 0)
      return std::nullopt;
  return requests;
}
}  // namespace detail

/// The scratch memory of operations under one software on one card. A ScratchRule with its options.
class CardScratch {
 public:
  CardScratch(const Software& software, const TraceTarget& target)
      : options_{.rules = software.rules, .target = target} {}
  [[nodiscard]] Scratch operator()(const Operation& operation) const { return scratch_of(operation, options_); }

 private:
  TraceOptions options_;
};

/// A trace without the scratch memory of its operations.
/// @param scratch  from an OperationId to its Scratch on the card that the trace is of
/// @pre a whole trace (TraceDetail::all) as step_trace() or steady_step() writes it
template <class Of>
[[nodiscard]] StepTrace without_scratch(const StepTrace& trace, const Of& scratch) {
  // earlier steps, where they are not in the trace, took the workspaces
  detail::ScratchRemoval<Of> removal(scratch, trace.first_step.empty());
  StepTrace bare{
      .operations = trace.operations, .software = trace.software, .setup = trace.setup, .carried = trace.carried};
  bare.uses = trace.uses;
  bare.first_step = removal.without(trace.first_step);
  bare.step = removal.without(trace.step);
  return bare;
}

/// The trace of a card from one without scratch memory: the same allocations and releases as if it had been traced
/// there, those of scratch under names that no other tensor has.
/// @param scratch  from an OperationId to its Scratch on that card
template <class Of>
[[nodiscard]] StepTrace with_scratch(const StepTrace& bare, const Of& scratch) {
  detail::ScratchAddition<Of> addition(scratch, tensor_limit(bare), bare.first_step.empty());
  StepTrace trace{
      .operations = bare.operations, .software = bare.software, .setup = bare.setup, .carried = bare.carried};
  trace.uses = bare.uses;
  trace.first_step.reserve(bare.first_step.size() + bare.first_step.size() / 4);
  trace.step.reserve(bare.step.size() + bare.step.size() / 4);
  addition.add(bare.first_step, trace.first_step);
  addition.add(bare.step, trace.step);
  return trace;
}

}  // namespace perfmodel

#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <perfmodel/step/scratch.hpp>
#include <perfmodel/trace/step_trace.hpp>
#include <perfmodel/trace/tensor_limit.hpp>
#include <perfmodel/trace/trace_target.hpp>
#include <utility>
#include <variant>
#include <vector>

namespace perfmodel {

/// What of a step trace depends on the card is the scratch memory of its operations. So a step that many cards run is
/// traced for one of them, and the trace is then moved from card to card.

namespace detail {
/// Tensors that stand for scratch memory in a moved trace: four at a time, and the workspaces that stay.
inline constexpr std::size_t scratch_tensors = std::tuple_size_v<decltype(Scratch::parts)> + 2 * workspace_slots;

/// Replaces the scratch of one card by that of another in the events of a trace, part by part.
/// `Before` and `After`: from an OperationId to its Scratch.
template <class Before, class After>
class ScratchReplacement {
 public:
  /// @param workspaces_exist  earlier steps, which are not in the trace, have taken the workspaces
  ScratchReplacement(const Before& before, const After& after, TensorId first_tensor, bool workspaces_exist = false)
      : before_(before), after_(after), first_(first_tensor) {
    if (workspaces_exist)
      for (auto& kept : kept_) kept.fill(true);
  }

  /// @pre called in the order of the trace, for each part that operations run in
  [[nodiscard]] std::vector<TraceEvent> replaced(const std::vector<TraceEvent>& events) {
    std::vector<TraceEvent> out;
    out.reserve(events.size());
    for (std::size_t i = 0; i < events.size(); ++i) {
      const auto* executed = std::get_if<Execute>(&events[i].what);
      if (executed == nullptr) {
        out.push_back(events[i]);
        continue;
      }
      const Scratch& before = before_(executed->operation);
      std::array<bool, workspace_slots>& kept = kept_[events[i].phase == Phase::backward ? 1 : 0];
      for (std::size_t p = 0; p < before.count; ++p)
        if (before.parts[p].slot < 0 || !kept[static_cast<std::size_t>(before.parts[p].slot)]) out.pop_back();
      run(events[i], after_(executed->operation), kept, out);
      i += static_cast<std::size_t>(std::count_if(before.parts.begin(), before.parts.begin() + before.count,
                                                  [](const ScratchPart& part) { return part.slot < 0; }));
    }
    return out;
  }

 private:
  /// As TraceWriter::run() does.
  void run(const TraceEvent& event, const Scratch& scratch, std::array<bool, workspace_slots>& kept,
           std::vector<TraceEvent>& out) {
    const auto add = [&](const auto& what) { out.push_back({what, event.phase, event.layer}); };
    const auto tensor = [&](std::size_t i) { return first_ + static_cast<TensorId>(i); };
    for (std::size_t p = 0; p < scratch.count; ++p) {
      const ScratchPart& part = scratch.parts[p];
      if (part.slot < 0) {
        add(Allocate{tensor(p), part.bytes, part.why});
        continue;
      }
      const auto slot = static_cast<std::size_t>(part.slot);
      const std::size_t thread = event.phase == Phase::backward ? 1 : 0;
      if (!std::exchange(kept[slot], true))
        add(Allocate{tensor(scratch.parts.size() + thread * workspace_slots + slot), part.bytes, part.why});
    }
    out.push_back(event);
    for (std::size_t p = scratch.count; p-- > 0;)
      if (scratch.parts[p].slot < 0) add(Release{tensor(p)});
  }

  const Before& before_;
  const After& after_;
  TensorId first_;
  std::array<std::array<bool, workspace_slots>, 2> kept_{};  ///< of the forward and the backward thread
};
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

/// A trace as another card runs it: the same allocations and releases as if it had been traced there, under other
/// names.
/// @param before,after  from an OperationId to its Scratch on the card that the trace is of, and on the other
/// @param first_tensor  an id from which on the trace has no tensors but those of earlier moves
/// @pre a whole trace (TraceDetail::all) as step_trace() or steady_step() writes it, or moved before
template <class Before, class After>
[[nodiscard]] StepTrace moved_to_card(const StepTrace& trace, const Before& before, const After& after,
                                      TensorId first_tensor) {
  const bool steady = trace.first_step.empty();  // earlier steps, which are not in the trace, took the workspaces
  detail::ScratchReplacement<Before, After> replacement(before, after, first_tensor, steady);
  StepTrace moved{.operations = trace.operations, .software = trace.software, .setup = trace.setup};
  moved.first_step = replacement.replaced(trace.first_step);
  moved.step = replacement.replaced(trace.step);
  moved.carried = trace.carried;
  moved.uses = trace.uses;
  return moved;
}
/// The same in place.
template <class Before, class After>
void move_to_card(StepTrace& trace, const Before& before, const After& after, TensorId first_tensor) {
  detail::ScratchReplacement<Before, After> replacement(before, after, first_tensor, trace.first_step.empty());
  trace.first_step = replacement.replaced(trace.first_step);
  trace.step = replacement.replaced(trace.step);
}

}  // namespace perfmodel

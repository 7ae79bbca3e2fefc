#pragma once
#include <cstdint>
#include <perfmodel/trace/step_trace.hpp>
#include <vector>

namespace perfmodel::detail {

/// Takes events and keeps none.
struct NoEvents {
  template <class What>
  void put(const What&, Phase, std::int32_t) const {}
  void push_back(const TraceEvent&) const {}
};

/// Hands an event on without making a TraceEvent of it first, whose parts the processor would have to put together
/// again. `Events`: takes events by put(what, phase, layer) or, as a list does, by push_back(const TraceEvent&).
template <class Events, class What>
void put_event(Events& to, const What& what, Phase phase, std::int32_t layer) {
  if constexpr (requires { to.put(what, phase, layer); })
    to.put(what, phase, layer);
  else
    to.push_back(TraceEvent{what, phase, layer});
}
template <class What>
void put_event(std::vector<TraceEvent>& to, const What& what, Phase phase, std::int32_t layer) {
  TraceEvent& event = to.emplace_back();
  event.what.template emplace<What>(what);
  event.phase = phase;
  event.layer = layer;
}

}  // namespace perfmodel::detail

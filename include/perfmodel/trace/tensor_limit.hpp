#pragma once
#include <algorithm>
#include <perfmodel/trace/step_trace.hpp>

namespace perfmodel {

/// One past the largest id of a trace's tensors.
[[nodiscard]] inline TensorId tensor_limit(const StepTrace& trace) {
  TensorId limit = 0;
  for (const auto* part : {&trace.setup, &trace.first_step, &trace.step})
    for (const TraceEvent& event : *part)
      if (const auto* a = std::get_if<Allocate>(&event.what)) limit = std::max(limit, a->tensor + 1);
  return limit;
}

}  // namespace perfmodel

#pragma once
#include <perfmodel/memory/replay.hpp>

namespace perfmodel {
PERFMODEL_INLINE AllocationProgram allocation_program(const StepTrace& trace) {
  AllocationProgram program{.carried = trace.carried};
  const auto seen = [&](TensorId id) { program.tensors = std::max(program.tensors, std::size_t{id} + 1); };
  const auto copy = [&](const std::vector<TraceEvent>& events, std::vector<AllocationProgram::Operation>& to) {
    for (const TraceEvent& event : events) {
      if (const auto* a = std::get_if<Allocate>(&event.what))
        to.push_back({a->tensor, a->bytes});
      else if (const auto* r = std::get_if<Release>(&event.what))
        to.push_back({r->tensor, AllocationProgram::release});
      else
        continue;
      seen(to.back().tensor);
    }
  };
  copy(trace.setup, program.setup);
  copy(trace.first_step, program.first_step);
  copy(trace.step, program.step);
  for (const Carried& c : trace.carried) {
    seen(c.at_end);
    seen(c.at_start);
  }
  return program;
}

}  // namespace perfmodel

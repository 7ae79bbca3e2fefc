#pragma once
#include <perfmodel/memory/replay.hpp>
#include <perfmodel/rounding.hpp>

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

PERFMODEL_INLINE std::int64_t least_peak(const AllocationProgram& program, const AllocatorRules& rules) {
  std::vector<std::int64_t> held(program.tensors);
  std::int64_t live = 0, most = 0;
  for (const auto* part : {&program.setup, &program.first_step})
    for (const auto& [tensor, bytes] : *part) {
      live -= held[tensor];
      held[tensor] = bytes == AllocationProgram::release ? 0 : round_up(bytes, rules.granularity);
      live += held[tensor];
      most = std::max(most, live);
    }
  return most;
}

}  // namespace perfmodel

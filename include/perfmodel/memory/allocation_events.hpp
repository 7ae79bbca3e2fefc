#pragma once
#include <algorithm>
#include <cstddef>
#include <perfmodel/memory/replay.hpp>
#include <perfmodel/trace/step_trace.hpp>
#include <variant>
#include <vector>

namespace perfmodel::detail {

/// Takes events and keeps what the replay walks over.
class ProgramPart {
 public:
  ProgramPart(AllocationProgram& program, std::vector<AllocationProgram::Operation>& part)
      : program_(program), part_(part) {}
  void push_back(const TraceEvent& event) {
    if (const auto* a = std::get_if<Allocate>(&event.what))
      add(a->tensor, a->bytes);
    else if (const auto* r = std::get_if<Release>(&event.what))
      add(r->tensor, AllocationProgram::release);
  }
  void put(const Allocate& a, Phase, std::int32_t) { add(a.tensor, a.bytes); }
  void put(const Release& r, Phase, std::int32_t) { add(r.tensor, AllocationProgram::release); }
  void pass(TensorId mark) { part_.push_back({mark, AllocationProgram::passing}); }

 private:
  void add(TensorId tensor, std::int64_t bytes) {
    part_.push_back({tensor, bytes});
    program_.tensors = std::max(program_.tensors, std::size_t{tensor} + 1);
  }
  AllocationProgram& program_;
  std::vector<AllocationProgram::Operation>& part_;
};

/// The allocations of a trace without scratch memory, and what is added for that.
template <class Addition>
void write_program(AllocationProgram& program, const StepTrace& trace, Addition& addition) {
  ProgramPart setup(program, program.setup), first_step(program, program.first_step), step(program, program.step);
  program.first_step.reserve(trace.first_step.size());
  program.step.reserve(trace.step.size());
  for (const TraceEvent& event : trace.setup) setup.push_back(event);
  addition.add(trace.first_step, first_step);
  addition.add(trace.step, step);
}

}  // namespace perfmodel::detail

#include <doctest/doctest.h>

#include <perfmodel/memory/allocation_events.hpp>

namespace memory_allocation_events_test {
using namespace perfmodel;

TEST_CASE("of a step's events those that take or release memory, and marks, make the program") {
  AllocationProgram program;
  detail::ProgramPart part(program, program.step);
  part.push_back({Allocate{3, 100, MemoryClass::activation}, Phase::forward, 0});
  part.push_back({Execute{0}, Phase::forward, 0});
  part.pass(7);
  part.push_back({Release{3}, Phase::forward, 0});
  REQUIRE(program.step.size() == 3);
  CHECK(program.step[0].tensor == 3);
  CHECK(program.step[0].bytes == 100);
  CHECK(program.step[1].tensor == 7);
  CHECK(program.step[1].bytes == AllocationProgram::passing);
  CHECK(program.step[2].bytes == AllocationProgram::release);
  CHECK(program.tensors == 4);  // a mark is no tensor
}
}  // namespace memory_allocation_events_test

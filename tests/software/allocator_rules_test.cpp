#include <doctest/doctest.h>

#include <array>
#include <perfmodel/software/allocator_rules.hpp>

namespace software_allocator_rules_test {
using namespace perfmodel;

// PyTorch, c10/cuda/CUDACachingAllocator.cpp: the constants are powers and multiples of each other.
static_assert([] {
  for (const AllocatorRules& rules : std::array{allocator_of_0_4, allocator_of_2_1})
    if (rules.small_segment % rules.granularity != 0 || rules.small_segment != 2 * rules.small_request ||
        rules.large_segment != 2 * rules.own_segment_request || rules.segment_granularity % rules.granularity != 0)
      return false;
  return true;
}());

TEST_CASE("2.1 brought expandable segments and nothing else") {
  CHECK_FALSE(allocator_of_0_4.expandable);
  CHECK(allocator_of_2_1.expandable);
  CHECK(allocator_of_2_1.small_request == allocator_of_0_4.small_request);
  CHECK(allocator_of_2_1.own_segment_request == allocator_of_0_4.own_segment_request);
}
}  // namespace software_allocator_rules_test

#include <perfmodel/training/allocator_rules.hpp>
#include "../refusal.hpp"
#include <doctest/doctest.h>

using namespace perfmodel;

// PyTorch, c10/cuda/CUDACachingAllocator.cpp: the constants are powers and multiples of each other.
static_assert([] {
  for (const AllocatorRules& row : allocator_rules_table)
    if (row.small_segment % row.granularity != 0 || row.small_segment != 2 * row.small_request || row.large_segment != 2 * row.own_segment_request ||
        row.segment_granularity % row.granularity != 0)
      return false;
  return true;
}());

TEST_CASE("a version takes the newest row that is not newer; one before all rows takes the oldest") {
  CHECK_FALSE(allocator_rules("1.13").expandable);
  CHECK_FALSE(allocator_rules("2.0").expandable);
  CHECK(allocator_rules("2.1").expandable);  // expandable_segments came with 2.1
  CHECK(allocator_rules("2.11").expandable);
  CHECK(allocator_rules("99.9").first_version == "2.1");
  CHECK(allocator_rules("0.4").first_version == "1.13");
}

TEST_CASE("what is no version is refused") {
  for (const char* word : {"", "new", "2.", "2.x"}) {
    CAPTURE(word);
    CHECK(refusal([&] { (void)allocator_rules(word); }).find("framework version: got ") == 0);
  }
}

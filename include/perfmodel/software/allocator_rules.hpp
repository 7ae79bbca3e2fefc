#pragma once
#include <cstdint>

namespace perfmodel {

/// Constants of the framework's caching allocator. PyTorch, c10/cuda/CUDACachingAllocator.cpp.
struct AllocatorRules {
  std::int64_t granularity{};          ///< kMinBlockSize: sizes are rounded up to a multiple of this
  std::int64_t small_request{};        ///< kSmallSize: up to here a request is served from the small pool
  std::int64_t small_segment{};        ///< kSmallBuffer: what one cudaMalloc gets for the small pool
  std::int64_t large_segment{};        ///< kLargeBuffer: the same for large requests below `own_segment_request`
  std::int64_t own_segment_request{};  ///< kMinLargeAlloc: from here on a request gets a segment of its own
  std::int64_t segment_granularity{};  ///< kRoundLarge: such a segment is rounded up to a multiple of this
  bool expandable{};                   ///< knows expandable_segments
};

/// The constants have not moved since PyTorch 0.4; expandable_segments came with 2.1.
inline constexpr AllocatorRules allocator_of_0_4{.granularity = 512,
                                                 .small_request = 1'048'576,
                                                 .small_segment = 2'097'152,
                                                 .large_segment = 20'971'520,
                                                 .own_segment_request = 10'485'760,
                                                 .segment_granularity = 2'097'152,
                                                 .expandable = false};
inline constexpr AllocatorRules allocator_of_2_1 = [] {
  AllocatorRules rules = allocator_of_0_4;
  rules.expandable = true;
  return rules;
}();

}  // namespace perfmodel

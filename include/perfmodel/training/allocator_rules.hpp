#pragma once
#include <array>
#include <cstdint>
#include <perfmodel/trace/framework.hpp>
#include <string_view>

namespace perfmodel {

/// Constants of the allocator, by version.
struct AllocatorRules {
  std::string_view first_version{};    ///< the row holds from this version on
  std::int64_t granularity{};          ///< kMinBlockSize: sizes are rounded up to a multiple of this
  std::int64_t small_request{};        ///< kSmallSize: up to here a request is served from the small pool
  std::int64_t small_segment{};        ///< kSmallBuffer: what one cudaMalloc gets for the small pool
  std::int64_t large_segment{};        ///< kLargeBuffer: the same for large requests below `own_segment_request`
  std::int64_t own_segment_request{};  ///< kMinLargeAlloc: from here on a request gets a segment of its own
  std::int64_t segment_granularity{};  ///< kRoundLarge: such a segment is rounded up to a multiple of this
  bool expandable{};                   ///< knows expandable_segments
};

/// The constants have not moved since PyTorch 0.4; expandable_segments came with 2.1.
inline constexpr std::array<AllocatorRules, 2> allocator_rules_table{{
    {"1.13", 512, 1'048'576, 2'097'152, 20'971'520, 10'485'760, 2'097'152, false},
    {"2.1", 512, 1'048'576, 2'097'152, 20'971'520, 10'485'760, 2'097'152, true},
}};
inline constexpr std::string_view oldest_known_version = "1.13", newest_known_version = "2.11";

/// The newest row that is not newer than `version`; the oldest row if all are newer. @throws Error: not a version
[[nodiscard]] inline AllocatorRules allocator_rules(std::string_view version) {
  const int wanted = version_number(version, "framework version");
  AllocatorRules found = allocator_rules_table[0];
  for (const AllocatorRules& row : allocator_rules_table)
    if (version_number(row.first_version, "table") <= wanted) found = row;
  return found;
}

}  // namespace perfmodel

#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <perfmodel/compiled.hpp>
#include <perfmodel/memory/replay.hpp>
#include <span>
#include <vector>

namespace perfmodel {

/// Requests that are there while an operation runs.
struct PassingRequests {
  std::array<std::int64_t, CachingAllocator::most_passing> bytes{};
  std::size_t count{};

  [[nodiscard]] std::span<const std::int64_t> list() const { return {bytes.data(), count}; }
  friend bool operator==(const PassingRequests&, const PassingRequests&) = default;
};

/// The allocations of a step on several cards that differ in nothing but passing requests. These leave nothing behind
/// but the segments that they make the allocator obtain: as long as they make it obtain the same on two cards, all else
/// lies in the same places there.
struct SharedProgram {
  /// Operations of `passing` bytes say where what passes; their tensor is a place in `passing`.
  AllocationProgram program{};
  std::vector<std::vector<PassingRequests>> passing{};  ///< by that place, by card
};

/// Counters of the replay without a limit on each card, `fits` and its steps: to the last byte those of replay(), the
/// bytes of requests before rounding excepted. What replay() throws an Error for does not fit. Cards are replayed
/// together as far as their segments are the same. @param cards  how many
[[nodiscard]] std::vector<Replay> shared_replays(const SharedProgram& shared, std::size_t cards,
                                                 const AllocatorRules& rules, const ReplayLimits& limits = {});

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/memory/shared_replay.ipp>
#endif

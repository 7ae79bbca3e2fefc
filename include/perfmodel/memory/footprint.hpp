#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <perfmodel/compiled.hpp>
#include <perfmodel/device/device.hpp>
#include <perfmodel/error.hpp>
#include <perfmodel/memory/outside_memory.hpp>
#include <perfmodel/memory/replay.hpp>
#include <perfmodel/trace/step_trace.hpp>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace perfmodel {

/// What a step holds on the card: its allocations, replayed through the framework's allocator from an empty cache over
/// several steps, as long as the cache still grows. Bytes are exact counts, so they are integers here.

[[nodiscard]] constexpr std::string_view name(MemoryClass why) {
  constexpr std::array<std::string_view, 8> names{"parameters", "gradients",   "optimizer state", "activations",
                                                  "inputs",     "temporaries", "workspaces",      "cast copies"};
  return names[static_cast<std::size_t>(why)];
}
inline constexpr std::size_t memory_class_count = 8;

struct MemoryOptions {
  bool expandable_segments{};      ///< PYTORCH_ALLOC_CONF=expandable_segments:True
  std::int64_t reserve{};          ///< bytes to be left free
  std::int64_t other_processes{};  ///< bytes that others hold on the card
  std::int64_t reserved_limit{
      -1};  ///< on the allocator's segments (setMemoryFraction) instead of what the card has left
  ReplayLimits steps{};
  bool timeline{};
};

/// Tensors of one kind and layer that are alive at the peak. Layer -1: none.
struct FootprintPart {
  MemoryClass why{};
  std::int32_t layer{-1};
  std::int64_t bytes{}, tensors{};  ///< as the allocator accounts them, rounded up
};

/// The allocator after one allocation or release.
struct FootprintPoint {
  int step{};  ///< -1: the setup
  Phase phase{};
  std::int32_t layer{-1};
  std::int64_t allocated{}, reserved{};
};

/// The verdict "out of memory" as the framework would give it: the request that fails, and whose it is.
struct OutOfMemory {
  MemoryClass why{};
  std::int32_t layer{-1};
  Phase phase{};
  int step{};
  AllocationFailure failure{};
  std::int64_t limit{};  ///< on reserved bytes
};

struct Footprint {
  std::int64_t peak_allocated{}, peak_reserved{}, device_used{};
  std::int64_t steady_peak_allocated{};  ///< of a later step: what a reset of the peaks after the first shows
  std::int64_t limit{};                  ///< on reserved bytes: what the card, its other tenants and the reserve leave
  bool fits{};
  std::optional<OutOfMemory> out_of_memory{};
  OutsideMemory outside{};
  int peak_step{};
  Phase peak_phase{};
  std::int32_t peak_layer{-1};
  std::vector<FootprintPart> parts{};  ///< at the peak, the largest first; their sum is peak_allocated
  std::array<std::int64_t, memory_class_count> by_class{};
  std::int64_t rounding{};       ///< of peak_allocated: what rounding and unsplit blocks add to the requests
  std::int64_t fragmentation{};  ///< peak_reserved - peak_allocated: cached, free
  std::vector<FootprintPoint> timeline{};
};

/// Reserved bytes that the allocator may take on this card. @throws Error if the card's memory is not known
[[nodiscard]] std::int64_t reserved_limit(const Device& device, const MemoryOptions& options);

/// Whether a program runs within a limit, and the replay that tells what it holds.
struct LimitedReplay {
  Replay shown{};            ///< within the limit where the program fits only so, else without one
  AllocatorOptions under{};  ///< of `shown`
  bool fits{};
  Replay stopped{};  ///< within the limit, where it does not fit
};

/// One replay where there is room, two where cached memory has to be given back in time.
/// @param limit  on reserved bytes
[[nodiscard]] LimitedReplay replay_within(const AllocationProgram& program, const AllocatorRules& rules,
                                          std::int64_t limit, const MemoryOptions& options);
/// The same where the replay without a limit is known already: a program often runs within several.
[[nodiscard]] LimitedReplay replay_within(const AllocationProgram& program, const AllocatorRules& rules,
                                          std::int64_t limit, const MemoryOptions& options, const Replay& unlimited);

namespace detail {
/// The trace event behind each operation of the program's parts.
[[nodiscard]] std::array<std::vector<const TraceEvent*>, 3> memory_events(const StepTrace& trace);
[[nodiscard]] inline const TraceEvent& event_at(const std::array<std::vector<const TraceEvent*>, 3>& events,
                                                const ReplayPlace& place) {
  return *events[place.step < 0 ? 0 : place.step == 0 ? 1 : 2][place.operation];
}

/// A second replay up to the peak, which notes whose each live block is.
void describe_peak(Footprint& footprint, const AllocationProgram& program,
                   const std::array<std::vector<const TraceEvent*>, 3>& events, const AllocatorRules& rules,
                   const AllocatorOptions& options, const ReplayLimits& limits, const ReplayPlace& peak, bool timeline);
}  // namespace detail

/// What the step holds on the card, where and when it holds most, and whether that fits.
/// If it does not, the counters are those of a card without a limit: what it would need.
/// @throws Error if the card's memory is not known
[[nodiscard]] Footprint footprint(const StepTrace& trace, const Device& device, const MemoryOptions& options = {});

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/memory/footprint.ipp>
#endif

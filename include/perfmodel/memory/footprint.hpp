#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
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
[[nodiscard]] inline std::int64_t reserved_limit(const Device& device, const MemoryOptions& options) {
  if (options.reserved_limit >= 0) return options.reserved_limit;
  const Bytes none{};
  const Bytes total = device.memory_visible > none    ? device.memory_visible
                      : device.memory_reported > none ? device.memory_reported
                                                      : device.memory;
  if (!(total > none))
    throw bad_input("device " + device.name + ": memory", "nothing",
                    "the card's memory size must be known, in bytes > 0");
  return static_cast<std::int64_t>(in(total, byte)) - outside_memory(device).total() - options.other_processes -
         options.reserve;
}

/// Whether a program runs within a limit, and the replay that tells what it holds.
struct LimitedReplay {
  Replay shown{};            ///< within the limit where the program fits only so, else without one
  AllocatorOptions under{};  ///< of `shown`
  bool fits{};
  Replay stopped{};  ///< within the limit, where it does not fit
};

/// One replay where there is room, two where cached memory has to be given back in time.
/// @param limit  on reserved bytes
[[nodiscard]] inline LimitedReplay replay_within(const AllocationProgram& program, const AllocatorRules& rules,
                                                 std::int64_t limit, const MemoryOptions& options) {
  const AllocatorOptions unlimited{.expandable_segments = options.expandable_segments};
  LimitedReplay result{.shown = replay(program, rules, unlimited, options.steps), .under = unlimited};
  AllocatorOptions limited = unlimited;
  limited.limit = std::max<std::int64_t>(limit, 0);
  result.fits = result.shown.counters.peak_reserved <= limited.limit;
  if (result.fits) return result;
  const Replay tight = replay(program, rules, limited, options.steps);
  result.fits = tight.fits;
  if (!tight.fits) {
    result.stopped = tight;
    return result;
  }
  result.shown = tight;
  result.under = limited;
  return result;
}

namespace detail {
/// The trace event behind each operation of the program's parts.
[[nodiscard]] inline std::array<std::vector<const TraceEvent*>, 3> memory_events(const StepTrace& trace) {
  std::array<std::vector<const TraceEvent*>, 3> events;
  const std::array<const std::vector<TraceEvent>*, 3> parts{&trace.setup, &trace.first_step, &trace.step};
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (const TraceEvent& e : *parts[i])
      if (std::holds_alternative<Allocate>(e.what) || std::holds_alternative<Release>(e.what)) events[i].push_back(&e);
  return events;
}
[[nodiscard]] inline const TraceEvent& event_at(const std::array<std::vector<const TraceEvent*>, 3>& events,
                                                const ReplayPlace& place) {
  return *events[place.step < 0 ? 0 : place.step == 0 ? 1 : 2][place.operation];
}

/// A second replay up to the peak, which notes whose each live block is.
inline void describe_peak(Footprint& footprint, const AllocationProgram& program,
                          const std::array<std::vector<const TraceEvent*>, 3>& events, const AllocatorRules& rules,
                          const AllocatorOptions& options, const ReplayLimits& limits, const ReplayPlace& peak,
                          bool timeline) {
  struct Owner {
    MemoryClass why{};
    std::int32_t layer{-1};
    CachingAllocator::Block block{CachingAllocator::none};
  };
  std::vector<Owner> owners(program.tensors);
  std::vector<bool> kept(program.tensors);  // gradients outlive their step; what dies in it is a temporary
  for (const Carried& c : program.carried) kept[c.at_start] = kept[c.at_end] = true;
  bool reached = false;
  int carried_in = 0;
  const auto note = [&](const ReplayPlace& place, const AllocationProgram::Operation& operation,
                        const CachingAllocator& allocator, const std::vector<CachingAllocator::Block>& blocks) {
    const TraceEvent& event = event_at(events, place);
    if (timeline)
      footprint.timeline.push_back(
          {place.step, event.phase, event.layer, allocator.counters().allocated, allocator.counters().reserved});
    if (reached) return;
    if (place.step > 1 && place.step != carried_in) {  // what the last step left has new names in this one
      carried_in = place.step;
      std::vector<Owner> renamed;
      for (const Carried& c : program.carried) renamed.push_back(owners[c.at_end]);
      for (std::size_t i = 0; i < renamed.size(); ++i) owners[program.carried[i].at_start] = renamed[i];
    }
    Owner& owner = owners[operation.tensor];
    if (operation.bytes == AllocationProgram::release)
      owner.block = CachingAllocator::none;
    else
      owner = {std::get<Allocate>(event.what).why, event.layer, blocks[operation.tensor]};
    if (owner.why == MemoryClass::gradient || owner.why == MemoryClass::temporary)
      owner.why = kept[operation.tensor] ? MemoryClass::gradient : MemoryClass::temporary;
    if (place.step != peak.step || place.operation != peak.operation) return;
    reached = true;
    footprint.rounding = allocator.counters().allocated - allocator.counters().requested;
    for (std::size_t id = 0; id < owners.size(); ++id) {
      if (blocks[id] == CachingAllocator::none || owners[id].block == CachingAllocator::none) continue;
      const std::int64_t bytes = allocator.size(blocks[id]);
      footprint.by_class[static_cast<std::size_t>(owners[id].why)] += bytes;
      auto part = std::find_if(footprint.parts.begin(), footprint.parts.end(), [&](const FootprintPart& p) {
        return p.why == owners[id].why && p.layer == owners[id].layer;
      });
      if (part == footprint.parts.end())
        part = footprint.parts.insert(part, {.why = owners[id].why, .layer = owners[id].layer});
      part->bytes += bytes;
      ++part->tensors;
    }
  };
  (void)replay(program, rules, options, limits, note);
  std::stable_sort(footprint.parts.begin(), footprint.parts.end(),
                   [](const FootprintPart& a, const FootprintPart& b) { return a.bytes > b.bytes; });
}
}  // namespace detail

/// What the step holds on the card, where and when it holds most, and whether that fits.
/// If it does not, the counters are those of a card without a limit: what it would need.
/// @throws Error if the card's memory is not known
[[nodiscard]] inline Footprint footprint(const StepTrace& trace, const Device& device,
                                         const MemoryOptions& options = {}) {
  const AllocatorRules& rules = trace.software.allocator;
  const AllocationProgram program = allocation_program(trace);
  const auto events = detail::memory_events(trace);
  Footprint result{.limit = reserved_limit(device, options), .outside = outside_memory(device)};
  const auto [shown, under, fits, stopped] = replay_within(program, rules, result.limit, options);
  result.fits = fits;
  if (!fits) {
    const TraceEvent& event = detail::event_at(events, stopped.failed);
    result.out_of_memory = OutOfMemory{.why = std::get<Allocate>(event.what).why,
                                       .layer = event.layer,
                                       .phase = event.phase,
                                       .step = stopped.failed.step,
                                       .failure = stopped.failure,
                                       .limit = std::max<std::int64_t>(result.limit, 0)};
  }
  result.peak_allocated = shown.counters.peak_allocated;
  result.peak_reserved = shown.counters.peak_reserved;
  result.steady_peak_allocated = shown.steady_peak_allocated;
  result.device_used = result.peak_reserved + result.outside.total() + options.other_processes;
  result.fragmentation = result.peak_reserved - result.peak_allocated;
  const TraceEvent& at_peak = detail::event_at(events, shown.peak);
  result.peak_step = shown.peak.step;
  result.peak_phase = at_peak.phase;
  result.peak_layer = at_peak.layer;
  detail::describe_peak(result, program, events, rules, under, options.steps, shown.peak, options.timeline);
  return result;
}

}  // namespace perfmodel

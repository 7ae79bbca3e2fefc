#pragma once
#include <array>
#include <limits>
#include <perfmodel/memory/footprint.hpp>

namespace perfmodel {
PERFMODEL_INLINE std::int64_t reserved_limit(const Device& device, const MemoryOptions& options) {
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

PERFMODEL_INLINE LimitedReplay replay_within(const AllocationProgram& program, const AllocatorRules& rules,
                                             std::int64_t limit, const MemoryOptions& options) {
  return replay_within(program, rules, limit, options,
                       replay(program, rules, {.expandable_segments = options.expandable_segments}, options.steps));
}

PERFMODEL_INLINE LimitedReplay replay_within(const AllocationProgram& program, const AllocatorRules& rules,
                                             std::int64_t limit, const MemoryOptions& options,
                                             const Replay& unlimited) {
  LimitedReplay result{.shown = unlimited, .under = {.expandable_segments = options.expandable_segments}};
  AllocatorOptions limited = result.under;
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
PERFMODEL_INLINE std::array<std::vector<const TraceEvent*>, 3> memory_events(const StepTrace& trace) {
  std::array<std::vector<const TraceEvent*>, 3> events;
  const std::array<const std::vector<TraceEvent>*, 3> parts{&trace.setup, &trace.first_step, &trace.step};
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (const TraceEvent& e : *parts[i])
      if (std::holds_alternative<Allocate>(e.what) || std::holds_alternative<Release>(e.what)) events[i].push_back(&e);
  return events;
}

/// Whose a tensor of an allocation program is, and the block in which it lies.
struct TensorOwner {
  MemoryClass why{};
  std::int32_t layer{-1};
  CachingAllocator::Block block{CachingAllocator::none};
};

/// Adds what lies in blocks now, by class and by layer.
inline void add_what_is_held(Footprint& footprint, const std::vector<TensorOwner>& owners,
                             const CachingAllocator& allocator, const std::vector<CachingAllocator::Block>& blocks) {
  footprint.rounding = allocator.counters().allocated - allocator.counters().requested;
  constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  std::vector<std::array<std::size_t, memory_class_count>> place;  // among the parts, by layer + 1
  for (std::size_t id = 0; id < owners.size(); ++id) {
    if (blocks[id] == CachingAllocator::none || owners[id].block == CachingAllocator::none) continue;
    const std::int64_t bytes = allocator.size(blocks[id]);
    footprint.by_class[static_cast<std::size_t>(owners[id].why)] += bytes;
    const auto layer = static_cast<std::size_t>(std::int64_t{owners[id].layer} + 1);
    while (place.size() <= layer) place.emplace_back().fill(none);
    std::size_t& known = place[layer][static_cast<std::size_t>(owners[id].why)];
    if (known == none) {
      known = footprint.parts.size();
      footprint.parts.push_back({.why = owners[id].why, .layer = owners[id].layer});
    }
    footprint.parts[known].bytes += bytes;
    ++footprint.parts[known].tensors;
  }
}

PERFMODEL_INLINE void describe_peak(Footprint& footprint, const AllocationProgram& program,
                                    const std::array<std::vector<const TraceEvent*>, 3>& events,
                                    const AllocatorRules& rules, const AllocatorOptions& options,
                                    const ReplayLimits& limits, const ReplayPlace& peak, bool timeline) {
  std::vector<TensorOwner> owners(program.tensors);
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
      std::vector<TensorOwner> renamed;
      renamed.reserve(program.carried.size());
      for (const Carried& c : program.carried) renamed.push_back(owners[c.at_end]);
      for (std::size_t i = 0; i < renamed.size(); ++i) owners[program.carried[i].at_start] = renamed[i];
    }
    TensorOwner& owner = owners[operation.tensor];
    if (operation.bytes == AllocationProgram::release)
      owner.block = CachingAllocator::none;
    else
      owner = {std::get<Allocate>(event.what).why, event.layer, blocks[operation.tensor]};
    if (owner.why == MemoryClass::gradient || owner.why == MemoryClass::temporary)
      owner.why = kept[operation.tensor] ? MemoryClass::gradient : MemoryClass::temporary;
    if (place.step != peak.step || place.operation != peak.operation) return;
    reached = true;
    add_what_is_held(footprint, owners, allocator, blocks);
  };
  (void)replay(program, rules, options, limits, note);
  std::stable_sort(footprint.parts.begin(), footprint.parts.end(),
                   [](const FootprintPart& a, const FootprintPart& b) { return a.bytes > b.bytes; });
}

}  // namespace detail
PERFMODEL_INLINE Footprint footprint(const StepTrace& trace, const Device& device, const MemoryOptions& options) {
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

#pragma once
#include <algorithm>
#include <perfmodel/memory/footprint.hpp>
#include <perfmodel/step/step_builder.hpp>
#include <span>
#include <vector>

namespace perfmodel {

/// Which cards hold a step: what footprint() says of each, without where its peak is. Cards that the trace cannot tell
/// apart share one trace and one replay without a limit; only a card that it does not fit is replayed with its own.
/// @returns one verdict per card, in their order
/// @throws Error if a card's memory is not known or the network is impossible
[[nodiscard]] inline std::vector<bool> fitting_cards(const Network& network, const Recipe& recipe,
                                                     const Software& software, std::span<const Device> cards,
                                                     const MemoryOptions& memory = {}) {
  struct Needs {
    TraceTarget target{};
    AllocationProgram program{};
    std::int64_t reserved{};  ///< without a limit
  };
  const AllocatorRules& rules = software.allocator;
  AllocatorOptions options{.expandable_segments = memory.expandable_segments};
  std::vector<Needs> known;
  std::vector<bool> fit;
  for (const Device& card : cards) {
    const TraceTarget target = trace_target(card);
    auto needs = std::find_if(known.begin(), known.end(), [&](const Needs& n) { return n.target == target; });
    if (needs == known.end()) {
      const StepTrace trace = step_trace(network, recipe, software, target, TraceDetail::memory);
      needs = known.insert(needs, {.target = target, .program = allocation_program(trace)});
      options.limit = -1;
      needs->reserved = replay(needs->program, rules, options, memory.steps).counters.peak_reserved;
    }
    options.limit = std::max<std::int64_t>(reserved_limit(card, memory), 0);
    fit.push_back(needs->reserved <= options.limit || replay(needs->program, rules, options, memory.steps).fits);
  }
  return fit;
}

}  // namespace perfmodel

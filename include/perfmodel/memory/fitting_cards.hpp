#pragma once
#include <algorithm>
#include <perfmodel/memory/footprint.hpp>
#include <perfmodel/step/card_scratch.hpp>
#include <perfmodel/step/step_builder.hpp>
#include <span>
#include <utility>
#include <vector>

namespace perfmodel {

/// Which cards hold a step: what footprint() says of each, without where its peak is. The step is traced once, and
/// cards on which its operations take the same scratch memory share one replay without a limit; only a card that it
/// does not fit is replayed with its own.
/// @returns one verdict per card, in their order
/// @throws Error if a card's memory is not known or the network is impossible
[[nodiscard]] inline std::vector<bool> fitting_cards(const Network& network, const Recipe& recipe,
                                                     const Software& software, std::span<const Device> cards,
                                                     const MemoryOptions& memory = {}) {
  struct Needs {
    std::vector<Scratch> scratch{};  ///< by operation
    AllocationProgram program{};
    std::int64_t reserved{};  ///< without a limit
  };
  if (cards.empty()) return {};
  const AllocatorRules& rules = software.allocator;
  AllocatorOptions options{.expandable_segments = memory.expandable_segments};
  StepTrace trace = step_trace(network, recipe, software, trace_target(cards.front()));
  const TensorId scratch_tensor = tensor_limit(trace);
  const auto scratch_on = [&](const Device& card) {
    std::vector<Scratch> list;
    const CardScratch rule(software, trace_target(card));
    for (const Operation& operation : trace.operations) list.push_back(rule(operation));
    return list;
  };
  const auto look_up = [](const std::vector<Scratch>& list) {
    return [&list](OperationId id) -> const Scratch& { return list[id]; };
  };
  std::vector<Scratch> traced = scratch_on(cards.front());
  std::vector<Needs> known;
  std::vector<bool> fit;
  for (const Device& card : cards) {
    std::vector<Scratch> scratch = scratch_on(card);
    auto needs = std::find_if(known.begin(), known.end(), [&](const Needs& n) { return n.scratch == scratch; });
    if (needs == known.end()) {
      move_to_card(trace, look_up(traced), look_up(scratch), scratch_tensor);
      traced = scratch;
      needs = known.insert(needs, {.scratch = std::move(scratch), .program = allocation_program(trace)});
      options.limit = -1;
      needs->reserved = replay(needs->program, rules, options, memory.steps).counters.peak_reserved;
    }
    options.limit = std::max<std::int64_t>(reserved_limit(card, memory), 0);
    fit.push_back(needs->reserved <= options.limit || replay(needs->program, rules, options, memory.steps).fits);
  }
  return fit;
}

}  // namespace perfmodel

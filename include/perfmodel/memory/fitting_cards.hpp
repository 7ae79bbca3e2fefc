#pragma once
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <perfmodel/memory/footprint.hpp>
#include <perfmodel/step/scratch_table.hpp>
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
    std::size_t card{};  ///< place in the table
    AllocationProgram program{};
    std::int64_t reserved{};  ///< without a limit
  };
  if (cards.empty()) return {};
  const AllocatorRules& rules = software.allocator;
  AllocatorOptions options{.expandable_segments = memory.expandable_segments};
  const StepTrace trace = step_trace(network, recipe, software, trace_target(cards.front()));
  std::vector<OperationId> all(trace.operations.size());
  std::iota(all.begin(), all.end(), OperationId{0});
  ScratchTable table(trace.operations);
  const auto place_of = [&](const Device& card) {
    const std::size_t place = table.card(software, trace_target(card));
    table.learn(place, all);
    return place;
  };
  const auto scratch_on = [&](std::size_t card) {
    return [&table, card](OperationId id) -> const Scratch& { return table(card, id); };
  };
  StepTrace bare = without_scratch(trace, scratch_on(place_of(cards.front())));
  bare.operations = {};  // the table knows them
  std::vector<Needs> known;
  std::vector<bool> fit;
  for (const Device& device : cards) {
    const std::size_t card = place_of(device);
    auto needs =
        std::find_if(known.begin(), known.end(), [&](const Needs& n) { return table.same(n.card, card, all); });
    if (needs == known.end()) {
      needs = known.insert(needs, {.card = card, .program = allocation_program(with_scratch(bare, scratch_on(card)))});
      options.limit = -1;
      needs->reserved = replay(needs->program, rules, options, memory.steps).counters.peak_reserved;
    }
    options.limit = std::max<std::int64_t>(reserved_limit(device, memory), 0);
    fit.push_back(needs->reserved <= options.limit || replay(needs->program, rules, options, memory.steps).fits);
  }
  return fit;
}

}  // namespace perfmodel

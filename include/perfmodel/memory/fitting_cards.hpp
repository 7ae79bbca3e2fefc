#pragma once
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <perfmodel/for_each.hpp>
#include <perfmodel/memory/footprint.hpp>
#include <perfmodel/memory/scratch_table.hpp>
#include <perfmodel/step/step_builder.hpp>
#include <span>
#include <utility>
#include <vector>

namespace perfmodel {

namespace detail {
/// Cards on which the operations of a step take the same scratch memory.
struct FittingNeeds {
  std::size_t card{};  ///< place in the table
  AllocationProgram program{};
  std::int64_t reserved{};  ///< without a limit
};

/// @returns the place of each card's needs in `known`, which gets those that are new
[[nodiscard]] inline std::vector<std::size_t> needs_of_cards(const Software& software, std::span<const Device> cards,
                                                             ScratchTable& table, std::span<const OperationId> all,
                                                             std::vector<FittingNeeds>& known) {
  std::vector<std::size_t> places;
  for (const Device& device : cards) {
    const std::size_t card = table.card(software, trace_target(device));
    table.learn(card, all);
    const auto same =
        std::find_if(known.begin(), known.end(), [&](const FittingNeeds& n) { return table.same(n.card, card, all); });
    places.push_back(static_cast<std::size_t>(same - known.begin()));
    if (same == known.end()) known.push_back({.card = card});
  }
  return places;
}
}  // namespace detail

/// Which cards hold a step: what footprint() says of each, without where its peak is. The step is traced once, and
/// cards on which its operations take the same scratch memory share one replay without a limit; only a card that it
/// does not fit is replayed with its own.
/// @param each  works out those replays
/// @returns one verdict per card, in their order
/// @throws Error if a card's memory is not known or the network is impossible
[[nodiscard]] inline std::vector<bool> fitting_cards(const Network& network, const Recipe& recipe,
                                                     const Software& software, std::span<const Device> cards,
                                                     const MemoryOptions& memory = {},
                                                     const ForEach& each = one_by_one) {
  if (cards.empty()) return {};
  const AllocatorRules& rules = software.allocator;
  const AllocatorOptions unlimited{.expandable_segments = memory.expandable_segments};
  const StepTrace trace = step_trace(network, recipe, software, trace_target(cards.front()));
  std::vector<OperationId> all(trace.operations.size());
  std::iota(all.begin(), all.end(), OperationId{0});
  ScratchTable table(trace.operations);
  std::vector<detail::FittingNeeds> known;
  const std::vector<std::size_t> needs_of = detail::needs_of_cards(software, cards, table, all, known);
  const StepTrace bare =
      without_scratch(trace, [&](OperationId id) -> const Scratch& { return table(known.front().card, id); });
  const BareStep step = bare_step(bare);
  each(known.size(), [&](std::size_t i) {
    known[i].program = program_on(step, table, known[i].card);
    known[i].reserved = replay(known[i].program, rules, unlimited, memory.steps).counters.peak_reserved;
  });
  std::vector<char> fit(cards.size());
  each(cards.size(), [&](std::size_t i) {
    const detail::FittingNeeds& needs = known[needs_of[i]];
    AllocatorOptions limited = unlimited;
    limited.limit = std::max<std::int64_t>(reserved_limit(cards[i], memory), 0);
    fit[i] = needs.reserved <= limited.limit || replay(needs.program, rules, limited, memory.steps).fits;
  });
  return {fit.begin(), fit.end()};
}

}  // namespace perfmodel

#pragma once
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <perfmodel/memory/fitting_cards.hpp>
#include <perfmodel/memory/scratch_table.hpp>
#include <perfmodel/step/step_builder.hpp>
#include <utility>

namespace perfmodel {
namespace detail {
/// Cards on which the operations of a step take the same scratch memory.
struct FittingNeeds {
  std::size_t card{};  ///< place in the table
  TraceTarget target{};
  AllocationProgram program{};
  std::int64_t reserved{};  ///< without a limit
  bool asked{};             ///< for: on some card more than bare requests decides
};

/// The operations of compiled steps do not tell all of their scratch memory: these have needs in common where nothing
/// of the card is another.
/// @returns the place of each card's needs in `known`, which gets those that are new
PERFMODEL_INLINE std::vector<std::size_t> needs_of_cards(const Software& software, std::span<const Device> cards,
                                                         ScratchTable& table, std::span<const OperationId> all,
                                                         std::vector<FittingNeeds>& known) {
  std::vector<std::size_t> places;
  for (const Device& device : cards) {
    const TraceTarget target = trace_target(device);
    const std::size_t card = table.card(software, target);
    if (!software.rules.compiled) table.learn(card, all);
    const auto same = std::find_if(known.begin(), known.end(), [&](const FittingNeeds& n) {
      return software.rules.compiled ? n.card == card : table.same(n.card, card, all);
    });
    places.push_back(static_cast<std::size_t>(same - known.begin()));
    if (same == known.end()) known.push_back({.card = card, .target = target});
  }
  return places;
}

}  // namespace detail

PERFMODEL_INLINE std::vector<bool> fitting_cards(const Network& network, const Recipe& recipe, const Software& software,
                                                 std::span<const Device> cards, const MemoryOptions& memory,
                                                 const ForEach& each) {
  if (cards.empty()) return {};
  const AllocatorRules& rules = software.allocator;
  const AllocatorOptions unlimited{.expandable_segments = memory.expandable_segments};
  const StepTrace bare = step_trace(network, recipe, software, trace_target(cards.front()), TraceDetail::bare);
  std::vector<OperationId> all(bare.operations.size());
  std::iota(all.begin(), all.end(), OperationId{0});
  ScratchTable table(bare.operations);
  std::vector<detail::FittingNeeds> known;
  const std::vector<std::size_t> needs_of = detail::needs_of_cards(software, cards, table, all, known);
  std::vector<std::int64_t> limits;
  for (const Device& device : cards) limits.push_back(std::max<std::int64_t>(reserved_limit(device, memory), 0));
  const std::int64_t least = software.rules.compiled ? 0 : least_peak(allocation_program(bare), rules);
  for (std::size_t i = 0; i < cards.size(); ++i)
    known[needs_of[i]].asked = known[needs_of[i]].asked || limits[i] >= least;
  const BareStep step = bare_step(bare);
  each(known.size(), [&](std::size_t i) {
    if (!known[i].asked) return;
    known[i].program = software.rules.compiled
                           ? allocation_program(step_trace(network, recipe, software, known[i].target))
                           : program_on(step, table, known[i].card);
    known[i].reserved = replay(known[i].program, rules, unlimited, memory.steps).counters.peak_reserved;
  });
  std::vector<char> fit(cards.size());
  each(cards.size(), [&](std::size_t i) {
    const detail::FittingNeeds& needs = known[needs_of[i]];
    AllocatorOptions limited = unlimited;
    limited.limit = limits[i];
    fit[i] =
        limits[i] >= least && (needs.reserved <= limits[i] || replay(needs.program, rules, limited, memory.steps).fits);
  });
  return {fit.begin(), fit.end()};
}

}  // namespace perfmodel

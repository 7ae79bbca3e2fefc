#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <perfmodel/compiled.hpp>
#include <perfmodel/memory/allocation_events.hpp>
#include <perfmodel/memory/card_scratch.hpp>
#include <perfmodel/memory/shared_replay.hpp>
#include <perfmodel/trace/operation_list.hpp>
#include <span>
#include <utility>
#include <vector>

namespace perfmodel {

/// The scratch memory of a list's operations on several cards under one software, worked out once. Cards of equal
/// TraceTarget are the same to it.
class ScratchTable {
 public:
  /// The list may grow, and must outlive the table.
  explicit ScratchTable(const OperationList& operations) : operations_(&operations) {}

  /// The place of a card in the table.
  [[nodiscard]] std::size_t card(const Software& software, const TraceTarget& target);
  /// Works out what these operations take on a card.
  void learn(std::size_t card, std::span<const OperationId> operations);
  /// @pre learned
  [[nodiscard]] const Scratch& operator()(std::size_t card, OperationId id) const {
    return kinds_[id][cards_[card].kinds[id]].scratch;
  }
  /// Whether the operations take the same on two cards. @pre learned
  [[nodiscard]] bool same(std::size_t one, std::size_t other, std::span<const OperationId> operations) const;
  /// Whether they make as many allocations, of whatever size. @pre learned
  [[nodiscard]] bool same_count(std::size_t one, std::size_t other, std::span<const OperationId> operations) const;
  /// Whether their workspaces are the same on two cards. @pre learned
  [[nodiscard]] bool same_workspaces(std::size_t one, std::size_t other, std::span<const OperationId> operations) const;
  /// What the operations take while they run on each of several cards, those left out that take nothing on any.
  struct PassingTable {
    std::vector<std::optional<TensorId>> mark{};          ///< by operation: its place below
    std::vector<std::vector<PassingRequests>> passing{};  ///< by that, by card
  };
  /// Nothing where a replay that they share would not tell all. @pre learned
  [[nodiscard]] std::optional<PassingTable> passing(std::span<const std::size_t> cards,
                                                    std::span<const OperationId> operations) const;
  /// All operations, when the list begins anew. Cards stay.
  void forget() {
    kinds_.clear();
    for (OnCard& on : cards_) on.kinds.clear();
  }

 private:
  using KindNumber = std::uint16_t;
  static constexpr KindNumber unknown = std::numeric_limits<KindNumber>::max();
  /// What an operation takes on one card or another.
  struct Kind {
    Scratch scratch{};
    std::size_t allocations{};  ///< for the operation itself, and a bit for each workspace
  };
  struct OnCard {
    TraceTarget target{};
    CardScratch rule;
    std::vector<KindNumber> kinds{};  ///< by operation
  };

  [[nodiscard]] static KindNumber kind_of(const Scratch& scratch, std::vector<Kind>& known);

  const OperationList* operations_;
  std::vector<std::vector<Kind>> kinds_{};  ///< by operation
  std::vector<OnCard> cards_{};
};

/// A step without the scratch memory of its operations.
struct BareStep {
  const StepTrace& trace;
  TensorId first_scratch{};  ///< id from which on no tensors of the trace are: tensor_limit()
  bool workspaces_exist{};   ///< earlier steps, which are not in the trace, have taken them
};

/// @param trace  bare: as TraceDetail::bare or without_scratch() make it. It must outlive what is returned
[[nodiscard]] inline BareStep bare_step(const StepTrace& trace) {
  return {.trace = trace, .first_scratch = tensor_limit(trace), .workspaces_exist = trace.first_step.empty()};
}

/// Appends the events of the step in the steady state as a card of the table runs them, with the scratch memory that
/// its operations take there. @param out  takes them by push_back(const TraceEvent&). @pre learned
template <class Events>
void put_steady_step(const BareStep& step, const ScratchTable& table, std::size_t card, Events& out) {
  const auto scratch = [&](OperationId id) -> const Scratch& { return table(card, id); };
  detail::ScratchAddition addition(scratch, step.first_scratch, step.workspaces_exist);
  detail::NoEvents nobody;
  addition.add(step.trace.first_step, nobody);  // takes the workspaces
  addition.add(step.trace.step, out);
}

/// Its allocations on a card of the table. @pre learned
[[nodiscard]] AllocationProgram program_on(const BareStep& step, const ScratchTable& table, std::size_t card);

/// shared_replays() of these allocations on cards whose workspaces are the same; nothing where a replay that they share
/// would not tell all. @param operations  of the step. @pre learned
[[nodiscard]] std::optional<std::vector<Replay>> replays_on(const BareStep& step, const ScratchTable& table,
                                                            std::span<const std::size_t> cards,
                                                            std::span<const OperationId> operations,
                                                            const AllocatorRules& rules, const ReplayLimits& limits);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/memory/scratch_table.ipp>
#endif

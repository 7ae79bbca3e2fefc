#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
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
  [[nodiscard]] std::size_t card(const Software& software, const TraceTarget& target) {
    const auto found =
        std::find_if(cards_.begin(), cards_.end(), [&](const OnCard& known) { return known.target == target; });
    const auto place = static_cast<std::size_t>(found - cards_.begin());
    if (found == cards_.end()) cards_.push_back({.target = target, .rule = {software, target}});
    return place;
  }
  /// Works out what these operations take on a card.
  void learn(std::size_t card, std::span<const OperationId> operations) {
    OnCard& on = cards_[card];
    if (on.kinds.size() < operations_->size()) on.kinds.resize(operations_->size(), unknown);
    if (kinds_.size() < operations_->size()) kinds_.resize(operations_->size());
    for (const OperationId id : operations)
      if (on.kinds[id] == unknown) on.kinds[id] = kind_of(on.rule((*operations_)[id]), kinds_[id]);
  }
  /// @pre learned
  [[nodiscard]] const Scratch& operator()(std::size_t card, OperationId id) const {
    return kinds_[id][cards_[card].kinds[id]].scratch;
  }
  /// Whether the operations take the same on two cards. @pre learned
  [[nodiscard]] bool same(std::size_t one, std::size_t other, std::span<const OperationId> operations) const {
    return one == other || std::all_of(operations.begin(), operations.end(), [&](OperationId id) {
             return cards_[one].kinds[id] == cards_[other].kinds[id];
           });
  }
  /// Whether they make as many allocations, of whatever size. @pre learned
  [[nodiscard]] bool same_count(std::size_t one, std::size_t other, std::span<const OperationId> operations) const {
    return one == other || std::all_of(operations.begin(), operations.end(), [&](OperationId id) {
             return kinds_[id][cards_[one].kinds[id]].allocations == kinds_[id][cards_[other].kinds[id]].allocations;
           });
  }
  /// Whether their workspaces are the same on two cards. @pre learned
  [[nodiscard]] bool same_workspaces(std::size_t one, std::size_t other,
                                     std::span<const OperationId> operations) const {
    const auto alike = [&](const Scratch& a, const Scratch& b) {
      const auto next = [](const Scratch& s, std::size_t& at) {
        while (at < s.count && s.parts[at].slot < 0) ++at;
        return at < s.count;
      };
      std::size_t i = 0, k = 0;
      for (;; ++i, ++k) {
        const bool more = next(a, i);
        if (next(b, k) != more) return false;
        if (!more) return true;
        if (a.parts[i] != b.parts[k]) return false;
      }
    };
    return one == other || std::all_of(operations.begin(), operations.end(), [&](OperationId id) {
             return cards_[one].kinds[id] == cards_[other].kinds[id] || alike((*this)(one, id), (*this)(other, id));
           });
  }
  /// What the operations take while they run on each of several cards, those left out that take nothing on any.
  struct PassingTable {
    std::vector<std::optional<TensorId>> mark{};          ///< by operation: its place below
    std::vector<std::vector<PassingRequests>> passing{};  ///< by that, by card
  };
  /// Nothing where a replay that they share would not tell all. @pre learned
  [[nodiscard]] std::optional<PassingTable> passing(std::span<const std::size_t> cards,
                                                    std::span<const OperationId> operations) const {
    PassingTable table{.mark = std::vector<std::optional<TensorId>>(operations_->size())};
    for (const OperationId id : operations) {
      if (std::all_of(cards.begin(), cards.end(), [&](std::size_t card) { return (*this)(card, id).count == 0; }))
        continue;
      std::vector<PassingRequests> on;
      std::size_t most = 0;
      for (const std::size_t card : cards) {
        const std::optional<PassingRequests> requests = detail::passing_of((*this)(card, id));
        if (!requests) return std::nullopt;
        on.push_back(*requests);
        most = std::max(most, requests->count);
      }
      if (most == 0) continue;  // workspaces alone
      table.mark[id] = static_cast<TensorId>(table.passing.size());
      table.passing.push_back(std::move(on));
    }
    return table;
  }
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

  [[nodiscard]] static KindNumber kind_of(const Scratch& scratch, std::vector<Kind>& known) {
    const auto found =
        std::find_if(known.begin(), known.end(), [&](const Kind& kind) { return kind.scratch == scratch; });
    const auto number = static_cast<KindNumber>(found - known.begin());
    if (found != known.end()) return number;
    Kind made{.scratch = scratch};
    for (std::size_t p = 0; p < scratch.count; ++p) {
      constexpr std::size_t first_workspace = 8;
      static_assert(std::tuple_size_v<decltype(Scratch::parts)> < first_workspace);
      const int slot = scratch.parts[p].slot;
      made.allocations += slot < 0 ? 1 : first_workspace << slot;
    }
    known.push_back(made);
    return number;
  }

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
[[nodiscard]] inline AllocationProgram program_on(const BareStep& step, const ScratchTable& table, std::size_t card) {
  AllocationProgram program{.carried = step.trace.carried, .tensors = step.first_scratch};
  const auto scratch = [&](OperationId id) -> const Scratch& { return table(card, id); };
  detail::ScratchAddition addition(scratch, step.first_scratch, step.workspaces_exist);
  detail::write_program(program, step.trace, addition);
  return program;
}

/// shared_replays() of these allocations on cards whose workspaces are the same; nothing where a replay that they share
/// would not tell all. @param operations  of the step. @pre learned
[[nodiscard]] inline std::optional<std::vector<Replay>> replays_on(const BareStep& step, const ScratchTable& table,
                                                                   std::span<const std::size_t> cards,
                                                                   std::span<const OperationId> operations,
                                                                   const AllocatorRules& rules,
                                                                   const ReplayLimits& limits) {
  auto passing = table.passing(cards, operations);
  if (!passing) return std::nullopt;
  SharedProgram shared{.program = {.carried = step.trace.carried, .tensors = step.first_scratch},
                       .passing = std::move(passing->passing)};
  const auto scratch = [&](OperationId id) -> const Scratch& { return table(cards.front(), id); };
  const auto mark = [&](OperationId id) { return passing->mark[id]; };
  detail::ScratchAddition addition(scratch, step.first_scratch, step.workspaces_exist, mark);
  detail::write_program(shared.program, step.trace, addition);
  return shared_replays(shared, cards.size(), rules, limits);
}

}  // namespace perfmodel

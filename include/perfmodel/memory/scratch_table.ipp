#pragma once
#include <perfmodel/memory/scratch_table.hpp>

namespace perfmodel {

PERFMODEL_INLINE std::size_t ScratchTable::card(const Software& software, const TraceTarget& target) {
  const auto found =
      std::find_if(cards_.begin(), cards_.end(), [&](const OnCard& known) { return known.target == target; });
  const auto place = static_cast<std::size_t>(found - cards_.begin());
  if (found == cards_.end()) cards_.push_back({.target = target, .rule = {software, target}});
  return place;
}

PERFMODEL_INLINE void ScratchTable::learn(std::size_t card, std::span<const OperationId> operations) {
  OnCard& on = cards_[card];
  if (on.kinds.size() < operations_->size()) on.kinds.resize(operations_->size(), unknown);
  if (kinds_.size() < operations_->size()) kinds_.resize(operations_->size());
  KindNumber* const kinds = on.kinds.data();
  for (const OperationId id : operations)
    if (kinds[id] == unknown) kinds[id] = kind_of(on.rule((*operations_)[id]), kinds_[id]);
}

PERFMODEL_INLINE bool ScratchTable::same(std::size_t one, std::size_t other,
                                         std::span<const OperationId> operations) const {
  return one == other || std::all_of(operations.begin(), operations.end(),
                                     [&](OperationId id) { return cards_[one].kinds[id] == cards_[other].kinds[id]; });
}

PERFMODEL_INLINE bool ScratchTable::same_count(std::size_t one, std::size_t other,
                                               std::span<const OperationId> operations) const {
  return one == other || std::all_of(operations.begin(), operations.end(), [&](OperationId id) {
           return kinds_[id][cards_[one].kinds[id]].allocations == kinds_[id][cards_[other].kinds[id]].allocations;
         });
}

PERFMODEL_INLINE bool ScratchTable::same_workspaces(std::size_t one, std::size_t other,
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

PERFMODEL_INLINE std::optional<ScratchTable::PassingTable> ScratchTable::passing(
    std::span<const std::size_t> cards, std::span<const OperationId> operations) const {
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

PERFMODEL_INLINE ScratchTable::KindNumber ScratchTable::kind_of(const Scratch& scratch, std::vector<Kind>& known) {
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

PERFMODEL_INLINE AllocationProgram program_on(const BareStep& step, const ScratchTable& table, std::size_t card) {
  AllocationProgram program{.carried = step.trace.carried, .tensors = step.first_scratch};
  const auto scratch = [&](OperationId id) -> const Scratch& { return table(card, id); };
  detail::ScratchAddition addition(scratch, step.first_scratch, step.workspaces_exist);
  detail::write_program(program, step.trace, addition);
  return program;
}

PERFMODEL_INLINE std::optional<std::vector<Replay>> replays_on(const BareStep& step, const ScratchTable& table,
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

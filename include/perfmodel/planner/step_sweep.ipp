#pragma once
#include <algorithm>
#include <perfmodel/planner/step_sweep.hpp>
#include <variant>

namespace perfmodel {
namespace detail {
/// Operations that a sweep remembers: some megabytes of prices for each card.
inline constexpr std::size_t most_swept_operations = 4096;
}  // namespace detail

PERFMODEL_INLINE StepSweep::StepSweep(std::span<const CardModel> cards, const MemoryOptions& memory)
    : cards_(cards), memory_(memory) {
  for (const CardModel& card : cards) {
    const KernelModel& kernels = card.steps.kernels;
    known_.push_back(
        {.rule = {card.software(), card.steps.target}, .prices = {operations_, kernels, lowering_target(kernels)}});
  }
}

PERFMODEL_INLINE void StepSweep::ask(const Network& network, const Recipe& recipe) {
  network_ = &network;
  recipe_ = recipe;
  traced_ = false;
  replayed_.clear();
  if (operations_.size() < detail::most_swept_operations) return;
  operations_ = {};
  for (OnCard& known : known_) {
    known.prices.forget();
    known.scratch.clear();
  }
}

PERFMODEL_INLINE void StepSweep::trace_on(std::size_t card) {
  const CardModel& model = cards_[card];
  trace_ = step_trace(*network_, recipe_, model.software(), model.steps.target);
  scratch_tensor_ = tensor_limit(trace_);
  used_.clear();
  for (const Operation& operation : trace_.operations) used_.push_back(operations_.id_of(operation));
  for (auto* part : {&trace_.first_step, &trace_.step})
    for (TraceEvent& event : *part)
      if (auto* executed = std::get_if<Execute>(&event.what)) executed->operation = used_[executed->operation];
  traced_ = true;
  card_ = card;
}

PERFMODEL_INLINE void StepSweep::know_scratch(std::size_t card) {
  OnCard& known = known_[card];
  for (std::size_t id = known.scratch.size(); id < operations_.size(); ++id)
    known.scratch.push_back(known.rule(operations_[static_cast<OperationId>(id)]));
}

PERFMODEL_INLINE bool StepSweep::shares_trace(std::size_t one, std::size_t other) const {
  if (cards_[one].software().rules.compiled)  // what a compiler makes of a step depends on the eager step's scratch
    return cards_[one].steps.target == cards_[other].steps.target;
  return std::all_of(used_.begin(), used_.end(),
                     [&](OperationId id) { return known_[one].scratch[id] == known_[other].scratch[id]; });
}

PERFMODEL_INLINE const StepSweep::Replayed& StepSweep::replayed_on(std::size_t card) {
  for (const Replayed& known : replayed_)
    if (shares_trace(known.card, card)) return known;
  Replayed made{.card = card, .program = allocation_program(trace_)};
  made.unlimited = replay(made.program, trace_.software.allocator, {.expandable_segments = memory_.expandable_segments},
                          memory_.steps);
  return replayed_.emplace_back(std::move(made));
}

PERFMODEL_INLINE StepEstimate StepSweep::on(std::size_t card) {
  if (!traced_) trace_on(card);
  know_scratch(card);
  know_scratch(card_);
  const bool other = !shares_trace(card_, card);
  if (other && cards_[card].software().rules.compiled) {
    trace_on(card);
    know_scratch(card);
  } else if (other) {
    const auto scratch_on = [&](std::size_t c) {
      return [&scratch = known_[c].scratch](OperationId id) -> const Scratch& { return scratch[id]; };
    };
    move_to_card(trace_, scratch_on(card_), scratch_on(card), scratch_tensor_);
    card_ = card;
  }
  StepEstimate e = estimate_time(trace_, *network_, recipe_, cards_[card], known_[card].prices);
  const Replayed& run = replayed_on(card);
  add_memory(e, run.program, run.unlimited, cards_[card], memory_);
  return e;
}

}  // namespace perfmodel

#pragma once
#include <algorithm>
#include <perfmodel/planner/step_sweep.hpp>
#include <utility>
#include <variant>

namespace perfmodel {
namespace detail {
/// Operations that a sweep remembers: some megabytes of prices for each card.
inline constexpr std::size_t most_swept_operations = 4096;
}  // namespace detail

PERFMODEL_INLINE StepSweep::StepSweep(std::span<const CardModel> cards, const MemoryOptions& memory)
    : cards_(cards), memory_(memory), times_(cards.size()) {
  for (const CardModel& card : cards) {
    const KernelModel& kernels = card.steps.kernels;
    known_.push_back({.prices = {operations_, kernels, lowering_target(kernels)},
                      .host = host_of(card.steps),
                      .scratch = scratch_.card(card.software(), card.steps.target)});
  }
}

PERFMODEL_INLINE bool StepSweep::compiled() const { return cards_.front().software().rules.compiled; }

PERFMODEL_INLINE void StepSweep::ask(const Network& network, const Recipe& recipe) {
  network_ = &network;
  recipe_ = recipe;
  traced_ = false;
  replayed_.clear();
  times_.assign(cards_.size(), std::nullopt);
  if (operations_.size() < detail::most_swept_operations) return;
  operations_ = {};
  scratch_.forget();
  for (OnCard& known : known_) known.prices.forget();
}

PERFMODEL_INLINE void StepSweep::trace_on(std::size_t card) {
  const CardModel& model = cards_[card];
  trace_ = step_trace(*network_, recipe_, model.software(), model.steps.target, TraceDetail::bare);
  bare_.emplace(bare_step(trace_));
  used_.clear();
  for (const Operation& operation : trace_.operations) used_.push_back(operations_.id_of(operation));
  for (auto* part : {&trace_.first_step, &trace_.step})
    for (TraceEvent& event : *part)
      if (auto* executed = std::get_if<Execute>(&event.what)) executed->operation = used_[executed->operation];
  traced_ = true;
  card_ = card;
  scratch_.learn(known_[card].scratch, used_);
}

PERFMODEL_INLINE bool StepSweep::shares_trace(std::size_t one, std::size_t other) const {
  if (compiled()) return cards_[one].steps.target == cards_[other].steps.target;
  return scratch_.same(known_[one].scratch, known_[other].scratch, used_);
}

PERFMODEL_INLINE bool StepSweep::shares_times(std::size_t one, std::size_t other) const {
  if (compiled()) return cards_[one].steps.target == cards_[other].steps.target;
  return scratch_.same_count(known_[one].scratch, known_[other].scratch, used_);
}

PERFMODEL_INLINE AllocationProgram StepSweep::program_on(std::size_t card) const {
  return compiled() ? allocation_program(trace_) : perfmodel::program_on(*bare_, scratch_, known_[card].scratch);
}

PERFMODEL_INLINE TimedStep StepSweep::timed_on(std::size_t card) const {
  TimedStep step;
  if (compiled()) {
    for (const TraceEvent& event : trace_.step) step.push_back(event);
  } else {
    put_steady_step(*bare_, scratch_, known_[card].scratch, step);
  }
  step.end();
  return step;
}

/// Whether the card has a price for each operation of the step. What it cannot compute is said when it is asked about.
PERFMODEL_INLINE bool StepSweep::can_price(std::size_t card) {
  return computes(cards_[card].device, recipe_.precision) && known_[card].prices.has(used_);
}

PERFMODEL_INLINE void StepSweep::time_with_others(std::size_t card) {
  std::vector<TimedCard> cards{{&known_[card].prices, &known_[card].host}};
  std::vector<std::size_t> members{card};
  for (std::size_t other = 0; other < cards_.size(); ++other) {
    if (other == card || times_[other] || !computes(cards_[other].device, recipe_.precision)) continue;
    scratch_.learn(known_[other].scratch, used_);
    if (!shares_times(card, other) || !can_price(other)) continue;
    members.push_back(other);
    cards.push_back({&known_[other].prices, &known_[other].host});
  }
  std::vector<StepTime> times = step_times(timed_on(card), cards);
  for (std::size_t i = 0; i < members.size(); ++i) times_[members[i]] = std::move(times[i]);
}

PERFMODEL_INLINE void StepSweep::replay_alone(std::size_t card) {
  Replayed made{.card = card, .program = program_on(card)};
  made.unlimited = replay(*made.program, trace_.software.allocator,
                          {.expandable_segments = memory_.expandable_segments}, memory_.steps);
  replayed_.push_back(std::move(made));
}

/// A card and others on which the operations take other scratch memory, but the same workspaces, one of each kind.
PERFMODEL_INLINE std::vector<std::size_t> StepSweep::replayed_with(std::size_t card) {
  std::vector<std::size_t> members{card};
  for (std::size_t other = 0; other < cards_.size(); ++other) {
    if (!computes(cards_[other].device, recipe_.precision)) continue;
    const auto known = [&](std::size_t one) { return shares_trace(one, other); };
    scratch_.learn(known_[other].scratch, used_);
    if (std::none_of(members.begin(), members.end(), known) &&
        std::none_of(replayed_.begin(), replayed_.end(), [&](const Replayed& r) { return known(r.card); }) &&
        scratch_.same_workspaces(known_[card].scratch, known_[other].scratch, used_))
      members.push_back(other);
  }
  return members;
}

PERFMODEL_INLINE StepSweep::Replayed& StepSweep::replayed_on(std::size_t card) {
  for (Replayed& known : replayed_)
    if (shares_trace(known.card, card)) return known;
  const std::size_t place = replayed_.size();
  const bool alone = compiled() || memory_.expandable_segments;
  const std::vector<std::size_t> members = alone ? std::vector<std::size_t>{} : replayed_with(card);
  std::vector<std::size_t> scratch;
  scratch.reserve(members.size());
  for (const std::size_t member : members) scratch.push_back(known_[member].scratch);
  const auto replays =
      alone ? std::nullopt : replays_on(*bare_, scratch_, scratch, used_, trace_.software.allocator, memory_.steps);
  if (!replays) {
    replay_alone(card);
    return replayed_[place];
  }
  for (std::size_t i = 0; i < members.size(); ++i)
    replayed_.push_back({.card = members[i], .unlimited = (*replays)[i]});
  return replayed_[place];
}

PERFMODEL_INLINE StepEstimate StepSweep::on(std::size_t card) {
  if (!traced_) trace_on(card);
  scratch_.learn(known_[card].scratch, used_);
  if (compiled() && !shares_trace(card_, card)) trace_on(card);
  require_agreement("trace", trace_.software, cards_[card].software());
  if (!times_[card]) time_with_others(card);
  StepEstimate e = estimate_of(*times_[card], recipe_, cards_[card]);
  Replayed& run = replayed_on(card);
  if (!run.unlimited.fits) throw beyond_counting();
  detail::add_memory(
      e,
      [&]() -> const AllocationProgram& {
        if (!run.program) run.program = program_on(card);
        return *run.program;
      },
      run.unlimited, cards_[card], memory_);
  return e;
}

}  // namespace perfmodel

#pragma once
#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <perfmodel/planner/candidate_batches.hpp>
#include <perfmodel/planner/leaders.hpp>
#include <perfmodel/planner/rank.hpp>
#include <type_traits>
#include <utility>
#include <vector>

namespace perfmodel {

/// An Evaluator that also says parts of what it says, each at less cost: whether the card computes in the precision,
/// whether a step fits, and whether it takes longer than a time (false: it is not known before it is priced).
template <class F>
concept PartialEvaluator = Evaluator<F> && requires(F evaluate, const Candidate& candidate, Time limit) {
  { evaluate.computes(candidate) } -> std::same_as<bool>;
  { evaluate.fits(candidate) } -> std::same_as<bool>;
  { evaluate.outlasts(candidate, limit) } -> std::same_as<bool>;
};

/// Whether search_largest_first() may answer a question: steps on single cards in a known number of passes, no limits
/// beside the cards' memory.
[[nodiscard]] inline bool single_cards(const Question& question) {
  const auto alone = [](const Spread& spread) { return spread.layout.gpus() == 1; };
  const auto all_alone = [&](const DeviceQuestion& d) {
    return std::all_of(d.spreads.begin(), d.spreads.end(), alone);
  };
  return question.passes > 0 && !question.max_memory && !question.max_time && !question.max_cost &&
         !question.max_power && std::all_of(question.devices.begin(), question.devices.end(), all_alone);
}

namespace detail {
/// search_largest_first() under way.
template <class F>
class LargestFirst {
 public:
  LargestFirst(const Question& question, const std::vector<Candidate>& candidates, F& evaluate, Leaders& leaders)
      : question_(question),
        candidates_(candidates),
        evaluate_(evaluate),
        leaders_(leaders),
        answers_(candidates.size()),
        batches_(question.batches),
        fitting_(batches_.size()) {
    std::sort(batches_.begin(), batches_.end());
  }

  [[nodiscard]] std::vector<Answer> all() {
    std::vector<std::size_t> open(candidates_.size());
    for (std::size_t i = 0; i < open.size(); ++i) open[i] = i;
    for (std::size_t b = 0; b < batches_.size(); ++b)
      std::erase_if(open, [&](std::size_t i) { return !find_room(i, b); });
    for (std::size_t b = batches_.size(); b-- > 0;) time(b);
    for (Answer& answer : answers_) std::reverse(answer.options.begin(), answer.options.end());
    return std::move(answers_);
  }

 private:
  [[nodiscard]] Candidate with_batch(std::size_t candidate, std::size_t batch) const {
    Candidate c = candidates_[candidate];
    c.batch = batches_[batch];
    c.spread.layout.micro_batch = c.batch / (c.spread.layout.shares() * question_.passes);
    return c;
  }
  /// Whether a candidate fits with a batch. @returns whether larger batches may be asked for
  [[nodiscard]] bool find_room(std::size_t i, std::size_t batch) {
    const Candidate c = with_batch(i, batch);
    Rejections& no = answers_[i].rejections;
    const auto rest = static_cast<std::int64_t>(batches_.size() - batch);
    if (c.batch % (c.spread.layout.shares() * question_.passes) != 0) return ++no.indivisible, true;
    if (c.spread.layout.micro_batch < question_.least_per_pass) return ++no.too_small, true;
    if (!evaluate_.computes(c)) return no.unsupported += rest, false;
    if (!evaluate_.fits(c)) return no.does_not_fit += rest, false;
    fitting_[batch].push_back(i);
    return true;
  }
  /// Which of those that fit may be near the best is asked of all before any is timed: cards are timed together.
  void time(std::size_t batch) {
    std::erase_if(fitting_[batch], [&](std::size_t i) {
      const Candidate c = with_batch(i, batch);
      const std::optional<Time> limit = leaders_.longest(c, best_of(i));
      const bool outpaced = limit && evaluate_.outlasts(c, *limit);
      answers_[i].outpaced += outpaced ? 1 : 0;
      return outpaced;
    });
    for (const std::size_t i : fitting_[batch]) {
      const Candidate c = with_batch(i, batch);
      Option option = make_option(question_, c, evaluate_(c).value());
      leaders_.add(option);
      answers_[i].options.push_back(std::move(option));
    }
  }

  /// The best option so far of a candidate; nullptr: none.
  [[nodiscard]] const Option* best_of(std::size_t i) const {
    const std::vector<Option>& all = answers_[i].options;
    const auto best = std::min_element(all.begin(), all.end(), [&](const Option& a, const Option& b) {
      return rank_of(question_, a) < rank_of(question_, b);
    });
    return best == all.end() ? nullptr : &*best;
  }

  const Question& question_;
  const std::vector<Candidate>& candidates_;
  F& evaluate_;
  Leaders& leaders_;
  std::vector<Answer> answers_;
  std::vector<std::int64_t> batches_;
  std::vector<std::vector<std::size_t>> fitting_;  ///< by batch: candidates
};
}  // namespace detail

/// What search_together() says of the best option of each card and of what recommended() may take instead; Answer::
/// outpaced counts the others that fit. All candidates are asked for their memory, and then for their times from the
/// largest batch on, which mostly is the fastest: what can be neither is given up while it is priced.
/// @param candidates  without their batches
/// @pre single_cards()
template <PartialEvaluator F>
[[nodiscard]] std::vector<Answer> search_largest_first(const Question& question,
                                                       const std::vector<Candidate>& candidates, F&& evaluate,
                                                       Leaders& leaders) {
  return detail::LargestFirst<std::remove_reference_t<F>>(question, candidates, evaluate, leaders).all();
}

}  // namespace perfmodel

#pragma once
#include <algorithm>
#include <iterator>
#include <perfmodel/compiled.hpp>
#include <perfmodel/planner/candidate_batches.hpp>
#include <perfmodel/planner/leaders.hpp>
#include <perfmodel/planner/rank.hpp>
#include <type_traits>
#include <utility>
#include <vector>

namespace perfmodel {

namespace detail {

/// Best first; equals stay as they are.
inline void rank(const Question& question, Answer& answer) {
  std::stable_sort(answer.options.begin(), answer.options.end(),
                   [&](const Option& a, const Option& b) { return rank_of(question, a) < rank_of(question, b); });
}

}  // namespace detail

/// The option to recommend: the best one's device, precision, number of GPUs and setting with the smallest batch that
/// comes within `tolerance` of it, and of its speed. Beyond that a larger batch buys next to nothing and costs memory
/// and convergence.
/// @pre options are not empty
[[nodiscard]] const Option& recommended(const Question& question, const Answer& answer,
                                        double tolerance = recommended_tolerance);

/// Parts of search(): an answer for each candidate with all its batches. All candidates are asked about with one batch
/// before any is with the next, so that what equal batches share need not be kept for long.
/// @param candidates  without their batches
/// @param leaders     of this search, where no more than the best options of each card and what is near them is asked
///                    for: Answer::outpaced counts the others. Of use to a BoundedEvaluator
template <Evaluator F>
[[nodiscard]] std::vector<Answer> search_together(const Question& question, const std::vector<Candidate>& candidates,
                                                  F&& evaluate, Leaders* leaders = nullptr) {
  std::vector<Answer> answers(candidates.size());
  std::vector<detail::CandidateBatches<std::remove_reference_t<F>>> open;
  for (std::size_t i = 0; i < candidates.size(); ++i)
    open.emplace_back(question, candidates[i], evaluate, answers[i], leaders);
  std::vector<std::size_t> left(open.size());
  for (std::size_t i = 0; i < left.size(); ++i) left[i] = i;
  while (!left.empty()) std::erase_if(left, [&](std::size_t i) { return !open[i].next(); });
  return answers;
}

/// The candidates of a question without their batches, in the order of search().
[[nodiscard]] std::vector<Candidate> without_batches(const Question& question);

/// Tries every combination and ranks those that fit and satisfy the limits; equals stay in the order of the question.
/// @pre every batch is > 0
/// @throws Error if the goal is cost, or cost has a limit, and a device has no price
template <Evaluator F>
[[nodiscard]] Answer search(const Question& question, F&& evaluate) {
  Answer answer;
  for (const DeviceQuestion& device : question.devices)
    if ((question.goal == Goal::cost || question.max_cost) && !has_price(question, device))
      throw bad_input("price of " + device.name, "nothing", "ranking by cost needs a price for every device");
  for (const Candidate& first : without_batches(question)) {
    detail::CandidateBatches batches(question, first, evaluate, answer);
    while (batches.next()) continue;
  }
  detail::rank(question, answer);
  return answer;
}

/// The answer to a question that was asked in parts, in the order of these.
[[nodiscard]] Answer merged(const Question& question, std::vector<Answer> parts);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/planner/search.ipp>
#endif

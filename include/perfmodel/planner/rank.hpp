#pragma once
#include <cmath>
#include <cstdint>
#include <limits>
#include <perfmodel/compiled.hpp>
#include <perfmodel/planner/answer.hpp>

namespace perfmodel {

/// The amount of work as a number of steps of this batch: samples are rounded up to whole steps.
[[nodiscard]] inline double steps_of(const Amount& amount, std::int64_t batch) {
  if (amount.steps) return *amount.steps;
  if (amount.samples) return std::ceil(*amount.samples / static_cast<double>(batch));
  return 1.0;
}

/// What a candidate takes for the whole amount.
[[nodiscard]] Option make_option(const Question& question, const Candidate& candidate, const StepEstimate& estimate);

/// Smaller is better. Without an amount, energy and cost are compared per sample, so that batches can be compared; the
/// cost of cards that are bought, for good, per rate of samples.
[[nodiscard]] double rank_of(const Question& question, const Option& option);

/// How an option compares with the best: 1 is as good, 0.9 means that the best is by a tenth better.
[[nodiscard]] inline double merit(const Question& question, const Option& best, const Option& option) {
  const double a = rank_of(question, best), b = rank_of(question, option);
  return question.goal == Goal::samples_per_second ? b / a : a / b;
}

/// How much less than the best recommended() takes for a smaller batch.
inline constexpr double recommended_tolerance = 0.05;

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/planner/rank.ipp>
#endif

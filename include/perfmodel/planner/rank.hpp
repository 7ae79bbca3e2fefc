#pragma once
#include <cmath>
#include <cstdint>
#include <limits>
#include <perfmodel/planner/answer.hpp>

namespace perfmodel {

/// The amount of work as a number of steps of this batch: samples are rounded up to whole steps.
[[nodiscard]] inline double steps_of(const Amount& amount, std::int64_t batch) {
  if (amount.steps) return *amount.steps;
  if (amount.samples) return std::ceil(*amount.samples / static_cast<double>(batch));
  return 1.0;
}

/// What a candidate takes for the whole amount.
[[nodiscard]] inline Option make_option(const Question& question, const Candidate& candidate,
                                        const StepEstimate& estimate) {
  const double gpus = static_cast<double>(candidate.gpus);
  Option option{.candidate = candidate, .estimate = estimate};
  option.samples_per_second = static_cast<double>(candidate.batch) / in(estimate.step, second);
  option.steps = steps_of(question.amount, candidate.batch);
  option.time = option.steps * estimate.step;
  const DeviceQuestion& device = question.devices[candidate.device];
  option.power = gpus * device.power.value_or(estimate.power);
  option.energy = option.power * option.time;
  if (has_price(question, device))
    option.cost = gpus * device.purchase.value_or(0.0) +
                  gpus * device.price_per_hour.value_or(0.0) * in(option.time, second) / seconds_per_hour +
                  question.price_per_kwh.value_or(0.0) * in(option.energy, joule) / joules_per_kwh;
  return option;
}

/// Smaller is better. Without an amount, energy and cost are compared per sample, so that batches can be compared; the
/// cost of cards that are bought, for good, per rate of samples.
[[nodiscard]] inline double rank_of(const Question& question, const Option& option) {
  const bool whole = question.amount.samples || question.amount.steps;
  const double share = whole ? 1.0 : 1.0 / static_cast<double>(option.candidate.batch);
  switch (question.goal) {
    case Goal::samples_per_second:
      return -option.samples_per_second;
    case Goal::time:
      return in(option.time, second);
    case Goal::energy:
      return share * in(option.energy, joule);
    case Goal::cost:
      if (!option.cost) return std::numeric_limits<double>::infinity();
      if (!whole && question.devices[option.candidate.device].purchase) return *option.cost / option.samples_per_second;
      return share * *option.cost;
  }
  return 0.0;
}

/// How an option compares with the best: 1 is as good, 0.9 means that the best is by a tenth better.
[[nodiscard]] inline double merit(const Question& question, const Option& best, const Option& option) {
  const double a = rank_of(question, best), b = rank_of(question, option);
  return question.goal == Goal::samples_per_second ? b / a : a / b;
}

/// How much less than the best recommended() takes for a smaller batch.
inline constexpr double recommended_tolerance = 0.05;

}  // namespace perfmodel

#pragma once
#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>
#include <perfmodel/planner/answer.hpp>
#include <utility>

namespace perfmodel {

/// Prices one step of a candidate; nothing if the card cannot compute in that precision. Memory must not shrink when
/// the batch grows: the search stops at the first batch that does not fit.
template <class F>
concept Evaluator = requires(F evaluate, const Candidate& candidate) {
  { evaluate(candidate) } -> std::same_as<std::optional<StepEstimate>>;
};

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
  option.energy = gpus * (estimate.power * option.time);
  const DeviceQuestion& device = question.devices[candidate.device];
  if (has_price(question, device))
    option.cost = gpus * device.purchase.value_or(0.0) +
                  gpus * device.price_per_hour.value_or(0.0) * in(option.time, second) / 3600.0 +
                  question.price_per_kwh.value_or(0.0) * in(option.energy, joule) / 3.6e6;
  return option;
}

namespace detail {

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

/// Whether the option is within the limits on time and cost; else it is counted among the rejections.
[[nodiscard]] inline bool within_limits(const Question& question, const Option& option, Rejections& no) {
  if (question.max_time && option.time > *question.max_time) {
    ++no.over_time_limit;
    const Time late = option.time - *question.max_time;
    if (!no.late || late < *no.late) no.late = late;
    return false;
  }
  if (question.max_cost && option.cost && *option.cost > *question.max_cost) {
    ++no.over_cost_limit;
    const double dear = *option.cost - *question.max_cost;
    if (!no.dear || dear < *no.dear) no.dear = dear;
    return false;
  }
  return true;
}

/// All batches of one device, precision, number of GPUs and setting, smallest first.
template <Evaluator F>
void search_batches(const Question& question, Candidate candidate, F& evaluate, Answer& answer) {
  std::vector<std::int64_t> batches = question.batches;
  std::sort(batches.begin(), batches.end());
  Rejections& no = answer.rejections;
  for (auto batch = batches.begin(); batch != batches.end(); ++batch) {
    candidate.batch = *batch;
    if (*batch % (candidate.gpus * question.passes) != 0) {
      ++no.indivisible;
      continue;
    }
    if (*batch / (candidate.gpus * question.passes) < question.least_per_pass) {
      ++no.too_small;
      continue;
    }
    const std::optional<StepEstimate> estimate = evaluate(std::as_const(candidate));
    const auto rest = static_cast<std::int64_t>(batches.end() - batch);
    if (!estimate) {
      no.unsupported += rest;
      return;
    }
    const bool over_limit = question.max_memory && estimate->device_used > *question.max_memory;
    if (!estimate->fits || over_limit) {
      (estimate->fits ? no.over_memory_limit : no.does_not_fit) += rest;
      const Bytes limit =
          over_limit ? std::min(*question.max_memory, estimate->device_memory) : estimate->device_memory;
      const Bytes missing = estimate->device_used - limit;
      if (missing > Bytes{} && (!no.missing || missing < *no.missing)) no.missing = missing;
      return;
    }
    Option option = make_option(question, candidate, *estimate);
    if (within_limits(question, option, no)) answer.options.push_back(std::move(option));
  }
}

}  // namespace detail

/// How an option compares with the best: 1 is as good, 0.9 means that the best is by a tenth better.
[[nodiscard]] inline double merit(const Question& question, const Option& best, const Option& option) {
  const double a = detail::rank_of(question, best), b = detail::rank_of(question, option);
  return question.goal == Goal::samples_per_second ? b / a : a / b;
}

/// The option to recommend: the best one's device, precision, number of GPUs and setting with the smallest batch that
/// comes within `tolerance` of it. Beyond that a larger batch buys next to nothing and costs memory and convergence.
/// @pre options are not empty
[[nodiscard]] inline const Option& economical(const Question& question, const Answer& answer, double tolerance = 0.05) {
  const Option* choice = &answer.options.front();
  const Candidate& best = choice->candidate;
  for (const Option& option : answer.options) {
    const Candidate& c = option.candidate;
    const bool same =
        c.device == best.device && c.precision == best.precision && c.gpus == best.gpus && c.setting == best.setting;
    if (same && c.batch < choice->candidate.batch && merit(question, answer.options.front(), option) >= 1.0 - tolerance)
      choice = &option;
  }
  return *choice;
}

/// Tries every combination and ranks those that fit and satisfy the limits; equals stay in the order of the question.
/// @pre every batch and number of GPUs is > 0
/// @throws Error if the goal is cost, or cost has a limit, and a device has no price
template <Evaluator F>
[[nodiscard]] Answer search(const Question& question, F&& evaluate) {
  Answer answer;
  for (const DeviceQuestion& device : question.devices)
    if ((question.goal == Goal::cost || question.max_cost) && !has_price(question, device))
      throw bad_input("price of " + device.name, "nothing", "ranking by cost needs a price for every device");
  for (std::size_t device = 0; device < question.devices.size(); ++device)
    for (const std::int64_t gpus : question.gpu_counts)
      for (const Precision precision : question.precisions)
        for (std::size_t setting = 0; setting < question.settings; ++setting)
          detail::search_batches(question, {.device = device, .gpus = gpus, .precision = precision, .setting = setting},
                                 evaluate, answer);
  std::stable_sort(answer.options.begin(), answer.options.end(), [&](const Option& a, const Option& b) {
    return detail::rank_of(question, a) < detail::rank_of(question, b);
  });
  return answer;
}

}  // namespace perfmodel

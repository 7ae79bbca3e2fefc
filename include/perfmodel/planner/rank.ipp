#pragma once
#include <perfmodel/planner/rank.hpp>

namespace perfmodel {

PERFMODEL_INLINE Option make_option(const Question& question, const Candidate& candidate,
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

PERFMODEL_INLINE double rank_of(const Question& question, const Option& option) {
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

}  // namespace perfmodel

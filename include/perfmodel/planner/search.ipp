#pragma once
#include <perfmodel/planner/search.hpp>

namespace perfmodel {

PERFMODEL_INLINE const Option& recommended(const Question& question, const Answer& answer, double tolerance) {
  const Option* choice = &answer.options.front();
  const Candidate& best = choice->candidate;
  for (const Option& option : answer.options) {
    const Candidate& c = option.candidate;
    if (differ_by_batch(best, c) && c.batch < choice->candidate.batch &&
        option.samples_per_second >= (1.0 - tolerance) * answer.options.front().samples_per_second &&
        merit(question, answer.options.front(), option) >= 1.0 - tolerance)
      choice = &option;
  }
  return *choice;
}

PERFMODEL_INLINE std::vector<Candidate> without_batches(const Question& question) {
  std::vector<Candidate> all;
  for (std::size_t device = 0; device < question.devices.size(); ++device)
    for (const Spread& spread : question.devices[device].spreads)
      for (const Precision precision : question.precisions)
        for (std::size_t setting = 0; setting < question.settings; ++setting)
          all.push_back({.device = device,
                         .gpus = spread.layout.gpus(),
                         .precision = precision,
                         .setting = setting,
                         .spread = spread});
  return all;
}

PERFMODEL_INLINE Answer merged(const Question& question, std::vector<Answer> parts) {
  Answer all;
  Rejections& sum = all.rejections;
  for (Answer& part : parts) {
    const Rejections& one = part.rejections;
    all.outpaced += part.outpaced;
    std::move(part.options.begin(), part.options.end(), std::back_inserter(all.options));
    for (const auto count : {&Rejections::does_not_fit, &Rejections::over_memory_limit, &Rejections::over_time_limit,
                             &Rejections::over_cost_limit, &Rejections::over_power_limit, &Rejections::unsupported,
                             &Rejections::indivisible, &Rejections::too_small})
      sum.*count += one.*count;
    for (const auto& [why, count] : one.reasons) detail::add_reason(sum, why, count);
    if (one.shortest_step)
      sum.shortest_step = std::min(sum.shortest_step.value_or(*one.shortest_step), *one.shortest_step);
    detail::nearer(sum.missing, one.missing);
    detail::nearer(sum.late, one.late);
    detail::nearer(sum.dear, one.dear);
    detail::nearer(sum.hungry, one.hungry);
  }
  detail::rank(question, all);
  return all;
}

}  // namespace perfmodel

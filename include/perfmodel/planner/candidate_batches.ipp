#pragma once
#include <perfmodel/planner/candidate_batches.hpp>

namespace perfmodel {
namespace detail {
PERFMODEL_INLINE bool within_limits(const Question& question, const Option& option, Rejections& no) {
  const auto over = [&](const auto& limit, const auto& value, std::int64_t& count, auto& miss) {
    if (!limit || value <= *limit) return false;
    ++count;
    nearer(miss, {Miss<std::decay_t<decltype(value)>>{value - *limit, option.candidate}});
    return true;
  };
  if (over(question.max_time, option.time, no.over_time_limit, no.late)) {
    no.shortest_step = std::min(no.shortest_step.value_or(option.estimate.step), option.estimate.step);
    return false;
  }
  if (option.cost && over(question.max_cost, *option.cost, no.over_cost_limit, no.dear)) return false;
  return !over(question.max_power, option.power, no.over_power_limit, no.hungry);
}

PERFMODEL_INLINE std::vector<std::int64_t> pass_sizes(const Question& question, std::int64_t share, std::int64_t most) {
  if (question.passes > 0) return {share / question.passes};
  std::vector<std::int64_t> sizes;
  for (std::int64_t size = share; size >= std::max<std::int64_t>(1, question.least_per_pass);
       size = share / (share / size + 1))  // the next smaller quotient
    if (size <= most && share % size == 0) sizes.push_back(size);
  return sizes;
}

PERFMODEL_INLINE void reject(const Question& question, const Candidate& candidate, const StepEstimate& e,
                             std::int64_t rest, Rejections& no) {
  const bool over_limit = question.max_memory && e.device_used > *question.max_memory;
  (e.fits ? no.over_memory_limit : no.does_not_fit) += rest;
  const Bytes limit = over_limit ? std::min(*question.max_memory, e.device_memory) : e.device_memory;
  if (e.device_used > limit) nearer(no.missing, {Miss<Bytes>{e.device_used - limit, candidate}});
}

PERFMODEL_INLINE void add_reason(Rejections& no, const std::string& why, std::int64_t count) {
  no.cannot_spread += count;
  for (auto& [reason, of] : no.reasons)
    if (reason == why) {
      of += count;
      return;
    }
  no.reasons.emplace_back(why, count);
}
}  // namespace detail
}  // namespace perfmodel

#pragma once
/// What the table, the records and the refusals of perfmodel-plan recommend say of an option alike.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "cards.hpp"
#include "format.hpp"
#include "model.hpp"
#include "recommend.hpp"

namespace plan {

/// Of the whole amount.
[[nodiscard]] inline double gpu_hours(const perfmodel::Option& o) {
  return static_cast<double>(o.candidate.gpus) * in(o.time, perfmodel::second) / seconds_per_hour;
}

[[nodiscard]] inline bool has_amount(const perfmodel::Question& q) { return q.amount.samples || q.amount.steps; }

/// Whether a card's use has a price, beside its energy.
[[nodiscard]] inline bool use_priced(const perfmodel::DeviceQuestion& d) { return d.price_per_hour || d.purchase; }
[[nodiscard]] inline bool any_use_priced(const perfmodel::Question& q) {
  return std::any_of(q.devices.begin(), q.devices.end(), use_priced);
}

/// What an option costs. Nothing of a card whose use nobody priced where that of others is: its energy alone would look
/// cheap beside them.
[[nodiscard]] inline std::optional<double> cost_of(const perfmodel::Question& q, const perfmodel::Option& o) {
  return any_use_priced(q) && !use_priced(q.devices[o.candidate.device]) ? std::nullopt : o.cost;
}

[[nodiscard]] inline double tokens_per_second(const Plan& plan, const perfmodel::Option& o) {
  return o.samples_per_second * static_cast<double>(tokens_per_sample(plan.network).value_or(0));
}

[[nodiscard]] inline double utilization_of(const Plan& plan, const perfmodel::Option& o) {
  return flop_utilization(model_work(plan.network, plan.recipe.mode, o.candidate.batch), o.estimate.step,
                          plan.found[o.candidate.device].device(), policy(o.candidate.precision).compute,
                          o.candidate.gpus);
}

/// "fsdp+recompute": how the step is spread, and whether blocks are computed again.
[[nodiscard]] inline std::string spread_text(const perfmodel::Candidate& c) {
  const std::string how = c.gpus > 1 ? strategy_text(c.spread.layout) : "one GPU";
  return c.spread.recompute ? how + "+recompute" : how;
}
[[nodiscard]] inline std::string cards_text(const Plan& plan, const perfmodel::Candidate& c) {
  return ::plan::cards_text(c.gpus, plan.question.devices[c.device].name);
}
[[nodiscard]] inline std::int64_t hosts_of(const Plan& plan, const perfmodel::Candidate& c) {
  return nodes_for(plan.systems[c.device], c.gpus, c.gpus > 1 ? plan.nodes : 0);
}

}  // namespace plan

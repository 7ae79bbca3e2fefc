/// What perfmodel-plan recommend says to programs: JSON and CSV.
#include "cards.hpp"
#include "format.hpp"
#include "model.hpp"
#include "option_figures.hpp"
#include "recommend.hpp"

namespace plan {

using namespace perfmodel;
using nlohmann::ordered_json;

namespace {

void add_whole_work(ordered_json& line, const Plan& plan, const Option& o) {
  line["steps"] = o.steps;
  line["time_s"] = in(o.time, second);
  line["gpu_hours"] = gpu_hours(o);
  line["energy_j"] = in(o.energy, joule);
  line["energy_kwh"] = in(o.energy, joule) / joules_per_kwh;
  const std::optional<double> cost = cost_of(plan.question, o);
  line["cost"] = cost ? ordered_json(*cost) : ordered_json(nullptr);
}

void add_spread(ordered_json& line, const Plan& plan, const Candidate& c) {
  const ParallelLayout& l = c.spread.layout;
  line["strategy"] = strategy_text(l);
  for (const auto& [degree, value] : {std::pair{"dp", l.dp}, {"tp", l.tp}, {"pp", l.pp}, {"ep", l.ep}, {"cp", l.cp}})
    line[degree] = value;
  line["zero"] = l.zero;
  line["sequence_parallel"] = l.sequence_parallel;
  line["micro_batch"] = l.micro_batch;
  line["system"] = c.gpus == 1 ? "1 GPU" : plan.systems[c.device].name;
  line["nodes"] = hosts_of(plan, c);
}

[[nodiscard]] ordered_json option_json(const Plan& plan, const Option& o) {
  const auto us = [](Time t) { return in(t, micro * second); };
  const StepEstimate& e = o.estimate;
  const Candidate& c = o.candidate;
  const CardModel& card = plan.card_of(c);
  ordered_json line{{"device", card.device.name},
                    {"gpus", c.gpus},
                    {"batch", c.batch},
                    {"precision", name(c.precision)},
                    {"step_us", us(e.step)},
                    {"low_us", us(e.low)},
                    {"high_us", us(e.high)},
                    {"host_of_interval", e.host_of_interval},
                    {"device_us", us(e.device_busy)},
                    {"host_us", us(e.host)},
                    {"communication_us", us(e.communication)},
                    {"bound", name(e.bound)},
                    {"samples_per_s", o.samples_per_second}};
  if (tokens_per_sample(plan.network)) line["tokens_per_s"] = tokens_per_second(plan, o);
  line["gpu_utilization"] = gpu_utilization(e);
  line["flop_utilization"] = utilization_of(plan, o);
  line["peak_allocated_bytes"] = in(e.peak_allocated, byte);
  line["peak_reserved_bytes"] = in(e.peak_reserved, byte);
  line["device_used_bytes"] = in(e.device_used, byte);
  line["power_w"] = in(e.power, watt);
  line["total_power_w"] = in(o.power, watt);
  add_whole_work(line, plan, o);
  add_setting(line, plan.recipe_of(c), card.software());
  line["assumed"] = setting_text(plan.setting_of(o.candidate));
  add_spread(line, plan, c);
  line["host"] = host_or_default(plan.hosts[c.device], card.software().framework);
  line["constants"] = constants_text(plan.found[c.device], evidence(card, policy(c.precision).compute));
  return line;
}

}  // namespace

ordered_json answer_json(const Plan& plan, const std::vector<Option>& options) {
  ordered_json answer{{"network", plan.network.name}, {"parameters", parameters_of(plan.network)}};
  if (const auto tokens = tokens_per_sample(plan.network)) answer["tokens_per_sample"] = *tokens;
  add_setting(answer, plan.recipe, plan.software);
  if (!plan.solved.empty()) answer["solved"] = plan.solved;
  if (plan.preset)
    answer["preset"] = {{"name", plan.preset->name},
                        {"data_set", plan.preset->data_set},
                        {"samples", plan.preset->samples ? ordered_json(*plan.preset->samples) : ordered_json()},
                        {"epochs", plan.preset->epochs ? ordered_json(*plan.preset->epochs) : ordered_json()},
                        {"quality", plan.preset->quality}};
  if (plan.prices)
    answer["prices"] = {
        {"currency", plan.prices->currency}, {"date", plan.prices->date}, {"source", plan.prices->source}};
  answer["options"] = ordered_json::array();
  for (const Option& o : options) answer["options"].push_back(option_json(plan, o));
  const Rejections& no = plan.answer.rejections;
  answer["left_out"] = {{"does_not_fit", no.does_not_fit},         {"over_memory_limit", no.over_memory_limit},
                        {"over_time_limit", no.over_time_limit},   {"over_cost_limit", no.over_cost_limit},
                        {"over_power_limit", no.over_power_limit}, {"unsupported_precision", no.unsupported},
                        {"indivisible", no.indivisible},           {"too_small", no.too_small},
                        {"cannot_spread", no.cannot_spread}};
  for (const auto& [why, count] : no.reasons) answer["cannot_spread_because"][why] = count;
  answer["recommendation"] = recommendation(plan);
  return answer;
}

std::string answer_csv(const Plan& plan, const std::vector<Option>& options) {
  std::string csv;
  for (const Option& o : options) {
    const ordered_json line = option_json(plan, o);
    std::vector<std::string> names, cells;
    for (const auto& [key, value] : line.items()) {
      names.push_back(key);
      cells.push_back(value.is_string()         ? value.get<std::string>()
                      : value.is_null()         ? ""
                      : value.is_number_float() ? exact(value.get<double>())
                                                : value.dump());
    }
    if (csv.empty()) csv = csv_line(names);
    csv += csv_line(cells);
  }
  return csv;
}

}  // namespace plan

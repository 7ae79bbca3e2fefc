/// What perfmodel-plan recommend says: table and sentence, JSON, CSV.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include "cards.hpp"
#include "format.hpp"
#include "model.hpp"
#include "recommend.hpp"
#include "table.hpp"

namespace plan {

using namespace perfmodel;
using nlohmann::ordered_json;

namespace {

/// Of the whole amount.
[[nodiscard]] double gpu_hours(const Option& o) {
  return static_cast<double>(o.candidate.gpus) * in(o.time, second) / seconds_per_hour;
}

/// "305", "131,075".
[[nodiscard]] std::string hours_text(double hours) {
  return hours < 1000.0 ? three_digits(hours) : grouped(std::llround(hours));
}

[[nodiscard]] bool has_amount(const Question& q) { return q.amount.samples || q.amount.steps; }
[[nodiscard]] bool any_price(const Question& q) {
  return std::any_of(q.devices.begin(), q.devices.end(), [&](const auto& d) { return has_price(q, d); });
}

/// What an option costs. Nothing of a card whose use nobody priced where that of others is: its energy alone would look
/// cheap beside them.
[[nodiscard]] std::optional<double> cost_of(const Question& q, const Option& o) {
  const auto use_priced = [](const DeviceQuestion& d) { return d.price_per_hour || d.purchase; };
  const bool others = std::any_of(q.devices.begin(), q.devices.end(), use_priced);
  return others && !use_priced(q.devices[o.candidate.device]) ? std::nullopt : o.cost;
}

/// Energy and cost of the amount, or of a thousand samples when there is none.
[[nodiscard]] double per_amount(const Question& q, const Option& o) {
  return has_amount(q) ? 1.0 : 1000.0 / static_cast<double>(o.candidate.batch);
}

[[nodiscard]] double tokens_per_second(const Plan& plan, const Option& o) {
  return o.samples_per_second * static_cast<double>(tokens_per_sample(plan.network).value_or(0));
}

[[nodiscard]] double utilization_of(const Plan& plan, const Option& o) {
  return flop_utilization(model_work(plan.network, plan.recipe.mode, o.candidate.batch), o.estimate.step,
                          plan.found[o.candidate.device].device(), policy(o.candidate.precision).compute,
                          o.candidate.gpus);
}

/// "as typed", or what is changed, in few letters.
[[nodiscard]] std::string short_text(const Setting& s) {
  std::string text;
  for (const auto& [is, word] :
       {std::pair{s.channels_last, "nhwc"}, {s.fused_optimizer, "fused"}, {s.cuda_graph, "graph"}})
    if (is) text += (text.empty() ? "" : " ") + std::string(word);
  return text.empty() ? "as typed" : text;
}

[[nodiscard]] bool settings_differ(const std::vector<Option>& options, std::size_t top) {
  return std::any_of(options.begin(), options.begin() + static_cast<std::ptrdiff_t>(std::min(top, options.size())),
                     [&](const Option& o) { return o.candidate.setting != options.front().candidate.setting; });
}

/// "fsdp+recompute": how the step is spread, and whether blocks are computed again.
[[nodiscard]] std::string spread_text(const Candidate& c) {
  const std::string how = c.gpus > 1 ? strategy_text(c.spread.layout) : "one GPU";
  return c.spread.recompute ? how + "+recompute" : how;
}
[[nodiscard]] std::string cards_text(const Plan& plan, const Candidate& c) {
  return ::plan::cards_text(c.gpus, plan.question.devices[c.device].name);
}
[[nodiscard]] std::int64_t hosts_of(const Plan& plan, const Candidate& c) {
  return nodes_for(plan.systems[c.device], c.gpus, c.gpus > 1 ? plan.nodes : 0);
}

/// What a column of the table says of an option.
struct OptionColumn {
  Column column{};
  std::string (*cell)(const Plan& plan, const Option& option){};
};

class OptionColumns {
 public:
  OptionColumns(const Plan& plan, const std::vector<Option>& options, std::size_t top)
      : plan_(plan), options_(options.data(), std::min(top, options.size())) {
    add_what_runs(settings_differ(options, top));
    add_what_it_takes();
    add_whole_work();
  }
  std::vector<OptionColumn> all{};

 private:
  void add(bool wanted, Column column, std::string (*cell)(const Plan&, const Option&)) {
    if (wanted) all.push_back({std::move(column), cell});
  }
  [[nodiscard]] bool any(bool (*has)(const Option& option, const Option& first)) const {
    return std::any_of(options_.begin(), options_.end(), [&](const Option& o) { return has(o, options_.front()); });
  }

  void add_what_runs(bool settings) {
    add(true, {.title = "device", .align = Align::left, .whole = true},
        [](const Plan& p, const Option& o) { return p.question.devices[o.candidate.device].name; });
    const bool several = any([](const Option& o, const Option&) { return o.candidate.gpus > 1; });
    const bool spread = any([](const Option& o, const Option& first) {
      return spread_text(o.candidate) != spread_text(first.candidate) || o.candidate.spread.recompute;
    });
    add(several, {"GPUs"}, [](const Plan&, const Option& o) { return std::to_string(o.candidate.gpus); });
    add(several || spread, {.title = "strategy", .align = Align::left, .whole = true},
        [](const Plan&, const Option& o) { return spread_text(o.candidate); });
    add(true, {"batch"}, [](const Plan&, const Option& o) { return std::to_string(o.candidate.batch); });
    add(any([](const Option& o, const Option&) { return o.candidate.passes() > 1; }), {.title = "passes", .spare = 4},
        [](const Plan&, const Option& o) { return std::to_string(o.candidate.passes()); });
    add(true, {.title = "precision", .align = Align::left, .whole = true},
        [](const Plan&, const Option& o) { return std::string(name(o.candidate.precision)); });
    add(settings, {.title = "run", .align = Align::left, .whole = true},
        [](const Plan& p, const Option& o) { return short_text(p.setting_of(o.candidate)); });
  }

  void add_what_it_takes() {
    add(true, {"step"}, [](const Plan&, const Option& o) { return text(o.estimate.step); });
    add(true, {.title = "90 % between", .spare = 2},
        [](const Plan&, const Option& o) { return range_text(o.estimate.low, o.estimate.high); });
    const bool amount = has_amount(plan_.question), words = tokens_per_sample(plan_.network).has_value();
    add(!amount && !words, {"samples/s"},
        [](const Plan&, const Option& o) { return count_text(o.samples_per_second); });
    add(!amount && words, {"tokens/s"},
        [](const Plan& p, const Option& o) { return count_text(tokens_per_second(p, o)); });
    add(true, {.title = "MFU", .spare = 3},
        [](const Plan& p, const Option& o) { return number("%.0f %%", 100.0 * utilization_of(p, o)); });
    add(true, {.title = "bound", .align = Align::left, .whole = true},
        [](const Plan&, const Option& o) { return std::string(name(o.estimate.bound)); });
    add(true, {.title = "memory", .spare = 1},
        [](const Plan&, const Option& o) { return text(o.estimate.device_used); });
  }

  void add_whole_work() {
    const Question& q = plan_.question;
    const bool amount = has_amount(q), energy = amount || q.goal == Goal::energy || q.goal == Goal::cost;
    add(amount, {"whole"}, [](const Plan&, const Option& o) { return text(o.time); });
    add(energy, {amount ? "energy" : "J/1000"}, [](const Plan& p, const Option& o) {
      return has_amount(p.question) ? text(o.energy) : three_digits(per_amount(p.question, o) * in(o.energy, joule));
    });
    const bool bought = std::any_of(q.devices.begin(), q.devices.end(), [](const auto& d) { return d.purchase; });
    add(any_price(q), {amount || bought ? "cost" : "cost/1000"}, [](const Plan& p, const Option& o) {
      const bool whole = has_amount(p.question) || p.question.devices[o.candidate.device].purchase;
      const std::optional<double> cost = cost_of(p.question, o);
      return cost ? money_text((whole ? 1.0 : per_amount(p.question, o)) * *cost) : std::string("-");
    });
  }

  const Plan& plan_;
  std::span<const Option> options_;  ///< those that the table shows
};

[[nodiscard]] std::string option_table(const Plan& plan, const std::vector<Option>& options, std::size_t top) {
  const std::vector<OptionColumn> shown = OptionColumns(plan, options, top).all;
  std::vector<Column> columns;
  for (const OptionColumn& c : shown) columns.push_back(c.column);
  Table table(columns);
  for (std::size_t i = 0; i < std::min(top, options.size()); ++i) {
    std::vector<std::string> cells;
    for (const OptionColumn& c : shown) cells.push_back(c.cell(plan, options[i]));
    table.add(std::move(cells));
  }
  return table.text();
}

/// How well the cards of the table are known: which were measured one by one, of which only the datasheet is known;
/// and, where the host bounds a step, whose host that is.
[[nodiscard]] std::string evidence_text(const Plan& plan, const std::vector<Option>& options, std::size_t top) {
  std::string measured, unknown;
  std::map<std::string, std::string> hosts;  // cards by whose host their steps wait for
  std::vector<bool> seen(plan.found.size()), host_seen(plan.found.size());
  for (std::size_t i = 0; i < std::min(top, options.size()); ++i) {
    const Candidate& c = options[i].candidate;
    const json::Card& card = plan.found[c.device];
    if (options[i].estimate.bound == Bound::host && !host_seen[c.device]) {
      host_seen[c.device] = true;
      std::string& names = hosts[host_or_default(plan.hosts[c.device], plan.card_of(c).software().framework)];
      names += (names.empty() ? "" : ", ") + card.device().name;
    }
    if (seen[c.device]) continue;
    seen[c.device] = true;
    if (card.calibration && card.calibration->applies)
      measured += (measured.empty() ? "" : ", ") + card.device().name + " on " + card.calibration->date + " (" +
                  card.calibration->file.string() + ")";
    else if (evidence(plan.cards[c.device], policy(c.precision).compute).level == EvidenceLevel::datasheet)
      unknown += (unknown.empty() ? "" : ", ") + card.device().name;
  }
  std::string host;
  for (const auto& [whose, names] : hosts) host += wrapped("host of " + names + ": " + whose);
  if (!options.empty() && options.front().estimate.bound == Bound::host)
    host += wrapped("of the first row " + host_share_text(options.front().estimate.host_of_interval));
  return (measured.empty() ? "" : wrapped("measured: " + measured)) +
         (unknown.empty() ? "" : wrapped("known from the datasheet alone, so that the interval is wide: " + unknown)) +
         host;
}

/// The option as it was typed: the same candidate without what was tried beyond it.
[[nodiscard]] const Option* as_typed(const Plan& plan, const Option& o) {
  for (const Option& other : plan.answer.options) {
    const Candidate &a = o.candidate, &b = other.candidate;
    if (b.setting == 0 && a.device == b.device && a.batch == b.batch && a.precision == b.precision &&
        a.spread == b.spread)
      return &other;
  }
  return nullptr;
}

/// "assumed: fused optimizer, CUDA graph; as typed (--as-is) a step of it takes 3.1 ms". Empty: nothing beyond.
[[nodiscard]] std::string assumed_text(const Plan& plan, const Option& o) {
  const std::string assumed = setting_text(plan.setting_of(o.candidate));
  if (assumed.empty()) return "";
  if (plan.settings.front() != Setting{}) return "assumed: " + assumed + " (--as-is: as typed)";
  const Option* typed = as_typed(plan, o);
  return "assumed: " + assumed + "; as typed (--as-is) the step " +
         (typed != nullptr ? "takes " + text(typed->estimate.step) : "does not satisfy the question");
}

/// One plain sentence.
[[nodiscard]] std::string recommendation(const Plan& plan) {
  const Question& q = plan.question;
  const Option& o = recommended(q, plan.answer);
  const Option& best = plan.answer.options.front();
  const StepEstimate& e = o.estimate;
  const bool train = plan.recipe.mode == Mode::train;
  std::string text = (train ? "Train on " : "Run on ") + cards_text(plan, o.candidate);
  if (o.candidate.gpus > 1) text += " by " + strategy_text(o.candidate.spread.layout);
  text += " with batch " + std::to_string(o.candidate.batch);
  if (o.candidate.passes() > 1) text += " (" + std::to_string(o.candidate.passes()) + " passes)";
  text += " in " + std::string(name(o.candidate.precision));
  if (o.candidate.spread.recompute) text += ", each block computed again in the backward pass,";
  if (const std::string assumed = setting_text(plan.setting_of(o.candidate)); !assumed.empty())
    text += " with " + assumed;
  text += ": " + plan::text(e.step) + " a step, " + rate_text(o.samples_per_second, "samples/s");
  if (tokens_per_sample(plan.network)) text += ", " + rate_text(tokens_per_second(plan, o), "tokens/s");
  text += ", bound by " + std::string(name(e.bound)) + ", " + plan::text(e.device_used) + " of " +
          plan::text(e.device_memory) + " used";
  if (has_amount(q)) {
    text += "; " + plan::text(o.time) + " and about " + plan::text(o.energy) + " for the whole";
    if (o.candidate.gpus > 1) text += ", " + hours_text(gpu_hours(o)) + " GPU-hours";
  }
  if (const auto cost = cost_of(q, o); cost && (has_amount(q) || q.devices[o.candidate.device].purchase))
    text += ", at a cost of " + money_text(*cost);
  if (o.candidate.batch != best.candidate.batch) {
    const double gain = 100.0 * (1.0 / merit(q, best, o) - 1.0);
    text += " (batch " + std::to_string(best.candidate.batch) + " would gain " +
            (gain < 1.0 ? "less than 1" : "only " + number("%.0f", gain)) + " %)";
  }
  return text + ".";
}

/// "assumed: DGX-H100 (8 GPUs a host): 64 GPUs are 8 hosts over infiniband": what joins the GPUs of the options shown.
[[nodiscard]] std::string systems_text(const Plan& plan, const std::vector<Option>& options, std::size_t top) {
  std::map<std::string, std::string> cards;
  std::int64_t most = 1;
  for (std::size_t i = 0; i < std::min(top, options.size()); ++i) {
    const Candidate& c = options[i].candidate;
    if (c.gpus == 1) continue;
    const HostSystem& system = plan.systems[c.device];
    std::string& names = cards[system.name + " (" + std::to_string(system.gpus) + " GPUs a host" +
                               (system.nics > 0 ? " over " + system.fabric : "") + ")"];
    const std::string& name = plan.question.devices[c.device].name;
    if (names.find(name) == std::string::npos) names += (names.empty() ? "" : ", ") + name;
    most = std::max(most, hosts_of(plan, c));
  }
  std::string text;
  for (const auto& [system, names] : cards)
    text += wrapped((plan.system_assumed ? "assumed (--system): " : "system: ") + system + " of " + names);
  if (plan.system_assumed && most > 1)
    text += wrapped("counts beyond one host run on several of these, up to " + std::to_string(most));
  return text;
}

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

std::string rejections_text(const Rejections& no) {
  std::string text;
  const auto add = [&](std::int64_t count, const char* why) {
    if (count > 0) text += (text.empty() ? "" : ", ") + grouped(count) + ' ' + why;
  };
  add(no.does_not_fit, "do not fit into memory");
  add(no.over_memory_limit, "need more than --max-memory");
  add(no.over_time_limit, "take longer than --max-time");
  add(no.over_cost_limit, "cost more than --max-cost");
  add(no.over_power_limit, "take more than --max-power");
  add(no.unsupported, "in a precision that the card does not have");
  add(no.indivisible, "do not divide among the GPUs or the passes");
  add(no.too_small, "leave a batch norm one value per channel");
  if (no.reasons.empty()) return text;
  const std::string others =
      no.reasons.size() > 1 ? ", and " + std::to_string(no.reasons.size() - 1) + " more reasons: --json" : "";
  add(no.cannot_spread, ("cannot be spread (" + one_line(no.reasons.front().first, 200) + others + ')').c_str());
  return text;
}

namespace {
/// Where no batch in question divides: the one nearest to them that does, and by how many samples it is another.
[[nodiscard]] std::string nearest_batch_text(const Plan& plan) {
  const Question& q = plan.question;
  std::int64_t nearest = 0, off = 0;
  Candidate of{};
  for (std::size_t device = 0; device < q.devices.size(); ++device)
    for (const Spread& spread : q.devices[device].spreads)
      for (const std::int64_t batch : q.batches) {
        const std::int64_t unit = spread.layout.shares() * std::max<std::int64_t>(q.passes, 1);
        for (const std::int64_t other : {batch / unit * unit, (batch / unit + 1) * unit}) {
          if (other < 1 || (nearest > 0 && std::abs(other - batch) >= off)) continue;
          nearest = other, off = std::abs(other - batch);
          of = {.device = device, .gpus = spread.layout.gpus(), .spread = spread};
        }
      }
  return "; the nearest batch that divides is " + grouped(nearest) + ", " + grouped(off) +
         (off == 1 ? " sample off: " : " samples off: ") + cards_text(plan, of) + ", " + spread_text(of);
}
}  // namespace

void refuse(const Plan& plan) {
  const Rejections& no = plan.answer.rejections;
  const std::int64_t others = no.does_not_fit + no.over_memory_limit + no.over_time_limit + no.over_cost_limit +
                              no.over_power_limit + no.unsupported + no.indivisible + no.too_small;
  if (others == 0 && !no.reasons.empty()) throw Error(no.reasons.front().first);  // what was typed cannot be
  const Question& q = plan.question;
  if (has_amount(q) && no.shortest_step && q.max_time < no.shortest_step)
    throw bad_input("--max-time", text(*q.max_time),
                    "must be at least one step: the shortest takes " + text(*no.shortest_step));
  std::string nearest;
  const auto add = [&](const auto& miss, const char* which, const std::string& by) {
    if (!miss) return;
    const Candidate& c = miss->candidate;
    nearest += (nearest.empty() ? "; " : ", ") + std::string(which) + ' ' + by + ": " + cards_text(plan, c) + ", " +
               spread_text(c) + ", batch " + std::to_string(c.batch) + " in " + std::string(name(c.precision));
  };
  if (no.dear)
    add(no.dear, "the cheapest costs",
        money_text(no.dear->by) + (plan.prices ? ' ' + plan.prices->currency : "") + " too much");
  if (no.late)
    add(no.late, has_amount(q) ? "the fastest takes" : "the fastest step takes", text(no.late->by) + " too long");
  if (no.hungry) add(no.hungry, "the most modest takes", power_text(no.hungry->by) + " too much");
  if (no.missing && nearest.empty()) add(no.missing, "the nearest misses by", text(no.missing->by));
  if (nearest.empty() && no.indivisible > 0) nearest = nearest_batch_text(plan);
  throw NoPlan("no plan: of all combinations " + rejections_text(no) + nearest);
}

/// What --solve found, whose prices are counted, which job it is: one line each.
[[nodiscard]] std::string question_text(const Plan& plan) {
  std::string text;
  if (!plan.solved.empty()) text += wrapped(plan.solved);
  if (plan.preset)
    text += wrapped(plan.preset->name + ": " + plan.preset->data_set +
                    (plan.preset->samples
                         ? ", " + grouped(static_cast<std::int64_t>(*plan.preset->samples)) + " samples an epoch"
                         : "") +
                    (plan.preset->epochs ? ", " + number("%g", *plan.preset->epochs) + " epochs" : "") + ", until " +
                    plan.preset->quality);
  if (plan.prices)
    text += wrapped("prices in " + plan.prices->currency + " of " + plan.prices->date + ": " + plan.prices->source);
  return text.empty() ? text : text + '\n';
}

std::string answer_text(const Plan& plan, const std::vector<Option>& options, std::size_t top) {
  std::string text = wrapped(network_text(plan.network) + ": " + grouped(parameters_of(plan.network)) +
                             " parameters, " + std::string(name(plan.recipe.mode)) +
                             (plan.recipe.mode == Mode::train ? ", " + optimizer_text(plan.recipe) : std::string()) +
                             ", " + std::string(name(plan.software.framework))) +
                     '\n';
  text += question_text(plan) + option_table(plan, options, top);
  if (options.size() > top) text += grouped(static_cast<std::int64_t>(options.size() - top)) + " more: --top N\n";
  const std::string left_out = rejections_text(plan.answer.rejections);
  const std::string known = evidence_text(plan, options, top);
  const std::string assumed = assumed_text(plan, recommended(plan.question, plan.answer));
  const std::string joined_by = systems_text(plan, options, top);
  if (!left_out.empty() || !known.empty() || !assumed.empty() || !joined_by.empty()) text += '\n';
  if (!left_out.empty()) text += wrapped("left out: " + left_out);
  if (!assumed.empty()) text += wrapped(assumed);
  return text + joined_by + known + '\n' + wrapped(recommendation(plan));
}

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

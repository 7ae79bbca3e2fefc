/// What perfmodel-plan recommend says to people: table and sentence.
#include <algorithm>
#include <cmath>
#include <map>

#include "cards.hpp"
#include "format.hpp"
#include "model.hpp"
#include "option_figures.hpp"
#include "recommend.hpp"
#include "table.hpp"

namespace plan {

using namespace perfmodel;

namespace {

/// "305", "131,075".
[[nodiscard]] std::string hours_text(double hours) {
  return hours < 1000.0 ? three_digits(hours) : grouped(std::llround(hours));
}

[[nodiscard]] bool any_price(const Question& q) {
  return std::any_of(q.devices.begin(), q.devices.end(), [&](const auto& d) { return has_price(q, d); });
}

/// Energy and cost of the amount, or of a thousand samples when there is none.
[[nodiscard]] double per_amount(const Question& q, const Option& o) {
  return has_amount(q) ? 1.0 : 1000.0 / static_cast<double>(o.candidate.batch);
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

}  // namespace

std::string recommendation(const Plan& plan) {
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

}  // namespace plan

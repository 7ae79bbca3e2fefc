/// perfmodel-plan recommend: which card, which batch, which precision.
#include <map>
#include <memory>
#include <perfmodel/planner/search.hpp>

#include "cards.hpp"
#include "command.hpp"
#include "format.hpp"
#include "model.hpp"
#include "networks.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "recipes.hpp"
#include "table.hpp"

namespace plan {
namespace {

using namespace perfmodel;
using nlohmann::ordered_json;

struct Options {
  std::string network{}, batches = "1..16384", goal = "samples", max_memory{}, max_time{};
  std::vector<std::string> devices{"all"}, precisions{"fp32,tf32,amp_fp16,amp_bf16"}, prices{};
  std::int64_t max_gpus = 1, top = 12;
  double samples{}, steps{};
  bool every = false;
  RecipeOptions recipe{};
  InputOptions input{};
  Output output{};
};

/// "H200-SXM=3.5", or "3.5" for every card.
void set_prices(const std::vector<std::string>& words, Question& question) {
  for (const std::string& word : split_list(words)) {
    const std::size_t equals = word.find('=');
    const std::string place = "--price";
    const double price = to_positive(equals == std::string::npos ? word : word.substr(equals + 1), place);
    bool found = equals == std::string::npos;
    for (DeviceQuestion& device : question.devices) {
      if (equals != std::string::npos && lower_case(device.name) != lower_case(word.substr(0, equals))) continue;
      device.price_per_hour = price;
      found = true;
    }
    if (!found)
      throw bad_input(place, '"' + word + '"', "must be PRICE or NAME=PRICE with the name of a device in question");
  }
}

[[nodiscard]] Question make_question(const Options& o, const Network& network, const std::vector<CardModel>& cards) {
  Question q{.goal = goal_from(o.goal, "--by")};
  for (const CardModel& card : cards) q.devices.push_back({.name = card.device.name});
  q.precisions = o.recipe.precisions_for(network, split_list(o.precisions));
  q.batches = number_list(o.batches, "--batch", 1, largest_batch_asked);
  q.passes = o.recipe.accumulation;
  for (std::int64_t gpus = 2; gpus <= o.max_gpus; gpus *= 2) q.gpu_counts.push_back(gpus);
  if (o.samples > 0) q.amount.samples = o.samples;
  if (o.steps > 0) q.amount.steps = o.steps;
  if (o.samples > 0 && o.steps > 0) throw bad_input("--steps", "both --samples and --steps", "give one of them");
  if (!o.max_memory.empty()) q.max_memory = bytes_from(o.max_memory, "--max-memory");
  if (!o.max_time.empty()) q.max_time = time_from(o.max_time, "--max-time");
  set_prices(o.prices, q);
  for (const DeviceQuestion& device : q.devices)
    if (q.goal == Goal::cost && !device.price_per_hour)
      throw bad_input("--price", "none for " + device.name,
                      "--by cost needs one for every card, as in --price 2 or --price " + device.name + "=2");
  return q;
}

/// Answers of one command line.
struct Plan {
  Network network{};
  Recipe recipe{};
  Software software{};
  std::vector<json::Card> found{};
  std::vector<CardModel> cards{};    ///< of `found`, in the same order
  std::vector<std::string> hosts{};  ///< host_text() of `found`
  Question question{};
  Answer answer{};
};

[[nodiscard]] Plan solve(const Options& o) {
  Plan plan{.network = load_network(o.network), .software = o.recipe.software()};
  plan.recipe = o.recipe.recipe_for(plan.network);
  (void)shapes_of(plan.network, 1);
  const Load load = load_from(o.recipe.load, "--load");
  plan.found = load_cards(o.devices);
  for (const json::Card& card : plan.found) {
    plan.cards.push_back(card_model(card, plan.software, load, o.recipe.host_scale));
    plan.hosts.push_back(host_text(card, plan.software.framework, o.recipe.host_scale));
  }
  plan.question = make_question(o, plan.network, plan.cards);
  plan.question.least_per_pass = least_batch_of(plan.network, plan.recipe.mode);
  const Question& q = plan.question;
  Progress progress(q.devices.size() * q.precisions.size() * q.batches.size() * q.gpu_counts.size());
  plan.answer = search(q, [&](const Candidate& c) -> std::optional<StepEstimate> {
    progress.step();
    const CardModel& card = plan.cards[c.device];
    if (!computes(card.device, c.precision)) return std::nullopt;
    Recipe recipe = plan.recipe;
    recipe.batch = c.batch / (c.gpus * recipe.accumulation);
    recipe.precision = c.precision;
    return with_input(estimate(plan.network, recipe, card, c.gpus), c.batch, o.input.pipeline());
  });
  return plan;
}

/// One option a device, unless all are wanted: the one that economical() would take there.
[[nodiscard]] std::vector<Option> chosen(const Plan& plan, bool every) {
  if (every) return plan.answer.options;
  std::vector<Option> best;
  std::vector<bool> seen(plan.question.devices.size());
  for (const Option& option : plan.answer.options) {
    const std::size_t device = option.candidate.device;
    if (seen[device]) continue;
    seen[device] = true;
    Answer here;
    for (const Option& other : plan.answer.options)
      if (other.candidate.device == device) here.options.push_back(other);
    best.push_back(economical(plan.question, here));
  }
  return best;
}

[[nodiscard]] bool has_amount(const Question& q) { return q.amount.samples || q.amount.steps; }

/// Energy and cost of the amount, or of a thousand samples when there is none.
[[nodiscard]] double per_amount(const Question& q, const Option& o) {
  return has_amount(q) ? 1.0 : 1000.0 / static_cast<double>(o.candidate.batch);
}

/// "723 k", "312": right-aligned in a column with the space that units have.
[[nodiscard]] std::string count_text(double x) {
  return scaled(x, std::array<Scale, 4>{{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}}});
}

[[nodiscard]] std::string option_table(const Plan& plan, const std::vector<Option>& options, std::size_t top) {
  const Question& q = plan.question;
  const bool many = q.gpu_counts.size() > 1, amount = has_amount(q);
  const bool energy = q.goal == Goal::energy, cost = q.goal == Goal::cost;
  std::vector<Column> columns{
      {"device", Align::left}, {"batch"}, {"precision", Align::left}, {"step"}, {"90 % between"}};
  if (!amount) columns.push_back({"samples/s"});  // else the time of the whole says it
  columns.insert(columns.end(), {{"bound", Align::left}, {"memory"}});
  if (many) columns.insert(columns.begin() + 1, Column{"GPUs"});
  if (amount) columns.push_back({"whole"});
  if (energy) columns.push_back({amount ? "energy" : "J/1000"});
  if (cost) columns.push_back({amount ? "cost" : "cost/1000"});
  Table table(columns);
  for (std::size_t i = 0; i < std::min(top, options.size()); ++i) {
    const Option& o = options[i];
    const StepEstimate& e = o.estimate;
    std::vector<std::string> cells{q.devices[o.candidate.device].name, std::to_string(o.candidate.batch),
                                   std::string(name(o.candidate.precision)), text(e.step), range_text(e.low, e.high)};
    if (!amount) cells.push_back(count_text(o.samples_per_second));
    cells.insert(cells.end(), {std::string(name(e.bound)), text(e.device_used)});
    if (many) cells.insert(cells.begin() + 1, std::to_string(o.candidate.gpus));
    if (amount) cells.push_back(text(o.time));
    if (energy) cells.push_back(amount ? text(o.energy) : three_digits(per_amount(q, o) * in(o.energy, joule)));
    if (cost) cells.push_back(number("%.3g", per_amount(q, o) * o.cost.value_or(0.0)));
    table.add(std::move(cells));
  }
  return table.text();
}

[[nodiscard]] std::string rejections_text(const Rejections& no) {
  std::string text;
  const auto add = [&](std::int64_t count, const char* why) {
    if (count > 0) text += (text.empty() ? "" : ", ") + grouped(count) + ' ' + why;
  };
  add(no.does_not_fit, "do not fit into memory");
  add(no.over_memory_limit, "need more than --max-memory");
  add(no.over_time_limit, "take longer than --max-time");
  add(no.unsupported, "in a precision that the card does not have");
  add(no.indivisible, "do not divide among the GPUs or the passes");
  add(no.too_small, "leave a batch norm one value per channel");
  return text;
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
    if (options[i].estimate.bound == Bound::host && !host_seen[c.device] && !plan.hosts[c.device].empty()) {
      host_seen[c.device] = true;
      std::string& names = hosts[plan.hosts[c.device]];
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
  return (measured.empty() ? "" : wrapped("measured: " + measured)) +
         (unknown.empty() ? "" : wrapped("known from the datasheet alone, so that the interval is wide: " + unknown)) +
         host;
}

/// As in the table, without the space for the unit.
[[nodiscard]] std::string samples_text(double per_second) {
  std::string text = count_text(per_second);
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

/// One plain sentence.
[[nodiscard]] std::string recommendation(const Plan& plan) {
  const Question& q = plan.question;
  const Option& o = economical(q, plan.answer);
  const Option& best = plan.answer.options.front();
  const StepEstimate& e = o.estimate;
  const bool train = plan.recipe.mode == Mode::train;
  std::string text = (train ? "Train on " : "Run on ") +
                     (o.candidate.gpus > 1 ? std::to_string(o.candidate.gpus) + " x " : std::string()) +
                     q.devices[o.candidate.device].name + " with batch " + std::to_string(o.candidate.batch) + " in " +
                     std::string(name(o.candidate.precision)) + ": " + plan::text(e.step) + " a step, " +
                     samples_text(o.samples_per_second) + " samples/s, bound by " + std::string(name(e.bound)) + ", " +
                     plan::text(e.device_used) + " of " + plan::text(e.device_memory) + " used";
  if (has_amount(q)) text += "; " + plan::text(o.time) + " and about " + plan::text(o.energy) + " for the whole";
  if (o.cost && has_amount(q)) text += ", at a cost of " + number("%.2f", *o.cost);
  if (o.candidate.batch != best.candidate.batch)
    text += " (batch " + std::to_string(best.candidate.batch) + " would gain only " +
            number("%.0f", 100.0 * (1.0 / merit(q, best, o) - 1.0)) + " %)";
  return text + ".";
}

[[nodiscard]] ordered_json as_json(const Plan& plan, const std::vector<Option>& options) {
  const auto us = [](Time t) { return in(t, micro * second); };
  ordered_json answer{{"network", plan.network.name},
                      {"parameters", parameters_of(plan.network)},
                      {"optimizer", optimizer_text(plan.recipe)},
                      {"mode", name(plan.recipe.mode)}};
  answer["options"] = ordered_json::array();
  for (const Option& o : options) {
    const StepEstimate& e = o.estimate;
    ordered_json line{
        {"device", plan.question.devices[o.candidate.device].name},
        {"gpus", o.candidate.gpus},
        {"batch", o.candidate.batch},
        {"precision", name(o.candidate.precision)},
        {"step_us", us(e.step)},
        {"low_us", us(e.low)},
        {"high_us", us(e.high)},
        {"device_us", us(e.device_busy)},
        {"host_us", us(e.host)},
        {"communication_us", us(e.communication)},
        {"bound", name(e.bound)},
        {"samples_per_s", o.samples_per_second},
        {"peak_allocated_bytes", in(e.peak_allocated, byte)},
        {"peak_reserved_bytes", in(e.peak_reserved, byte)},
        {"device_used_bytes", in(e.device_used, byte)},
        {"power_w", in(e.power, watt)},
        {"steps", o.steps},
        {"time_s", in(o.time, second)},
        {"energy_j", in(o.energy, joule)},
        {"constants", constants_text(plan.found[o.candidate.device],
                                     evidence(plan.cards[o.candidate.device], policy(o.candidate.precision).compute))}};
    if (!plan.hosts[o.candidate.device].empty()) line["host"] = plan.hosts[o.candidate.device];
    if (o.cost) line["cost"] = *o.cost;
    answer["options"].push_back(std::move(line));
  }
  const Rejections& no = plan.answer.rejections;
  answer["left_out"] = {{"does_not_fit", no.does_not_fit},       {"over_memory_limit", no.over_memory_limit},
                        {"over_time_limit", no.over_time_limit}, {"unsupported_precision", no.unsupported},
                        {"indivisible", no.indivisible},         {"too_small", no.too_small}};
  answer["recommendation"] = recommendation(plan);
  return answer;
}

void run(const Options& o) {
  const Plan plan = solve(o);
  const Rejections& no = plan.answer.rejections;
  if (plan.answer.options.empty())
    throw NoPlan("no plan: of all combinations " + rejections_text(no) +
                 (no.late      ? " (the fastest takes " + text(*no.late) + " too long)"
                  : no.missing ? " (the nearest misses by " + text(*no.missing) + ")"
                               : std::string()));
  const std::vector<Option> options = chosen(plan, o.every);
  if (o.output.json) return o.output.write(as_json(plan, options));
  std::string text = plan.network.name + ": " + grouped(parameters_of(plan.network)) + " parameters, " +
                     std::string(name(plan.recipe.mode)) +
                     (plan.recipe.mode == Mode::train ? ", " + optimizer_text(plan.recipe) : std::string()) + ", " +
                     std::string(name(plan.software.framework)) + "\n\n";
  text += option_table(plan, options, static_cast<std::size_t>(o.top));
  if (options.size() > static_cast<std::size_t>(o.top))
    text += grouped(static_cast<std::int64_t>(options.size()) - o.top) + " more: --top N\n";
  const std::string left_out = rejections_text(no);
  const std::string known = evidence_text(plan, options, static_cast<std::size_t>(o.top));
  if (!left_out.empty() || !known.empty()) text += '\n';
  if (!left_out.empty()) text += "left out: " + left_out + '\n';
  o.output.write(text + known + '\n' + wrapped(recommendation(plan)));
}

}  // namespace

void add_recommend(CLI::App& app) {
  auto o = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("recommend", "which card, batch and precision: ranks all that fit and says what bounds each");
  command->add_option("NETWORK", o->network, network_help)->required();
  command->add_option("-d,--device", o->devices, "cards to choose from, comma-separated, or all")
      ->type_name("NAMES")
      ->capture_default_str();
  command
      ->add_option(
          "-b,--batch", o->batches,
          "samples per optimizer step, over all GPUs and passes, to try: 64,128 or 64..4096 (doubling) or 100..500+100")
      ->type_name("N,...")
      ->capture_default_str();
  command->add_option("-p,--precision", o->precisions, "of fp32, tf32, fp16, bf16, amp_fp16, amp_bf16")
      ->type_name("WORDS")
      ->capture_default_str();
  command->add_option("--by", o->goal, "rank by samples (per second), time, energy or cost")->capture_default_str();
  add_positive(*command, "--samples", o->samples, "amount of work: samples to train on");
  add_positive(*command, "--steps", o->steps, "amount of work: steps");
  command->add_option("--price", o->prices, "per hour and GPU: PRICE, or NAME=PRICE,...")->type_name("PRICES");
  add_integer(*command, "--max-gpus", o->max_gpus, "try 1, 2, 4, ... GPUs, data parallel (default 1)", 1, 1024);
  command->add_option("--max-memory", o->max_memory, "per GPU, e.g. 20GiB")->type_name("SIZE");
  command->add_option("--max-time", o->max_time, "of the whole work, or of one step, e.g. 12h or 50ms")
      ->type_name("TIME");
  command->add_flag("--every", o->every, "every combination, not only the best of each card");
  add_integer(*command, "--top", o->top, "lines of the table (default 12)", 1, 1'000'000);
  o->recipe.add_to(*command);
  o->input.add_to(*command);
  o->output.add_to(*command);
  command->footer(
      "Examples:\n  perfmodel-plan recommend fcnn:layers=8,hidden=4096,inputs=4000,outputs=600\n"
      "  perfmodel-plan recommend net.json -d T4,A100-PCIE-80GB -b 1024 -p fp32,amp_fp16\n"
      "  perfmodel-plan recommend net.json --by cost --samples 1e9 --price T4=0.35,L4=0.7 -d T4,L4 --max-gpus 8");
  command->callback([o] { run(*o); });
}

}  // namespace plan

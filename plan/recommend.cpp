/// perfmodel-plan recommend: which card, which batch, which precision, run how.
#include "recommend.hpp"

#include <memory>
#include <perfmodel/network/rewrite.hpp>

#include "cards.hpp"
#include "command.hpp"
#include "format.hpp"
#include "model.hpp"
#include "report/option_charts.hpp"
#include "search_cards.hpp"

namespace plan {

using namespace perfmodel;

namespace {

using PriceField = std::optional<double> DeviceQuestion::*;

/// "H200-SXM=3.5", or "3.5" for every card. @throws Error where no card in question has the name
void set_prices(const std::vector<std::string>& words, const std::string& place, PriceField field, Question& question) {
  for (const std::string& word : split_list(words)) {
    const std::size_t equals = word.find('=');
    const double price = amount_from(equals == std::string::npos ? word : word.substr(equals + 1), place);
    bool found = equals == std::string::npos;
    for (DeviceQuestion& device : question.devices) {
      if (equals != std::string::npos && lower_case(device.name) != lower_case(word.substr(0, equals))) continue;
      device.*field = price;
      found = true;
    }
    if (!found)
      throw bad_input(place, '"' + word + '"', "must be PRICE or NAME=PRICE with the name of a device in question");
  }
}

/// Cards of a question that names none: those that have a price, where every price names a card; else all.
[[nodiscard]] std::vector<std::string> cards_in_question(const RecommendOptions& o) {
  std::vector<std::string> names;
  if (o.devices_typed) return o.devices;
  for (const auto* prices : {&o.prices, &o.purchases})
    for (const std::string& word : split_list(*prices)) {
      const std::size_t equals = word.find('=');
      if (equals == std::string::npos) return o.devices;
      names.push_back(word.substr(0, equals));
    }
  return names.empty() ? o.devices : names;
}

void set_amount(const RecommendOptions& o, const Network& network, Question& q) {
  if ((o.samples && o.steps) || (o.samples && o.tokens) || (o.tokens && o.steps))
    throw bad_input(o.steps ? "--steps" : "--tokens", "more than one amount of work",
                    "give one of --samples, --tokens and --steps");
  if (o.epochs && !o.samples && !o.tokens)
    throw bad_input("--epochs", number("%g", *o.epochs), "needs the size of the data set: --samples or --tokens");
  const double epochs = o.epochs.value_or(1.0);
  if (o.samples) q.amount.samples = *o.samples * epochs;
  if (o.steps) q.amount.steps = *o.steps;
  if (!o.tokens) return;
  const auto length = tokens_per_sample(network);
  if (!length) throw bad_input("--tokens", number("%g", *o.tokens), network.name + " reads no text; give --samples");
  q.amount.samples = *o.tokens * epochs / static_cast<double>(*length);
}

void set_costs(const RecommendOptions& o, Question& q) {
  set_prices(o.prices, "--price", &DeviceQuestion::price_per_hour, q);
  set_prices(o.purchases, "--purchase", &DeviceQuestion::purchase, q);
  q.max_cost = o.max_cost;
  q.price_per_kwh = o.energy_price;
  if (q.max_cost && o.purchases.empty() && !q.amount.samples && !q.amount.steps)
    throw bad_input("--max-cost", number("%g", *q.max_cost),
                    "needs an amount of work (--samples, --tokens, --steps) or --purchase");
  for (const DeviceQuestion& device : q.devices)
    if ((q.goal == Goal::cost || q.max_cost) && !has_price(q, device))
      throw bad_input("--price", "none for " + device.name,
                      std::string(q.goal == Goal::cost ? "--by cost" : "--max-cost") +
                          " needs one for every card, as in --price 2 or --price " + device.name + "=2");
}

[[nodiscard]] Question make_question(const RecommendOptions& o, const Plan& plan) {
  Question q{.settings = plan.settings.size(), .goal = goal_from(o.goal, "--by")};
  for (const CardModel& card : plan.cards) q.devices.push_back({.name = card.device.name});
  q.precisions = o.recipe.precisions_for(plan.network, split_list(o.precisions));
  q.batches = number_list(o.batches, "--batch", 1, largest_batch_asked);
  q.passes = o.recipe.accumulation;
  q.least_per_pass = least_batch_of(plan.network, plan.recipe.mode);
  for (std::int64_t gpus = 2; gpus <= o.max_gpus; gpus *= 2) q.gpu_counts.push_back(gpus);
  set_amount(o, plan.network, q);
  if (!o.max_memory.empty()) q.max_memory = bytes_from(o.max_memory, "--max-memory");
  if (!o.max_time.empty()) q.max_time = time_from(o.max_time, "--max-time");
  set_costs(o, q);
  return q;
}

/// As typed, and what a user would try beyond it, as far as the words typed leave it open.
[[nodiscard]] std::vector<Setting> settings_of(const RecommendOptions& o, const Plan& plan) {
  std::vector<Setting> all{{}};
  if (o.as_is || plan.network.recording != nullptr) return all;  // a recording runs as it was recorded
  const Recipe& recipe = plan.recipe;
  const bool open = !o.framework_typed && plan.software.framework == Framework::pytorch;
  const Setting tuned{.fused_optimizer = recipe.mode == Mode::train && !recipe.optimizer_loop &&
                                         plan.software.framework != Framework::libtorch &&
                                         has_loop(recipe.optimizer, OptimizerLoop::fused),
                      .cuda_graph = open};
  if (tuned != Setting{}) all.push_back(tuned);
  if (!o.memory_format_typed && has_convolutions(plan.network)) {
    all.push_back(tuned);
    all.back().channels_last = true;
  }
  return all;
}

void run(const RecommendOptions& o) {
  o.chart.check(o.output);
  if (o.csv && o.output.json) throw bad_input("--csv", "--json beside it", "give one of them");
  const Plan plan = solve(o);
  const Rejections& no = plan.answer.rejections;
  if (plan.answer.options.empty())
    throw NoPlan("no plan: of all combinations " + rejections_text(no) +
                 (no.dear      ? " (the cheapest costs " + money_text(*no.dear) + " too much)"
                  : no.late    ? " (the fastest takes " + text(*no.late) + " too long)"
                  : no.missing ? " (the nearest misses by " + text(*no.missing) + ")"
                               : std::string()));
  const std::vector<Option> options = chosen(plan, o.every);
  const Charts charts = [&] { return option_charts(answer_json(plan, options)); };
  o.chart.draw(plan.network.name + ": options", charts);
  if (o.chart.answers(o.output, charts)) return;
  if (o.csv) return o.output.write(answer_csv(plan, options));
  if (o.output.json) return o.output.write(answer_json(plan, options));
  o.output.write(answer_text(plan, options, static_cast<std::size_t>(o.top)));
}

void add_cost_options(CLI::App& command, RecommendOptions& o) {
  command.add_option("--price", o.prices, "per hour and GPU: PRICE, or NAME=PRICE,...; without --device: those cards")
      ->type_name("PRICES");
  command.add_option("--purchase", o.purchases, "of one GPU that is bought for the work: PRICE, or NAME=PRICE,...")
      ->type_name("PRICES");
  add_amount(command, "--energy-price", o.energy_price, "per kWh of the cards' energy");
  add_amount(command, "--max-cost", o.max_cost, "of the whole work: purchase, hours and energy, as far as priced");
}

void add_amount_options(CLI::App& command, RecommendOptions& o) {
  add_amount(command, "--samples", o.samples, "amount of work: samples to train on, e.g. 1.28M or 1e9");
  add_amount(command, "--tokens", o.tokens, "amount of work: tokens to train on, e.g. 20G");
  add_amount(command, "--epochs", o.epochs, "times that --samples or --tokens are passed through (default 1)");
  add_amount(command, "--steps", o.steps, "amount of work: steps");
}

}  // namespace

std::string setting_text(const Setting& s) {
  std::string text;
  const auto add = [&](bool is, const char* word) {
    if (is) text += (text.empty() ? "" : ", ") + std::string(word);
  };
  add(s.channels_last, "channels-last");
  add(s.fused_optimizer, "fused optimizer");
  add(s.cuda_graph, "CUDA graph");
  return text;
}

Recipe Plan::recipe_of(const Candidate& c) const {
  Recipe how = recipe;
  how.batch = c.batch / (c.gpus * recipe.accumulation);
  how.precision = c.precision;
  if (settings[c.setting].channels_last) how.memory_format = MemoryFormat::nhwc;
  if (settings[c.setting].fused_optimizer) how.optimizer_loop = OptimizerLoop::fused;
  return how;
}

Plan solve(const RecommendOptions& o) {
  Plan plan{.network = o.network.load(o.recipe.recipe().mode), .software = o.recipe.software()};
  plan.recipe = o.recipe.recipe_for(plan.network);
  (void)shapes_of(plan.network, 1);
  const Load load = load_from(o.recipe.load, "--load");
  plan.settings = settings_of(o, plan);
  plan.found = load_cards(cards_in_question(o));
  for (const json::Card& card : plan.found) {
    plan.cards.push_back(card_model(card, plan.software, load, o.recipe.host_scale));
    if (plan.settings.back().cuda_graph)
      plan.graphs.push_back(with_framework(plan.cards.back(), Framework::cuda_graph));
    plan.hosts.push_back(host_text(card, plan.software.framework, o.recipe.host_scale));
  }
  plan.question = make_question(o, plan);
  const std::vector<std::int64_t>& counts = plan.question.gpu_counts;
  const InputPipeline pipeline = o.input.pipeline();
  plan.answer = search_cards(plan.question, [&](const Candidate& c, CardSteps& steps) -> std::optional<StepEstimate> {
    const CardModel& card = plan.card_of(c);
    if (!computes(card.device, c.precision)) return std::nullopt;
    const Recipe recipe = plan.recipe_of(c);
    const auto count = static_cast<std::size_t>(std::find(counts.begin(), counts.end(), c.gpus) - counts.begin());
    const StepEstimate& step = steps.of(
        c, recipe.batch, count, [&](const Candidate&) { return estimates(plan.network, recipe, card, counts); });
    return with_input(step, c.batch, pipeline);
  });
  return plan;
}

std::vector<Option> chosen(const Plan& plan, bool every) {
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

void add_recommend(CLI::App& app) {
  auto o = std::make_shared<RecommendOptions>();
  CLI::App* command =
      app.add_subcommand("recommend", "which card, batch and precision: ranks all that fit and says what bounds each");
  o->network.add_to(*command);
  CLI::Option* devices = command->add_option("-d,--device", o->devices, "cards to choose from, comma-separated, or all")
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
  add_amount_options(*command, *o);
  add_cost_options(*command, *o);
  add_integer(*command, "--max-gpus", o->max_gpus, "try 1, 2, 4, ... GPUs, data parallel (default 1)", 1, 1024);
  command->add_option("--max-memory", o->max_memory, "per GPU, e.g. 20GiB")->type_name("SIZE");
  command->add_option("--max-time", o->max_time, "of the whole work, or of one step, e.g. 12h or 50ms")
      ->type_name("TIME");
  command->add_flag("--as-is", o->as_is,
                    "run steps as typed; else channels-last, a fused optimizer and a CUDA graph are tried, too, "
                    "unless --memory-format, --optimizer or --framework say otherwise (torch.compile is not modelled)");
  command->add_flag("--every", o->every, "every combination, not only the best of each card");
  add_integer(*command, "--top", o->top, "lines of the table (default 12)", 1, 1'000'000);
  o->recipe.add_to(*command);
  o->input.add_to(*command);
  o->chart.add_to(*command);
  o->output.add_to(*command);
  command->add_flag("--csv", o->csv, "answer as CSV, one row an option");
  command->footer(
      "Examples:\n  perfmodel-plan recommend fcnn:layers=8,hidden=4096,inputs=4000,outputs=600\n"
      "  perfmodel-plan recommend net.json -d T4,A100-PCIE-80GB -b 1024 -p fp32,amp_fp16\n"
      "  perfmodel-plan recommend net.json --by cost --samples 1e9 --price T4=0.35,L4=0.7 --max-gpus 8\n"
      "  perfmodel-plan recommend llama-1b --seq 4096 --tokens 20G --max-cost 5000 --price H100-SXM5-80GB=2.5");
  command->callback([o, command, devices] {
    o->devices_typed = devices->count() > 0;
    o->framework_typed = command->count("--framework") > 0;
    o->memory_format_typed = command->count("--memory-format") > 0;
    run(*o);
  });
}

}  // namespace plan

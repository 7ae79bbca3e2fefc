/// perfmodel-plan recommend: which card, which batch, which precision, run how.
#include "recommend.hpp"

#include <memory>
#include <perfmodel/json/host_system_json.hpp>
#include <perfmodel/json/preset_json.hpp>
#include <perfmodel/json/price_list_json.hpp>
#include <perfmodel/network/image_rewrite.hpp>
#include <perfmodel/planner/parallel_estimate.hpp>
#include <perfmodel/planner/pareto.hpp>

#include "cards.hpp"
#include "command.hpp"
#include "format.hpp"
#include "model.hpp"
#include "report/option_charts.hpp"
#include "search_cards.hpp"
#include "spreads.hpp"

namespace plan {

using namespace perfmodel;

namespace {

using PriceField = std::optional<double> DeviceQuestion::*;

/// Whether a word of a price names the card, as --device would: in full, shortened, or with a star.
[[nodiscard]] bool names_card(const std::string& word, const std::string& card) {
  if (lower_case(word) == lower_case(card)) return true;
  try {
    for (const json::Card& named : load_cards({word}))
      if (named.device().name == card) return true;
  } catch (const Error&) {
  }
  return false;
}

/// "H200-SXM=3.5", or "3.5" for every card. @throws Error where no card in question has the name
void set_prices(const std::vector<std::string>& words, const std::string& place, PriceField field, Question& question) {
  for (const std::string& word : split_list(words)) {
    const std::size_t equals = word.find('=');
    const double price = amount_from(equals == std::string::npos ? word : word.substr(equals + 1), place);
    bool found = equals == std::string::npos;
    for (DeviceQuestion& device : question.devices) {
      if (equals != std::string::npos && !names_card(word.substr(0, equals), device.name)) continue;
      device.*field = price;
      found = true;
    }
    if (!found) {
      std::string names;
      for (const DeviceQuestion& device : question.devices) names += (names.empty() ? "" : ", ") + device.name;
      throw bad_input(place, in_quotes(word),
                      "must be PRICE or NAME=PRICE with the name of a card in question: " + one_line(names, 200));
    }
  }
}

/// Cards of a question that names none: those of the named system, else those that have a price, where every price
/// names a card, else all.
[[nodiscard]] std::vector<std::string> cards_in_question(const RecommendOptions& o, const Plan& plan) {
  std::vector<std::string> names;
  if (o.devices_typed) return o.devices;
  if (!o.system.empty()) return json::load_system(o.system, "--system").devices;
  for (const auto* prices : {&o.prices, &o.purchases})
    for (const std::string& word : split_list(*prices)) {
      const std::size_t equals = word.find('=');
      if (equals == std::string::npos) return o.devices;
      names.push_back(word.substr(0, equals));
    }
  if (plan.prices && names.empty())
    for (const auto& [name, price] : plan.prices->devices) names.push_back(name);
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
  if (!length) throw bad_input("--tokens", count_text(*o.tokens), network.name + " reads no text; give --samples");
  q.amount.samples = *o.tokens * epochs / static_cast<double>(*length);
}

void set_costs(const RecommendOptions& o, const Plan& plan, Question& q) {
  set_prices(o.prices, "--price", &DeviceQuestion::price_per_hour, q);
  set_prices(o.purchases, "--purchase", &DeviceQuestion::purchase, q);
  q.max_cost = o.max_cost;
  q.price_per_kwh = o.energy_price;
  if (plan.prices) apply(*plan.prices, q);
  const bool bought =
      std::any_of(q.devices.begin(), q.devices.end(), [](const DeviceQuestion& d) { return d.purchase.has_value(); });
  if (q.max_cost && !bought && !q.amount.samples && !q.amount.steps)
    throw bad_input("--max-cost", number("%g", *q.max_cost),
                    "needs an amount of work (--samples, --tokens, --steps) or --purchase");
  const auto use_priced = [](const DeviceQuestion& d) { return d.price_per_hour || d.purchase; };
  const bool any_use = std::any_of(q.devices.begin(), q.devices.end(), use_priced);  // then energy is not all
  for (const DeviceQuestion& device : q.devices)
    if ((q.goal == Goal::cost || q.max_cost) && (any_use ? !use_priced(device) : !has_price(q, device)))
      throw bad_input("--price", "none for " + device.name,
                      std::string(q.goal == Goal::cost ? "--by cost" : "--max-cost") +
                          " needs one for every card, as in --price 2 or --price " + device.name + "=2");
}

[[nodiscard]] Question make_question(const RecommendOptions& o, const Plan& plan) {
  Question q{.settings = plan.settings.size(), .goal = goal_from(o.goal, "--by")};
  for (const CardModel& card : plan.cards) q.devices.push_back({.name = card.device.name});
  set_spreads(o, plan, q);
  q.precisions = o.recipe.precisions_for(plan.network, split_list(o.precisions));
  if (spreads_asked(o) && !o.precisions_typed && plan.network.recording == nullptr) {
    const bool all = std::all_of(plan.cards.begin(), plan.cards.end(),
                                 [](const CardModel& card) { return computes(card.device, Precision::amp_bf16); });
    q.precisions = {Precision::amp_bf16};  // the others are slower and take more
    if (!all) q.precisions.push_back(Precision::amp_fp16);
  }
  q.batches = batches_of(o);
  q.passes = spreads_asked(o) && !o.recipe.typed("--accumulation") ? 0 : o.recipe.accumulation;
  q.least_per_pass = least_batch_of(plan.network, plan.recipe.mode);
  set_amount(o, plan.network, q);
  if (!o.max_memory.empty()) q.max_memory = bytes_from(o.max_memory, "--max-memory");
  if (!o.max_time.empty()) q.max_time = time_from(o.max_time, "--max-time");
  if (!o.max_power.empty()) q.max_power = power_from(o.max_power, "--max-power");
  set_costs(o, plan, q);
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
  if (spreads_asked(o) && tuned != Setting{}) all.clear();  // the strategy is the question
  if (tuned != Setting{}) all.push_back(tuned);
  if (!o.memory_format_typed && has_convolutions(plan.network)) {
    all.push_back(tuned);
    all.back().channels_last = true;
  }
  return all;
}

/// The benchmark's job, where nothing else was typed. NETWORK may be the benchmark's with other settings.
[[nodiscard]] RecommendOptions with_preset(RecommendOptions o, const Preset& preset) {
  const auto name = [](const std::string& network) { return lower_case(network.substr(0, network.find(':'))); };
  if (o.network.text.empty()) o.network.text = preset.network;
  if (name(o.network.text) != name(preset.network))
    throw bad_input("--preset", in_quotes(preset.name),
                    "is a job of " + preset.network + ": for another network give --samples and --epochs instead");
  if (!o.recipe.typed("--optimizer")) o.recipe.optimizer = preset.optimizer;
  if (o.samples || o.tokens || o.steps) return o;
  if (!preset.samples)
    throw bad_input("--samples", "nothing",
                    "must be given, as in --samples 100M (or --steps): " + preset.name +
                        " has no data set, it makes its samples (until " + preset.quality + ')');
  o.samples = preset.samples;
  if (!o.epochs) o.epochs = preset.epochs;
  if (!o.epochs)
    throw bad_input("--epochs", "nothing",
                    "must be given, as in --epochs 20: the sources of " + preset.name + " print none (until " +
                        preset.quality + ')');
  return o;
}

/// The search folds equal blocks; what it recommends is worked out in full. What then does not fit or keep the limits
/// is no option.
template <class F>
void confirm(Plan& plan, const F& exactly) {
  std::vector<Option>& options = plan.answer.options;
  while (!options.empty()) {
    const Option* choice = &recommended(plan.question, plan.answer);
    const Candidate candidate = choice->candidate;
    const StepEstimate exact = exactly(candidate);
    const auto at = options.begin() + (choice - options.data());
    const bool over = plan.question.max_memory && exact.device_used > *plan.question.max_memory;
    *at = make_option(plan.question, candidate, exact);
    const bool kept = exact.fits && !over && detail::within_limits(plan.question, *at, plan.answer.rejections);
    if (!exact.fits || over) detail::reject(plan.question, candidate, exact, 1, plan.answer.rejections);
    if (!kept) {
      options.erase(at);
      continue;
    }
    detail::rank(plan.question, plan.answer);
    const Candidate& now = recommended(plan.question, plan.answer).candidate;
    if (differ_by_batch(now, candidate) && now.batch == candidate.batch) return;
  }
}

void run(const RecommendOptions& o) {
  o.chart.check(o.output);
  if (o.csv && o.output.json) throw bad_input("--csv", "--json beside it", "give one of them");
  const Plan plan = o.unknown.empty() ? solve(o) : solve_for(o);
  if (plan.answer.options.empty()) refuse(plan);
  const std::vector<Option> options =
      o.pareto ? pareto_front(plan.question, plan.answer.options) : chosen(plan, o.every);
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
  command.add_option("--prices", o.price_file, "prices and power of cards, as data/prices/example.json")
      ->type_name("FILE");
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

Setting Plan::setting_of(const Candidate& c) const {
  const ParallelLayout& l = c.spread.layout;
  Setting setting = settings[c.setting];
  if (l.gpus() > l.dp || l.zero > 0 || l.offload != Offload::none) setting.cuda_graph = false;
  return setting;
}

Recipe Plan::recipe_of(const Candidate& c) const {
  Recipe how = recipe;
  how.batch = c.spread.layout.micro_batch;
  how.accumulation = c.passes();
  how.precision = c.precision;
  if (c.spread.recompute) how.checkpoint_every = 1;
  if (settings[c.setting].channels_last) how.memory_format = MemoryFormat::nhwc;
  if (settings[c.setting].fused_optimizer) how.optimizer_loop = OptimizerLoop::fused;
  return how;
}

Recipe Plan::in_passes(const Candidate& c) const {
  Recipe of_all = recipe_of(c);
  of_all.batch = c.batch;
  of_all.accumulation = 1;
  return of_all;
}

namespace {
/// Gives the cards the links of their systems, and makes those under CUDA graphs where a setting needs them.
void link_cards(Plan& plan) {
  for (std::size_t i = 0; i < plan.cards.size(); ++i) {
    CardModel& card = plan.cards[i];
    card.steps.kernels.collective = make_collective_model(plan.systems[i], card.device);
  }
  if (!plan.settings.back().cuda_graph) return;
  plan.graphs = plan.cards;
  for (CardModel& card : plan.graphs)
    card.steps.kernels.software = with_framework(card.software(), Framework::cuda_graph);
}

/// Whether search_largest_first() answers the plan's question.
[[nodiscard]] bool runs_alone(const RecommendOptions& o, const Plan& plan) {
  return !spreads_asked(o) && single_cards(plan.question);
}

/// Adds what a PartialEvaluator says of steps on single cards. @param steps_of  a candidate's
template <class F>
void add_parts_of_single(CandidateSteps& how, const Plan& plan, std::int64_t nodes, const F& steps_of) {
  how.computes = [&plan](const Candidate& c) { return computes(plan.card_of(c).device, c.precision); };
  how.peak = [&plan](const Candidate& c) { return peak(plan.card_of(c).device, policy(c.precision).compute); };
  how.outlasts = [&plan, nodes, steps_of](const Candidate& c, Time limit, CardSteps& steps) {
    return steps_of(c, steps).outlasts(plan.in_passes(c), c.spread.layout, limit, nodes);
  };
}

/// How the candidates of a plan are worked out. @param bounded  only those that may be the best of their card
[[nodiscard]] CandidateSteps candidate_steps(const RecommendOptions& o, const Plan& plan, bool bounded) {
  const InputPipeline pipeline = o.input.pipeline();
  const double parameters = static_cast<double>(parameters_of(plan.network));
  const bool folded = spreads_asked(o);
  const std::int64_t nodes = o.nodes;
  const auto steps_of = [&plan, folded](const Candidate& c, CardSteps& steps) -> ParallelSteps& {
    return steps.of(plan.network, plan.systems[c.device], plan.card_of(c), folded);
  };
  CandidateSteps how;
  for (const Setting& setting : plan.settings)
    how.alike.push_back(static_cast<std::size_t>(
        std::find_if(plan.settings.begin(), plan.settings.end(),
                     [&](const Setting& s) { return s.channels_last == setting.channels_last; }) -
        plan.settings.begin()));
  how.step = [&plan, pipeline, parameters, nodes, steps_of](const Candidate& c,
                                                            CardSteps& steps) -> std::optional<StepEstimate> {
    const CardModel& card = plan.card_of(c);
    if (!computes(card.device, c.precision)) return std::nullopt;
    const Recipe recipe = plan.in_passes(c);
    const Bytes least = least_state(parameters, recipe, c.spread.layout);
    if (least > card.device.memory) return StepEstimate{.device_used = least, .device_memory = card.device.memory};
    const ParallelEstimate e = steps_of(c, steps)(recipe, c.spread.layout, nodes);
    return e.step.fits ? with_input(e.step, c.batch, pipeline) : e.step;
  };
  if (!bounded) return how;
  how.least = [&plan, nodes](const Candidate& c, BlockTimes& blocks) {
    const CardModel& card = plan.card_of(c);
    if (!computes(card.device, c.precision)) return Time{};
    return blocks(plan.in_passes(c), c.spread.layout, plan.systems[c.device], card, nodes);
  };
  how.fits = [&plan, parameters, nodes, steps_of](const Candidate& c, CardSteps& steps) {
    if (!computes(plan.card_of(c).device, c.precision)) return true;  // the step says so
    const Recipe recipe = plan.in_passes(c);
    return !(least_state(parameters, recipe, c.spread.layout) > plan.card_of(c).device.memory) &&
           steps_of(c, steps).fits(recipe, c.spread.layout, nodes);
  };
  if (runs_alone(o, plan)) add_parts_of_single(how, plan, nodes, steps_of);
  return how;
}

/// Whether the answer has nothing of options that are not the best of their card or near it.
[[nodiscard]] bool shows_leaders(const RecommendOptions& o, const Plan& plan) {
  const Question& q = plan.question;
  const bool limited = q.max_memory || q.max_time || q.max_cost || q.max_power;
  const bool typed_beside = plan.settings.size() > 1 && plan.settings.front() == Setting{};
  return (runs_alone(o, plan) || (spreads_asked(o) && !typed_beside)) && !o.every && !o.pareto && o.unknown.empty() &&
         !limited;
}

/// Adds what is recommended as it was typed, which the answer shows beside it, where its time was not worked out.
void add_as_typed(const RecommendOptions& o, Plan& plan) {
  Candidate typed = recommended(plan.question, plan.answer).candidate;
  typed.setting = 0;
  const auto same = [&](const Option& other) {
    return other.candidate.setting == 0 && differ_by_batch(other.candidate, typed) &&
           other.candidate.batch == typed.batch;
  };
  if (plan.settings.front() != Setting{} || std::any_of(plan.answer.options.begin(), plan.answer.options.end(), same))
    return;
  CardSteps steps;
  const std::optional<StepEstimate> e = candidate_steps(o, plan, false).step(typed, steps);
  if (!e || !e->fits) return;
  plan.answer.options.push_back(make_option(plan.question, typed, *e));
  detail::rank(plan.question, plan.answer);
}

/// Searches, and estimates once more and exactly what the answer shows of steps over several cards.
/// @returns whether the answer stands: what the leaders outpaced is no match for the exact estimates either, and nobody
/// asks by how much a plan was missed
[[nodiscard]] bool answer(const RecommendOptions& o, Plan& plan, bool bounded) {
  Leaders leaders(plan.question);
  try {
    plan.answer =
        search_cards(plan.network, levels_of(o, plan), candidate_steps(o, plan, bounded), bounded ? &leaders : nullptr);
  } catch (const Error&) {  // the search for all options says what the first of them is
    if (!bounded) throw;
    return false;
  }
  if (spreads_asked(o))
    confirm(plan, [&](const Candidate& c) {
      const StepEstimate e = estimate_parallel(plan.network, plan.in_passes(c), c.spread.layout, plan.systems[c.device],
                                               plan.card_of(c), o.nodes)
                                 .step;
      return with_input(e, c.batch, o.input.pipeline());
    });
  if (bounded && !plan.answer.options.empty() && runs_alone(o, plan)) add_as_typed(o, plan);
  return !bounded || (!plan.answer.options.empty() && leaders.stand(plan.answer.options));
}
}  // namespace

Plan solve(const RecommendOptions& typed) {
  std::optional<Preset> preset;
  if (!typed.preset.empty()) preset = json::load_preset(typed.preset, "--preset");
  const RecommendOptions o = preset ? with_preset(typed, *preset) : typed;
  if (preset) preset->epochs = o.epochs;
  Plan plan{.network = o.network.load(o.recipe.recipe().mode), .software = o.recipe.software(), .preset = preset};
  if (!o.price_file.empty()) plan.prices = json::prices_from_file(o.price_file);
  plan.recipe = o.recipe.recipe_for(plan.network);
  (void)shapes_of(plan.network, 1);
  const Load load = load_from(o.recipe.load, "--load");
  plan.settings = settings_of(o, plan);
  plan.found = load_cards(cards_in_question(o, plan));
  plan.cards = card_models(plan.found, plan.software, load, o.recipe.host);
  for (const json::Card& card : plan.found)
    plan.hosts.push_back(host_text(card, plan.software.framework, o.recipe.host));
  plan.systems = systems_of(o, plan);
  link_cards(plan);
  plan.system_assumed = o.system.empty();
  plan.nodes = o.nodes;
  plan.question = make_question(o, plan);
  if (!shows_leaders(o, plan) || !answer(o, plan, true)) (void)answer(o, plan, false);
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
    best.push_back(recommended(plan.question, here));
  }
  return best;
}

namespace {
/// What the answer must keep to, and which part of it is shown.
void add_limit_options(CLI::App& command, RecommendOptions& o) {
  command.add_option("--max-memory", o.max_memory, "per GPU, e.g. 20GiB")->type_name("SIZE");
  command.add_option("--max-time", o.max_time, "of the whole work, e.g. 12h; without an amount, of one step: 50ms")
      ->type_name("TIME");
  command.add_option("--max-power", o.max_power, "of all GPUs together, e.g. 10kW")->type_name("POWER");
  command.add_flag(
      "--as-is", o.as_is,
      "run steps as typed; else channels-last, a fused optimizer and a CUDA graph are tried, too, "
      "unless --memory-format, --optimizer or --framework say otherwise; torch.compile: --framework compile");
  command.add_flag("--pareto", o.pareto, "what nothing else beats in time, cost and energy at once");
  command
      .add_option("--solve", o.unknown,
                  "the largest batch, layers, hidden or seq, the fewest gpus, or the shortest deadline that has a "
                  "plan")
      ->type_name("WORD");
  command.add_flag("--every", o.every, "every combination, not only the best of each card");
  add_integer(command, "--top", o.top, "lines of the table (default 12)", 1, 1'000'000);
}

constexpr const char* examples =
    "Examples:\n  perfmodel-plan recommend fcnn:layers=8,hidden=4096,inputs=4000,outputs=600\n"
    "  perfmodel-plan recommend net.json -d T4,A100-PCIE-80GB -b 1024 -p fp32,amp_fp16\n"
    "  perfmodel-plan recommend net.json --by cost --samples 1e9 --price T4=0.35,L4=0.7 --max-gpus 8\n"
    "  perfmodel-plan recommend llama-1b --seq 4096 --tokens 20G --max-cost 5000 --price H100-SXM5-80GB=2.5";
}  // namespace

void add_recommend(CLI::App& app) {
  auto o = std::make_shared<RecommendOptions>();
  CLI::App* command =
      app.add_subcommand("recommend", "which card, batch and precision: ranks all that fit and says what bounds each");
  o->network.add_to(*command);
  CLI::Option* network = command->get_option("NETWORK")->required(false);
  command->add_option("--preset", o->preset, "a benchmark's network, data set and epochs: mlperf-resnet50, ...")
      ->type_name("NAME");
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
  add_spread_options(*command, *o);
  add_limit_options(*command, *o);
  o->recipe.add_to(*command);
  o->input.add_to(*command);
  o->chart.add_to(*command);
  o->output.add_to(*command);
  command->add_flag("--csv", o->csv, "answer as CSV, one row an option");
  command->footer(examples);
  command->callback([o, command, devices, network] {
    if (network->empty() && o->preset.empty()) throw CLI::RequiredError("NETWORK");
    o->devices_typed = devices->count() > 0;
    o->precisions_typed = command->count("--precision") > 0;
    o->strategies_typed = command->count("--strategy") > 0;
    o->framework_typed = command->count("--framework") > 0;
    o->memory_format_typed = command->count("--memory-format") > 0;
    run(*o);
  });
}

}  // namespace plan

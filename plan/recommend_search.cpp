/// perfmodel-plan recommend: the search for an answer.
#include <algorithm>
#include <perfmodel/json/preset_json.hpp>
#include <perfmodel/json/price_list_json.hpp>
#include <perfmodel/planner/parallel_estimate.hpp>

#include "cards.hpp"
#include "format.hpp"
#include "model.hpp"
#include "recommend.hpp"
#include "recommend_question.hpp"
#include "search_cards.hpp"
#include "spreads.hpp"

namespace plan {

using namespace perfmodel;

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

}  // namespace plan

#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <perfmodel/parallel/pipeline.hpp>
#include <perfmodel/planner/parallel_estimate.hpp>
#include <perfmodel/planner/stage_cost.ipp>
#include <perfmodel/planner/throughput.hpp>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace perfmodel {

namespace detail {

/// Bytes that one stage hands to the next for one pass.
[[nodiscard]] inline double handed_over(const ParallelQuestion& q, const Network& network,
                                        const std::vector<StageRange>& stages) {
  const std::int32_t value = crossing(network, stages[1].first);
  const Shape shape = infer_shapes(network, q.recipe.batch).outputs[static_cast<std::size_t>(value)];
  const double split = q.layout.sequence_parallel ? 1.0 : static_cast<double>(q.layout.tp);  // scatter and gather
  return static_cast<double>(elements(shape)) * in(element_size(policy(q.recipe.precision).stored()), byte) / split;
}

/// FSDP casts what it gathers: layers work in 16 bits as if the network had been cast, and FP32 parts are stored.
[[nodiscard]] inline Recipe sharded_recipe(Recipe recipe) {
  if (recipe.precision == Precision::amp_bf16) recipe.precision = Precision::bf16;
  if (recipe.precision == Precision::amp_fp16) recipe.precision = Precision::fp16;
  return recipe;
}

/// Stages of one step, and the time of what the pipeline sends between them.
struct LayoutCosts {
  std::vector<StageCost> stages{};
  std::vector<double> seconds{};    ///< of one pass, by pipeline rank
  double moved{}, moved_exposed{};  ///< between stages
};

/// The step as its slowest, fullest and longest-communicating cards make it.
[[nodiscard]] inline ParallelEstimate joined(const ParallelQuestion& q, const LayoutCosts& costs) {
  const double m = static_cast<double>(q.passes), v = static_cast<double>(q.layout.virtual_stages);
  const PipelineTime line = pipeline_time(costs.seconds, m, v);
  double once = 0.0, weights = 0.0, exposed = 0.0, in_stream = 0.0, context = 0.0, context_exposed = 0.0;
  const StageWork* fullest = costs.stages[0].work;
  const StageWork* slowest = costs.stages[0].work;
  bool fits = true;
  const double exchanges = q.layout.zero == 3 ? m : 1.0;
  for (const StageCost& c : costs.stages) {
    once = std::max(once, c.work->once);
    weights = std::max(weights, exchanges * c.weights.communication);
    exposed = std::max(exposed, exchanges * c.weights.exposed);
    in_stream = std::max(in_stream, m * c.work->in_stream);
    context = std::max(context, m * c.context);
    context_exposed = std::max(context_exposed, m * c.context_exposed);
    fits = fits && c.work->memory.fits;
    if (c.work->memory.peak_allocated > fullest->memory.peak_allocated) fullest = c.work;
    if (c.work->pass > slowest->pass) slowest = c.work;
  }
  ParallelEstimate e{.step = fullest->memory};
  e.step.fits = fits;
  const double total = line.total + once + exposed + costs.moved_exposed;
  e.communication = (in_stream + weights + costs.moved + context) * second;
  e.exposed = (in_stream + exposed + costs.moved_exposed + context_exposed) * second;
  const double own = total - in(e.exposed, second);
  e.step.step = total * second;
  e.step.low = (slowest->low * own + in(e.exposed, second)) * second;
  e.step.host_of_interval = slowest->time.host_of_interval;
  e.step.high = (slowest->high * own + in(e.exposed, second)) * second;
  e.step.device_busy = (slowest->busy + (m - 1.0) * slowest->more_busy) * second;
  e.step.host = (slowest->host + (m - 1.0) * slowest->more_host) * second;
  e.step.bound = e.exposed > 0.5 * e.step.step ? Bound::communication : slowest->time.bound;
  e.step.communication = e.exposed;
  e.step.power = mean_power(q.card, policy(q.recipe.precision).compute, slowest->time);
  e.bubble = total > 0.0 ? line.bubble * line.total / total : 0.0;
  return e;
}

}  // namespace detail

/// What is worked out once, by everything that it depends on.
struct ParallelSteps::Shared {
  const Network& network;
  HostSystem system;
  std::shared_ptr<const CardModel> card;  ///< with the links of the system
  MemoryOptions memory;
  ParallelDetail detail{};
  std::shared_ptr<detail::SharedTraces> traces{};  ///< with other cards
  OperationPrices prices;
  std::map<detail::TraceKey, detail::StageWork> works{};
  std::map<detail::TraceKey, detail::StageCost> known{};

  Shared(const Network& n, HostSystem s, std::shared_ptr<const CardModel> c, const MemoryOptions& m,
         const ParallelDetail& d, std::shared_ptr<detail::SharedTraces> t)
      : network(n),
        system(std::move(s)),
        card(std::move(c)),
        memory(m),
        detail(d),
        traces(std::move(t)),
        prices(traces->operations(), card->steps.kernels, lowering_target(card->steps.kernels)) {}
  [[nodiscard]] const detail::StageCost& cost(const detail::ParallelQuestion& q, const detail::StagePlace& place) {
    detail::TraceKey key = place.key;
    detail::add_recipe(key, q);
    detail::add_share(key, q, place.in_flight);
    key.push_back(q.passes > 1);
    detail::TraceKey whole = key;
    for (const std::int64_t number : {q.layout.dp, q.layout.ep, q.per_node}) whole.push_back(number);
    if (const auto found = known.find(whole); found != known.end()) return found->second;
    auto work = works.find(key);
    if (work == works.end())
      work = works.emplace(std::move(key), detail::stage_work({q, *traces, prices, memory, detail}, place)).first;
    return known.emplace(std::move(whole), detail::stage_cost(q, place.stage, work->second)).first->second;
  }
  void forget() {
    constexpr std::size_t most_works = 32;  // of each some ten kilobytes
    if (works.size() <= most_works) return;
    known.clear();
    works.clear();
  }
  [[nodiscard]] ParallelEstimate estimate(const Recipe& recipe, const ParallelLayout& layout, std::int64_t nodes);
};

PERFMODEL_INLINE ParallelEstimate ParallelSteps::Shared::estimate(const Recipe& recipe, const ParallelLayout& layout,
                                                                  std::int64_t nodes) {
  using namespace detail;
  const std::int64_t gpus = layout.gpus(), hosts = nodes_for(system, gpus, nodes);
  check(layout, gpus);
  if (network.recording != nullptr && (gpus > layout.dp || layout.zero > 0))
    throw bad_input("layout", std::to_string(gpus) + " GPUs",
                    "must be data parallelism without ZeRO: a recorded step is that of one card");
  const std::int64_t per_node = gpus / hosts > 0 && gpus % hosts == 0 ? gpus / hosts : system.gpus;
  const Passes passes = passes_of(layout, recipe.batch);
  const bool sharded = layout.zero == 3 && layout.copies() > 1 && recipe.mode == Mode::train;
  Recipe one_pass = sharded ? sharded_recipe(recipe) : recipe;
  one_pass.batch = passes.batch;
  one_pass.accumulation = 1;
  const bool amp = one_pass.precision != recipe.precision;
  const ParallelQuestion q{.network = network,
                           .recipe = one_pass,
                           .layout = layout,
                           .card = *card,
                           .per_node = per_node,
                           .passes = passes.count * recipe.accumulation,
                           .widened = amp ? 2.0 : 1.0,
                           .amp = amp};
  forget();
  const TraceKey key = key_of(layout, per_node);
  CardNetwork& parts = traces->cut(key, layout, per_node);
  LayoutCosts costs;
  for (std::int64_t rank = 0; rank < layout.pp; ++rank) {
    const std::int64_t stage = parts.pipeline_of[static_cast<std::size_t>(rank)];
    if (static_cast<std::size_t>(stage) == costs.stages.size()) {
      StagePlace place{.stage = parts.stages[static_cast<std::size_t>(stage)], .key = key};
      place.key.push_back(stage);
      if (layout.pp > 1)
        place.in_flight =
            std::max(0.0, micro_batches_in_flight(rank, layout.pp, layout.virtual_stages, q.passes) - 1.0);
      costs.stages.push_back(cost(q, place));
    }
    costs.seconds.push_back(costs.stages.back().work->pass + costs.stages.back().context_exposed);
  }
  if (layout.pp > 1) {
    const double bytes = traces->handed_over(key, q, [&] { return handed_over(q, parts.whole, parts.ranges); });
    const double send = q.seconds(CollectiveKind::send, stage_pair(layout, per_node), bytes);
    const double ways = recipe.mode == Mode::train ? 2.0 : 1.0;
    const double parts_sent = static_cast<double>(q.passes * layout.virtual_stages);
    costs.moved = 2.0 * ways * parts_sent * send;
    costs.moved_exposed = ways * (parts_sent + static_cast<double>(layout.pp) - 1.0) * send;
  }
  ParallelEstimate e = joined(q, costs);
  const std::int64_t samples = passes.global * recipe.accumulation;
  if (!(e.step.step > Time{})) return e;
  e.samples_per_second = static_cast<double>(samples) / in(e.step.step, second);
  e.tokens_per_second = e.samples_per_second * static_cast<double>(tokens_per_sample(network).value_or(0));
  e.mfu = flop_utilization(static_cast<double>(samples) * traces->work_of_sample(recipe.mode), e.step.step,
                           card->device, policy(recipe.precision).compute, gpus);
  return e;
}

PERFMODEL_INLINE CardModel on_system(CardModel card, const HostSystem& system) {
  card.steps.kernels.collective = make_collective_model(system, card.device);
  return card;
}

PERFMODEL_INLINE ParallelSteps::ParallelSteps(const Network& network, const HostSystem& system, const CardModel& card,
                                              const MemoryOptions& memory, const ParallelDetail& detail)
    : ParallelSteps(network, system, std::make_shared<const CardModel>(on_system(card, system)), memory, detail) {}
PERFMODEL_INLINE ParallelSteps::ParallelSteps(const ParallelSteps& like, const HostSystem& system,
                                              const CardModel& card)
    : ParallelSteps(like, system, std::make_shared<const CardModel>(on_system(card, system))) {}
PERFMODEL_INLINE ParallelSteps::ParallelSteps(const Network& network, HostSystem system,
                                              std::shared_ptr<const CardModel> card, const MemoryOptions& memory,
                                              const ParallelDetail& detail)
    : shared_(new Shared(network, std::move(system), std::move(card), memory, detail,
                         std::make_shared<detail::SharedTraces>(network))) {}
PERFMODEL_INLINE ParallelSteps::ParallelSteps(const ParallelSteps& like, HostSystem system,
                                              std::shared_ptr<const CardModel> card) {
  const Shared& s = *like.shared_;
  require_agreement("card", card->software(), s.card->software());
  shared_.reset(new Shared(s.network, std::move(system), std::move(card), s.memory, s.detail, s.traces));
}
PERFMODEL_INLINE ParallelSteps::ParallelSteps(ParallelSteps&&) noexcept = default;
PERFMODEL_INLINE ParallelSteps& ParallelSteps::operator=(ParallelSteps&&) noexcept = default;
PERFMODEL_INLINE ParallelSteps::~ParallelSteps() = default;
PERFMODEL_INLINE const HostSystem& ParallelSteps::system() const { return shared_->system; }
PERFMODEL_INLINE const CardModel& ParallelSteps::card() const { return *shared_->card; }
PERFMODEL_INLINE ParallelEstimate ParallelSteps::operator()(const Recipe& recipe, const ParallelLayout& layout,
                                                            std::int64_t nodes) {
  return shared_->estimate(recipe, layout, nodes);
}

PERFMODEL_INLINE ParallelEstimate estimate_parallel(const Network& network, const Recipe& recipe,
                                                    const ParallelLayout& layout, const HostSystem& system,
                                                    const CardModel& card, std::int64_t nodes,
                                                    const MemoryOptions& memory) {
  return ParallelSteps(network, system, card, memory, {.all_times = true})(recipe, layout, nodes);
}

PERFMODEL_INLINE Bytes least_state(double parameters, const Recipe& recipe, const ParallelLayout& layout) {
  const PrecisionPolicy formats = policy(recipe.precision);
  const double copies = static_cast<double>(layout.copies());
  const double own = parameters / static_cast<double>(layout.tp * layout.pp * layout.ep);
  Bytes sum = own / (layout.zero >= 3 ? copies : 1.0) * element_size(formats.weights);
  if (recipe.mode == Mode::infer) return sum;
  sum += own / (layout.zero >= 2 ? copies : 1.0) * element_size(formats.gradients);
  return sum + own / (layout.zero >= 1 ? copies : 1.0) * state_per_parameter(recipe.optimizer, formats.state);
}

}  // namespace perfmodel

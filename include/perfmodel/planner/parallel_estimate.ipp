#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <perfmodel/parallel/pipeline.hpp>
#include <perfmodel/parallel/tensor_parallel.hpp>
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

[[nodiscard]] inline Network card_network(const Network& network, const ParallelLayout& l, std::int64_t per_node) {
  Network one = with_context_parallel(network, l.cp);
  one = with_expert_parallel(std::move(one), l.ep, expert_group(l, per_node).per_node);
  for (const Layer& layer : one.layers)
    if (const auto* a = std::get_if<DotProductAttention>(&layer.what)) {
      if (l.tp > a->heads)
        throw bad_input("tp", std::to_string(l.tp),
                        "must be at most the attention heads of " + network.name + ", " + std::to_string(a->heads));
      break;
    }
  return with_tensor_parallel(
      one, {.ranks = l.tp, .per_node = tensor_group(l, per_node).per_node, .sequence_parallel = l.sequence_parallel});
}

/// What the cards of a layout run: the network of one card, cut into stages.
struct CardNetwork {
  Network whole{};
  std::vector<StageRange> ranges{};  ///< of a pipeline
  std::vector<Network> stages{};
  std::vector<std::int64_t> pipeline_of{};  ///< the stage of each pipeline rank: those in the middle are equal
};

[[nodiscard]] inline CardNetwork cut_network(const Network& network, const ParallelLayout& l, std::int64_t per_node) {
  CardNetwork cut{.whole = card_network(network, l, per_node)};
  if (l.pp == 1) {
    cut.stages = {cut.whole};
    cut.pipeline_of = {0};
    return cut;
  }
  if (pipeline_blocks(cut.whole) < l.pp * l.virtual_stages)
    throw bad_input(
        "pp x virtual_stages", std::to_string(l.pp * l.virtual_stages),
        "must be at most the repeated layers of " + network.name + ", " + std::to_string(pipeline_blocks(cut.whole)));
  cut.ranges = pipeline_stages(cut.whole, l.pp);
  for (std::int64_t s = 0; s < l.pp; ++s) {
    const StageRange& range = cut.ranges[static_cast<std::size_t>(s)];
    const bool as_before = s > 1 && s + 1 < l.pp && range.blocks == cut.ranges[static_cast<std::size_t>(s) - 1].blocks;
    if (!as_before) cut.stages.push_back(stage_network(cut.whole, range));
    cut.pipeline_of.push_back(static_cast<std::int64_t>(cut.stages.size()) - 1);
  }
  return cut;
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
  using CutKey = std::tuple<std::int64_t, bool, std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t,
                            std::int64_t>;
  using WorkKey = std::tuple<CutKey, std::int64_t, double, std::vector<std::int64_t>>;
  using CostKey = std::tuple<WorkKey, std::int64_t, std::int64_t, std::int64_t>;

  const Network& network;
  HostSystem system;
  CardModel card;  ///< with the links of the system
  MemoryOptions memory;
  ParallelDetail detail{};
  std::map<CutKey, detail::CardNetwork> networks{};
  std::map<WorkKey, detail::StageWork> works{};
  std::map<CostKey, detail::StageCost> known{};
  std::map<std::tuple<CutKey, std::int64_t, Precision>, double> handed{};  ///< handed_over()
  std::array<Work, 2> of_sample{};                                         ///< model_work() of one, by Mode

  [[nodiscard]] static CutKey cut_key(const ParallelLayout& l, std::int64_t per_node) {
    return {l.tp,
            l.sequence_parallel,
            l.cp,
            l.ep,
            l.pp,
            l.virtual_stages,
            tensor_group(l, per_node).per_node,
            expert_group(l, per_node).per_node};
  }
  [[nodiscard]] const detail::CardNetwork& cut(const CutKey& key, const ParallelLayout& l, std::int64_t per_node) {
    const auto found = networks.find(key);
    return found != networks.end() ? found->second
                                   : networks.emplace(key, detail::cut_network(network, l, per_node)).first->second;
  }
  [[nodiscard]] const detail::StageCost& cost(const detail::ParallelQuestion& q, const CutKey& cut_key,
                                              std::int64_t stage, const Network& part, double in_flight) {
    const Recipe& r = q.recipe;
    const ParallelLayout& l = q.layout;
    const std::int64_t copies = l.zero > 0 ? l.copies() : std::min<std::int64_t>(l.copies(), 2);
    const WorkKey key{
        cut_key,
        stage,
        in_flight,
        {r.batch, static_cast<std::int64_t>(r.precision), static_cast<std::int64_t>(r.optimizer),
         static_cast<std::int64_t>(r.mode), static_cast<std::int64_t>(r.memory_format), r.checkpoint_every,
         r.checkpoint_attention, r.optimizer_loop ? 1 + static_cast<std::int64_t>(*r.optimizer_loop) : 0,
         r.gradient_scaler, q.amp, q.passes > 1, l.zero, copies, l.reshard, l.bucket_view,
         static_cast<std::int64_t>(in(l.bucket, byte))}};
    const CostKey whole{key, l.dp, l.ep, q.per_node};
    if (const auto found = known.find(whole); found != known.end()) return found->second;
    auto work = works.find(key);
    if (work == works.end())
      work = works.emplace(key, perfmodel::detail::stage_work(q, part, in_flight, memory, detail)).first;
    return known.emplace(whole, detail::stage_cost(q, part, work->second)).first->second;
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
                           .card = card,
                           .per_node = per_node,
                           .passes = passes.count * recipe.accumulation,
                           .widened = amp ? 2.0 : 1.0,
                           .amp = amp};
  const CutKey key = cut_key(layout, per_node);
  const CardNetwork& parts = cut(key, layout, per_node);
  LayoutCosts costs;
  for (std::int64_t rank = 0; rank < layout.pp; ++rank) {
    const std::int64_t stage = parts.pipeline_of[static_cast<std::size_t>(rank)];
    if (static_cast<std::size_t>(stage) == costs.stages.size()) {
      const Network& part = parts.stages[static_cast<std::size_t>(stage)];
      const double waiting =
          layout.pp == 1
              ? 0.0
              : std::max(0.0, micro_batches_in_flight(rank, layout.pp, layout.virtual_stages, q.passes) - 1.0);
      costs.stages.push_back(cost(q, key, stage, part, waiting));
    }
    costs.seconds.push_back(costs.stages.back().work->pass + costs.stages.back().context_exposed);
  }
  if (layout.pp > 1) {
    const std::tuple what{key, q.recipe.batch, recipe.precision};
    auto bytes = handed.find(what);
    if (bytes == handed.end()) bytes = handed.emplace(what, handed_over(q, parts.whole, parts.ranges)).first;
    const double send = q.seconds(CollectiveKind::send, stage_pair(layout, per_node), bytes->second);
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
  Work& work = of_sample[static_cast<std::size_t>(recipe.mode)];
  if (!(work > Work{})) work = model_work(network, recipe.mode, 1);
  e.mfu = flop_utilization(static_cast<double>(samples) * work, e.step.step, card.device,
                           policy(recipe.precision).compute, gpus);
  return e;
}

PERFMODEL_INLINE ParallelSteps::ParallelSteps(const Network& network, HostSystem system, const CardModel& card,
                                              const MemoryOptions& memory, const ParallelDetail& detail)
    : shared_(new Shared{
          .network = network, .system = std::move(system), .card = card, .memory = memory, .detail = detail}) {
  shared_->card.steps.kernels.collective = make_collective_model(shared_->system, card.device);
}
PERFMODEL_INLINE ParallelSteps::ParallelSteps(ParallelSteps&&) noexcept = default;
PERFMODEL_INLINE ParallelSteps& ParallelSteps::operator=(ParallelSteps&&) noexcept = default;
PERFMODEL_INLINE ParallelSteps::~ParallelSteps() = default;
PERFMODEL_INLINE const HostSystem& ParallelSteps::system() const { return shared_->system; }
PERFMODEL_INLINE const CardModel& ParallelSteps::card() const { return shared_->card; }
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

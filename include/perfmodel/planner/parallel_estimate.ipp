#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <perfmodel/parallel/card_trace.hpp>
#include <perfmodel/parallel/overlap.hpp>
#include <perfmodel/parallel/pipeline.hpp>
#include <perfmodel/parallel/sequence_cut.hpp>
#include <perfmodel/parallel/tensor_parallel.hpp>
#include <perfmodel/planner/parallel_estimate.hpp>
#include <perfmodel/planner/throughput.hpp>
#include <string>
#include <utility>
#include <vector>

namespace perfmodel {

namespace detail {

/// What does not change between the stages of one question.
struct ParallelQuestion {
  const Network& network;
  const Recipe& recipe;  ///< of one pass of one data rank
  const ParallelLayout& layout;
  const CardModel& card;  ///< its collectives are those of the system
  std::int64_t per_node{};
  std::int64_t passes{1};
  double widened{1.0};  ///< bytes that a card stores of a weight, over those of the trace
  bool amp{};

  /// Seconds in which so many elements are copied from one format into another.
  [[nodiscard]] double copy(double count, NumberFormat from, NumberFormat to) const {
    const auto n = static_cast<std::int64_t>(count);
    if (n < 1) return 0.0;
    return price(op::pointwise(PointwiseFunction::copy, {packed({n}, from)}, packed({n}, to)), card.steps.kernels,
                 lowering_target(card.steps.kernels))
        .total;
  }
  [[nodiscard]] double seconds(CollectiveKind kind, const CardGroup& group, double bytes) const {
    if (group.gpus <= 1 || !(bytes > 0.0)) return 0.0;
    return in(predict(Collective{.kind = kind, .gpus = group.gpus, .size = bytes * byte, .per_node = group.per_node},
                      card.steps.kernels.collective)
                  .total,
              second);
  }
};

/// One stage as one card runs it.
struct StageCost {
  double pass{}, once{};       ///< seconds of one forward and backward pass; of the rest of a step
  double low{1.0}, high{1.0};  ///< of the total
  StepTime time{};             ///< of one step with one pass
  double busy{}, host{};
  double in_stream{};        ///< communication between layers, of one pass
  double context_exposed{};  ///< keys and values that attention does not hide, of one pass
  double context{};
  Overlapped weights{};  ///< exchange of weights and gradients, of the whole step
  StepEstimate memory{};
};

/// Parameters of each layer that the optimizer works on.
[[nodiscard]] inline std::vector<double> parameters_by_layer(const Network& network, std::int64_t batch) {
  const NetworkShapes shapes = infer_shapes(network, batch);
  std::vector<double> count(network.layers.size(), 0.0);
  for (std::size_t i = 0; i < count.size(); ++i) {
    const std::vector<ParameterTensor> list = parameters(network.layers[i].what, shapes.layer_inputs[i]);
    const std::int32_t owner = network.layers[i].parameters_of;
    const std::size_t shared = owner < 0 ? 0
                                         : parameters(network.layers[static_cast<std::size_t>(owner)].what,
                                                      shapes.layer_inputs[static_cast<std::size_t>(owner)])
                                               .size();
    for (std::size_t k = shared; k < list.size(); ++k)
      if (list[k].trainable) count[i] += static_cast<double>(elements(list[k].shape));
  }
  return count;
}

/// Parts that are gathered together: what lies outside the blocks (part 0), then each block.
[[nodiscard]] inline std::vector<std::int32_t> parts_of(const Network& network) {
  std::vector<std::int32_t> part;
  std::int32_t first = -1;
  for (const Layer& layer : network.layers)
    if (layer.block >= 0 && first < 0) first = layer.block;
  for (const Layer& layer : network.layers) part.push_back(layer.block < 0 ? 0 : layer.block - first + 1);
  return part;
}

/// Times, gradients and collectives of each part of a stage.
[[nodiscard]] inline std::vector<ComputeUnit> units_of(const ParallelQuestion& q, const Network& network,
                                                       const StepTime& time, double stretch) {
  const std::vector<std::int32_t> part = parts_of(network);
  const std::vector<double> count = parameters_by_layer(network, q.recipe.batch);
  const PrecisionPolicy formats = policy(q.recipe.precision);
  const double stored = in(element_size(formats.weights), byte);
  const double summed = in(element_size(formats.gradients), byte) * (q.amp ? q.widened : 1.0);
  std::vector<ComputeUnit> units(static_cast<std::size_t>(1 + *std::max_element(part.begin(), part.end())));
  std::vector<double> gathered(units.size(), 0.0), experts(units.size(), 0.0);
  for (std::size_t i = 0; i < part.size(); ++i) {
    ComputeUnit& unit = units[static_cast<std::size_t>(part[i])];
    unit.forward += stretch * in(time.layers[i].forward, second);
    unit.backward += stretch * in(time.layers[i].backward, second);
    unit.bytes += count[i] * summed;
    const bool moe = std::holds_alternative<MixtureOfExperts>(network.layers[i].what);
    (moe ? experts : gathered)[static_cast<std::size_t>(part[i])] += count[i];
  }
  const CardGroup all = weight_group(q.layout, q.per_node), some = weight_group(q.layout, q.per_node, true);
  for (std::size_t u = 0; u < units.size(); ++u) {
    units[u].gather = q.seconds(CollectiveKind::all_gather, all, gathered[u] * stored) +
                      q.seconds(CollectiveKind::all_gather, some, experts[u] * stored);
    units[u].reduce = q.seconds(CollectiveKind::reduce_scatter, all, gathered[u] * summed) +
                      q.seconds(CollectiveKind::reduce_scatter, some, experts[u] * summed);
    if (q.layout.zero != 3 || q.layout.copies() == 1) continue;
    // what was gathered is copied out of one buffer, gradients are copied into one
    const double count_of_part = gathered[u] + experts[u];
    const double out = q.copy(count_of_part, formats.weights, formats.weights);
    const double back = q.copy(count_of_part, formats.weights, q.amp ? NumberFormat::fp32 : formats.gradients) +
                        (q.layout.reshard ? out : 0.0);
    units[u].forward += out;
    units[u].backward += back;
    units[u].copies = out + back;
  }
  return units;
}

/// Exchange of weights and gradients beside the passes of one step.
[[nodiscard]] inline Overlapped weight_exchange(const ParallelQuestion& q, const std::vector<ComputeUnit>& units) {
  if (q.recipe.mode == Mode::infer || q.layout.copies() == 1) return {};
  if (q.layout.zero == 3) {
    Overlapped one = sharded_pass(units, q.layout.reshard);
    for (const ComputeUnit& u : units) one.exposed += u.copies;
    one.communication *= static_cast<double>(q.passes);
    one.exposed *= static_cast<double>(q.passes);
    return one;
  }
  const CardGroup group = weight_group(q.layout, q.per_node);
  const CollectiveKind kind = q.layout.zero == 0 ? CollectiveKind::all_reduce : CollectiveKind::reduce_scatter;
  const auto cost = [&](double bytes) { return q.seconds(kind, group, bytes); };
  std::vector<ComputeUnit> line = units;
  if (q.layout.pp > 1)  // Megatron-LM sums gradients when the pipeline has run empty
    for (ComputeUnit& u : line) u.backward = 0.0;
  Overlapped sum = buckets_behind_backward(line, in(q.layout.bucket, byte), cost);
  if (q.layout.zero > 0) {  // parameters come back from the cards that updated them
    double bytes = 0.0;
    for (const ComputeUnit& u : units) bytes += u.bytes;
    const double t = q.seconds(CollectiveKind::all_gather, group, bytes);
    sum.communication += t;
    sum.exposed += t;
  }
  return sum;
}

/// Keys and values (backward: their gradients, too) go around the ring of context ranks while attention works.
inline void add_context(const ParallelQuestion& q, const Network& network, StageCost& cost) {
  if (q.layout.cp == 1) return;
  const CardGroup ring = context_group(q.layout, q.per_node);
  const NetworkShapes shapes = infer_shapes(network, q.recipe.batch);
  const double element = in(element_size(policy(q.recipe.precision).stored()), byte);
  const double ranks = static_cast<double>(q.layout.cp), others = (ranks - 1.0) / ranks;
  const auto exchange = [&](double bytes, double attention) {
    const CardGroup pair{2, ring.per_node >= 2 ? 2 : 1};
    const double t = (ranks - 1.0) * q.seconds(CollectiveKind::send, pair, bytes);
    cost.context += t;
    cost.context_exposed += std::max(0.0, t - others * attention);
  };
  for (std::size_t i = 0; i < network.layers.size(); ++i) {
    const auto* a = std::get_if<DotProductAttention>(&network.layers[i].what);
    if (a == nullptr) continue;
    const double both = 2.0 * static_cast<double>(a->key_heads * a->head_size) *
                        static_cast<double>(shapes.layer_inputs[i][0][0] * shapes.layer_inputs[i][0][1]) * element;
    exchange(both, in(cost.time.layers[i].forward, second));
    if (q.recipe.mode == Mode::train) exchange(2.0 * both, in(cost.time.layers[i].backward, second));
  }
}

/// What a card stores of its stage.
[[nodiscard]] inline CardShare card_share(const ParallelQuestion& q, const Network& network, double in_flight) {
  const ParallelLayout& l = q.layout;
  const PrecisionPolicy formats = policy(q.recipe.precision);
  CardShare share{.widened = q.widened, .again = l.reshard, .bucket_view = l.bucket_view, .in_flight = in_flight};
  const double copies = static_cast<double>(l.copies());
  const std::vector<double> count = parameters_by_layer(network, q.recipe.batch);
  double all = 0.0;
  for (const double c : count) all += c;
  if (l.copies() == 1 || q.recipe.mode == Mode::infer) {
    share.bucket_view = false;
    return share;
  }
  if (l.zero >= 1) share.state = q.widened / copies;
  if (l.zero >= 2) {
    share.gradients = q.widened / copies;
    share.part_of = parts_of(network);
  }
  if (l.zero == 3) {
    share.parameters = q.widened / copies;
    share.gathered = true;
    const int last = *std::max_element(share.part_of.begin(), share.part_of.end());
    share.bytes.assign(static_cast<std::size_t>(last) + 1, 0.0);
    for (std::size_t i = 0; i < count.size(); ++i)
      share.bytes[static_cast<std::size_t>(share.part_of[i])] += count[i] * in(element_size(formats.weights), byte);
    share.tensors.assign(share.bytes.size(), 0);
    const NetworkShapes shapes = infer_shapes(network, q.recipe.batch);
    for (std::size_t i = 0; i < count.size(); ++i)
      if (network.layers[i].parameters_of < 0)
        for (const ParameterTensor& p : parameters(network.layers[i].what, shapes.layer_inputs[i]))
          share.tensors[static_cast<std::size_t>(share.part_of[i])] += p.trainable ? 1 : 0;
  }
  if (l.zero == 0) {
    share.buckets = all * in(element_size(formats.gradients), byte);
    share.bucket = in(l.bucket, byte);
    share.bucket_format = formats.gradients;
  } else {
    share.bucket_view = false;
  }
  return share;
}

/// Time and memory of one stage.
[[nodiscard]] inline StageCost stage_cost(const ParallelQuestion& q, const Network& network, double in_flight,
                                          const MemoryOptions& memory) {
  const CardShare share = card_share(q, network, in_flight);
  const auto trace_of = [&](std::int64_t passes) {
    Recipe recipe = q.recipe;
    recipe.accumulation = passes;
    StepTrace trace = step_trace(network, recipe, q.card.software(), q.card.steps.target);
    return changes(share) ? card_trace(trace, share) : trace;
  };
  const auto time_of = [&](const StepTrace& trace) {
    OperationPrices prices = prices_of(trace, q.card.steps.kernels);
    return step_time(trace.step, network.layers.size(), prices, host_of(q.card.steps));
  };
  const StepTrace once = trace_of(1);
  StageCost cost{.time = time_of(once)};
  const StepTime& one = cost.time;
  const double total = in(one.total, second);
  const auto phase = [&](Phase p) {
    return std::max(in(one.device_by_phase[static_cast<std::size_t>(p)], second),
                    in(one.host_by_phase[static_cast<std::size_t>(p)], second));
  };
  cost.once = std::min(total, phase(Phase::optimizer) + phase(Phase::zero_gradients));
  cost.pass = total - cost.once;
  cost.busy = in(one.busy, second);
  cost.host = in(one.host, second);
  cost.low = in(one.low, one.total);
  cost.high = in(one.high, one.total);
  cost.in_stream = in(one.by_bound[static_cast<std::size_t>(Bound::communication)], second);
  if (q.passes > 1) {
    const StepTrace twice = trace_of(2);
    const StepTime two = time_of(twice);
    cost.pass = std::max(0.0, in(two.total, second) - total);
    cost.once = std::max(0.0, total - cost.pass);
    const double more = static_cast<double>(q.passes - 1);
    cost.busy += more * (in(two.busy, second) - in(one.busy, second));
    cost.host += more * (in(two.host, second) - in(one.host, second));
    add_memory(cost.memory, twice, q.card, memory);
  } else {
    add_memory(cost.memory, once, q.card, memory);
  }
  double device = 0.0;
  for (const LayerTime& layer : one.layers) device += in(layer.forward + layer.backward, second);
  cost.weights = weight_exchange(q, units_of(q, network, one, device > 0.0 ? std::max(1.0, cost.pass / device) : 1.0));
  add_context(q, network, cost);
  return cost;
}

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

}  // namespace detail

PERFMODEL_INLINE ParallelEstimate estimate_parallel(const Network& network, const Recipe& recipe,
                                                    const ParallelLayout& layout, const HostSystem& system,
                                                    const CardModel& card, std::int64_t nodes,
                                                    const MemoryOptions& memory) {
  using namespace detail;
  const std::int64_t gpus = layout.gpus(), hosts = nodes_for(system, gpus, nodes);
  check(layout, gpus);
  if (network.recording != nullptr && (gpus > layout.dp || layout.zero > 0))
    throw bad_input("layout", std::to_string(gpus) + " GPUs",
                    "must be data parallelism without ZeRO: a recorded step is that of one card");
  const std::int64_t per_node = gpus / hosts > 0 && gpus % hosts == 0 ? gpus / hosts : system.gpus;
  CardModel here = card;
  here.steps.kernels.collective = make_collective_model(system, card.device);
  const Passes passes = passes_of(layout, recipe.batch);
  const bool cut = layout.zero == 3 && layout.copies() > 1 && recipe.mode == Mode::train;
  Recipe one_pass = cut ? sharded_recipe(recipe) : recipe;
  one_pass.batch = passes.batch;
  one_pass.accumulation = 1;
  const ParallelQuestion q{.network = network,
                           .recipe = one_pass,
                           .layout = layout,
                           .card = here,
                           .per_node = per_node,
                           .passes = passes.count * recipe.accumulation,
                           .widened = one_pass.precision != recipe.precision ? 2.0 : 1.0,
                           .amp = one_pass.precision != recipe.precision};
  const Network part = card_network(network, layout, per_node);
  const double m = static_cast<double>(q.passes), v = static_cast<double>(layout.virtual_stages);
  std::vector<StageCost> costs;
  std::vector<double> stage_seconds;
  double moved = 0.0, moved_exposed = 0.0;
  if (layout.pp == 1) {
    costs.push_back(stage_cost(q, part, 0.0, memory));
    stage_seconds = {costs[0].pass + costs[0].context_exposed};
  } else {
    if (pipeline_blocks(part) < layout.pp * layout.virtual_stages)
      throw bad_input(
          "pp x virtual_stages", std::to_string(layout.pp * layout.virtual_stages),
          "must be at most the repeated layers of " + network.name + ", " + std::to_string(pipeline_blocks(part)));
    const std::vector<StageRange> stages = pipeline_stages(part, layout.pp);
    for (std::int64_t s = 0; s < layout.pp; ++s) {
      const StageRange& range = stages[static_cast<std::size_t>(s)];
      const bool as_before =
          s > 1 && s + 1 < layout.pp && range.blocks == stages[static_cast<std::size_t>(s) - 1].blocks;
      if (!as_before)
        costs.push_back(stage_cost(
            q, stage_network(part, range),
            std::max(0.0, micro_batches_in_flight(s, layout.pp, layout.virtual_stages, q.passes) - 1.0), memory));
      stage_seconds.push_back(costs.back().pass + costs.back().context_exposed);
    }
    const double send = q.seconds(CollectiveKind::send, stage_pair(layout, per_node), handed_over(q, part, stages));
    const double ways = recipe.mode == Mode::train ? 2.0 : 1.0;
    moved = 2.0 * ways * m * v * send;
    moved_exposed = ways * (m * v + static_cast<double>(layout.pp) - 1.0) * send;
  }
  const PipelineTime line = pipeline_time(stage_seconds, m, v);
  double once = 0.0, weights = 0.0, exposed = 0.0, in_stream = 0.0, context = 0.0, context_exposed = 0.0;
  const StageCost* fullest = &costs[0];
  const StageCost* slowest = &costs[0];
  for (const StageCost& c : costs) {
    once = std::max(once, c.once);
    weights = std::max(weights, c.weights.communication);
    exposed = std::max(exposed, c.weights.exposed);
    in_stream = std::max(in_stream, m * c.in_stream);
    context = std::max(context, m * c.context);
    context_exposed = std::max(context_exposed, m * c.context_exposed);
    if (c.memory.peak_allocated > fullest->memory.peak_allocated) fullest = &c;
    if (c.pass > slowest->pass) slowest = &c;
  }
  ParallelEstimate e{.step = fullest->memory};
  const double total = line.total + once + exposed + moved_exposed;
  e.communication = (in_stream + weights + moved + context) * second;
  e.exposed = (in_stream + exposed + moved_exposed + context_exposed) * second;
  const double own = total - in(e.exposed, second);
  e.step.step = total * second;
  e.step.low = (slowest->low * own + in(e.exposed, second)) * second;
  e.step.high = (slowest->high * own + in(e.exposed, second)) * second;
  e.step.device_busy = slowest->busy * second;
  e.step.host = slowest->host * second;
  e.step.bound = e.exposed > 0.5 * e.step.step ? Bound::communication : slowest->time.bound;
  e.step.communication = e.exposed;
  e.step.power = mean_power(here, policy(recipe.precision).compute, slowest->time);
  e.bubble = total > 0.0 ? line.bubble * line.total / total : 0.0;
  e.samples_per_second = static_cast<double>(passes.global * recipe.accumulation) / total;
  e.tokens_per_second = e.samples_per_second * static_cast<double>(tokens_per_sample(network).value_or(0));
  e.mfu = flop_utilization(model_work(network, recipe.mode, passes.global * recipe.accumulation), e.step.step,
                           card.device, policy(recipe.precision).compute, gpus);
  return e;
}

}  // namespace perfmodel

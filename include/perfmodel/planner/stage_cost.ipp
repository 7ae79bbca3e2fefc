#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <perfmodel/parallel/card_trace.hpp>
#include <perfmodel/parallel/overlap.hpp>
#include <perfmodel/parallel/sequence_cut.hpp>
#include <perfmodel/planner/step_estimate.hpp>
#include <perfmodel/step/step_builder.hpp>
#include <string>
#include <utility>
#include <vector>

namespace perfmodel {

/// What one card of a spread step does in one pass: its own work, from the trace, and what it exchanges beside it. The
/// parts that planner/parallel_estimate.hpp adds up. Plain seconds and bytes.

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

/// One stage as one card runs it, without what it exchanges beside its trace. Seconds.
struct StageWork {
  double pass{}, once{};       ///< of one forward and backward pass; of the rest of a step
  double low{1.0}, high{1.0};  ///< of the total
  StepTime time{};             ///< of one step with one pass
  double busy{}, more_busy{};  ///< of one step with one pass; of each further pass
  double host{}, more_host{};  ///< the same
  double in_stream{};          ///< communication between layers, of one pass
  StepEstimate memory{};
};

/// The same with its exchanges.
struct StageCost {
  const StageWork* work{};
  double context{}, context_exposed{};  ///< keys and values, and what attention does not hide of them, of one pass
  Overlapped weights{};                 ///< exchange of weights and gradients, of the whole step
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
    exchange(both, in(cost.work->time.layers[i].forward, second));
    if (q.recipe.mode == Mode::train) exchange(2.0 * both, in(cost.work->time.layers[i].backward, second));
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
    share.bytes.assign(static_cast<std::size_t>(1 + *std::max_element(share.part_of.begin(), share.part_of.end())),
                       0.0);
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

/// What the layout and the stage's place in it make of the trace of one card.
/// @param passes    of the step: one, or the second of two, which shows what each further one adds
/// @param all_times  of steps that do not fit, too
[[nodiscard]] inline StageWork stage_work(const ParallelQuestion& q, const Network& network, double in_flight,
                                          const MemoryOptions& memory, bool all_times) {
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
  StageWork work;
  const StepTrace last = trace_of(q.passes > 1 ? 2 : 1);
  add_memory(work.memory, last, q.card, memory);
  if (!all_times && !work.memory.fits) return work;
  const StepTime end = time_of(last);
  work.time = q.passes > 1 ? time_of(trace_of(1)) : end;
  const StepTime& one = work.time;
  const double total = in(one.total, second);
  const auto phase = [&](Phase p) {
    return std::max(in(one.device_by_phase[static_cast<std::size_t>(p)], second),
                    in(one.host_by_phase[static_cast<std::size_t>(p)], second));
  };
  work.once = std::min(total, phase(Phase::optimizer) + phase(Phase::zero_gradients));
  work.pass = total - work.once;
  work.busy = in(one.busy, second);
  work.host = in(one.host, second);
  work.low = in(one.low, one.total);
  work.high = in(one.high, one.total);
  work.in_stream = in(one.by_bound[static_cast<std::size_t>(Bound::communication)], second);
  if (q.passes > 1) {
    work.pass = std::max(0.0, in(end.total, second) - total);
    work.once = std::max(0.0, total - work.pass);
    work.more_busy = in(end.busy, second) - work.busy;
    work.more_host = in(end.host, second) - work.host;
  }
  return work;
}

/// A stage with the exchanges that its layout needs.
[[nodiscard]] inline StageCost stage_cost(const ParallelQuestion& q, const Network& network, const StageWork& work) {
  StageCost cost{.work = &work};
  double device = 0.0;
  for (const LayerTime& layer : work.time.layers) device += in(layer.forward + layer.backward, second);
  if (work.time.layers.empty()) return cost;  // it does not fit, and was not timed
  cost.weights =
      weight_exchange(q, units_of(q, network, work.time, device > 0.0 ? std::max(1.0, work.pass / device) : 1.0));
  add_context(q, network, cost);
  return cost;
}

}  // namespace detail

}  // namespace perfmodel

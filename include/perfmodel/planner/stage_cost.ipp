#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <perfmodel/parallel/card_trace.hpp>
#include <perfmodel/parallel/overlap.hpp>
#include <perfmodel/parallel/sequence_cut.hpp>
#include <perfmodel/planner/parallel_estimate.hpp>
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
  Overlapped weights{};  ///< exchange of weights and gradients: of one pass under ZeRO 3, else of the step
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

/// Exchange of weights and gradients: of one pass under ZeRO 3, else of the whole step.
[[nodiscard]] inline Overlapped weight_exchange(const ParallelQuestion& q, const std::vector<ComputeUnit>& units) {
  if (q.recipe.mode == Mode::infer || q.layout.copies() == 1) return {};
  if (q.layout.zero == 3) {
    Overlapped one = sharded_pass(units, q.layout.reshard);
    for (const ComputeUnit& u : units) one.exposed += u.copies;
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

/// What the layout and the stage's place in it make of the trace of one card. With several passes, the second of two
/// shows what each further one adds.
/// @param all_times  of steps that do not fit, too
[[nodiscard]] inline StageWork traced_work(const ParallelQuestion& q, const Network& network, double in_flight,
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

/// Equal blocks of a network that follow each other: layers [begin, begin + blocks x layers).
struct EqualBlocks {
  std::size_t begin{}, layers{};
  std::int64_t blocks{};
};

/// None where blocks differ, or where something looks into them from outside.
[[nodiscard]] inline EqualBlocks equal_blocks(const Network& network, std::int64_t batch) {
  if (network.recording != nullptr || !network.extra_outputs.empty() || !network.auxiliary_losses.empty()) return {};
  const std::vector<Layer>& layers = network.layers;
  const auto in_block = [](const Layer& l) { return l.block >= 0; };
  const auto first = std::find_if(layers.begin(), layers.end(), in_block);
  if (first == layers.end()) return {};
  EqualBlocks e{.begin = static_cast<std::size_t>(first - layers.begin())};
  while (e.begin + e.layers < layers.size() && layers[e.begin + e.layers].block == first->block) ++e.layers;
  const std::vector<double> parameters = parameters_by_layer(network, batch);
  for (std::size_t i = e.begin; i < layers.size() && in_block(layers[i]); ++i) {
    const std::size_t like = e.begin + (i - e.begin) % e.layers;
    const auto block = static_cast<std::int32_t>((i - e.begin) / e.layers) + first->block;
    if (layers[i].block != block || layers[i].what.index() != layers[like].what.index() ||
        parameters[i] != parameters[like])
      return {};
    if ((i - e.begin) % e.layers + 1 == e.layers) ++e.blocks;
  }
  return e;
}

/// The network with `kept` of its equal blocks: the first ones and the last. @pre 2 <= kept < e.blocks
[[nodiscard]] inline Network with_blocks(const Network& network, const EqualBlocks& e, std::int64_t kept) {
  const std::size_t gap = e.begin + static_cast<std::size_t>(kept - 1) * e.layers;
  const std::size_t shift = static_cast<std::size_t>(e.blocks - kept) * e.layers;
  // what the last block reads of the one before it, it now reads of the last one before the gap
  const auto moved = [&](std::int32_t value) {
    const auto v = static_cast<std::size_t>(value);
    return value < 0 || v + e.layers < gap + shift ? value : static_cast<std::int32_t>(v - shift);
  };
  Network out = network;
  out.layers.clear();
  for (std::size_t i = 0; i < network.layers.size(); ++i) {
    if (i >= gap && i < gap + shift) continue;
    Layer layer = network.layers[i];
    layer.inputs = sources(network, i);
    if (i >= gap)
      for (std::int32_t& s : layer.inputs) s = moved(s);
    if (layer.held_until >= 0 && static_cast<std::size_t>(layer.held_until) >= gap + shift)
      layer.held_until -= static_cast<std::int32_t>(shift);
    out.layers.push_back(std::move(layer));
  }
  return out;
}

/// The layers of all blocks, where those that are left out take as long as the last one before the gap.
[[nodiscard]] inline std::vector<LayerTime> unfolded(const std::vector<LayerTime>& times, const EqualBlocks& e,
                                                     std::int64_t kept) {
  const auto gap = times.begin() + static_cast<std::ptrdiff_t>(e.begin + static_cast<std::size_t>(kept - 1) * e.layers);
  std::vector<LayerTime> all(times.begin(), gap);
  for (std::int64_t i = kept; i < e.blocks; ++i)
    all.insert(all.end(), gap - static_cast<std::ptrdiff_t>(e.layers), gap);
  all.insert(all.end(), gap, times.end());
  return all;
}

/// Work of many equal blocks from that of a few and of a few more: each further block adds as much.
/// @param times  blocks that are missing, over those by which the two differ
[[nodiscard]] inline StageWork extrapolated(const StageWork& few, StageWork all, double times) {
  const auto grow = [&](auto& value, const auto& less) { value += times * (value - less); };
  grow(all.pass, few.pass);
  grow(all.once, few.once);
  grow(all.busy, few.busy);
  grow(all.host, few.host);
  grow(all.more_busy, few.more_busy);
  grow(all.more_host, few.more_host);
  grow(all.in_stream, few.in_stream);
  StepEstimate& m = all.memory;
  grow(m.peak_allocated, few.memory.peak_allocated);
  grow(m.peak_reserved, few.memory.peak_reserved);
  grow(m.device_used, few.memory.device_used);
  m.fits = m.device_used <= m.device_memory;
  return all;
}

/// The work of a stage as its trace says it, or as far as `detail` asks for.
[[nodiscard]] inline StageWork stage_work(const ParallelQuestion& q, const Network& network, double in_flight,
                                          const MemoryOptions& memory, const ParallelDetail& detail) {
  constexpr std::int64_t few = 3, more = 7;
  const EqualBlocks e = detail.folded ? equal_blocks(network, q.recipe.batch) : EqualBlocks{};
  if (e.blocks <= few + more) return traced_work(q, network, in_flight, memory, detail.all_times);
  const auto with = [&](std::int64_t blocks) {
    return traced_work(q, with_blocks(network, e, blocks), in_flight, memory, detail.all_times);
  };
  const StageWork a = with(few);
  StageWork b = with(more);
  if (b.time.layers.empty()) return b;  // even a few do not fit
  StageWork all = extrapolated(a, b, static_cast<double>(e.blocks - more) / static_cast<double>(more - few));
  const Bytes cached = all.memory.peak_reserved - all.memory.peak_allocated;
  if (!all.memory.fits && all.memory.device_used - cached <= all.memory.device_memory)  // cached memory may be returned
    return traced_work(q, network, in_flight, memory, detail.all_times);
  all.time.layers = unfolded(b.time.layers, e, more);
  if (!all.memory.fits && !detail.all_times) all.time.layers.clear();
  return all;
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

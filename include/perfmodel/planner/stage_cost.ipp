#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <perfmodel/parallel/overlap.hpp>
#include <perfmodel/parallel/wrapper_costs.hpp>
#include <perfmodel/planner/parallel_estimate.hpp>
#include <perfmodel/planner/stage_traces.ipp>
#include <perfmodel/planner/step_estimate.hpp>
#include <perfmodel/planner/trace_change.hpp>
#include <utility>
#include <vector>

namespace perfmodel {

/// What one card of a spread step does in one pass: its own work, from the trace, and what it exchanges beside it. The
/// parts that planner/parallel_estimate.hpp adds up. Plain seconds and bytes.

namespace detail {

/// Seconds that a layer's kernels take in one pass.
struct PassTime {
  double forward{}, backward{};
};

/// One stage as one card runs it, without what it exchanges beside its trace. Seconds.
struct StageWork {
  double pass{}, once{};           ///< of one forward and backward pass; of the rest of a step
  double low{1.0}, high{1.0};      ///< of the total
  bool timed{};                    ///< else it does not fit
  StepTime time{};                 ///< of one step with one pass, without its layers
  std::vector<PassTime> layers{};  ///< of the same, if anybody asks for them
  double busy{}, more_busy{};      ///< of one step with one pass; of each further pass
  double host{}, more_host{};      ///< the same
  double in_stream{};              ///< communication between layers, of one pass
  double weight_gradients{};       ///< of the backward pass, where the schedule asks for it
  StepEstimate memory{};
};

/// The same with its exchanges.
struct StageCost {
  const StageWork* work{};
  double context{}, context_exposed{};  ///< keys and values, and what attention does not hide of them, of one pass
  Overlapped weights{};  ///< exchange of weights and gradients: of one pass under ZeRO 3, else of the step
};

/// Bytes of a parameter's gradient as it travels.
[[nodiscard]] inline double summed_bytes(const ParallelQuestion& q) {
  return in(element_size(policy(q.recipe.precision).gradients), byte) * (q.amp ? q.widened : 1.0);
}

/// Seconds of what one part of a stage exchanges.
struct UnitExchange {
  double gather{}, reduce{};
  double out{}, back{};            ///< copies out of the gathered buffer, and into that of the gradients
  double gathers{}, reductions{};  ///< bytes that the card sends
};

/// @param gathered, experts  parameters of the part, outside of experts and of experts
/// @param trained            share of them that has gradients
[[nodiscard]] inline UnitExchange unit_exchange(const ParallelQuestion& q, double gathered, double experts,
                                                double trained) {
  const PrecisionPolicy formats = policy(q.recipe.precision);
  const double stored = in(element_size(formats.weights), byte);
  const double summed = trained * summed_bytes(q);
  const CardGroup all = weight_group(q.layout, q.per_node), some = weight_group(q.layout, q.per_node, true);
  UnitExchange e;
  e.gather = q.seconds(CollectiveKind::all_gather, all, gathered * stored) +
             q.seconds(CollectiveKind::all_gather, some, experts * stored);
  e.reduce = q.seconds(CollectiveKind::reduce_scatter, all, gathered * summed) +
             q.seconds(CollectiveKind::reduce_scatter, some, experts * summed);
  e.gathers = q.travelled(CollectiveKind::all_gather, all, gathered * stored) +
              q.travelled(CollectiveKind::all_gather, some, experts * stored);
  e.reductions = q.travelled(CollectiveKind::reduce_scatter, all, gathered * summed) +
                 q.travelled(CollectiveKind::reduce_scatter, some, experts * summed);
  if (q.layout.zero != 3 || q.layout.copies() == 1) return e;
  const double count = gathered + experts;
  e.out = q.copy(count, formats.weights, formats.weights);
  e.back = q.copy(trained * count, formats.weights, q.amp ? NumberFormat::fp32 : formats.gradients);
  return e;
}

/// Times and gradients of each layer.
[[nodiscard]] inline std::vector<ComputeUnit> layer_units(const ParallelQuestion& q, const Stage& stage,
                                                          const std::vector<PassTime>& times, double stretch) {
  const double trained = trained_share(q.layout.adapter, stage.network, stage.parameters);
  std::vector<ComputeUnit> units(stage.parameters.size());  // `times` may have an entry behind those of the layers
  for (std::size_t i = 0; i < units.size(); ++i) {
    units[i] = {.forward = stretch * times[i].forward, .backward = stretch * times[i].backward};
    (q.layout.ep > 1 && has_experts(stage.network.layers[i]) ? units[i].experts : units[i].bytes) =
        trained * stage.parameters[i] * summed_bytes(q);
  }
  return units;
}

/// Times and collectives of each part that is gathered by itself: what lies outside the blocks, each block, and what of
/// the first works behind the blocks, for which nothing more is gathered.
[[nodiscard]] inline std::vector<ComputeUnit> sharded_units(const ParallelQuestion& q, const Stage& stage,
                                                            const std::vector<PassTime>& times, double stretch) {
  const std::vector<std::int32_t>& part = stage.parts;
  const auto parts = static_cast<std::size_t>(1 + *std::max_element(part.begin(), part.end()));
  std::vector<ComputeUnit> units(parts + 1);
  std::vector<double> gathered(parts, 0.0), experts(parts, 0.0);
  const bool backward = q.recipe.mode == Mode::train;
  const double trained = backward ? trained_share(q.layout.adapter, stage.network, stage.parameters) : 0.0;
  bool behind = false;
  for (std::size_t i = 0; i < part.size(); ++i) {
    const auto own = static_cast<std::size_t>(part[i]);
    behind = behind || own > 0;
    ComputeUnit& unit = units[own == 0 && behind ? parts : own];
    unit.forward += stretch * times[i].forward;
    unit.backward += stretch * times[i].backward;
    (has_experts(stage.network.layers[i]) ? experts : gathered)[own] += stage.parameters[i];
  }
  UnitExchange last;
  for (std::size_t u = 0; u < parts; ++u) {
    const bool again = u > 0 && gathered[u] == gathered[u - 1] && experts[u] == experts[u - 1];
    const UnitExchange one = again ? last : unit_exchange(q, gathered[u], experts[u], trained);
    units[u].gather = one.gather;
    units[u].reduce = one.reduce;
    const bool again_backward = u > 0 && backward && q.layout.reshard;
    units[u].copies = one.out + one.back + (again_backward ? one.out : 0.0);
    units[u].travelled = one.gathers + one.reductions + (again_backward ? one.gathers : 0.0);
    units[u].forward += one.out;
    units[u].backward += units[u].copies - one.out;
    last = one;
  }
  return units;
}

/// What the exchanges take of the GPU beside the links, where it does not wait for the host anyway: they hold SMs and
/// use its memory, so that computation beside them slows down.
/// @param copies  into and out of buffers   @param travelled  bytes that the card sends
/// @param idle    seconds that the GPU waits for the host
inline void add_contention(Overlapped& sum, double copies, double travelled, double sms, double idle) {
  if (!(sum.communication > 0.0)) return;
  const double beside = std::max(0.0, 1.0 - sum.exposed / sum.communication);
  const double slowed = wrapper_table().contention * 1e-9 * travelled / sms;
  sum.exposed += std::max(0.0, copies + beside * slowed - idle);
}

/// Exchange of weights and gradients: of one pass under ZeRO 3, else of the whole step.
[[nodiscard]] inline Overlapped weight_exchange(const ParallelQuestion& q, const Stage& stage, const StageWork& work) {
  const bool gathered = gathers(q.layout, q.recipe.mode);
  if (q.layout.copies() == 1 || (q.recipe.mode == Mode::infer && !gathered)) return {};
  const std::vector<PassTime>& times = work.layers;
  double device = 0.0;
  for (const PassTime& layer : times) device += layer.forward + layer.backward;
  const double stretch = device > 0.0 ? std::max(1.0, work.pass / device) : 1.0;
  const double idle = std::max(0.0, work.pass - device), sms = in(q.card.device.sms, sm);
  if (gathered) {
    const std::vector<ComputeUnit> units = sharded_units(q, stage, times, stretch);
    Overlapped one = sharded_pass(units, q.layout.reshard && q.recipe.mode == Mode::train);
    double copies = 0.0, travelled = 0.0;
    for (const ComputeUnit& u : units) copies += u.copies, travelled += u.travelled;
    add_contention(one, copies, travelled, sms, idle);
    return one;
  }
  const CardGroup all = weight_group(q.layout, q.per_node), some = weight_group(q.layout, q.per_node, true);
  const CollectiveKind kind = q.layout.zero == 0 ? CollectiveKind::all_reduce : CollectiveKind::reduce_scatter;
  const auto cost = [&](double bytes, double experts) {
    return q.seconds(kind, all, bytes) + q.seconds(kind, some, experts);
  };
  std::vector<ComputeUnit> line = layer_units(q, stage, times, stretch);
  if (q.layout.pp > 1)  // Megatron-LM sums gradients when the pipeline has run empty
    for (ComputeUnit& u : line) u.backward = 0.0;
  Overlapped sum = buckets_behind_backward(line, in(q.layout.bucket, byte), cost);
  double travelling = 0.0, experts = 0.0;
  for (const ComputeUnit& u : line) travelling += u.bytes, experts += some.gpus > 1 ? u.experts : 0.0;
  add_contention(sum, 0.0, q.travelled(kind, all, travelling) + q.travelled(kind, some, experts), sms, idle);
  if (q.layout.zero > 0) {  // parameters come back from the cards that updated them
    const double t =
        q.seconds(CollectiveKind::all_gather, all, travelling) + q.seconds(CollectiveKind::all_gather, some, experts);
    sum.communication += t;
    sum.exposed += t;
  }
  return sum;
}

/// Keys and values of all context ranks are gathered while the card works on its own; backward, their gradients go
/// round in FP32, each time while the next part is worked on, and the last time alone (layer/ring_attention.hpp).
inline void add_context(const ParallelQuestion& q, const Network& network, StageCost& cost) {
  if (q.layout.cp == 1) return;
  const CardGroup ring = context_group(q.layout, q.per_node), pair{2, ring.per_node >= 2 ? 2 : 1};
  const NetworkShapes shapes = infer_shapes(network, q.recipe.batch);
  const double element = in(element_size(policy(q.recipe.precision).stored()), byte),
               wide = in(element_size(NumberFormat::fp32), byte), ranks = static_cast<double>(q.layout.cp);
  const auto exchange = [&](double seconds, double hidden_by, double times) {
    cost.context += times * seconds;
    cost.context_exposed += times * std::max(0.0, seconds - hidden_by);
  };
  for (std::size_t i = 0; i < network.layers.size(); ++i) {
    const auto* a = std::get_if<DotProductAttention>(&network.layers[i].what);
    if (a == nullptr) continue;
    const double numbers = 2.0 * static_cast<double>(a->key_heads * a->head_size) *
                           static_cast<double>(shapes.layer_inputs[i][0][0] * shapes.layer_inputs[i][0][1]);
    const double gather = q.seconds(CollectiveKind::all_gather, ring, ranks * numbers * element);
    const PassTime& work = cost.work->layers[i];
    exchange(gather, work.forward / ranks, 1.0);
    if (q.recipe.mode != Mode::train) continue;
    exchange(gather, work.backward / ranks, 1.0);
    const double send = q.seconds(CollectiveKind::send, pair, numbers * wide);
    exchange(send, work.backward / ranks, ranks - 1.0);
    exchange(send, 0.0, 1.0);
  }
}

/// What the works of a step's stages are read from.
struct StageSource {
  const ParallelQuestion& q;
  SharedTraces& traces;
  std::size_t asking{};     ///< the card's number among those that share the traces
  OperationPrices& prices;  ///< of the traces' operations on the card
  const MemoryOptions& memory;
  ParallelDetail detail;
  bool roughly{};  ///< fold the equal blocks behind a first one that differs, too
};

/// The memory of a stage whose tensors alone exceed the card, of which no more is known; nothing where they do not, or
/// where a replay might say that they cannot be counted.
[[nodiscard]] inline std::optional<StageWork> too_large(const StageSource& from, const StageTrace& trace) {
  constexpr std::int64_t countable = std::int64_t{1} << 55;
  constexpr double most = std::numeric_limits<double>::infinity();
  const std::int64_t least = from.traces.least_held(trace, from.q.card.software().allocator);
  if (least >= countable || least <= reserved_limit(from.q.card.device, from.memory)) return std::nullopt;
  return StageWork{.memory = {.peak_allocated = static_cast<double>(least) * byte,
                              .peak_reserved = most * byte,
                              .device_used = most * byte}};
}

/// Memory that the layout and the stage's place in it take, from the trace of one card.
/// @param blocks  of the stage's equal ones; 0: all
[[nodiscard]] inline StageWork memory_of(const StageSource& from, const StagePlace& place, std::int64_t blocks) {
  StageWork work;
  StageTrace& trace = from.traces.trace(from.q, place, blocks, from.q.passes > 1 ? 2 : 1,
                                        {.memory = true, .times = !from.detail.untimed});
  if (from.detail.untimed && !from.detail.folded && !trace.unlimited)
    if (std::optional<StageWork> none = too_large(from, trace)) return *std::move(none);
  const Replay& unlimited = from.traces.unlimited(trace, from.q.card.software(), from.memory);
  const auto program = [&]() -> const AllocationProgram& { return from.traces.program(trace); };
  add_memory(work.memory, program, unlimited, from.q.card, from.memory);
  return work;
}

/// The same where nothing limits it: what grows in proportion to the blocks. A limit would make the cache smaller.
[[nodiscard]] inline StageWork unlimited_memory_of(const StageSource& from, const StagePlace& place,
                                                   std::int64_t blocks) {
  StageWork work;
  StageTrace& trace = from.traces.trace(from.q, place, blocks, from.q.passes > 1 ? 2 : 1,
                                        {.memory = true, .times = !from.detail.untimed});
  const Replay& unlimited = from.traces.unlimited(trace, from.q.card.software(), from.memory);
  const Bytes outside =
      static_cast<double>(outside_memory(from.q.card.device).total() + from.memory.other_processes) * byte;
  StepEstimate& e = work.memory;
  e.peak_allocated = static_cast<double>(unlimited.counters.peak_allocated) * byte;
  e.peak_reserved = static_cast<double>(unlimited.counters.peak_reserved) * byte;
  e.device_used = e.peak_reserved + outside;
  e.device_memory =
      static_cast<double>(std::max<std::int64_t>(reserved_limit(from.q.card.device, from.memory), 0)) * byte + outside;
  e.fits = e.device_used <= e.device_memory;
  return work;
}

/// Seconds of a trace's backward pass that go into gradients of weights alone, in one pass: products of
/// transposed activations, and sums over rows.
[[nodiscard]] inline double weight_gradient_seconds(const TimedStep& step, OperationPrices& prices) {
  double sum = 0.0;
  for (const TimedStep::Event& e : step.events()) {
    if (e.kind != TimedStep::Event::Kind::execute || e.phase != Phase::backward) continue;
    const OperationId id = step.operations()[e.place()];
    const Operation& operation = prices.operation(id);
    const auto* product = std::get_if<Gemm>(&operation);
    if (product != nullptr ? product->layout == Layout::tn && product->batch == 1 : is_parameter_sum(operation))
      sum += prices(id).total;
  }
  return sum;
}

/// Times of the same trace. With several passes, the second of two shows what each further one adds.
inline void add_times(StageWork& work, const StageSource& from, const StagePlace& place, std::int64_t blocks) {
  const ParallelQuestion& q = from.q;
  constexpr TraceWanted times{.times = true};
  const bool of_layers = from.detail.folded || q.layout.copies() > 1 || q.layout.cp > 1;
  const auto time_of = [&](StageTrace& trace) {
    return from.traces.time(trace, from.asking, of_layers, q.recipe.precision, from.memory);
  };
  const StepTime end = time_of(from.traces.trace(q, place, blocks, q.passes > 1 ? 2 : 1, times));
  work.timed = true;
  work.time = q.passes > 1 ? time_of(from.traces.trace(q, place, blocks, 0, times)) : end;
  for (const LayerTime& layer : std::exchange(work.time.layers, {}))
    work.layers.push_back({in(layer.forward, second), in(layer.backward, second)});
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
  if (q.layout.zero_bubble)
    work.weight_gradients = weight_gradient_seconds(
        from.traces.timed(from.traces.trace(q, place, blocks, q.passes > 1 ? 0 : 1, times)), from.prices);
  work.in_stream = in(one.by_bound[static_cast<std::size_t>(Bound::communication)], second);
  if (q.passes > 1) {
    work.pass = std::max(0.0, in(end.total, second) - total);
    work.once = std::max(0.0, total - work.pass);
    work.more_busy = in(end.busy, second) - work.busy;
    work.more_host = in(end.host, second) - work.host;
  }
}

/// All of it; no times of what does not fit, unless they are asked for.
[[nodiscard]] inline StageWork traced_work(const StageSource& from, const StagePlace& place, std::int64_t blocks) {
  StageWork work = memory_of(from, place, blocks);
  if (!from.detail.untimed && (from.detail.all_times || work.memory.fits)) add_times(work, from, place, blocks);
  return work;
}

/// The layers of all blocks, where those that are left out take as long as the last one before the gap.
[[nodiscard]] inline std::vector<PassTime> unfolded(const std::vector<PassTime>& times, const EqualBlocks& e,
                                                    std::int64_t kept) {
  const auto gap = times.begin() + static_cast<std::ptrdiff_t>(e.begin + static_cast<std::size_t>(kept - 1) * e.layers);
  std::vector<PassTime> all(times.begin(), gap);
  for (std::int64_t i = kept; i < e.blocks; ++i)
    all.insert(all.end(), gap - static_cast<std::ptrdiff_t>(e.layers), gap);
  all.insert(all.end(), gap, times.end());
  return all;
}

/// Adds to `value` what `times` as much as lies between it and `less` makes.
template <class Q>
void grow(Q& value, const Q& less, double times) {
  value += times * (value - less);
}

/// Memory of many equal blocks from that of a few and of a few more: each further block adds as much.
/// @param times  blocks that are missing, over those by which the two differ
inline void grow_memory(StepEstimate& all, const StepEstimate& few, double times) {
  const Bytes outside = few.device_used - few.peak_reserved;
  grow(all.peak_allocated, few.peak_allocated, times);
  grow(all.peak_reserved, few.peak_reserved, times);
  all.peak_reserved = std::max(all.peak_reserved, all.peak_allocated);  // few blocks may leave more gaps than more do
  all.device_used = all.peak_reserved + outside;
  all.fits = all.device_used <= all.device_memory;
}
/// The same of times.
inline void grow_times(StageWork& all, const StageWork& few, double times) {
  for (double StageWork::*field :
       {&StageWork::pass, &StageWork::once, &StageWork::busy, &StageWork::host, &StageWork::more_busy,
        &StageWork::more_host, &StageWork::in_stream, &StageWork::weight_gradients})
    grow(all.*field, few.*field, times);
}

/// The work of a stage as its trace says it, or as far as is asked for.
[[nodiscard]] inline StageWork stage_work(const StageSource& from, const StagePlace& place) {
  constexpr std::int64_t few = 3, more = 7;
  const bool folds = from.detail.folded && (place.stage.all_equal || from.roughly);
  const EqualBlocks e = folds ? place.stage.equal : EqualBlocks{};
  if (e.blocks <= few + more) return traced_work(from, place, 0);
  const double times = static_cast<double>(e.blocks - more) / static_cast<double>(more - few);
  StageWork less = unlimited_memory_of(from, place, few), all = unlimited_memory_of(from, place, more);
  grow_memory(all.memory, less.memory, times);
  const Bytes cached = all.memory.peak_reserved - all.memory.peak_allocated;
  if (!from.roughly && !all.memory.fits &&
      all.memory.device_used - cached <= all.memory.device_memory)  // cached memory may be returned
    return traced_work(from, place, 0);
  if (from.detail.untimed || (!all.memory.fits && !from.detail.all_times)) return all;
  add_times(less, from, place, few);
  add_times(all, from, place, more);
  grow_times(all, less, times);
  all.layers = unfolded(all.layers, e, more);
  return all;
}

/// What is left where so many bytes are taken.
[[nodiscard]] inline MemoryOptions less_memory(MemoryOptions memory, std::int64_t taken) {
  memory.reserve += taken;
  if (memory.reserved_limit >= 0) memory.reserved_limit = std::max<std::int64_t>(memory.reserved_limit - taken, 0);
  return memory;
}
/// Adds what was taken to what a stage holds in the rest, whose memory is the card's.
inline void add_beside(StepEstimate& e, std::int64_t taken, const Device& device, const MemoryOptions& memory) {
  for (Bytes StepEstimate::*field :
       {&StepEstimate::peak_allocated, &StepEstimate::peak_reserved, &StepEstimate::device_used})
    e.*field += static_cast<double>(taken) * byte;
  const std::int64_t outside = outside_memory(device).total() + memory.other_processes;
  if (e.device_memory > Bytes{})
    e.device_memory = static_cast<double>(std::max<std::int64_t>(reserved_limit(device, memory), 0) + outside) * byte;
}

/// A pass in the steady state over the work of the slowest rank: with several parts a rank those of
/// torch.distributed.pipelining wait for each other (measured on four ranks; WrapperTable::interleaved). More ranks
/// wait no longer: nobody has measured that they do.
[[nodiscard]] inline double stretch_of_pass(const ParallelLayout& l) {
  constexpr std::int64_t most_measured = 4;
  const bool waits = l.virtual_stages > 1 && !l.tensor_by_hand;
  const auto ranks = static_cast<double>(std::min(l.pp, most_measured));
  return waits ? 1.0 + wrapper_table().interleaved * std::log2(ranks) : 1.0;
}

/// A stage with the exchanges that its layout needs.
[[nodiscard]] inline StageCost stage_cost(const ParallelQuestion& q, const Stage& stage, const StageWork& work) {
  StageCost cost{.work = &work};
  if (!work.timed) return cost;
  cost.weights = weight_exchange(q, stage, work);
  add_context(q, stage.network, cost);
  return cost;
}

}  // namespace detail

}  // namespace perfmodel

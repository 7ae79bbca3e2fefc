#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <perfmodel/memory/footprint.hpp>
#include <perfmodel/memory/scratch_table.hpp>
#include <perfmodel/parallel/card_trace.ipp>
#include <perfmodel/planner/known_room.hpp>
#include <perfmodel/planner/one_pass.hpp>
#include <perfmodel/planner/parallel_estimate.hpp>
#include <perfmodel/planner/stage.ipp>
#include <perfmodel/planner/throughput.hpp>
#include <perfmodel/planner/trace_change.hpp>
#include <perfmodel/step/step_builder.hpp>
#include <perfmodel/timeline/least_step.hpp>
#include <perfmodel/timeline/operation_prices.hpp>
#include <perfmodel/timeline/step_times.hpp>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace perfmodel::detail {

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
  /// Bytes that a card sends.
  [[nodiscard]] static double travelled(CollectiveKind kind, const CardGroup& group, double bytes) {
    if (group.gpus <= 1 || !(bytes > 0.0)) return 0.0;
    return collective_steps({.kind = kind, .gpus = group.gpus, .size = bytes * byte}).bytes_per_link;
  }
};

/// Parameters are cut as well and gathered part by part: bytes and tensors of each part, and what autocast makes of the
/// inputs.
inline void cut_parameters(CardShare& share, const ParallelQuestion& q, const Network& network,
                           const std::vector<double>& count) {
  const PrecisionPolicy formats = policy(q.recipe.precision);
  share.parameters = q.widened / static_cast<double>(q.layout.copies());
  share.gathered = true;
  if (q.amp)
    for (const NetworkInput& input : network.inputs)
      if (!input.integers)
        share.inputs +=
            static_cast<double>(q.recipe.batch * elements(input.shape)) * in(element_size(NumberFormat::fp32), byte);
  const int last = *std::max_element(share.part_of.begin(), share.part_of.end());
  share.bytes.assign(static_cast<std::size_t>(last) + 1, 0.0);
  for (std::size_t i = 0; i < count.size(); ++i)
    share.bytes[static_cast<std::size_t>(share.part_of[i])] += count[i] * in(element_size(formats.weights), byte);
  share.tensors.assign(share.bytes.size(), 0);
  const NetworkShapes shapes = infer_shapes(network, 1);
  for (std::size_t i = 0; i < count.size(); ++i)
    if (network.layers[i].parameters_of < 0)
      for (const ParameterTensor& p : parameters(network.layers[i].what, shapes.layer_inputs[i]))
        share.tensors[static_cast<std::size_t>(share.part_of[i])] += p.trainable ? 1 : 0;
}

[[nodiscard]] inline bool has_experts(const Layer& layer) {
  return std::holds_alternative<MixtureOfExperts>(layer.what);
}

/// Experts are shared by fewer cards than all else: they are cut among fewer, and no bucket has what none shares.
inline void share_experts(CardShare& share, const ParallelLayout& l, const Network& network,
                          const std::vector<double>& count) {
  if (l.ep == 1) return;
  double all = 0.0, more = 0.0;
  for (std::size_t i = 0; i < count.size(); ++i) {
    const bool experts = has_experts(network.layers[i]);
    share.unshared.push_back(experts && l.zero == 0 && l.copies() == l.ep);
    if (l.zero > 0) share.less_cut.push_back(experts ? static_cast<double>(l.ep) : 1.0);
    all += count[i];
    more += experts ? count[i] * static_cast<double>(l.ep - 1) : 0.0;
  }
  if (l.zero > 0 && all > 0.0) share.mean_less_cut = 1.0 + more / all;
}

/// Parameters that have gradients, over all: with adapters those of the adapters alone.
[[nodiscard]] inline double trained_share(const Adapter& adapter, const Network& network,
                                          const std::vector<double>& count) {
  if (adapter.rank == 0) return 1.0;
  double all = 0.0, trained = 0.0;
  for (std::size_t i = 0; i < count.size(); ++i) {
    all += count[i];
    if (const auto* linear = std::get_if<Linear>(&network.layers[i].what))
      trained += static_cast<double>(adapter.rank * (linear->inputs + linear->outputs));
  }
  return all > 0.0 ? trained / all : 0.0;
}

/// The trace of a card that holds all, with what its layout changes of it.
[[nodiscard]] inline StepTrace with_techniques(StepTrace trace, const Recipe& recipe, const ParallelLayout& l) {
  if (recipe.mode == Mode::infer) return trace;
  if (l.adapter.rank > 0)
    trace = l.adapter.quantized ? qlora(std::move(trace), recipe, l.adapter.rank)
                                : lora(std::move(trace), recipe, l.adapter.rank);
  if (l.offload == Offload::optimizer) trace = offload_optimizer(std::move(trace));
  if (l.offload == Offload::activations) trace = offload_activations(std::move(trace));
  return trace;
}

/// Whether all micro-batches of a step wait in a stage at once.
[[nodiscard]] inline bool drains(const ParallelQuestion& q, double in_flight) {
  return in_flight + 1.0 >= static_cast<double>(q.passes);
}

/// Bytes that torch.distributed.pipelining holds on a rank for what arrives, beside those of the pass at hand: a buffer
/// for each micro-batch from the stage before, and for each gradient from the stage behind, of each of the rank's parts
/// (torch/distributed/pipelining/stage.py). Megatron-LM makes them as they arrive.
/// @param passed  numbers of a sample that one stage hands to the next
[[nodiscard]] inline double arriving_bytes(const ParallelQuestion& q, std::int64_t rank, double passed) {
  const ParallelLayout& l = q.layout;
  if (l.pp == 1 || l.tensor_by_hand || q.recipe.mode == Mode::infer) return 0.0;
  const bool first = rank == 0, last = rank + 1 == l.pp;
  const auto buffers = [&](bool end) { return (l.virtual_stages - (end ? 1 : 0)) * q.passes - (end ? 0 : 1); };
  return static_cast<double>((buffers(first) + buffers(last)) * q.recipe.batch) * passed *
         in(element_size(policy(q.recipe.precision).stored()), byte);
}

/// What a card stores of its stage.
/// @param count     parameters_by_layer() of the stage's network
/// @param arriving  arriving_bytes()
[[nodiscard]] inline CardShare card_share(const ParallelQuestion& q, const Network& network,
                                          const std::vector<double>& count, double in_flight, double arriving = 0.0) {
  const ParallelLayout& l = q.layout;
  const PrecisionPolicy formats = policy(q.recipe.precision);
  CardShare share{.widened = q.widened,
                  .again = l.reshard,
                  .bucket_view = l.bucket_view,
                  .in_flight = in_flight,
                  .drains = drains(q, in_flight),
                  .arriving = arriving};
  for (std::size_t i = 0; in_flight > 0.0 && i < network.layers.size(); ++i)
    if (network.layers[i].block >= 0) share.last_block = static_cast<std::int32_t>(i);
  const double copies = static_cast<double>(l.copies());
  if (l.copies() == 1 || q.recipe.mode == Mode::infer) {
    share.bucket_view = false;
    if (!gathers(l, q.recipe.mode)) return share;
    share_experts(share, l, network, count);
    share.part_of = parts_of(network);
    cut_parameters(share, q, network, count);
    return share;
  }
  share_experts(share, l, network, count);
  if (l.zero >= 1) share.state = q.widened / copies;
  if (l.zero >= 2) {
    share.gradients = q.widened / copies;
    share.part_of = parts_of(network);
  }
  if (l.zero == 3) cut_parameters(share, q, network, count);
  if (l.zero == 0) {
    double all = 0.0;
    for (std::size_t i = 0; i < count.size(); ++i)
      all += i < share.unshared.size() && share.unshared[i] ? 0.0 : count[i];
    share.buckets = all * trained_share(l.adapter, network, count) * in(element_size(formats.gradients), byte);
    share.bucket = in(l.bucket, byte);
    share.bucket_format = formats.gradients;
    constexpr std::int64_t statistics = 3;  // mean, variance, and how many batches there were
    for (const Layer& layer : network.layers)
      share.buffers += std::holds_alternative<BatchNorm>(layer.what) ? statistics : 0;
  } else {
    share.bucket_view = false;
  }
  return share;
}

/// What a trace depends on, as numbers.
using TraceKey = std::vector<std::int64_t>;

[[nodiscard]] inline TraceKey key_of(const ParallelLayout& l, std::int64_t per_node) {
  return {l.tp,
          l.tensor_by_hand,
          l.sequence_parallel,
          l.cp,
          l.ep,
          l.pp,
          l.virtual_stages,
          static_cast<std::int64_t>(l.offload),
          l.adapter.rank,
          l.adapter.quantized,
          tensor_group(l, per_node).per_node,
          expert_group(l, per_node).per_node};
}

/// A stage of a layout, and how many further micro-batches wait in it.
struct StagePlace {
  Stage& stage;
  TraceKey key{};  ///< key_of() and the number of the stage
  double in_flight{};
  double arriving{};      ///< arriving_bytes() that lie among the tensors of the trace
  std::int64_t beside{};  ///< bytes of their segment, where they lie beside all others
  [[nodiscard]] double buffers() const { return arriving + static_cast<double>(beside); }
};

/// Appends what of a recipe a trace depends on.
inline void add_recipe(TraceKey& key, const Recipe& r) {
  for (const std::int64_t number :
       {r.batch, static_cast<std::int64_t>(r.precision), static_cast<std::int64_t>(r.optimizer),
        static_cast<std::int64_t>(r.mode), static_cast<std::int64_t>(r.memory_format), r.checkpoint_every,
        std::int64_t{r.checkpoint_attention},
        r.optimizer_loop ? 1 + static_cast<std::int64_t>(*r.optimizer_loop) : std::int64_t{0},
        std::int64_t{r.gradient_scaler}})
    key.push_back(number);
}
/// What the memory of stages has in common that differ by their Demand alone.
[[nodiscard]] inline TraceKey room_key(const StagePlace& place, const ParallelQuestion& q) {
  TraceKey key = place.key;
  Recipe any = q.recipe;
  any.batch = 0;
  any.precision = as_wide(any.precision);
  any.gradient_scaler = false;  // some bytes
  add_recipe(key, any);
  const ParallelLayout& l = q.layout;
  for (const std::int64_t number : {std::int64_t{drains(q, place.in_flight)}, std::int64_t{q.amp}, std::int64_t{l.zero},
                                    std::min<std::int64_t>(l.copies(), 2), std::int64_t{l.reshard},
                                    std::int64_t{l.bucket_view}, static_cast<std::int64_t>(in(l.bucket, byte))})
    key.push_back(number);
  return key;
}
/// Appends what of the layout changes the trace of a card that holds all.
inline void add_share(TraceKey& key, const ParallelQuestion& q, double in_flight, double arriving) {
  const ParallelLayout& l = q.layout;
  const auto told_apart = [&](std::int64_t cards) { return l.zero > 0 ? cards : std::min<std::int64_t>(cards, 2); };
  const std::int64_t copies = told_apart(l.copies()), of_experts = l.ep > 1 ? told_apart(l.copies() / l.ep) : 0;
  for (const std::int64_t number :
       {std::bit_cast<std::int64_t>(in_flight), std::bit_cast<std::int64_t>(arriving),
        std::int64_t{drains(q, in_flight)}, std::int64_t{q.amp}, std::int64_t{l.zero}, copies, of_experts,
        std::int64_t{l.reshard}, std::int64_t{l.bucket_view}, static_cast<std::int64_t>(in(l.bucket, byte))})
    key.push_back(number);
}

/// A trace of a card that holds all. Its operations are those of all traces.
struct Variant {
  std::size_t card{};                ///< whose scratch memory it has: place in the table
  std::optional<StepTrace> trace{};  ///< where each card keeps its own
};
/// The times of a trace on the cards whose operations make as many allocations, of whatever size.
struct AlikeTimes {
  std::size_t card{};                              ///< one of them: place in the table of scratch memory
  TimedStep step{};                                ///< on it
  std::optional<LeastStep> least{};                ///< of the step, where somebody asks for bounds before times
  std::vector<std::optional<StepTime>> on_card{};  ///< by the number that SharedTraces::expect() gave
};
/// Traces of cards that hold all, which differ in their scratch memory.
struct WholeTraces {
  std::vector<std::pair<TraceTarget, std::size_t>> known{};  ///< which of the variants a card runs
  std::vector<OperationId> operations{};                     ///< the different ones of a trace
  std::deque<Variant> variants{};
  StepTrace bare{};                                ///< without scratch memory, where that of cards is added, and
  std::optional<BareStep> bare_step{};             ///< what is said of it
  std::int64_t least{};                            ///< bytes that its tensors take when they are most; 0: not asked for
  std::vector<std::optional<Replay>> unlimited{};  ///< by variant
  std::deque<AlikeTimes> times{};
};

/// What of a stage's trace is asked for. What nobody asks for is not written.
struct TraceWanted {
  bool memory{}, times{};
};

/// The steps of a stage, as all cards run them on which its operations take the same scratch memory.
struct StageTrace {
  std::size_t layers{};
  WholeTraces* of{};      ///< that it is one of, where a card holds all of it, and
  std::size_t variant{};  ///< which; then the rest is empty until it is asked for
  TraceWanted written{};  ///< of what follows
  TimedStep step{};       ///< in the steady state
  AllocationProgram program{};
  std::optional<Replay> unlimited{};  ///< of the program
};

/// Takes the events of a stage as they are written, and keeps of them what costs time and what takes memory.
class StageEvents {
 public:
  explicit StageEvents(TimedStep& step) : step_(step) {}

  /// Where what takes memory goes from here on; nothing: it is not wanted.
  void memory_to(std::vector<AllocationProgram::Operation>* list) { memory_ = list; }
  /// Events from here on cost time.
  void time() { timed_ = true; }
  template <class What>
  void put(const What& what, Phase phase, std::int32_t layer) {
    if constexpr (std::is_same_v<What, Allocate>) {
      if (memory_ != nullptr) memory_->push_back({what.tensor, what.bytes});
    } else if constexpr (std::is_same_v<What, Release>) {
      if (memory_ != nullptr) memory_->push_back({what.tensor, AllocationProgram::release});
    }
    if (timed_) step_.put(what, phase, layer);
  }
  void push_back(const TraceEvent& e) {
    perfmodel::visit([&](const auto& what) { put(what, e.phase, e.layer); }, e.what);
  }

 private:
  TimedStep& step_;
  std::vector<AllocationProgram::Operation>* memory_{};
  bool timed_{};
};

/// Networks and traces of steps of one network under one software, which many cards share. Not for several threads at
/// once.
class SharedTraces {
  /// From an OperationId to its scratch memory.
  [[nodiscard]] auto scratch_on(std::size_t card) const {
    return [this, card](OperationId id) -> const Scratch& { return scratch_(card, id); };
  }

 public:
  /// @param operations  of these traces, and of others whose prices are to be shared
  SharedTraces(const Network& network, std::shared_ptr<OperationList> operations)
      : network_(network), operations_(std::move(operations)) {}
  SharedTraces(const SharedTraces&) = delete;  // prices point to the list of operations
  SharedTraces& operator=(const SharedTraces&) = delete;

  [[nodiscard]] const std::shared_ptr<OperationList>& operations() const { return operations_; }
  /// A card that will ask for traces, and its prices of operations(). @returns its number, for those who ask
  [[nodiscard]] std::size_t expect(const CardModel& card, std::shared_ptr<OperationPrices> prices) {
    cards_.push_back(
        {&card, scratch_.card(card.software(), card.steps.target), host_of(card.steps), std::move(prices)});
    return cards_.size() - 1;
  }
  /// Other prices of the card from here on; none: it will not ask any more.
  void price_by(std::size_t asking, std::shared_ptr<OperationPrices> prices) {
    cards_[asking].prices = std::move(prices);
  }
  [[nodiscard]] KnownRoom& room() { return room_; }
  [[nodiscard]] CardNetwork& cut(const TraceKey& key, const ParallelLayout& l, std::int64_t per_node) {
    const auto found = networks_.find(key);
    return found != networks_.end() ? found->second
                                    : networks_.emplace(key, cut_network(network_, l, per_node)).first->second;
  }
  /// Bytes that stages hand on. @param made  works them out
  template <class F>
  [[nodiscard]] double handed_over(TraceKey key, const ParallelQuestion& q, const F& made) {
    add_recipe(key, q.recipe);
    const auto found = handed_.find(key);
    return found != handed_.end() ? found->second : handed_.emplace(std::move(key), made()).first->second;
  }
  /// model_work() of one sample.
  [[nodiscard]] Work work_of_sample(Mode mode) {
    Work& work = of_sample_[static_cast<std::size_t>(mode)];
    if (!(work > Work{})) work = model_work(network_, mode, 1);
    return work;
  }

  /// The trace of a stage with so many of its equal blocks (0: all), and with one or two passes; 0: one, and only what
  /// costs time. Valid until the next one is asked for.
  [[nodiscard]] StageTrace& trace(const ParallelQuestion& q, const StagePlace& place, std::int64_t blocks,
                                  std::int64_t passes, const TraceWanted& wanted) {
    if (passes == 0 && (network_.recording != nullptr || keeps_scratch(q))) passes = 1;
    if (whole_events_ > most_whole_events) whole_.clear(), whole_events_ = 0, made_events_ = most_made_events + 1;
    if (made_events_ > most_made_events) traces_.clear(), made_events_ = 0;  // their keys count the whole ones
    TraceKey key = place.key;
    key.push_back(blocks);
    key.push_back(passes);
    add_recipe(key, q.recipe);
    const Network& network = network_of(place.stage, blocks);
    WholeTraces& all = whole_[key];
    const std::size_t variant = variant_of(all, q, network, passes);
    key.push_back(static_cast<std::int64_t>(variant));
    add_share(key, q, place.in_flight, place.arriving);
    StageTrace& trace = traces_[std::move(key)];
    const TraceWanted missing{.memory = wanted.memory && !trace.written.memory && passes > 0,
                              .times = wanted.times && !trace.written.times};
    if (trace.of == nullptr && (missing.memory || missing.times)) {
      trace.layers = network.layers.size();
      write(trace, missing, card_share(q, network, parameters_of(place.stage, blocks), place.in_flight, place.arriving),
            q, all, variant);
    }
    return trace;
  }
  /// The replay of its program where nothing limits it.
  [[nodiscard]] const Replay& unlimited(StageTrace& trace, const Software& software, const MemoryOptions& memory) {
    if (trace.unlimited) return *trace.unlimited;
    if (trace.of != nullptr && !memory.expandable_segments) {
      std::vector<std::optional<Replay>>& known = trace.of->unlimited;
      known.resize(trace.of->variants.size());
      if (!known[trace.variant]) replay_together(*trace.of, trace.variant, software, memory);
      trace.unlimited = known[trace.variant];
    }
    if (!trace.unlimited)
      trace.unlimited =
          replay(program(trace), software.allocator, {.expandable_segments = memory.expandable_segments}, memory.steps);
    if (!trace.unlimited->fits) throw beyond_counting();
    return *trace.unlimited;
  }
  /// Bytes that its tensors take at least when it holds most: less work than a replay.
  [[nodiscard]] std::int64_t least_held(const StageTrace& trace, const AllocatorRules& rules) const {
    if (trace.of == nullptr) return least_peak(trace.program, rules);
    if (trace.of->least == 0) trace.of->least = least_peak(allocation_program(trace.of->bare), rules);
    return trace.of->least;
  }
  [[nodiscard]] const AllocationProgram& program(StageTrace& trace) {
    AllocationProgram& made = trace.program;
    if (trace.of == nullptr || made.tensors > 0) return made;
    made = program_on(*trace.of->bare_step, scratch_, trace.of->variants[trace.variant].card);
    made_events_ += size(made);
    return made;
  }
  /// The time of its step on a card, with that of its layers' kernels if it is `of_layers`; else maybe without, and
  /// then worked out together with that of other cards that will ask for it.
  /// @param asking  the card's number   @param precision  of the step
  [[nodiscard]] StepTime time(StageTrace& trace, std::size_t asking, bool of_layers, Precision precision,
                              const MemoryOptions& memory) {
    const AskingCard& card = cards_[asking];
    if (trace.of == nullptr) return step_time(trace.step, trace.layers, {card.prices.get(), &card.host});
    AlikeTimes& alike = alike_times(*trace.of, trace.variant);
    if (of_layers) return step_time(alike.step, trace.layers, {card.prices.get(), &card.host});
    alike.on_card.resize(cards_.size());
    if (!alike.on_card[asking]) time_together(*trace.of, alike, asking, precision, memory);
    return *alike.on_card[asking];
  }
  /// Whether its step takes longer than that on a card; false where it is not shared. From then on its time is worked
  /// out together with that of cards alone that have asked for this, too.
  [[nodiscard]] bool outlasts(StageTrace& trace, std::size_t asking, Time limit) {
    if (trace.of == nullptr) return false;
    const AskingCard& card = cards_[asking];
    AlikeTimes& alike = alike_times(*trace.of, trace.variant);
    if (!alike.least) alike.least.emplace(alike.step, *operations_, card.model->device);
    return alike.least->outlasts({card.prices.get(), &card.host}, limit);
  }
  /// Its step as a card with this scratch memory, or with as many allocations, runs it.
  [[nodiscard]] const TimedStep& timed(StageTrace& trace) {
    return trace.of == nullptr ? trace.step : alike_times(*trace.of, trace.variant).step;
  }

 private:
  /// A card that asks for traces. Its model outlives its prices here.
  struct AskingCard {
    const CardModel* model{};
    std::size_t scratch{};  ///< its place in the table
    HostProfile host{};
    std::shared_ptr<OperationPrices> prices{};  ///< none: it does not ask any more
  };
  /// Each card keeps its scratch memory in its trace: the operations of compiled steps do not tell all of it, and what
  /// is changed for a technique may move it.
  [[nodiscard]] static bool keeps_scratch(const ParallelQuestion& q) {
    return q.card.software().rules.compiled || q.layout.offload != Offload::none || q.layout.adapter.rank > 0;
  }
  /// As a card runs it, with the operations of all traces.
  [[nodiscard]] StepTrace traced(const ParallelQuestion& q, const Network& network, std::int64_t passes,
                                 std::vector<OperationId>& ids) {
    const TraceTarget& target = q.card.steps.target;
    Recipe recipe = q.recipe;
    recipe.accumulation = std::max<std::int64_t>(passes, 1);
    const TraceDetail how = keeps_scratch(q) ? TraceDetail::all : TraceDetail::bare;
    StepTrace trace = passes > 0 ? step_trace(network, recipe, q.card.software(), target, how)
                                 : steady_step(network, recipe, q.card.software(), target, how);
    trace = with_techniques(std::move(trace), recipe, q.layout);
    ids.clear();
    for (const Operation& operation : trace.operations) ids.push_back(operations_->id_of(operation));
    for (auto* part : {&trace.setup, &trace.first_step, &trace.step})
      for (TraceEvent& event : *part)
        if (auto* executed = std::get_if<Execute>(&event.what)) executed->operation = ids[executed->operation];
    trace.operations = {};
    return trace;
  }
  /// Of a trace that is there. @param card  the target's place in the table
  [[nodiscard]] std::size_t variant_on(WholeTraces& all, const TraceTarget& target, std::size_t card) {
    scratch_.learn(card, all.operations);
    const auto same = std::find_if(all.variants.begin(), all.variants.end(),
                                   [&](const Variant& v) { return scratch_.same(v.card, card, all.operations); });
    const auto variant = static_cast<std::size_t>(same - all.variants.begin());
    if (same == all.variants.end()) all.variants.push_back({.card = card});
    all.known.emplace_back(target, variant);
    return variant;
  }
  [[nodiscard]] std::size_t variant_of(WholeTraces& all, const ParallelQuestion& q, const Network& network,
                                       std::int64_t passes) {
    const TraceTarget& target = q.card.steps.target;
    for (const auto& [card, variant] : all.known)
      if (card == target) return variant;
    const std::size_t card = scratch_.card(q.card.software(), target);
    if (!all.variants.empty() && !keeps_scratch(q)) return variant_on(all, target, card);
    const std::size_t variant = all.variants.size();
    StepTrace made = traced(q, network, passes, all.operations);
    whole_events_ += size(made);
    all.variants.push_back({.card = card});
    if (keeps_scratch(q))
      all.variants.back().trace = std::move(made);
    else
      all.bare = std::move(made), all.bare_step.emplace(bare_step(all.bare));
    scratch_.learn(card, all.operations);
    all.known.emplace_back(target, variant);
    if (variant > 0 || keeps_scratch(q) || all.known.size() > 1) return variant;
    for (const AskingCard& other : cards_) {
      if (other.prices == nullptr) continue;
      const TraceTarget& of_other = other.model->steps.target;
      if (std::none_of(all.known.begin(), all.known.end(), [&](const auto& known) { return known.first == of_other; }))
        (void)variant_on(all, of_other, other.scratch);
    }
    return variant;
  }
  /// The variant's step, as those with as many allocations have it.
  [[nodiscard]] AlikeTimes& alike_times(WholeTraces& all, std::size_t variant) {
    const std::size_t card = all.variants[variant].card;
    for (AlikeTimes& times : all.times)
      if (scratch_.same_count(times.card, card, all.operations)) return times;
    AlikeTimes& made = all.times.emplace_back(AlikeTimes{.card = card});
    made.step.reserve(all.bare.step.size() + all.bare.step.size() / 4);
    put_steady_step(*all.bare_step, scratch_, card, made.step);
    made.step.end();
    return made;
  }
  /// Whether a card will ask for the time of a step, as it fits, and has a price for each of its operations.
  [[nodiscard]] bool will_ask(const AskingCard& card, const WholeTraces& all, const AlikeTimes& times,
                              Precision precision, const MemoryOptions& memory) const {
    if (card.prices == nullptr || !computes(card.model->device, precision)) return false;
    const auto known = std::find_if(all.known.begin(), all.known.end(),
                                    [&](const auto& k) { return k.first == card.model->steps.target; });
    if (known == all.known.end() || known->second >= all.unlimited.size() || !all.unlimited[known->second] ||
        !scratch_.same_count(times.card, card.scratch, all.operations))
      return false;
    const Replay& replay = *all.unlimited[known->second];
    return replay.fits && replay.counters.peak_reserved <= reserved_limit(card.model->device, memory) &&
           (times.least ? card.prices->knows(times.step.operations()) : card.prices->has(times.step.operations()));
  }
  void time_together(WholeTraces& all, AlikeTimes& times, std::size_t asking, Precision precision,
                     const MemoryOptions& memory) {
    std::vector<std::size_t> members{asking};
    for (std::size_t other = 0; other < cards_.size(); ++other)
      if (other != asking && !times.on_card[other] && will_ask(cards_[other], all, times, precision, memory))
        members.push_back(other);
    std::vector<TimedCard> cards;
    cards.reserve(members.size());
    for (const std::size_t member : members) cards.push_back({cards_[member].prices.get(), &cards_[member].host});
    std::vector<StepTime> found = step_times(times.step, cards);
    for (std::size_t i = 0; i < members.size(); ++i) times.on_card[members[i]] = std::move(found[i]);
  }
  /// Replays a variant, and with it those of which nothing is known yet and whose workspaces are the same.
  void replay_together(WholeTraces& all, std::size_t variant, const Software& software, const MemoryOptions& memory) {
    std::vector<std::size_t> members{variant}, cards{all.variants[variant].card};
    for (std::size_t other = 0; other < all.variants.size(); ++other)
      if (const std::size_t card = all.variants[other].card;
          other != variant && !all.unlimited[other] && scratch_.same_workspaces(cards.front(), card, all.operations)) {
        members.push_back(other);
        cards.push_back(card);
      }
    const auto replays = replays_on(*all.bare_step, scratch_, cards, all.operations, software.allocator, memory.steps);
    if (!replays) return;
    for (std::size_t i = 0; i < members.size(); ++i) all.unlimited[members[i]] = (*replays)[i];
  }
  /// The events of a card that holds all, in the same way as CardTrace hands on those of another.
  class WholeCard {
   public:
    explicit WholeCard(const StepTrace& trace) : trace_(trace) {}
    void setup(StageEvents& to) { EventsAsTheyAre{}.add(trace_.setup, to); }
    void first_step(StageEvents& to) { EventsAsTheyAre{}.add(trace_.first_step, to); }
    void step(StageEvents& to) { EventsAsTheyAre{}.add(trace_.step, to); }
    [[nodiscard]] const std::vector<Carried>& carried() const { return trace_.carried; }
    [[nodiscard]] TensorId limit() const { return tensor_limit(trace_); }

   private:
    const StepTrace& trace_;
  };
  /// Writes what is missing of a trace. @param card  WholeCard or CardTrace
  template <class Card>
  void write(StageTrace& made, const TraceWanted& missing, Card&& card, const StepTrace& whole) {
    AllocationProgram& program = made.program;
    const bool memory = missing.memory;
    if (memory) {
      program.setup.reserve(whole.setup.size());
      program.first_step.reserve(whole.first_step.size());
      program.step.reserve(whole.step.size());
    }
    if (missing.times) made.step.reserve(whole.step.size());
    StageEvents events(made.step);
    events.memory_to(memory ? &program.setup : nullptr);
    card.setup(events);
    events.memory_to(memory ? &program.first_step : nullptr);
    card.first_step(events);
    events.memory_to(memory ? &program.step : nullptr);
    if (missing.times) events.time();
    card.step(events);
    made.step.end();
    made.written.times = made.written.times || missing.times;
    if (missing.times) made_events_ += made.step.events().size();
    if (!memory) return;
    made_events_ += size(program);
    program.carried = card.carried();
    program.tensors = card.limit();
    made.written.memory = true;
  }
  void write(StageTrace& made, const TraceWanted& missing, const CardShare& share, const ParallelQuestion& q,
             WholeTraces& all, std::size_t which) {
    const Variant& variant = all.variants[which];
    if (!changes(share) && !keeps_scratch(q)) {
      made.of = &all;
      made.variant = which;
    } else if (!changes(share)) {
      write(made, missing, WholeCard(*variant.trace), *variant.trace);
    } else if (keeps_scratch(q)) {
      write(made, missing, CardTrace<StageEvents>(*variant.trace, share, *operations_, *operations_), *variant.trace);
    } else {
      using Source = ScratchAddition<decltype(scratch_on(variant.card))>;
      const auto scratch = scratch_on(variant.card);
      const BareStep& bare = *all.bare_step;
      const Source source(scratch, bare.first_scratch, bare.workspaces_exist);
      write(made, missing, CardTrace<StageEvents, Source>(bare.trace, share, *operations_, *operations_, source),
            bare.trace);
    }
  }
  template <class Parts>
  [[nodiscard]] static std::size_t size(const Parts& t) {
    return t.setup.size() + t.first_step.size() + t.step.size();
  }

  static constexpr std::size_t most_whole_events = std::size_t{1} << 21,  ///< that are kept: some hundred megabytes
      most_made_events = std::size_t{1} << 22;                            ///< the same of what is made of them
  const Network& network_;
  std::shared_ptr<OperationList> operations_;  ///< of all traces so far
  ScratchTable scratch_{*operations_};
  std::vector<AskingCard> cards_{};
  std::map<TraceKey, CardNetwork> networks_{};
  std::map<TraceKey, double> handed_{};
  KnownRoom room_{};
  std::array<Work, 2> of_sample_{};  ///< by Mode
  std::map<TraceKey, WholeTraces> whole_{};
  std::map<TraceKey, StageTrace> traces_{};
  std::size_t whole_events_{}, made_events_{};
};

}  // namespace perfmodel::detail

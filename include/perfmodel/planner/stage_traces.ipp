#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <perfmodel/memory/footprint.hpp>
#include <perfmodel/memory/scratch_table.hpp>
#include <perfmodel/planner/known_room.hpp>
#include <perfmodel/planner/stage_share.ipp>
#include <perfmodel/planner/throughput.hpp>
#include <perfmodel/planner/trace_key.ipp>
#include <perfmodel/step/step_builder.hpp>
#include <perfmodel/timeline/least_step.hpp>
#include <perfmodel/timeline/operation_prices.hpp>
#include <perfmodel/timeline/step_times.hpp>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace perfmodel::detail {

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

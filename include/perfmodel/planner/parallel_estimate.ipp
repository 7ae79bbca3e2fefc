#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <perfmodel/parallel/pipeline.hpp>
#include <perfmodel/planner/layout_costs.ipp>
#include <perfmodel/planner/one_pass.hpp>
#include <perfmodel/planner/parallel_estimate.hpp>
#include <perfmodel/planner/stage_cost.ipp>
#include <perfmodel/planner/throughput.hpp>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace perfmodel {

/// What is worked out once, by everything that it depends on.
struct ParallelSteps::Shared {
  const Network& network;
  HostSystem system;
  std::shared_ptr<const CardModel> card;  ///< with the links of the system
  MemoryOptions memory;
  ParallelDetail detail{};
  std::shared_ptr<detail::SharedTraces> traces{};  ///< with other cards
  std::shared_ptr<OperationPrices> prices;         ///< with the card under other frameworks
  std::size_t asking{};                            ///< number of the card among those that share the traces
  std::map<detail::TraceKey, detail::StageWork> works{};
  std::map<detail::TraceKey, detail::StageCost> known{};
  std::map<detail::TraceKey, bool> fitting{};

  Shared(const Network& n, HostSystem s, std::shared_ptr<const CardModel> c, const MemoryOptions& m,
         const ParallelDetail& d, std::shared_ptr<detail::SharedTraces> t)
      : network(n),
        system(std::move(s)),
        card(std::move(c)),
        memory(m),
        detail(d),
        traces(std::move(t)),
        prices(std::make_shared<OperationPrices>(*traces->operations(), card->steps.kernels,
                                                 lowering_target(card->steps.kernels))),
        asking(traces->expect(*card, prices)) {}
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;
  ~Shared() { traces->price_by(asking, nullptr); }
  /// What the work of a stage depends on.
  [[nodiscard]] static detail::TraceKey key_of(const detail::ParallelQuestion& q, const detail::StagePlace& place) {
    detail::TraceKey key = place.key;
    detail::add_recipe(key, q.recipe);
    detail::add_share(key, q, place.in_flight, place.arriving);
    key.push_back(place.beside);
    key.push_back(q.passes > 1);
    key.push_back(q.layout.zero_bubble);
    return key;
  }
  /// The work of a stage, with the buffers that lie beside its trace.
  [[nodiscard]] detail::StageWork work_of(const detail::ParallelQuestion& q, const detail::StagePlace& place,
                                          const ParallelDetail& how, bool roughly = false) {
    const MemoryOptions left = detail::less_memory(memory, place.beside);
    detail::StageWork work = detail::stage_work({q, *traces, asking, *prices, left, how, roughly}, place);
    detail::add_beside(work.memory, place.beside, q.card.device, memory);
    return work;
  }
  [[nodiscard]] const detail::StageCost& cost(const detail::ParallelQuestion& q, const detail::StagePlace& place) {
    detail::TraceKey key = key_of(q, place), whole = key;
    for (const std::int64_t number : {q.layout.dp, q.layout.ep, q.per_node}) whole.push_back(number);
    if (const auto found = known.find(whole); found != known.end()) return found->second;
    auto work = works.find(key);
    if (work == works.end()) work = works.emplace(std::move(key), work_of(q, place, detail)).first;
    return known.emplace(std::move(whole), detail::stage_cost(q, place.stage, work->second)).first->second;
  }
  [[nodiscard]] bool fits(const detail::ParallelQuestion& q, const detail::StagePlace& place) {
    detail::TraceKey key = key_of(q, place);
    if (const auto found = fitting.find(key); found != fitting.end()) return found->second;
    const detail::Demand demand{.samples = q.recipe.batch,
                                .several_passes = q.passes > 1,
                                .in_flight = place.in_flight,
                                .arriving = place.buffers(),
                                .copies = q.layout.zero > 0 ? q.layout.copies() : 1};
    const detail::TraceKey like = detail::room_key(place, q);
    const double limit = static_cast<double>(reserved_limit(card->device, memory));
    std::optional<bool> known_to;  // exact where nothing is folded
    if (detail.folded) known_to = traces->room().fits(like, demand, limit);
    for (const bool roughly : {true, false}) {
      if (known_to || (roughly && (!detail.folded || place.stage.all_equal))) continue;
      const ParallelDetail untimed{.folded = detail.folded, .untimed = true};
      const StepEstimate made = work_of(q, place, untimed, roughly).memory;
      if (detail.folded) traces->room().add(like, demand, in(made.peak_reserved, byte), in(made.peak_allocated, byte));
      known_to = roughly ? traces->room().fits(like, demand, limit) : std::optional(made.fits);
    }
    return fitting.emplace(std::move(key), *known_to).first->second;
  }
  void forget() {
    constexpr std::size_t most_works = 32;  // of each some ten kilobytes
    if (works.size() <= most_works) return;
    known.clear();
    works.clear();
  }
  [[nodiscard]] detail::ParallelQuestion question(const detail::OnePass& pass, const ParallelLayout& layout) const {
    return {.network = network,
            .recipe = pass.recipe,
            .layout = layout,
            .card = *card,
            .per_node = pass.per_node,
            .passes = pass.passes,
            .widened = pass.amp ? 2.0 : 1.0,
            .amp = pass.amp};
  }
  [[nodiscard]] ParallelEstimate estimate(const Recipe& recipe, const ParallelLayout& layout, std::int64_t nodes);
  [[nodiscard]] bool fits(const Recipe& recipe, const ParallelLayout& layout, std::int64_t nodes);
  [[nodiscard]] bool outlasts(const Recipe& recipe, const ParallelLayout& layout, Time limit, std::int64_t nodes);
};

namespace detail {
/// The stage of a pipeline rank. @param key  key_of() the layout
[[nodiscard]] inline StagePlace place_of(CardNetwork& parts, const TraceKey& key, const ParallelQuestion& q,
                                         const MemoryOptions& memory, std::int64_t rank) {
  const std::int64_t stage = parts.pipeline_of[static_cast<std::size_t>(rank)];
  StagePlace place{.stage = parts.stages[static_cast<std::size_t>(stage)], .key = key};
  place.key.push_back(stage);
  if (q.layout.pp > 1) {
    place.in_flight = std::max(
        0.0, micro_batches_in_flight(rank, q.layout.pp, q.layout.virtual_stages, q.passes, q.layout.zero_bubble) - 1.0);
    place.arriving = arriving_bytes(q, rank, parts.passed);
    if (!memory.expandable_segments)
      place.beside = segment_alone(static_cast<std::int64_t>(std::ceil(place.arriving)), q.card.software().allocator);
    if (place.beside > 0) place.arriving = 0.0;
  }
  return place;
}
}  // namespace detail

PERFMODEL_INLINE ParallelEstimate ParallelSteps::Shared::estimate(const Recipe& recipe, const ParallelLayout& layout,
                                                                  std::int64_t nodes) {
  using namespace detail;
  const OnePass pass = one_pass(network, system, recipe, layout, nodes);
  const ParallelQuestion q = question(pass, layout);
  forget();
  const TraceKey key = detail::key_of(layout, pass.per_node);
  CardNetwork& parts = traces->cut(key, layout, pass.per_node);
  LayoutCosts costs;
  for (std::int64_t rank = 0; rank < layout.pp; ++rank) {
    const std::int64_t stage = parts.pipeline_of[static_cast<std::size_t>(rank)];
    if (static_cast<std::size_t>(stage) == costs.stages.size())
      costs.stages.push_back(cost(q, place_of(parts, key, q, memory, rank)));
    const StageCost& of_rank = costs.stages.back();
    const StageWork& work = *of_rank.work;
    const double busy = q.passes > 1 ? work.more_busy : work.busy;
    costs.works = std::max(costs.works, work.pass + of_rank.context_exposed);
    costs.seconds.push_back(std::max(work.pass, stretch_of_pass(layout) * std::min(work.pass, busy)) +
                            of_rank.context_exposed);
    costs.devices.push_back(bubble_of_pass(std::min(work.pass, busy) + of_rank.context_exposed, work.weight_gradients));
  }
  if (layout.pp > 1) {
    const double bytes = traces->handed_over(key, q, [&] { return handed_over(q, parts.whole, parts.ranges); });
    const double send = q.seconds(CollectiveKind::send, stage_pair(layout, pass.per_node), bytes);
    const double ways = recipe.mode == Mode::train ? 2.0 : 1.0;
    const double parts_sent = static_cast<double>(q.passes * layout.virtual_stages);
    costs.moved = 2.0 * ways * parts_sent * send;
    costs.moved_exposed = ways * (parts_sent + static_cast<double>(layout.pp) - 1.0) * send;
  }
  ParallelEstimate e = joined(q, costs);
  if (!(e.step.step > Time{})) return e;
  e.samples_per_second = static_cast<double>(pass.samples) / in(e.step.step, second);
  e.tokens_per_second = e.samples_per_second * static_cast<double>(tokens_per_sample(network).value_or(0));
  const double counted = model_passes(recipe.mode, layout.adapter.rank > 0) / model_passes(recipe.mode);
  const Work work = counted * static_cast<double>(pass.samples) * traces->work_of_sample(recipe.mode);
  e.mfu = flop_utilization(work, e.step.step, card->device, policy(recipe.precision).compute, layout.gpus());
  return e;
}

PERFMODEL_INLINE bool ParallelSteps::Shared::fits(const Recipe& recipe, const ParallelLayout& layout,
                                                  std::int64_t nodes) {
  using namespace detail;
  const OnePass pass = one_pass(network, system, recipe, layout, nodes);
  const ParallelQuestion q = question(pass, layout);
  const TraceKey key = detail::key_of(layout, pass.per_node);
  CardNetwork& parts = traces->cut(key, layout, pass.per_node);
  std::int64_t stages = 0;
  for (std::int64_t rank = 0; rank < layout.pp; ++rank) {
    if (parts.pipeline_of[static_cast<std::size_t>(rank)] != stages) continue;  // as the rank before it
    ++stages;
    if (!fits(q, place_of(parts, key, q, memory, rank))) return false;
  }
  return true;
}

PERFMODEL_INLINE bool ParallelSteps::Shared::outlasts(const Recipe& recipe, const ParallelLayout& layout, Time limit,
                                                      std::int64_t nodes) {
  using namespace detail;
  const OnePass pass = one_pass(network, system, recipe, layout, nodes);
  if (layout.gpus() > 1 || pass.passes > 1) return false;
  const ParallelQuestion q = question(pass, layout);
  const TraceKey key = detail::key_of(layout, pass.per_node);
  CardNetwork& parts = traces->cut(key, layout, pass.per_node);
  return traces->outlasts(traces->trace(q, place_of(parts, key, q, memory, 0), 0, 1, {.times = true}), asking, limit);
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
                                              const ParallelDetail& detail, const ParallelSteps* alike)
    : shared_(new Shared(
          network, std::move(system), std::move(card), memory, detail,
          std::make_shared<detail::SharedTraces>(
              network, alike != nullptr ? alike->shared_->traces->operations() : std::make_shared<OperationList>()))) {}
PERFMODEL_INLINE ParallelSteps::ParallelSteps(const ParallelSteps& like, HostSystem system,
                                              std::shared_ptr<const CardModel> card) {
  const Shared& s = *like.shared_;
  require_agreement("card", card->software(), s.card->software());
  shared_.reset(new Shared(s.network, std::move(system), std::move(card), s.memory, s.detail, s.traces));
}
PERFMODEL_INLINE void ParallelSteps::share_prices(const ParallelSteps& alike) {
  const Shared& other = *alike.shared_;
  const KernelModel &own = shared_->card->steps.kernels, &its = other.card->steps.kernels;
  if (shared_->traces->operations() == other.traces->operations() && !own.lowering_rule && !its.lowering_rule &&
      own.software.cudnn == its.software.cudnn && own.software.rules.foreach_dense == its.software.rules.foreach_dense)
    shared_->traces->price_by(shared_->asking, shared_->prices = other.prices);
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
PERFMODEL_INLINE bool ParallelSteps::fits(const Recipe& recipe, const ParallelLayout& layout, std::int64_t nodes) {
  return shared_->fits(recipe, layout, nodes);
}
PERFMODEL_INLINE bool ParallelSteps::outlasts(const Recipe& recipe, const ParallelLayout& layout, Time limit,
                                              std::int64_t nodes) {
  return shared_->outlasts(recipe, layout, limit, nodes);
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
  const NumberFormat weights = layout.adapter.quantized ? NumberFormat::fp4 : formats.weights;
  Bytes sum = own / (layout.zero >= 3 ? copies : 1.0) * element_size(weights);
  if (recipe.mode == Mode::infer || layout.adapter.rank > 0) return sum;
  sum += own / (layout.zero >= 2 ? copies : 1.0) * element_size(formats.gradients);
  if (layout.offload == Offload::optimizer) return sum;
  return sum + own / (layout.zero >= 1 ? copies : 1.0) * state_per_parameter(recipe.optimizer, formats.state);
}

}  // namespace perfmodel

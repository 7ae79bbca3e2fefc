#pragma once
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <perfmodel/pricing/gemm/thin_kernels.hpp>
#include <perfmodel/pricing/gemm/time.hpp>

namespace perfmodel {
namespace detail {
PERFMODEL_INLINE GemmRegime regime_of(const GemmModel& model, const ConfigurationTime& t) {
  const RegimeShares& limits = model.shared.regimes;
  if (model.constants.launch_seconds > limits.launch * t.total) return GemmRegime::launch;
  const double memory = std::max(t.dram, t.l2);
  if (memory > t.math) return GemmRegime::memory;
  const double idle_slots = 1.0 - wave_efficiency(t.blocks, static_cast<std::int64_t>(model.sms));
  const bool waits =
      t.latency + t.reduction > limits.latency * t.total || (idle_slots > limits.idle_slots && t.waves <= 1);
  return waits ? GemmRegime::latency : GemmRegime::math;
}

PERFMODEL_INLINE void set_total(GemmPrediction& out, const Gemm& g, const GemmModel& model, const GemmProblem& p,
                                double seconds) {
  const GemmConstants& c = model.constants;
  const Time least = physical_limit(model, p) * second;
  out.total = std::max(least, seconds * second);
  set_interval(out, bars_of(c.error_bars, out.evidence)[static_cast<std::size_t>(out.regime)]);
  out.low = std::max(least, out.low);
  const auto [smallest, largest] =
      std::minmax({static_cast<double>(g.m), static_cast<double>(g.n), static_cast<double>(g.k)});
  const double flops = in(work(g), flop);
  out.validated = smallest >= c.validated_extent[0] && largest <= c.validated_extent[1] &&
                  flops >= c.validated_work[0] && flops <= c.validated_work[1];
}

PERFMODEL_INLINE PredictedParts predict_vector(const GemmModel& model, const GemmProblem& p) {
  const GemmConstants& c = model.constants;
  const double clock = model.power[p.format].clock_max;
  double bandwidth = std::min(c.vector_efficiency * model.dram_bandwidth, model.published_bandwidth);
  if (c.vector_bytes_per_clock > 0.0) bandwidth = std::min(bandwidth, c.vector_bytes_per_clock * model.sms * clock);
  const double bytes = (p.compulsory - p.c_bytes) * p.from_memory + p.c_to_memory * p.c_bytes;
  const double outputs = p.columns * p.rows * p.batch;
  const double math =
      (std::max(p.least_cycles, outputs * p.k / (p.rate * model.sms)) + outputs * c.vector_row_cycles / model.sms) /
      clock;
  const double l2 = p.compulsory / (l2_bandwidth(model) * clock);
  const double latency = (c.block_cycles + c.vector_k_cycles * p.k) / clock;
  const double launch = c.launch_seconds;
  const bool walks = model.thin_kernels && p.in_bytes <= hardware::register_bytes;
  PredictedParts out{.seconds = walks ? vector_seconds(model, p)
                                      : std::max({math, bytes / bandwidth, l2}) + latency + launch + p.fixed};
  GemmPrediction& parts = out.parts;
  parts.math = math * second;
  parts.dram = bytes / bandwidth * second;
  parts.l2 = l2 * second;
  parts.latency = latency * second;
  parts.launch = launch * second;
  parts.traffic = bytes * byte;
  parts.regime = launch + latency > model.shared.regimes.launch * out.seconds ? GemmRegime::launch : GemmRegime::memory;
  parts.clock = clock * (cycle / second);
  return out;
}

PERFMODEL_INLINE PredictedParts predict_tiled(const TimedProduct& product, const ChosenTile& chosen) {
  const GemmModel& model = *product.model;
  const TileChoice& choice = chosen.choice;
  const GemmTile& tile = model.constants.tiles[static_cast<std::size_t>(choice.tile)];
  const auto [t, clock] = under_load(product, choice, chosen.time);
  const double unsure =
      mean_ratio(choice.rivals, t.total, [&](const TileChoice& rival) { return seconds_of(product, rival); });
  PredictedParts out{.seconds = t.total * choice.regret * unsure};
  GemmPrediction& parts = out.parts;
  parts.math = t.main_loop * second;
  parts.dram = t.dram * second;
  parts.l2 = t.l2 * second;
  parts.latency = std::max(0.0, t.latency + t.reduction + t.fixed) * second;
  parts.launch = model.constants.launch_seconds * second;
  parts.traffic = t.dram_bytes * byte;
  parts.tile_m = tile.n;  // the tile's rows
  parts.tile_n = tile.m;
  parts.split_k = choice.splits;
  parts.tiles = t.tiles;
  parts.waves = t.waves;
  parts.blocks_per_sm = t.resident;
  parts.regime = regime_of(model, t);
  parts.clock = clock * (cycle / second);
  return out;
}

PERFMODEL_INLINE GemmPrediction predict(const Gemm& g, const TimedProduct& product, const ChosenTile& chosen,
                                        const Evidence& evidence) {
  const GemmModel& model = *product.model;
  const bool streams = is_vector(g) && model.constants.vector_efficiency > 0.0;
  const bool tiles = !streams || has_tiles_for_vectors(model, g.format);
  PredictedParts fastest =
      tiles ? predict_tiled(product, chosen) : PredictedParts{.seconds = std::numeric_limits<double>::infinity()};
  if (streams) {
    const PredictedParts vector = predict_vector(model, product.problem);
    if (vector.seconds < fastest.seconds) fastest = vector;
  }
  auto& [out, seconds] = fastest;
  out.work = work(g);
  out.alignment = product.problem.alignment;
  out.family = model.constants.family;
  out.evidence = evidence;
  out.bound = bound_of(out.regime);
  set_total(out, g, model, product.problem, seconds);
  return out;
}

PERFMODEL_INLINE GemmPrediction predict(const Gemm& g, std::span<const TimedProduct> contenders, Chooser chooser) {
  const bool streams = is_vector(g) && !has_tiles_for_vectors(*contenders.front().model, g.format);
  const Choice choice = streams ? Choice{} : choose(contenders, chooser);
  const TimedProduct& product = contenders[choice.contender];
  return predict(g, product, choice.chosen, product.model->evidence);
}

/// Has the card's library kernels of thin_kernels.hpp? Seen where its FP32 family names one.
[[nodiscard]] inline bool has_thin_kernels(const GemmModels& models, const GemmTable& table) {
  const FamilyRule* rule = family_rule(models, NumberFormat::fp32, 1);
  if (rule == nullptr) return false;
  const GemmConstants& c = table.families[static_cast<std::size_t>(rule->family)];
  return std::any_of(c.tiles.begin(), c.tiles.begin() + c.tile_count, [](const GemmTile& t) { return t.skinny; });
}

}  // namespace detail
PERFMODEL_INLINE GemmModels make_gemm_models(const Device& device, Load load, LibraryVersion library,
                                             const GemmTable& table, std::span<const GemmChoiceTree> trees) {
  GemmModels out{.device = device.name,
                 .compute_capability = device.compute_capability,
                 .architecture = &architecture_of(device),
                 .rates = device.rates,
                 .library = library,
                 .open_boost = open_boost(device, table.board)};
  const bool thin = detail::has_thin_kernels(out, table);
  const auto made = [=, &table](const Device& on, const GemmConstants& constants) {
    GemmModel model = make_gemm_model(on, constants, table.shared, process_of(on, table), table.board, load,
                                      choice_rule(table, constants.family, library), trees);
    model.thin_kernels = thin;
    return model;
  };
  const bool lasting = &table == &gemm_table() && trees.data() == choice_trees().data();  // as long as the program
  const auto kept = std::make_shared<const Device>(lasting ? device : Device{});
  for (const GemmConstants& constants : table.families) {
    CopyOnWrite<GemmModel>& family = out.models[static_cast<std::size_t>(constants.family)];
    family = lasting ? CopyOnWrite<GemmModel>::later([=, &constants] { return made(*kept, constants); })
                     : CopyOnWrite<GemmModel>(made(device, constants));
  }
  return out;
}

PERFMODEL_INLINE Evidence evidence(const GemmModels& models, NumberFormat format, int alignment) {
  const FamilyRule* rule = family_rule(models, format, alignment);
  if (rule == nullptr) return {};
  const Evidence& known = models.models[static_cast<std::size_t>(rule->family)]->evidence;
  return rule->format == format ? known : stand_in(known);
}

namespace detail {
PERFMODEL_INLINE const FamilyRule& rule_for(const Gemm& g, const GemmModels& models) {
  const auto positive = [](std::string_view field, std::int64_t value) {
    if (value <= 0) throw bad_input(std::string(field), std::to_string(value), "must be a whole number > 0");
  };
  positive("batch", g.batch), positive("m", g.m), positive("n", g.n), positive("k", g.k);
  const FamilyRule* rule = family_rule(models, g.format, operand_alignment(g, models.architecture->tensor));
  if (rule == nullptr || !answers(models.models[static_cast<std::size_t>(rule->family)], g.format))
    throw bad_input("format", std::string(name(g.format)), "must be one that " + models.device + " multiplies");
  return *rule;
}

PERFMODEL_INLINE GemmPrediction predict_by_rule(const Gemm& g, const GemmModels& models, Chooser chooser) {
  const FamilyRule& rule = rule_for(g, models);
  const GemmModel& first = models.models[static_cast<std::size_t>(rule.family)];
  if (!rule.other) {
    const bool stands_in = rule.format != g.format;
    GemmPrediction out = predict(g, first, chooser, stands_in ? stand_in(first.evidence) : first.evidence);
    out.stands_in = stands_in;
    return out;
  }
  const std::array both{contender(g, first), contender(g, models.models[static_cast<std::size_t>(*rule.other)])};
  return predict(g, both, chooser);
}

/// Shortens a prediction and its parts.
inline void scale_to(GemmPrediction& p, Time most) {
  if (p.total <= most) return;
  const double share = static_cast<double>(most / p.total);
  for (Time* part : {&p.total, &p.low, &p.high, &p.math, &p.dram, &p.l2, &p.latency}) *part *= share;
}

/// One row of a product of few, or one column.
[[nodiscard]] constexpr Gemm one_row(Gemm g) {
  (g.m <= g.n ? g.m : g.n) = 1;
  return g;
}

/// The same work in no more than `times` products with less work take, and no less than they may, nor than is possible.
/// @param least         that the work takes in any case
/// @param doubled_cost  ThinProducts'
inline void bound_by(GemmPrediction& p, const GemmPrediction& smaller, double times, double doubled_cost, Time least) {
  const Time most = std::max(least, std::pow(times, doubled_cost) * smaller.total);
  if (p.total <= most) return;
  scale_to(p, most);
  p.low = std::max(p.low, std::min(p.total, times * smaller.low));
}

/// Did the library say what it runs for products with a bias? Then it has named the kernel for few rows where it runs.
[[nodiscard]] inline bool names_skinny(const GemmModel& model, ProductKind kind) {
  const auto tree = [&](ProductKind of) { return model.trees[static_cast<std::size_t>(of)].data(); };
  return kind == ProductKind::with_bias && tree(kind) != nullptr && tree(kind) != tree(ProductKind::single);
}

/// A product of few rows takes no longer than the kernel for them, where tensor cores have none for aligned rows.
inline void bound_by_skinny(GemmPrediction& p, const Gemm& g, const GemmModel& model) {
  constexpr int whole_loads = 16;  // bytes
  const bool tensor_cores = g.format != NumberFormat::fp32 && leading_alignment(g) >= whole_loads;
  if (!model.thin_kernels || p.tile_m == 0 || tensor_cores || g.format == NumberFormat::fp64 ||
      !may_be_skinny(g, model.shared.skinny) || names_skinny(model, product_kind(g)))
    return;
  const GemmProblem problem = make_problem(g, model);
  scale_to(p, std::max(physical_limit(model, problem), skinny_seconds(model, problem)) * second);
}

/// Do measurements show that such batches keep K whole? They do with Hopper's kernels in all formats but FP64, and in
/// FP32 up to ThinProducts::whole_k on older generations (docs/lab/2026-11-27-neighbours-2.md).
[[nodiscard]] inline bool keeps_k_whole(const GemmModel& model, const Gemm& g) {
  return g.format == NumberFormat::fp32 ? model.thin_kernels || g.k <= model.shared.thin.whole_k
                                        : model.thin_kernels && g.format != NumberFormat::fp64;
}

/// A product of few rows (columns), bounded by as many vectors: up to ThinProducts::rows in a batch and where it leaves
/// SMs idle.
inline void bound_by_vectors(GemmPrediction& p, const Gemm& g, const GemmModels& models, Chooser chooser, Time least) {
  const GemmModel& model = models.models[static_cast<std::size_t>(p.family)];
  const ThinProducts& thin = model.shared.thin;
  const std::int64_t rows = std::min(g.m, g.n);
  const bool few = static_cast<double>(p.tiles) < model.sms;
  if (rows > 1 && rows <= (few || g.batch > 1 ? thin.rows : thin.fewest_rows))
    bound_by(p, predict(one_row(g), models, chooser), static_cast<double>(rows), thin.doubled_cost, least);
}

/// A batch, bounded by its products one after the other and by its vectors where no measurement says otherwise, but no
/// shorter than one of a K that was measured. The interval reaches from its products' time to K kept whole.
inline void bound_batch(GemmPrediction& p, const Gemm& g, const GemmModels& models, Chooser chooser) {
  const GemmModel& model = models.models[static_cast<std::size_t>(p.family)];
  const bool whole = keeps_k_whole(model, g), few = static_cast<double>(p.tiles) < model.sms;
  if (whole && !few) return;
  const auto batch = static_cast<double>(g.batch);
  Gemm one = g;
  one.batch = 1;
  const GemmPrediction single = predict(one, models, chooser);
  const Time high = p.high, low = few ? std::min(p.low, batch * single.low) : p.low;
  if (!whole) {
    Time least = physical_limit(model, make_problem(g, model)) * second;
    Gemm measured = g;
    measured.k = model.shared.thin.whole_k;
    if (g.format == NumberFormat::fp32) least = std::max(least, predict(measured, models, chooser).total);
    bound_by(p, single, batch, model.shared.thin.doubled_cost, least);
    bound_by_vectors(p, g, models, chooser, least);
  }
  p.low = std::min(p.low, low);
  p.high = high;
}

PERFMODEL_INLINE GemmPrediction predict(const Gemm& g, const GemmModels& models, Chooser chooser) {
  GemmPrediction p = predict_by_rule(g, models, chooser);
  const GemmModel& model = models.models[static_cast<std::size_t>(p.family)];
  bound_by_skinny(p, g, model);
  const bool asked = !model.trees[static_cast<std::size_t>(ProductKind::batched)].empty();
  if (p.tile_m == 0 || (g.batch > 1 && asked)) return p;
  g.batch > 1 ? bound_batch(p, g, models, chooser) : bound_by_vectors(p, g, models, chooser, {});
  return p;
}

}  // namespace detail
}  // namespace perfmodel

#pragma once
#include <perfmodel/error.hpp>
#include <perfmodel/kernel/gemm_constants.hpp>
#include <perfmodel/kernel/gemm_library.hpp>
#include <perfmodel/kernel/gemm_model.hpp>
#include <perfmodel/kernel/prediction.hpp>
#include <perfmodel/kernel/tile_choice.hpp>
#include <array>
#include <string>
#include <string_view>

namespace perfmodel {

/// A GEMM's predicted time, with what the library is expected to launch.
struct GemmPrediction : Prediction {
  std::int64_t tile_m{}, tile_n{};  ///< in rows and columns of the row-major product; 0: a matrix-vector kernel
  int split_k{1};
  std::int64_t tiles{};             ///< output tiles, all batches
  std::int64_t waves{};             ///< rounds in which the SMs work the thread blocks off
  int blocks_per_sm{};              ///< resident at once
  AlignmentClass alignment{};
  GemmFamily family{};
  Knowledge knowledge{};
  GemmRegime regime{};
  ClockRate clock{};                ///< under this load
};

/// Dynamic power of a tile's part outside the product (zeros) over that of its part inside (random normal operands): an H200 at
/// 1,980 MHz draws 410 W on 4096^3 of zeros and 688 W on random ones in FP32 (devices/calibrated/raw/h200-sxm/power.csv), of
/// which some 104 W do not depend on the clock.
inline constexpr double padding_activity = 0.52;

/// A configuration under load: its time and the clock that its load leaves.
struct LoadedTime {
  ConfigurationTime time{};
  double clock{};
};

namespace detail {
/// What the power limit leaves for the kernel's own mix of math and memory work. `chosen`: its time at the highest clock, as the
/// choice saw it.
[[nodiscard]] inline LoadedTime under_load(const GemmModel& model, const GemmProblem& p, TileChoice choice, const ConfigurationTime& chosen) {
  const GemmTile& tile = model.constants.tiles[static_cast<std::size_t>(choice.tile)];
  const PowerModel& power = model.power[p.format];
  const ConfigurationTime light = tile.reuse == 1.0 ? chosen : configuration_time(model, p, choice.tile, choice.splits, power.clock_max);
  LoadedTime out{.time = light, .clock = power.clock_max};
  const double padded = static_cast<double>(light.tiles) * tile.m * tile.n;
  const double activity = padding_activity + (1.0 - padding_activity) * p.batch * p.m * p.n / padded;
  const double math_cycles = activity * padded * p.k / (model.rate[p.format] * model.sms);
  const double l2_filled = static_cast<double>(light.blocks) / (round_up(static_cast<double>(light.blocks) / model.sms) * model.sms);
  for (int pass = 0; pass < 2; ++pass) {
    const ConfigurationTime& t = out.time;
    const Activity busy{.math = std::min(1.0, math_cycles / (t.total * out.clock)),
                        .l2 = std::min(1.0, activity * l2_filled * t.l2 / t.total),
                        .dram = std::min(1.0, t.dram_bytes / (t.total * model.dram_bandwidth))};
    out.clock = model.load == Load::sustained ? sustained_clock(power, busy) : burst_clock(power, busy, model.repetitions * t.total);
    if (out.clock >= power.clock_max) return {.time = light, .clock = power.clock_max};
    out.time = slowed(model, light, power.clock_max / out.clock);
  }
  return out;
}
}  // namespace detail

/// Seconds of a product with a given tile and split at the clock that its load leaves.
[[nodiscard]] inline double seconds_of(const GemmModel& model, const GemmProblem& p, const TileChoice& choice) {
  const double clock = model.power[p.format].clock_max;
  return detail::under_load(model, p, choice, configuration_time(model, p, choice.tile, choice.splits, clock)).time.total;
}

/// By how much the expected time of a choice exceeds that of its likeliest kernel, which takes `likeliest` seconds: mean of ln(time) over
/// it and its rivals. `seconds`: what a TileChoice takes.
template <class Seconds>
[[nodiscard]] double rivals_factor(const Rivals& rivals, double likeliest, const Seconds& seconds) {
  double sum = 0.0;
  for (const Rival& rival : rivals.all())
    sum += static_cast<double>(rival.share) * std::log(seconds(TileChoice{.tile = rival.tile, .splits = rival.splits}) / likeliest);
  return sum == 0.0 ? 1.0 : std::exp(sum);
}

namespace detail {
[[nodiscard]] inline GemmRegime regime_of(const GemmModel& model, const ConfigurationTime& t) {
  if (model.constants.launch_seconds > 0.4 * t.total) return GemmRegime::launch;
  const double memory = std::max(t.dram, t.l2);
  if (memory > t.math) return GemmRegime::memory;
  const double idle_slots = 1.0 - wave_efficiency(t.blocks, static_cast<std::int64_t>(model.sms));
  return t.latency + t.reduction > 0.35 * t.total || (idle_slots > 0.4 && t.waves <= 1) ? GemmRegime::latency
                                                                                      : GemmRegime::math;
}

[[nodiscard]] constexpr Bound bound_of(GemmRegime regime) {
  constexpr std::array<Bound, gemm_regime_count> bounds{Bound::launch, Bound::latency, Bound::memory, Bound::math};
  return bounds[static_cast<std::size_t>(regime)];
}

inline void set_error_bar(const Gemm& g, const GemmModel& model, GemmPrediction& out) {
  const GemmConstants& c = model.constants;
  const ErrorBar bar = c.error_bars[static_cast<std::size_t>(out.knowledge)][static_cast<std::size_t>(out.regime)];
  out.low = bar.low * out.total;
  out.high = bar.high * out.total;
  const auto [smallest, largest] = std::minmax({static_cast<double>(g.m), static_cast<double>(g.n), static_cast<double>(g.k)});
  const double flops = in(work(g), flop);
  out.validated = smallest >= c.validated_extent[0] && largest <= c.validated_extent[1] &&
                  flops >= c.validated_work[0] && flops <= c.validated_work[1];
}

/// m or n is 1: the library reads the matrix once, in a kernel that streams.
[[nodiscard]] inline GemmPrediction predict_vector(const Gemm& g, const GemmModel& model, const GemmProblem& p) {
  GemmPrediction out{};
  const double bandwidth = model.constants.vector_efficiency * model.dram_bandwidth;
  const double read = p.warm ? detail::share_from_memory(p.compulsory / model.l2_bytes) : 1.0;
  const double bytes = (p.compulsory - p.c_bytes) * read + p.c_bytes;
  const double flops_time = p.m * p.n * p.k * p.batch / (p.rate * model.sms * model.power[p.format].clock_max);
  out.math = flops_time * second;
  out.dram = bytes / bandwidth * second;
  out.l2 = p.compulsory / (model.constants.l2_bytes_per_clock * model.sms * model.power[p.format].clock_max) * second;
  out.latency = model.constants.block_cycles / model.power[p.format].clock_max * second;
  out.launch = model.constants.launch_seconds * second;
  out.total = std::max({out.math, out.dram, out.l2}) + out.latency + out.launch;
  out.traffic = bytes * byte;
  out.regime = out.launch + out.latency > 0.4 * out.total ? GemmRegime::launch : GemmRegime::memory;
  out.clock = model.power[p.format].clock_max * (cycle / second);
  (void)g;
  return out;
}

[[nodiscard]] inline GemmPrediction predict_tiled(const GemmModel& model, const GemmProblem& p, const ChosenTile& chosen) {
  const TileChoice& choice = chosen.choice;
  const GemmTile& tile = model.constants.tiles[static_cast<std::size_t>(choice.tile)];
  const auto [t, clock] = under_load(model, p, choice, chosen.time);
  const double unsure = rivals_factor(choice.rivals, t.total, [&](const TileChoice& rival) { return seconds_of(model, p, rival); });
  GemmPrediction out{};
  out.math = t.main_loop * second;
  out.dram = t.dram * second;
  out.l2 = t.l2 * second;
  out.latency = std::max(0.0, t.latency + t.reduction + t.fixed) * second;
  out.launch = model.constants.launch_seconds * second;
  out.total = t.total * choice.regret * unsure * second;
  out.traffic = t.dram_bytes * byte;
  out.tile_m = tile.n;
  out.tile_n = tile.m;
  out.split_k = choice.splits;
  out.tiles = t.tiles;
  out.waves = t.waves;
  out.blocks_per_sm = t.resident;
  out.regime = regime_of(model, t);
  out.clock = clock * (cycle / second);
  return out;
}

/// Is the product so thin that a streaming kernel takes it?
[[nodiscard]] constexpr bool is_vector(const Gemm& g) { return g.m == 1 || g.n == 1; }

[[nodiscard]] inline Contender contender(const Gemm& g, const GemmModel& model) {
  return {.model = &model, .problem = make_problem(g, model), .clock = model.power[index(g.format)].clock_max};
}

/// The prediction of one family with one choice of tile and split (which a vector kernel ignores).
[[nodiscard]] inline GemmPrediction predict(const Gemm& g, const GemmModel& model, const GemmProblem& p, const ChosenTile& chosen) {
  GemmPrediction out = is_vector(g) ? predict_vector(g, model, p) : predict_tiled(model, p, chosen);
  out.work = work(g);
  out.alignment = p.alignment;
  out.family = model.constants.family;
  out.knowledge = model.knowledge;
  out.bound = bound_of(out.regime);
  set_error_bar(g, model, out);
  return out;
}

/// Of several families, what the library or the fastest choice makes of them; a vector kernel is the first one's.
[[nodiscard]] inline GemmPrediction predict(const Gemm& g, std::span<const Contender> contenders, Chooser chooser) {
  const Choice choice = is_vector(g) ? Choice{} : choose(contenders, chooser);
  const Contender& c = contenders[choice.contender];
  return predict(g, *c.model, c.problem, choice.chosen);
}

[[nodiscard]] inline GemmPrediction predict(const Gemm& g, const GemmModel& model, Chooser chooser) {
  const Contender only = contender(g, model);
  return predict(g, std::span(&only, 1), chooser);
}
}  // namespace detail

/// What the library's own choice of kernel will take.
/// @pre dimensions > 0; the model's family multiplies g.format on this card (rate > 0)
[[nodiscard]] inline GemmPrediction predict(const Gemm& g, const GemmModel& model) {
  return detail::predict(g, model, Chooser::library);
}

/// The fastest that the family's kernels could do, were the library to choose so.
[[nodiscard]] inline GemmPrediction predict_best(const Gemm& g, const GemmModel& model) {
  return detail::predict(g, model, Chooser::fastest);
}

/// All families of one card and library version, each built once.
struct GemmModels {
  std::string device{};
  int compute_capability{};
  LibraryVersion library{newest_library};
  std::array<GemmModel, gemm_family_count> models{};
};

[[nodiscard]] inline GemmModels make_gemm_models(const Device& device, Load load = Load::isolated,
                                                 LibraryVersion library = newest_library,
                                                 const GemmTable& table = gemm_table) {
  GemmModels out{.device = device.name, .compute_capability = device.compute_capability, .library = library};
  for (const GemmConstants& constants : table.families)
    out.models[static_cast<std::size_t>(constants.family)] =
        make_gemm_model(device, constants, process_of(device, table), table.board, load,
                        choice_rule(table, constants.family, library));
  return out;
}

/// How often isolated products run back to back before they are timed.
inline void set_repetitions(GemmModels& models, double repetitions) {
  for (GemmModel& model : models.models) model.repetitions = repetitions;
}

namespace detail {
[[nodiscard]] inline bool answers(const GemmModel& model, NumberFormat format) {
  return model.rate[index(format)] > 0.0 && model.constants.tile_count > 0;
}

/// @throws Error if a dimension is not positive or the card's library has no kernel for the format
[[nodiscard]] inline const FamilyRule& rule_for(const Gemm& g, const GemmModels& models) {
  const auto positive = [](std::string_view field, std::int64_t value) {
    if (value <= 0) throw bad_input(std::string(field), std::to_string(value), "must be a whole number > 0");
  };
  positive("batch", g.batch), positive("m", g.m), positive("n", g.n), positive("k", g.k);
  const FamilyRule* rule = find_family_rule(models.compute_capability, g.format, leading_alignment(g), models.library);
  if (rule == nullptr || !answers(models.models[static_cast<std::size_t>(rule->family)], g.format))
    throw bad_input("format", std::string(name(g.format)), "must be one that " + models.device + " multiplies");
  return *rule;
}

/// One family, or two that the library weighs against each other.
[[nodiscard]] inline GemmPrediction predict(const Gemm& g, const GemmModels& models, Chooser chooser) {
  const FamilyRule& rule = rule_for(g, models);
  const GemmModel& first = models.models[static_cast<std::size_t>(rule.family)];
  if (!rule.other) return predict(g, first, chooser);
  const std::array both{contender(g, first), contender(g, models.models[static_cast<std::size_t>(*rule.other)])};
  return predict(g, both, chooser);
}
}  // namespace detail

/// What the library's own choice of family, tile and split will take.
/// @throws Error if a dimension is not positive or the card's library has no kernel for the format
[[nodiscard]] inline GemmPrediction predict(const Gemm& g, const GemmModels& models) {
  return detail::predict(g, models, Chooser::library);
}
[[nodiscard]] inline GemmPrediction predict_best(const Gemm& g, const GemmModels& models) {
  return detail::predict(g, models, Chooser::fastest);
}

}  // namespace perfmodel

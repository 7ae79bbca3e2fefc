#pragma once
#include <perfmodel/kernel/gemm_model.hpp>
#include <array>
#include <cmath>
#include <limits>

namespace perfmodel {

/// A tile of the family's table and a split-K count.
struct TileChoice {
  int tile{};
  int splits{1};
  double score{};      ///< s, weighed by preferences: what the library compares; 0 where the kernel's name told the choice
  double regret{1.0};  ///< by how much longer the library's unknown choice is expected to take than this one
};

/// Whose choice: what the library will launch, or the fastest that the family has.
enum class Chooser : std::uint8_t { library, fastest };

namespace detail {
inline constexpr std::size_t split_candidate_count = 12;

/// Split-K counts worth a try: none; 2 to 5, which even out a last wave; and those that fill half a wave, one, two, or all
/// resident slots once or twice. Strided batches are never split: not one of 6,400 of them with kernel names is (cuBLAS
/// 12.1 on four cards, 13.1 on Hopper). Returns how many, in ascending order but for the second.
[[nodiscard]] inline int split_candidates(const GemmModel& model, const GemmProblem& p, int tile_index,
                                          double tiles, std::array<int, split_candidate_count>& out) {
  const GemmTile& tile = model.constants.tiles[static_cast<std::size_t>(tile_index)];
  int count = 0;
  out[static_cast<std::size_t>(count++)] = 1;
  if (p.batch > 1.0) return count;
  const double most = std::min(p.k / std::max(model.constants.split_min_k, tile.k * tile.slices), 1.0 * max_splits);
  const double longest = model.constants.split_max_k;
  if (longest > 0.0 && p.k > longest) out[static_cast<std::size_t>(count++)] = std::min(max_splits, static_cast<int>(std::ceil(p.k / longest)));
  if (most < 2.0 || tiles > model.sms * model.constants.split_tiles_per_sm) return count;
  int last = 1;
  const auto add = [&](int s) {
    if (s <= last || (count > 1 && s == out[1])) return;
    out[static_cast<std::size_t>(count++)] = s;
    last = s;
  };
  constexpr int few = 5;
  for (int s = 2; s <= std::min(few, static_cast<int>(most)); ++s) add(s);
  const double fits = model.resident[p.format][static_cast<std::size_t>(tile_index)];
  for (const double target : {0.5, 1.0, 2.0, fits, 2.0 * fits}) add(static_cast<int>(std::min(target * model.sms / tiles, most)));
  return count;
}

/// value rounded up, for value >= 0, to a millionth: floats from 2^23 on are whole numbers.
[[nodiscard]] inline float round_up(float value) {
  constexpr float whole = 8388608.0F;
  const float nearest = (value + whole) - whole;
  return nearest + (nearest < value ? 1.0F : 0.0F);
}

/// Lower bounds of the tiles' times without split, in seconds.
using TileBounds = std::array<float, max_gemm_tiles>;

/// One pass over all tiles. Never above configuration_time() (the test compares them): rounding is taken off.
[[nodiscard]] inline TileBounds bound_tiles(const GemmModel& model, const GemmProblem& p, double period) {
  const GemmConstants& c = model.constants;
  constexpr float rounding = 1.0F - 2e-5F;
  const auto single = [](double value) { return static_cast<float>(value); };
  const auto smaller = [](float a, float b) { return a < b ? a : b; };  // no reference: the loop must have no branch
  const auto larger = [](float a, float b) { return a > b ? a : b; };
  const double stream = 1.0 / (c.dram_efficiency * model.dram_bandwidth), all_stores = p.c_bytes * p.store_factor * stream;
  const float m = single(p.m), n = single(p.n), depth = single(p.k), batch = single(p.batch), sms = single(model.sms);
  const float issue = single(p.issue * period), l2_per_byte = single(p.in_bytes * p.traffic_factor * model.l2_period * period);
  const float block = single(c.block_cycles * period), epilogue = single(c.epilogue_cycles * period);
  const float exposed = single(c.store_exposed * all_stores), fill = single(model.dram_fill_sms), launch = single(c.launch_seconds);
  const float memory = single((p.warm ? 0.0 : (p.compulsory - p.c_bytes) * stream) + all_stores * (1.0 - c.store_exposed));
  const float* const tile_m = model.columns.m.data();
  const float* const tile_n = model.columns.n.data();
  const float* const slab = model.columns.slab.data();
  const float* const latency = model.columns.latency.data();
  const float* const waits = model.columns.waits.data();
  const float tie = single(model.tie);
  constexpr float even = 0.70710F;  // sqrt(a^2 + b^2) >= (a + b) / sqrt(2)
  const float* const fine_waits = model.columns.fine_waits.data();
  const float wait = single(p.wait * period), fine_wait = single(p.fine_wait * period);
  const float* const resident = model.columns.resident[p.format].data();
  const float* const slowness = model.columns.slowness[p.format].data();
  // Steps of one loop each: so short, compilers turn their comparisons into selections and four tiles into one step.
  TileBounds per_sm, depths, hiding, spread, l2, bounds;
  for (std::size_t i = 0; i < max_gemm_tiles; ++i) {
    const float tiles = round_up(m / tile_m[i]) * round_up(n / tile_n[i]) * batch;
    per_sm[i] = round_up(tiles / sms);
    depths[i] = round_up(depth / slab[i]) * slab[i];
    spread[i] = fill / tiles;
  }
  for (std::size_t i = 0; i < max_gemm_tiles; ++i) {
    const float blocks = per_sm[i], fits = resident[i], few = spread[i];
    hiding[i] = 1.0F + latency[i] / smaller(blocks, fits);
    spread[i] = larger(few, 1.0F);  // few SMs do not fill the memory bus
  }
  for (std::size_t i = 0; i < max_gemm_tiles; ++i) {
    const float tm = tile_m[i], tn = tile_n[i];
    l2[i] = per_sm[i] * (smaller(tm, m) + smaller(tn, n)) * depths[i] * l2_per_byte;
  }
  for (std::size_t i = 0; i < max_gemm_tiles; ++i) {
    const float cycles = per_sm[i] * tile_m[i] * tile_n[i] * (depths[i] * issue * slowness[i] * hiding[i] + epilogue);
    const float rounds = round_up(per_sm[i] / resident[i]), arrival = rounds * depths[i] * (waits[i] * wait + fine_waits[i] * fine_wait);
    const float loop = larger(larger(cycles, arrival), even * (cycles + arrival)), math = loop + rounds * block, traffic = memory * spread[i], reuse = l2[i];
    const float on_chip = larger(math, reuse);
    const float together = larger(larger(on_chip, traffic), tie * (on_chip + traffic));
    bounds[i] = rounding * (together + exposed * spread[i] + launch);
  }
  return bounds;
}

/// Tiles that cover the product.
[[nodiscard]] inline double tiles_of(const GemmProblem& p, const GemmTile& tile) {
  return round_up(p.m / tile.m) * round_up(p.n / tile.n) * p.batch;
}

/// What all splits of K in one tile share, in seconds, for bounds that cost a few operations each.
struct SplitBounds {
  double slab{};     ///< math of one thread block that takes all of K
  double arrival{};  ///< its waiting for slabs
  double part{};     ///< reduction of one part
  double rest{};     ///< launch and what a reduction costs at least
  double reads{};    ///< of operands, once
  double sms{};
  double tiles{};

  /// Never above configuration_time() with `splits` > 1 parts: whole blocks per SM, one round of waiting.
  [[nodiscard]] double of(int splits) const {
    const double rounds = round_up(tiles * splits / sms), math = rounds * slab / splits;
    return std::max({math, arrival / splits, reads}) + splits * part + rest;
  }
  /// Likewise with any split: math spread evenly, two parts to reduce.
  [[nodiscard]] double of_any() const { return std::max(tiles * slab / sms, reads) + 2.0 * part + rest; }
};

[[nodiscard]] inline SplitBounds bound_splits(const GemmModel& model, const GemmProblem& p, std::size_t tile, double tiles, double period) {
  const GemmConstants& c = model.constants;
  const GemmTile& t = c.tiles[tile];
  const double stream = 1.0 / (c.dram_efficiency * model.dram_bandwidth);
  return {.slab = t.m * t.n * p.k * p.issue * model.tile_slowness[p.format][tile] * period,
          .arrival = p.k * model.arrival[tile] * (t.fine ? p.fine_wait : p.wait) * period,
          .part = c.split_part_seconds + c.split_traffic * 8.0 * p.batch * p.m * p.n * stream,
          .rest = c.split_seconds + c.launch_seconds,
          .reads = p.warm ? 0.0 : (p.compulsory - p.c_bytes) * stream,
          .sms = model.sms,
          .tiles = tiles};
}
}  // namespace detail

/// A choice and its time at the clock it was made at.
struct ChosenTile {
  TileChoice choice{};
  ConfigurationTime time{};
};

/// The tile and split that the library launches (time weighed by learned preferences) or that is fastest (none), at a
/// clock in Hz. A lower bound of every tile unsplit comes first, then the whole time of those that may still win.
/// `limit`: a score in s that the choice has to beat; where none does, the score is the limit and the rest is void.
[[nodiscard]] inline ChosenTile choose_configuration(const GemmModel& model, const GemmProblem& p, Chooser chooser, double clock,
                                                     double limit = std::numeric_limits<double>::infinity()) {
  const double period = 1.0 / clock;
  const auto count = static_cast<std::size_t>(model.constants.tile_count);
  const bool weighed = chooser == Chooser::library;
  const auto preference = [&](std::size_t tile) {
    return weighed ? model.preference_factor[tile][static_cast<std::size_t>(p.choice)] : 1.0;
  };
  const auto split_preference = [&](std::size_t tile, int splits) {
    return weighed && splits > 1 ? model.tile_split_factor[tile] * model.split_factor[static_cast<std::size_t>(splits)] : 1.0;
  };
  const detail::TileBounds bound = detail::bound_tiles(model, p, period);
  std::size_t promising = 0;
  std::array<double, max_gemm_tiles> least{};
  for (std::size_t i = 0; i < count; ++i) {
    least[i] = bound[i] * preference(i);
    if (least[i] < least[promising]) promising = i;
  }
  ChosenTile best{};
  best.choice.score = limit;
  const auto consider = [&](std::size_t tile, int splits) {
    const int index = static_cast<int>(tile);
    const double factor = preference(tile) * split_preference(tile, splits);
    const detail::ConfigurationStart start = detail::start_configuration(model, p, index, splits, period);
    if (start.least * factor >= best.choice.score) return;
    const ConfigurationTime time = detail::finish_configuration(model, p, index, splits, start);
    if (time.total * factor < best.choice.score)
      best = {.choice = {.tile = index, .splits = splits, .score = time.total * factor}, .time = time};
  };
  if (least[promising] < limit) consider(promising, 1);
  std::array<int, detail::split_candidate_count> splits{};
  for (std::size_t i = 0; i < count; ++i) {
    if (i != promising && least[i] < best.choice.score) consider(i, 1);
    const double tiles = detail::tiles_of(p, model.constants.tiles[i]);
    const detail::SplitBounds bounds = detail::bound_splits(model, p, i, tiles, period);
    if (bounds.of_any() * preference(i) * (weighed ? model.least_split_factor * model.tile_split_factor[i] : 1.0) >= best.choice.score)
      continue;
    const int candidates = detail::split_candidates(model, p, static_cast<int>(i), tiles, splits);
    for (int j = 1; j < candidates; ++j) {
      const int s = splits[static_cast<std::size_t>(j)];
      if (bounds.of(s) * preference(i) * split_preference(i, s) < best.choice.score) consider(i, s);
    }
  }
  if (weighed) best.choice.regret = model.regret_factor[static_cast<std::size_t>(p.choice)];
  return best;
}

[[nodiscard]] inline TileChoice choose_tile(const GemmModel& model, const GemmProblem& p, Chooser chooser, double clock) {
  return choose_configuration(model, p, chooser, clock).choice;
}

}  // namespace perfmodel

#pragma once
#include <perfmodel/kernel/gemm_problem.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

namespace perfmodel {

/// What no tile's time is below: one pass in single precision over all tiles, so that only those that may still win are computed in full.
namespace detail {
using perfmodel::round_up;
/// value rounded up, for value >= 0, to a millionth: floats from 2^23 on are whole numbers.
[[nodiscard]] inline float round_up(float value) {
  constexpr float whole = 8388608.0F;
  const float nearest = (value + whole) - whole;
  return nearest + (nearest < value ? 1.0F : 0.0F);
}

/// Tiles that a pass over `count` of them covers: whole steps of a vector unit.
[[nodiscard]] constexpr std::size_t vector_width(std::size_t count) { return std::min(max_gemm_tiles, (count + 3) / 4 * 4); }

/// One number of each tile.
using PerTile = std::array<float, max_gemm_tiles>;

/// Lower bounds of the tiles' times, in seconds: without split, and with any split of K.
struct TileBounds {
  PerTile whole, split;
};

/// What the reduction of one part of a split K costs, in seconds, and what a split costs besides.
struct SplitCost {
  double part{}, rest{};
};
[[nodiscard]] inline SplitCost split_cost(const GemmModel& model, const GemmProblem& p) {
  const GemmConstants& c = model.constants;
  const double partial_sums = 2.0 * p.batch * p.m * p.n * 4.0;  // FP32, written and read
  return {.part = c.split_part_seconds + c.split_traffic * partial_sums / (c.dram_efficiency * model.dram_bandwidth),
          .rest = c.split_seconds + c.launch_seconds + p.fixed};
}

/// One pass over all tiles. Never above configuration_time() (the test compares them): rounding is taken off.
[[nodiscard]] inline TileBounds bound_tiles(const GemmModel& model, const GemmProblem& p, double period) {
  const GemmConstants& c = model.constants;
  constexpr float rounding = 1.0F - 2e-5F;
  const auto single = [](double value) { return static_cast<float>(value); };
  const auto smaller = [](float a, float b) { return a < b ? a : b; };  // no reference: the loop must have no branch
  const auto larger = [](float a, float b) { return a > b ? a : b; };
  const double stream = 1.0 / (c.dram_efficiency * model.dram_bandwidth), all_stores = p.c_bytes * p.store_factor * stream;
  // Quotients are products with a reciprocal that is a little too small: a whole quotient must not become the next number.
  constexpr float below = 1.0F - 5e-7F;
  const float m = below * single(p.m), n = below * single(p.n), depth = below * single(p.k), batch = single(p.batch);
  const float issue = single(p.issue * period), l2_per_byte = single(p.in_bytes * p.traffic_factor * model.l2_period * period);
  const float block = single(c.block_cycles * period), epilogue = single(c.epilogue_cycles * period);
  const float exposed = single(c.store_exposed * all_stores), fill = single(model.dram_fill_sms), launch = single(c.launch_seconds + p.fixed);
  const float reads = single(p.warm ? 0.0 : (p.compulsory - p.c_bytes) * stream);
  const float memory = reads + single(all_stores * (1.0 - c.store_exposed));
  const SplitCost cost = split_cost(model, p);
  const float reduction = single(2.0 * cost.part + cost.rest) + exposed, one_sm = below * single(1.0 / model.sms);
  const float all_depth = depth * one_sm;
  const float* const tile_m = model.columns.m.data();
  const float* const tile_n = model.columns.n.data();
  const float* const slab = model.columns.slab.data();
  const float* const per_m = model.columns.per_m.data();
  const float* const per_n = model.columns.per_n.data();
  const float* const per_slab = model.columns.per_slab.data();
  const float* const latency = model.columns.latency.data();
  const float* const waits = model.columns.waits.data();
  const float tie = single(model.tie);
  constexpr float even = 0.70710F;  // sqrt(a^2 + b^2) >= (a + b) / sqrt(2)
  const float* const fine_waits = model.columns.fine_waits.data();
  const float wait = single(p.wait * period), fine_wait = single(p.fine_wait * period);
  const float* const resident = model.columns.resident[p.format].data();
  const float* const rounds_per_block = model.columns.rounds[p.format].data();
  const float* const slowness = model.columns.slowness[p.format].data();
  const float* const busy_slowness = model.columns.busy[p.format].data();
  // Steps of one loop each: so short, compilers turn their comparisons into selections and four tiles into one step.
  TileBounds bounds;
  PerTile covering, per_sm, depths, hiding, spread, l2, cycles;
  const std::size_t width = vector_width(static_cast<std::size_t>(c.tile_count));
  for (std::size_t i = 0; i < width; ++i) {
    const float tiles = round_up(m * per_m[i]) * round_up(n * per_n[i]) * batch;
    covering[i] = tiles;
    per_sm[i] = round_up(tiles * one_sm);
    depths[i] = round_up(depth * per_slab[i]) * slab[i];
    spread[i] = fill / tiles;
  }
  for (std::size_t i = 0; i < width; ++i) {
    const float blocks = per_sm[i], fits = resident[i], few = spread[i];
    hiding[i] = 1.0F + latency[i] / smaller(blocks, fits);
    spread[i] = larger(few, 1.0F);  // few SMs do not fill the memory bus
  }
  for (std::size_t i = 0; i < width; ++i) {
    const float tm = tile_m[i], tn = tile_n[i];
    l2[i] = per_sm[i] * (smaller(tm, m) + smaller(tn, n)) * depths[i] * l2_per_byte;
  }
  for (std::size_t i = 0; i < width; ++i) {
    const float elements = tile_m[i] * tile_n[i], math = elements * issue;
    cycles[i] = per_sm[i] * (depths[i] * math * slowness[i] * hiding[i] + elements * epilogue);
    // Split: math spread evenly, all slots taken, two parts to reduce.
    const float even_math = covering[i] * all_depth * math * busy_slowness[i];
    const float on_chip = even_math + block;
    bounds.split[i] = rounding * (larger(on_chip, memory) + reduction);
  }
  for (std::size_t i = 0; i < width; ++i) {
    const float busy = cycles[i], rounds = round_up(per_sm[i] * rounds_per_block[i]);
    const float arrival = rounds * depths[i] * (waits[i] * wait + fine_waits[i] * fine_wait);
    const float longer = larger(busy, arrival), both = even * (busy + arrival);
    cycles[i] = larger(longer, both) + rounds * block;
  }
  for (std::size_t i = 0; i < width; ++i) {
    const float math = cycles[i], reuse = l2[i], traffic = memory * spread[i];
    const float on_chip = larger(math, reuse), longer = larger(on_chip, traffic), both = tie * (on_chip + traffic);
    bounds.whole[i] = rounding * (larger(longer, both) + exposed * spread[i] + launch);
  }
  return bounds;
}

/// Bounds of the first `count` tiles times what a choice weighs them with.
[[nodiscard]] inline PerTile weighed_bounds(const PerTile& bounds, const TileColumns::Column& weights, std::size_t count) {
  PerTile out;
  const std::size_t width = vector_width(count);
  for (std::size_t i = 0; i < width; ++i) out[i] = bounds[i] * weights[i];
  return out;
}

/// The tile of the least bound, of the first `count`.
[[nodiscard]] inline std::size_t least_tile(const PerTile& bounds, std::size_t count) {
  std::size_t least = 0;
  float value = bounds[0];
  for (std::size_t i = 1; i < count; ++i)
    if (bounds[i] < value) value = bounds[i], least = i;
  return least;
}

/// Tiles that cover the product.
[[nodiscard]] inline double tiles_of(const GemmProblem& p, const GemmTile& tile) {
  return round_up(p.m / tile.m) * round_up(p.n / tile.n) * p.batch;
}

/// Lower bound of a tile's time with K in `splits` > 1 parts: whole blocks per SM, one round of starts and of waiting,
/// operands read once, the whole memory bus.
struct SplitBound {
  double slab{};      ///< s, math of one thread block that takes all of K
  double arrival{};   ///< s, its waiting for slabs
  double epilogue{};  ///< s, of one block
  double block{};     ///< s, its start
  double memory{};    ///< s, operands read once, and stores that are not exposed
  double tiles_per_sm{}, tie{};
  SplitCost cost{};   ///< with exposed stores

  [[nodiscard]] double of(int splits) const {
    constexpr double even = 0.7071067811865475;  // sqrt(a^2 + b^2) >= (a + b) / sqrt(2)
    const double share = 1.0 / splits, rounds = round_up(tiles_per_sm * splits), math = rounds * slab * share, wait = arrival * share;
    const double on_chip = std::max({math, wait, even * (math + wait)}) + block + rounds * epilogue;
    return std::max({on_chip, memory, tie * (on_chip + memory)}) + splits * cost.part + cost.rest;
  }
};
[[nodiscard]] inline SplitBound bound_split(const GemmModel& model, const GemmProblem& p, std::size_t tile, double tiles, double period) {
  const GemmConstants& c = model.constants;
  const GemmTile& t = c.tiles[tile];
  constexpr double rounding = 1.0 - 1e-12;
  const double stream = 1.0 / (c.dram_efficiency * model.dram_bandwidth), stores = p.c_bytes * p.store_factor * stream;
  const double elements = static_cast<double>(t.m) * t.n, reads = p.warm ? 0.0 : (p.compulsory - p.c_bytes) * stream;
  SplitCost cost = split_cost(model, p);
  cost.rest += c.store_exposed * stores;
  return {.slab = elements * p.k * p.issue * model.tile_slowness[p.format][tile] * period,
          .arrival = p.k * model.arrival[tile] * (t.fine ? p.fine_wait : p.wait) * period,
          .epilogue = elements * c.epilogue_cycles * period,
          .block = c.block_cycles * period,
          .memory = reads + (1.0 - c.store_exposed) * stores,
          .tiles_per_sm = rounding * tiles / model.sms,
          .tie = model.tie,
          .cost = cost};
}
}  // namespace detail

/// No kernel of the family computes the product or reads its operands in less, s; a quick bound, never above least_of_all().
[[nodiscard]] inline double least_work(const GemmModel& model, const GemmProblem& p, double clock) {
  const double math = p.m * p.n * p.k * p.batch * p.issue / (model.sms * clock);
  const double reads = p.warm ? 0.0 : (p.compulsory - p.c_bytes) / (model.constants.dram_efficiency * model.dram_bandwidth);
  return std::max(math, reads) + model.constants.launch_seconds + p.fixed;
}

/// How many of the family's tiles the product may run in.
[[nodiscard]] inline int candidate_tiles(const GemmModel& model, const GemmProblem& p) {
  return p.kind == ProductKind::with_bias ? model.constants.tile_count : plain_tile_count(model.constants);
}

/// A lower bound of all tiles' times, s, with and without splits.
[[nodiscard]] inline double least_of_all(const GemmModel& model, const GemmProblem& p, double clock) {
  const detail::TileBounds bound = detail::bound_tiles(model, p, 1.0 / clock);
  float least = std::numeric_limits<float>::infinity();
  for (std::size_t i = 0; i < static_cast<std::size_t>(candidate_tiles(model, p)); ++i) {
    least = std::min(least, bound.whole[i]);
    if (p.batch == 1.0) least = std::min(least, bound.split[i]);
  }
  return least;
}

}  // namespace perfmodel

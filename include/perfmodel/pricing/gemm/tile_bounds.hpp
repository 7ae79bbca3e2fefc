#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <perfmodel/pricing/gemm/configuration_time.hpp>

namespace perfmodel {

/// What no tile's time is below: the formula of configuration_time.hpp in Lanes, four candidates at a time, so that
/// only those that may still win are computed in full. Operands are read once, parallel reductions are assumed.
namespace detail {
/// What no configuration with this schedule is faster than.
[[nodiscard, gnu::always_inline]] inline Lanes least_time(const ProductTerms<Lanes>& p, const TileTerms<Lanes>& t,
                                                          const TileRates<Lanes>& r, const Schedule<Lanes>& s,
                                                          Lanes reduction) {
  const OnChipTime<Lanes> on_chip = on_chip_time(p, t, r, s);
  return Lanes(lanes_rounding) * total_time(p, on_chip, p.reads * s.memory_slowdown, s.memory_slowdown, reduction);
}

/// What no schedule of K in two parts or more is better than: all SMs and their slots work the same K off, in at least
/// one wave, and draw the whole bandwidth. `s`: tiled(p, t)
[[nodiscard, gnu::always_inline]] inline Schedule<Lanes> spread_evenly(const ProductTerms<Lanes>& p,
                                                                       const TileRates<Lanes>& r, Schedule<Lanes> s) {
  const Lanes tiles_per_sm = s.tiles / p.sms, one(1.0);
  s.blocks_per_sm = larger(one, Lanes(2.0) * tiles_per_sm);
  s.resident = r.resident.value;
  s.waves = one;
  s.k_per_sm = s.k_average = tiles_per_sm * p.k;
  s.k_per_slot = s.k_per_sm / r.resident;
  s.memory_slowdown = one;
  return s;
}

/// Number of Lanes that cover so many tiles.
[[nodiscard]] constexpr std::size_t lanes_of(std::size_t count) { return (count + Lanes::count - 1) / Lanes::count; }

/// Lower bounds of the tiles' times, s: with K whole, and split in however many parts.
struct TileBounds {
  PerTile whole, split;
};

/// Of the first `count` tiles; what stands behind them is void, as is `split` where K may not be split.
[[nodiscard]] inline TileBounds bound_tiles(const GemmModel& model, const ProductTerms<Lanes>& p, std::size_t format,
                                            std::size_t count, bool splits) {
  TileBounds out;
  const Lanes reduction = parallel_reduction(p, Lanes(2.0));
  for (std::size_t i = 0; i < lanes_of(count); ++i) {
    const TileTerms<Lanes>& t = model.tile_lanes[i];
    const TileRates<Lanes>& r = model.tile_rate_lanes[format][i];
    const Schedule<Lanes> s = tiled(p, t);
    least_time(p, t, r, scheduled(p, t, r, s, Lanes(1.0)), Lanes(0.0)).store(&out.whole[i * Lanes::count]);
    if (splits) least_time(p, t, r, spread_evenly(p, r, s), reduction).store(&out.split[i * Lanes::count]);
  }
  return out;
}

/// Lower bounds of one tile's times with K in several parts.
class SplitBounds {
 public:
  SplitBounds(const GemmModel& model, const ProductTerms<Lanes>& product, std::size_t format, std::size_t tile)
      : p_(product), t_(everywhere(model.tiles[tile])), r_(everywhere(model.tile_rates[format][tile])) {
    tiled_ = tiled(p_, t_);
  }
  /// s with so many parts, each > 1.
  [[nodiscard]] Lanes of(Lanes splits) const {
    return least_time(p_, t_, r_, scheduled(p_, t_, r_, tiled_, splits), parallel_reduction(p_, splits));
  }

 private:
  const ProductTerms<Lanes>& p_;
  TileTerms<Lanes> t_;
  TileRates<Lanes> r_;
  Schedule<Lanes> tiled_{};
};

/// The tile of the least bound, of the first `count`; those behind them in the same Lanes become infinite.
[[nodiscard]] inline std::size_t least_tile(PerTile& bounds, std::size_t count) {
  for (std::size_t i = count; i < lanes_of(count) * Lanes::count; ++i)
    bounds[i] = std::numeric_limits<float>::infinity();
  Lanes least(&bounds[0]);
  for (std::size_t i = 1; i < lanes_of(count); ++i) least = smaller(least, Lanes(&bounds[i * Lanes::count]));
  const float value = std::min({least[0], least[1], least[2], least[3]});
  return static_cast<std::size_t>(std::find(bounds.begin(), bounds.end(), value) - bounds.begin());
}
}  // namespace detail

/// How many of the family's tiles the product may run in.
[[nodiscard]] inline std::size_t candidate_tiles(const GemmModel& model, const GemmProblem& p) {
  return static_cast<std::size_t>(p.kind == ProductKind::with_bias ? model.constants.tile_count
                                                                   : plain_tile_count(model.constants));
}

/// Whether the library may split K. Strided batches are never split: not one of 6,400 of them with kernel names is
/// (cuBLAS 12.1 on four cards, 13.1 on Hopper).
[[nodiscard]] constexpr bool may_split(const GemmProblem& p) { return p.batch == 1.0; }

/// No kernel of the family computes the product or reads its operands in less, s; a quick bound, never above
/// least_of_all().
[[nodiscard]] inline double least_work(const TimedProduct& product) {
  const detail::ProductTerms<double>& p = product.terms;
  const double math = p.columns * p.rows * p.k * p.batch * p.issue / p.sms;
  return std::max(math, p.reads) + p.fixed;
}

/// A lower bound of all tiles' times, s, with and without splits.
[[nodiscard]] inline double least_of_all(const TimedProduct& product) {
  const GemmModel& model = *product.model;
  const GemmProblem& p = product.problem;
  const std::size_t count = candidate_tiles(model, p);
  detail::TileBounds bounds =
      detail::bound_tiles(model, detail::in_lanes(product.terms), p.format, count, may_split(p));
  const float whole = bounds.whole[detail::least_tile(bounds.whole, count)];
  return static_cast<double>(may_split(p) ? std::min(whole, bounds.split[detail::least_tile(bounds.split, count)])
                                          : whole);
}

}  // namespace perfmodel

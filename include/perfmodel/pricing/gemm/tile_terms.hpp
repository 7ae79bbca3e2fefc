#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <perfmodel/device/hardware.hpp>
#include <perfmodel/pricing/beside_products.hpp>
#include <perfmodel/pricing/gemm/family.hpp>
#include <perfmodel/pricing/gemm/lanes.hpp>

namespace perfmodel {

/// What the formula of a configuration's time needs of a tile, in one of its numbers (lanes.hpp).
template <class Number>
struct TileTerms {
  Divisor<Number> columns{}, rows{};  ///< of C that the tile covers
  Divisor<Number> k_block{};          ///< K of one pipeline stage, of the tile's slices together
  Number warp_latency{};              ///< latency_warps over the warps of a block
  Number arrival{};                   ///< 1 / (k-block x k-blocks under way)
  Number scalar_copies{};             ///< 1: yes, 0: no
  Number padded_grid{};               ///< likewise
  Number start_cycles{};              ///< GemmTile::start_cycles
};
/// Likewise, what depends on the format.
template <class Number>
struct TileRates {
  Divisor<Number> resident{};  ///< thread blocks per SM at once
  Number slowness{};           ///< 1 / efficiency, less the latency that all resident blocks hide of each other
};

/// All tiles of a family, four in each element. Behind the last tile the first one is repeated.
template <template <class> class Terms>
using TileLanes = std::array<Terms<Lanes>, max_gemm_tiles / Lanes::count>;
static_assert(max_gemm_tiles % Lanes::count == 0);
/// One number of each tile.
using PerTile = std::array<float, max_gemm_tiles>;

namespace detail {
[[nodiscard]] inline TileTerms<double> tile_terms(const GemmConstants& c, const GemmTile& tile) {
  const double k_block = tile.k * tile.slices;
  return {.columns = Divisor<double>(tile.m),
          .rows = Divisor<double>(tile.n),
          .k_block = Divisor<double>(k_block),
          .warp_latency = c.latency_warps * hardware::warp_threads / tile.threads,
          .arrival = 1.0 / (k_block * std::max(1, tile.stages - 1)),
          .scalar_copies = tile.scalar_copies ? 1.0 : 0.0,
          .padded_grid = tile.padded_grid ? 1.0 : 0.0,
          .start_cycles = tile.start_cycles};
}

/// What a tile loses is time to feed the math units, which wide operands take more of.
[[nodiscard]] inline double tile_slowness(const GemmConstants& c, const GemmTile& tile, double rate,
                                          NumberFormat format) {
  const double feeding = c.reference_rate > 0.0 && rate > 0.0 ? rate * bits(format) / (16.0 * c.reference_rate) : 1.0;
  return factor_at_rate(1.0 / tile.efficiency, feeding);
}

/// Terms in Lanes. `all`: gives one term of the tiles in question, which a function picks.
template <class All>
[[nodiscard]] TileTerms<Lanes> tile_terms_of(const All& all) {
  using T = TileTerms<double>;
  return {.columns = Divisor<Lanes>(all([](const T& t) { return t.columns.value; })),
          .rows = Divisor<Lanes>(all([](const T& t) { return t.rows.value; })),
          .k_block = Divisor<Lanes>(all([](const T& t) { return t.k_block.value; })),
          .warp_latency = all([](const T& t) { return t.warp_latency; }),
          .arrival = all([](const T& t) { return t.arrival; }),
          .scalar_copies = all([](const T& t) { return t.scalar_copies; }),
          .padded_grid = all([](const T& t) { return t.padded_grid; }),
          .start_cycles = all([](const T& t) { return t.start_cycles; })};
}
template <class All>
[[nodiscard]] TileRates<Lanes> tile_rates_of(const All& all) {
  using T = TileRates<double>;
  return {.resident = Divisor<Lanes>(all([](const T& t) { return t.resident.value; })),
          .slowness = all([](const T& t) { return t.slowness; })};
}

/// One tile four times.
[[nodiscard]] inline TileTerms<Lanes> everywhere(const TileTerms<double>& t) {
  return tile_terms_of([&](const auto& term) { return Lanes(term(t)); });
}
[[nodiscard]] inline TileRates<Lanes> everywhere(const TileRates<double>& t) {
  return tile_rates_of([&](const auto& term) { return Lanes(term(t)); });
}
/// Four tiles side by side.
[[nodiscard]] inline TileTerms<Lanes> side_by_side(const std::array<TileTerms<double>, Lanes::count>& tiles) {
  return tile_terms_of([&](const auto& term) { return lanes_from(tiles, term); });
}
[[nodiscard]] inline TileRates<Lanes> side_by_side(const std::array<TileRates<double>, Lanes::count>& tiles) {
  return tile_rates_of([&](const auto& term) { return lanes_from(tiles, term); });
}
/// All tiles, four by four.
template <template <class> class Terms>
[[nodiscard]] TileLanes<Terms> in_lanes(const std::array<Terms<double>, max_gemm_tiles>& tiles, int count) {
  TileLanes<Terms> out{};
  for (std::size_t i = 0; i < out.size(); ++i) {
    std::array<Terms<double>, Lanes::count> four{};
    for (std::size_t j = 0; j < four.size(); ++j) {
      const std::size_t tile = i * Lanes::count + j;
      four[j] = tiles[tile < static_cast<std::size_t>(count) ? tile : 0];
    }
    out[i] = side_by_side(four);
  }
  return out;
}
}  // namespace detail

}  // namespace perfmodel

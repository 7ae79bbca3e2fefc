#include <doctest/doctest.h>

#include <array>
#include <perfmodel/pricing/gemm/tile_terms.hpp>

namespace pricing_gemm_tile_terms_test {
using namespace perfmodel;

namespace {
constexpr GemmTile tile{
    .m = 128, .n = 64, .k = 16, .slices = 2, .threads = 256, .stages = 3, .start_cycles = 9.0, .efficiency = 0.8};
}  // namespace

TEST_CASE("what a tile's time is made of: sides, a k-block of all slices, warps, blocks under way") {
  GemmConstants c;
  c.latency_warps = 4.0;
  const TileTerms<double> t = detail::tile_terms(c, tile);
  CHECK(t.columns.value == 128.0);
  CHECK(t.rows.value == 64.0);
  CHECK(t.k_block.value == 32.0);
  CHECK(t.warp_latency == 0.5);        // 4 warps over the 8 of a block
  CHECK(t.arrival == 1.0 / (32 * 2));  // two of three stages are under way
  CHECK(t.scalar_copies == 0.0);
  CHECK(t.padded_grid == 0.0);
  CHECK(t.start_cycles == 9.0);
  GemmTile cutlass = tile;
  cutlass.scalar_copies = cutlass.padded_grid = true, cutlass.stages = 1;
  CHECK(detail::tile_terms(c, cutlass).scalar_copies == 1.0);
  CHECK(detail::tile_terms(c, cutlass).padded_grid == 1.0);
  CHECK(detail::tile_terms(c, cutlass).arrival == 1.0 / 32);  // one stage: one at a time
}

TEST_CASE("what a tile loses is time: twice as much beside math units that are twice as fast") {
  GemmConstants c;  // of any rate: the tile's share is what it is
  CHECK(detail::tile_slowness(c, tile, 512.0, NumberFormat::fp16) == doctest::Approx(1.25));
  c.reference_rate = 256.0;
  CHECK(detail::tile_slowness(c, tile, 256.0, NumberFormat::fp16) == doctest::Approx(1.25));
  CHECK(detail::tile_slowness(c, tile, 512.0, NumberFormat::fp16) == doctest::Approx(1.5));
  CHECK(detail::tile_slowness(c, tile, 256.0, NumberFormat::fp32) == doctest::Approx(1.5));  // twice the bytes
  CHECK(detail::tile_slowness(c, tile, 0.0, NumberFormat::fp16) == doctest::Approx(1.25));
}

TEST_CASE("four tiles side by side, the first one in the place of those that are missing") {
  std::array<TileTerms<double>, max_gemm_tiles> all{};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double n = static_cast<double>(i) + 1.0;
    all[i] = {.columns = Divisor<double>(n),
              .rows = Divisor<double>(2.0 * n),
              .k_block = Divisor<double>(4.0 * n),
              .warp_latency = 8.0 * n,
              .arrival = 16.0 * n,
              .scalar_copies = 32.0 * n,
              .padded_grid = 64.0 * n,
              .start_cycles = 128.0 * n};
  }
  const TileLanes<TileTerms> lanes = detail::in_lanes<TileTerms>(all, 6);
  const TileTerms<Lanes>& next = lanes[1];  // tiles 4 and 5, and twice the first
  for (const auto& [lane, n] : {std::pair{0, 5.0F}, {1, 6.0F}, {2, 1.0F}, {3, 1.0F}}) {
    const auto i = static_cast<std::size_t>(lane);
    CHECK(next.columns.value[i] == n);
    CHECK(next.rows.value[i] == 2.0F * n);
    CHECK(next.k_block.value[i] == 4.0F * n);
    CHECK(next.warp_latency[i] == 8.0F * n);
    CHECK(next.arrival[i] == 16.0F * n);
    CHECK(next.scalar_copies[i] == 32.0F * n);
    CHECK(next.padded_grid[i] == 64.0F * n);
    CHECK(next.start_cycles[i] == 128.0F * n);
  }
  CHECK(lanes[0].columns.value[3] == 4.0F);
  CHECK(lanes[2].columns.value[0] == 1.0F);
  CHECK(detail::in_lanes<TileTerms>(all, max_gemm_tiles).back().columns.value[3] == 1.0F * max_gemm_tiles);
}

TEST_CASE("one tile four times") {
  const TileRates<Lanes> rates = detail::everywhere({.resident = Divisor<double>(3.0), .slowness = 1.5});
  const TileTerms<Lanes> terms = detail::everywhere(detail::tile_terms({}, tile));
  for (std::size_t i = 0; i < Lanes::count; ++i) {
    CHECK(rates.resident.value[i] == 3.0F);
    CHECK(rates.slowness[i] == 1.5F);
    CHECK(terms.rows.value[i] == 64.0F);
  }
}
}  // namespace pricing_gemm_tile_terms_test

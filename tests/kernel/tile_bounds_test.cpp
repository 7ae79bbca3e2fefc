#include <perfmodel/kernel/tile_bounds.hpp>
#include <perfmodel/kernel/configuration_time.hpp>
#include "every_problem.hpp"
#include <doctest/doctest.h>

using namespace perfmodel;

// Whole steps of four tiles, but never beyond the columns.
static_assert(detail::vector_width(1) == 4 && detail::vector_width(4) == 4 && detail::vector_width(5) == 8);
static_assert(detail::vector_width(max_gemm_tiles) == max_gemm_tiles);

TEST_CASE("the bound of a tile is never above its time, with any split") {
  int checked = 0;
  bool below = true, split_below = true, work_below = true;
  test::for_each_problem([&](const GemmModel& model, const GemmProblem& p) {
    const double clock = model.power[p.format].clock_max;
    const detail::TileBounds bounds = detail::bound_tiles(model, p, 1.0 / clock);
    constexpr double single_rounding = 1.0 + 1e-4;
    work_below = work_below && least_work(model, p, clock) <= single_rounding * least_of_all(model, p, clock);
    for (int i = 0; i < model.constants.tile_count; ++i) {
      const auto t = static_cast<std::size_t>(i);
      const double tiles = detail::tiles_of(p, model.constants.tiles[t]);
      below = below && bounds.whole[t] <= configuration_time(model, p, i, 1, clock).total;
      const detail::SplitBound split = detail::bound_split(model, p, t, tiles, 1.0 / clock);
      constexpr double rounding = 1.0 + 1e-12;
      for (const int splits : {2, 5, 64}) {
        const double time = rounding * configuration_time(model, p, i, splits, clock).total;
        split_below = split_below && split.of(splits) <= time && bounds.split[t] <= time;
      }
      ++checked;
    }
  });
  CHECK(below);
  CHECK(split_below);
  CHECK(work_below);
  CHECK(checked > 100000);
}

TEST_CASE("what does not divide is rounded up, what divides is not") {
  for (const float value : {0.0F, 1.0F, 2.0F, 1000.0F, 1e6F}) {
    CAPTURE(value);
    CHECK(detail::round_up(value) == value);
    CHECK(detail::round_up(value + 0.25F) == value + 1.0F);
  }
}

TEST_CASE("the least of the first tiles is found, weights included") {
  detail::PerTile bounds{}, weights{};
  bounds.fill(2.0F), weights.fill(1.0F);
  bounds[3] = 1.5F, bounds[9] = 1.0F, weights[5] = 0.25F;
  CHECK(detail::least_tile(bounds, 8) == 3);
  CHECK(detail::least_tile(bounds, 10) == 9);
  CHECK(detail::least_tile(detail::weighed_bounds(bounds, weights, 10), 10) == 5);
}

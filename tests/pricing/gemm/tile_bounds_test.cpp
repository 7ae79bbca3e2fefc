#include <doctest/doctest.h>

#include <array>
#include <limits>
#include <perfmodel/pricing/gemm/configuration_time.hpp>
#include <perfmodel/pricing/gemm/tile_bounds.hpp>

#include "every_problem.hpp"

namespace pricing_gemm_tile_bounds_test {
using namespace perfmodel;

static_assert(detail::lanes_of(1) == 1 && detail::lanes_of(4) == 1 && detail::lanes_of(5) == 2);

TEST_CASE("the bound of a tile is never above its time, with any split") {
  int checked = 0;
  bool below = true, split_below = true, work_below = true;
  test::for_each_problem([&](const GemmModel& model, const GemmProblem& p) {
    const TimedProduct product = timed_product(model, p, model.power[p.format].clock_max);
    const detail::ProductTerms<Lanes> terms = detail::in_lanes(product.terms);
    const auto count = static_cast<std::size_t>(model.constants.tile_count);
    const detail::TileBounds bounds = detail::bound_tiles(model, terms, p.format, count, true);
    constexpr double single_rounding = 1.0 + 1e-4;
    work_below = work_below && least_work(product) <= single_rounding * least_of_all(product);
    for (std::size_t t = 0; t < count; ++t) {
      const int tile = static_cast<int>(t);
      below = below && static_cast<double>(bounds.whole[t]) <= configuration_time(product, tile, 1).total;
      constexpr std::array splits{2.0F, 5.0F, 17.0F, 64.0F};
      const Lanes split = detail::SplitBounds(model, terms, p.format, t).of(Lanes(splits.data()));
      for (std::size_t j = 0; j < splits.size(); ++j) {
        const double time = configuration_time(product, tile, static_cast<int>(splits[j])).total;
        split_below =
            split_below && static_cast<double>(split[j]) <= time && static_cast<double>(bounds.split[t]) <= time;
      }
      ++checked;
    }
  });
  CHECK(below);
  CHECK(split_below);
  CHECK(work_below);
  CHECK(checked > 100000);
}

TEST_CASE("a bound is the time itself but for rounding where operands are read once and nothing overlaps") {
  const GemmModels h200 = make_gemm_models(json::load_device("h200-sxm").device);
  const GemmModel& model = h200.models[static_cast<std::size_t>(GemmFamily::hopper_wgmma)];
  // A wave of tiles with a long K, all operands in the L2: math alone.
  const Gemm g{.format = NumberFormat::bf16, .m = 256, .n = 2048, .k = 4096, .operands = Operands::warm};
  const TimedProduct product = timed_product(model, make_problem(g, model), 1.98e9);
  const detail::TileBounds bounds = detail::bound_tiles(model, detail::in_lanes(product.terms), product.problem.format,
                                                        candidate_tiles(model, product.problem), true);
  for (int tile = 0; tile < 8; ++tile) {
    const double time = configuration_time(product, tile, 1).total;
    CHECK(static_cast<double>(bounds.whole[static_cast<std::size_t>(tile)]) > 0.93 * time);  // tangents: 2 %, thrice
  }
}

TEST_CASE("the least of the first tiles is found, and what stands behind them is out of the way") {
  PerTile bounds{};
  bounds.fill(2.0F);
  bounds[3] = 1.5F, bounds[9] = 1.0F, bounds[10] = 0.5F;
  CHECK(detail::least_tile(bounds, 8) == 3);
  CHECK(detail::least_tile(bounds, 10) == 9);
  CHECK(bounds[10] == std::numeric_limits<float>::infinity());
}
}  // namespace pricing_gemm_tile_bounds_test

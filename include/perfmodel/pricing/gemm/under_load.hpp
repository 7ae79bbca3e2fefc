#pragma once
#include <algorithm>
#include <perfmodel/pricing/gemm/physical_limit.hpp>
#include <perfmodel/pricing/gemm/rivals.hpp>

namespace perfmodel {

/// A configuration under load: its time and the clock that its load leaves.
struct LoadedTime {
  ConfigurationTime time{};
  double clock{};
};

namespace detail {
/// What the power limit leaves for the kernel's own mix of math and memory work. `chosen`: its time as the choice saw
/// it.
/// @pre the product is timed at the highest clock
[[nodiscard]] inline LoadedTime under_load(const TimedProduct& product, const TileChoice& choice,
                                           const ConfigurationTime& chosen) {
  const GemmModel& model = *product.model;
  const GemmProblem& p = product.problem;
  const GemmTile& tile = model.constants.tiles[static_cast<std::size_t>(choice.tile)];
  const PowerModel& power = model.power[p.format];
  const ConfigurationTime light = at_clock(
      product, tile.reuse == 1.0 ? chosen : configuration_time(product, choice.tile, choice.splits), power.clock_max);
  LoadedTime out{.time = light, .clock = power.clock_max};
  const double covered = static_cast<double>(light.tiles) * tile.m * tile.n;
  const double padding = model.board.padding_activity;
  const double activity = padding + (1.0 - padding) * p.batch * p.columns * p.rows / covered;
  const double math_cycles = activity * covered * p.k / (model.rate[p.format] * model.sms);
  const double l2_filled =
      static_cast<double>(light.blocks) / (round_up(static_cast<double>(light.blocks) / model.sms) * model.sms);
  for (int pass = 0; pass < 2; ++pass) {
    const ConfigurationTime& t = out.time;
    const Activity busy{.math = std::min(1.0, math_cycles / (t.total * out.clock)),
                        .l2 = std::min(1.0, activity * l2_filled * t.l2 / t.total),
                        .dram = std::min(1.0, t.dram_bytes / (t.total * model.dram_bandwidth))};
    out.clock = model.load == Load::sustained ? sustained_clock(power, busy)
                                              : burst_clock(power, busy, model.repetitions * t.total);
    if (out.clock >= power.clock_max) return {.time = light, .clock = power.clock_max};
    out.time = at_clock(product, light, out.clock);
  }
  return out;
}
}  // namespace detail

/// Seconds of a product with a given tile and split at the clock that its load leaves.
/// @pre the product is timed at the highest clock
[[nodiscard]] inline double seconds_of(const TimedProduct& product, const TileChoice& choice) {
  return detail::under_load(product, choice, configuration_time(product, choice.tile, choice.splits)).time.total;
}
[[nodiscard]] inline double seconds_of(const GemmModel& model, const GemmProblem& p, const TileChoice& choice) {
  return seconds_of(timed_product(model, p, model.power[p.format].clock_max), choice);
}

}  // namespace perfmodel

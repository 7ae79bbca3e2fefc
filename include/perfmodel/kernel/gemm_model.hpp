#pragma once
#include <perfmodel/device/device.hpp>
#include <perfmodel/kernel/choice_trees.hpp>
#include <perfmodel/kernel/clock.hpp>
#include <perfmodel/kernel/gemm_family.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>

namespace perfmodel {

inline constexpr int max_splits = 64;

/// Repetitions back to back after which an isolated kernel is thought to be timed.
inline constexpr double isolated_repetitions = 20.0;

/// What a pass over all tiles of a family needs of each, side by side and in single precision: such a loop runs four
/// tiles at a time on vector units. Elements behind the last tile are 1, so that they divide without harm.
struct TileColumns {
  using Column = std::array<float, max_gemm_tiles>;
  Column m{}, n{}, slab{};                              ///< slab: k of the tile's slices together
  Column per_m{}, per_n{}, per_slab{};                  ///< 1 / m, 1 / n, 1 / slab: products cost less than quotients
  Column latency{};                                     ///< latency_warps over the warps of a block
  Column waits{}, fine_waits{};                         ///< 1 / (slab x slabs under way), of tiles that are not fine and that are
  std::array<Column, number_format_count> resident{};   ///< thread blocks per SM
  std::array<Column, number_format_count> rounds{};     ///< 1 / resident
  std::array<Column, number_format_count> slowness{};   ///< 1 / (efficiency x hiding with all resident)
  std::array<Column, number_format_count> busy{};       ///< slowness as all slots are taken
  std::array<Column, choice_class_count> preference{};  ///< what the library's choice weighs the time of a tile with
  std::array<Column, choice_class_count> split_preference{};  ///< likewise, the least of any split of K
  Column unweighed{};                                   ///< 1: the fastest choice weighs nothing
};

/// One kernel family on one card, in plain numbers, so that a prediction needs no allocation and no unit conversion.
/// Immutable after make_gemm_model(): threads may share it.
struct GemmModel {
  GemmConstants constants{};
  Load load{};
  Knowledge knowledge{};
  double repetitions{isolated_repetitions};        ///< back to back before an isolated kernel is timed
  double sms{}, l2_bytes{};
  double dram_bandwidth{};                         ///< of long streams
  std::array<double, number_format_count> rate{};  ///< multiply-accumulates per clock and SM; 0: cannot
  std::array<PowerModel, number_format_count> power{};
  /// thread blocks per SM by format and tile
  std::array<std::array<std::uint8_t, max_gemm_tiles>, number_format_count> resident{};
  std::array<std::array<double, choice_class_count>, max_gemm_tiles> preference_factor{};  ///< exp of the preferences
  std::array<double, max_gemm_tiles> tile_split_factor{};                                  ///< likewise, of any split in this tile
  std::array<double, max_splits + 1> split_factor{};                                       ///< likewise, by splits
  /// 1 / efficiency, by format and tile
  std::array<std::array<double, max_gemm_tiles>, number_format_count> tile_slowness{};
  std::array<double, max_gemm_tiles> arrival{};        ///< by tile: 1 / (slab x slabs under way)
  double tie{1.0};                                     ///< (a^p + b^p)^(1/p) of the smooth maximum is never below tie x (a + b)
  std::array<std::span<const ChoiceNode>, product_kind_count> trees{};  ///< what the library says it launches, by ProductKind; empty: unknown
  std::array<double, choice_class_count> regret_factor{1, 1, 1};  ///< exp of ChoiceRule::regret
  std::array<double, choice_class_count> wave_regret{}, spread{};  ///< likewise
  double least_split_factor{1.0};                      ///< of split_factor
  TileColumns columns{};
  double l2_period{};                                  ///< 1 / (bytes per clock and SM)
  double dram_fill_sms{};                              ///< SMs that saturate the memory
};

/// Thread blocks of this tile that one SM holds. CUDA C++ Programming Guide, "Multiprocessor Level".
[[nodiscard]] inline int resident_blocks(const OccupancyLimits& limits, const GemmTile& tile, NumberFormat format) {
  const double shared = static_cast<double>(tile.stages) * (tile.m + tile.n) * tile.k * tile.slices * bits(format) / 8.0;
  const double by_shared = in(limits.shared_memory_per_sm, byte) / shared;
  const double by_registers = in(limits.registers_per_sm, byte) / (4.0 * tile.registers * tile.threads);
  const double by_threads = static_cast<double>(limits.threads_per_sm) / tile.threads;
  return std::max(1, static_cast<int>(std::min({by_shared, by_registers, by_threads,
                                                static_cast<double>(limits.blocks_per_sm)})));
}

[[nodiscard]] inline TileColumns tile_columns(const GemmModel& model) {
  TileColumns out;
  for (TileColumns::Column* column : {&out.m, &out.n, &out.slab, &out.per_m, &out.per_n, &out.per_slab, &out.latency, &out.unweighed})
    column->fill(1.0F);
  for (std::size_t f = 0; f < number_format_count; ++f)
    for (TileColumns::Column* column : {&out.resident[f], &out.rounds[f], &out.slowness[f], &out.busy[f]}) column->fill(1.0F);
  for (std::size_t j = 0; j < choice_class_count; ++j) out.preference[j].fill(1.0F), out.split_preference[j].fill(1.0F);
  for (std::size_t i = 0; i < static_cast<std::size_t>(model.constants.tile_count); ++i) {
    const GemmTile& tile = model.constants.tiles[i];
    const double latency = model.constants.latency_warps * 32.0 / tile.threads;
    out.m[i] = static_cast<float>(tile.m), out.n[i] = static_cast<float>(tile.n);
    out.slab[i] = static_cast<float>(tile.k * tile.slices);
    out.per_m[i] = 1.0F / out.m[i], out.per_n[i] = 1.0F / out.n[i], out.per_slab[i] = 1.0F / out.slab[i];
    for (std::size_t j = 0; j < choice_class_count; ++j) {
      out.preference[j][i] = static_cast<float>(model.preference_factor[i][j]);
      out.split_preference[j][i] = static_cast<float>(model.preference_factor[i][j] * model.least_split_factor * model.tile_split_factor[i]);
    }
    out.latency[i] = static_cast<float>(latency);
    (tile.fine ? out.fine_waits : out.waits)[i] = static_cast<float>(model.arrival[i]);
    for (std::size_t f = 0; f < number_format_count; ++f) {
      const double resident = model.resident[f][i];
      out.resident[f][i] = static_cast<float>(resident);
      out.rounds[f][i] = static_cast<float>(1.0 / resident);
      out.slowness[f][i] = static_cast<float>(model.tile_slowness[f][i] / (1.0 + latency / resident));
      out.busy[f][i] = static_cast<float>(model.tile_slowness[f][i]);
    }
  }
  return out;
}

namespace detail {
/// Rates, power, and what of each tile depends on the card.
inline void set_rates(GemmModel& model, const Device& device, const ProcessConstants& process, const BoardConstants& board) {
  const GemmConstants& c = model.constants;
  for (const NumberFormat format : all_number_formats) {
    const std::size_t f = index(format);
    model.rate[f] = c.rate_factor * in(device.rates(c.unit, format), mac / (cycle * sm));
    model.power[f] = make_power_model(device, process, board, c.unit, format, c.l2_bytes_per_clock);
    // What a tile loses is time to feed the math units: the slower they are, the smaller its share.
    const double feeding = c.reference_rate > 0.0 && model.rate[f] > 0.0 ? model.rate[f] * bits(format) / (16.0 * c.reference_rate) : 1.0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(c.tile_count); ++i) {
      model.resident[f][i] = static_cast<std::uint8_t>(resident_blocks(device.occupancy, c.tiles[i], format));
      model.tile_slowness[f][i] = 1.0 + feeding * (1.0 / c.tiles[i].efficiency - 1.0);
    }
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(c.tile_count); ++i) {
    const GemmTile& tile = c.tiles[i];
    model.arrival[i] = 1.0 / (tile.k * tile.slices * std::max(1, tile.stages - 1));
  }
  model.tie = std::exp2(std::exp2(-c.norm_doublings) - 1.0);
  model.l2_period = 1.0 / c.l2_bytes_per_clock;
  model.dram_fill_sms = c.dram_fill * model.sms;
}

/// What a version of the library prefers, as factors.
inline void set_choice(GemmModel& model, const ChoiceRule& choice) {
  for (std::size_t i = 0; i < max_gemm_tiles; ++i) {
    for (std::size_t j = 0; j < choice_class_count; ++j) model.preference_factor[i][j] = std::exp(choice.preference[i][j]);
    model.tile_split_factor[i] = std::exp(choice.tile_split[i]);
  }
  for (std::size_t j = 0; j < choice_class_count; ++j) model.regret_factor[j] = std::exp(choice.regret[j]);
  model.wave_regret = choice.wave_regret;
  model.spread = choice.spread;
  model.split_factor.fill(1.0);
  for (int s = 2; s <= max_splits; ++s)
    model.split_factor[static_cast<std::size_t>(s)] = std::exp(choice.split_preference + choice.split_log_preference * std::log(s));
  model.least_split_factor = *std::min_element(model.split_factor.begin() + 2, model.split_factor.end());
}

/// What the library says it launches, by kind of product.
inline void set_trees(GemmModel& model) {
  const auto answers = [&](ProductKind kind) {
    const ChoiceTree* tree = nearest_tree(choice_trees, model.constants.family, kind, model.sms);
    return tree == nullptr ? std::span<const ChoiceNode>{} : tree->nodes;
  };
  for (const ProductKind kind : {ProductKind::single, ProductKind::batched, ProductKind::with_bias})
    model.trees[static_cast<std::size_t>(kind)] = answers(kind);
  std::span<const ChoiceNode>& with_bias = model.trees[static_cast<std::size_t>(ProductKind::with_bias)];
  if (with_bias.empty()) with_bias = answers(ProductKind::single);  // nobody asked: as without
}

[[nodiscard]] constexpr Knowledge knowledge_of(const GemmConstants& constants, std::string_view device) {
  bool any = false;
  for (const std::string_view card : constants.calibrated_on) {
    any = any || !card.empty();
    if (!card.empty() && card == device) return Knowledge::calibrated;
  }
  return any ? Knowledge::same_family : Knowledge::datasheet;
}
}  // namespace detail

/// The constants of a family on a card.  @pre device.sms, dram_bandwidth, l2 > 0 (the device reader guarantees it)
[[nodiscard]] inline GemmModel make_gemm_model(const Device& device, const GemmConstants& constants, const ProcessConstants& process,
                                               const BoardConstants& board, Load load, const ChoiceRule& choice) {
  GemmModel model{.constants = constants,
                  .load = load,
                  .knowledge = detail::knowledge_of(constants, device.name),
                  .sms = in(device.sms, sm),
                  .l2_bytes = in(device.l2, byte),
                  .dram_bandwidth = process.dram_efficiency * in(device.dram_bandwidth, byte / second)};
  detail::set_rates(model, device, process, board);
  detail::set_choice(model, choice);
  detail::set_trees(model);
  model.columns = tile_columns(model);
  return model;
}

}  // namespace perfmodel

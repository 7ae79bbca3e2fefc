#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <perfmodel/device/architecture.hpp>
#include <perfmodel/device/device.hpp>
#include <perfmodel/device/hardware.hpp>
#include <perfmodel/pricing/clock.hpp>
#include <perfmodel/pricing/gemm/choice_trees.hpp>
#include <perfmodel/pricing/gemm/family.hpp>
#include <perfmodel/pricing/gemm/tile_terms.hpp>
#include <span>
#include <string_view>

namespace perfmodel {

inline constexpr int max_splits = 64;

/// Repetitions back to back after which an isolated kernel is thought to be timed.
inline constexpr double isolated_repetitions = 20.0;

/// One kernel family on one card, in plain numbers, so that a prediction needs no allocation and no unit conversion.
/// Immutable after make_gemm_model(): threads may share it.
struct GemmModel {
  GemmConstants constants{};
  SharedGemmConstants shared{};
  BoardConstants board{};
  Load load{};
  Evidence evidence{};
  bool thin_kernels{};                       ///< products of few rows and with vectors run as thin_kernels.hpp says
  double repetitions{isolated_repetitions};  ///< back to back before an isolated kernel is timed
  double sms{}, l2_bytes{};
  double l2_partitions{1.0};
  double l2_share{1.0};          ///< of what all SMs' ports could read from the L2, what it gives them together
  double store_slowdown{1.0};    ///< time of the memory for a byte that is written, over one that is read
  double dram_bandwidth{};       ///< of long streams
  double published_bandwidth{};  ///< which no stream exceeds
  double dram_fill_sms{};        ///< SMs that saturate the memory
  double tie{1.0};               ///< (a^p + b^p)^(1/p) of the smooth maximum is never below tie x (a + b)
  std::array<double, number_format_count> rate{};       ///< multiply-accumulates per clock and SM; 0: cannot
  std::array<double, number_format_count> peak_rate{};  ///< likewise, published, which no kernel exceeds
  std::array<PowerModel, number_format_count> power{};
  std::array<TileTerms<double>, max_gemm_tiles> tiles{};
  TileLanes<TileTerms> tile_lanes{};
  std::array<std::array<TileRates<double>, max_gemm_tiles>, number_format_count> tile_rates{};
  std::array<TileLanes<TileRates>, number_format_count> tile_rate_lanes{};
  std::array<std::span<const ChoiceNode>, product_kind_count>
      trees{};  ///< what the library says it launches, by ProductKind; empty: unknown
  std::array<std::array<double, choice_class_count>, max_gemm_tiles> preference_factor{};  ///< exp of the preferences
  std::array<double, max_gemm_tiles> tile_split_factor{};          ///< likewise, of any split in this tile
  std::array<double, max_splits + 1> split_factor{};               ///< likewise, by splits
  std::array<PerTile, choice_class_count> least_factor{};          ///< what a choice multiplies a tile's time by
  std::array<PerTile, choice_class_count> least_split_factor{};    ///< likewise, the least of any split of K
  std::array<double, choice_class_count> regret_factor{1, 1, 1};   ///< exp of ChoiceRule::regret
  std::array<double, choice_class_count> wave_regret{}, spread{};  ///< ChoiceRule's
};

/// Thread blocks of this tile that one SM holds. CUDA C++ Programming Guide, "Multiprocessor Level".
[[nodiscard]] inline int resident_blocks(const OccupancyLimits& limits, const GemmTile& tile, NumberFormat format) {
  const double shared =
      static_cast<double>(tile.stages) * (tile.m + tile.n) * tile.k * tile.slices * bits(format) / 8.0;
  const double by_shared = in(limits.shared_memory_per_sm, byte) / shared;
  const double by_registers =
      in(limits.registers_per_sm, byte) / (hardware::register_bytes * tile.registers * tile.threads);
  const double by_threads = static_cast<double>(limits.threads_per_sm) / tile.threads;
  return std::max(
      1, static_cast<int>(std::min({by_shared, by_registers, by_threads, static_cast<double>(limits.blocks_per_sm)})));
}

namespace detail {
/// Rates, power, and what of each tile depends on the card.
inline void set_rates(GemmModel& model, const Device& device, const ProcessConstants& process,
                      const BoardConstants& board) {
  const GemmConstants& c = model.constants;
  const auto count = static_cast<std::size_t>(c.tile_count);
  for (std::size_t i = 0; i < count; ++i) model.tiles[i] = tile_terms(c, c.tiles[i]);
  for (const NumberFormat format : all_number_formats) {
    const std::size_t f = index(format);
    model.peak_rate[f] = in(summed_rate(device, c.unit, format), mac / (cycle * sm));
    model.rate[f] = c.rate_factor * model.peak_rate[f];
    model.power[f] = make_power_model(device, process, board, c.unit, format, c.l2_bytes_per_clock * process.l2_share);
    for (std::size_t i = 0; i < count; ++i) {
      const double resident = resident_blocks(device.occupancy, c.tiles[i], format);
      const double hiding = 1.0 + model.tiles[i].warp_latency / resident;
      model.tile_rates[f][i] = {.resident = Divisor<double>(resident),
                                .slowness = tile_slowness(c, c.tiles[i], model.rate[f], format) / hiding};
    }
    model.tile_rate_lanes[f] = in_lanes<TileRates>(model.tile_rates[f], c.tile_count);
  }
  model.tile_lanes = in_lanes<TileTerms>(model.tiles, c.tile_count);
  model.dram_fill_sms = c.dram_fill * model.sms;
  model.tie = std::exp2(std::exp2(-c.norm_doublings) - 1.0);
}

/// What a version of the library prefers, as factors.
inline void set_choice(GemmModel& model, const ChoiceRule& choice) {
  for (std::size_t i = 0; i < max_gemm_tiles; ++i) {
    for (std::size_t j = 0; j < choice_class_count; ++j)
      model.preference_factor[i][j] = std::exp(choice.preference[i][j]);
    model.tile_split_factor[i] = std::exp(choice.tile_split[i]);
  }
  for (std::size_t j = 0; j < choice_class_count; ++j) model.regret_factor[j] = std::exp(choice.regret[j]);
  model.wave_regret = choice.wave_regret;
  model.spread = choice.spread;
  model.split_factor.fill(1.0);
  for (int s = 2; s <= max_splits; ++s)
    model.split_factor[static_cast<std::size_t>(s)] =
        std::exp(choice.split_preference + choice.split_log_preference * std::log(s));
  const double least_split = *std::min_element(model.split_factor.begin() + 2, model.split_factor.end());
  for (std::size_t j = 0; j < choice_class_count; ++j)
    for (std::size_t i = 0; i < max_gemm_tiles; ++i) {
      const double factor = model.preference_factor[i][j];
      model.least_factor[j][i] = static_cast<float>(factor);
      model.least_split_factor[j][i] = static_cast<float>(factor * least_split * model.tile_split_factor[i]);
    }
}

/// What the library says it launches, by kind of product.
inline void set_trees(GemmModel& model, std::span<const GemmChoiceTree> trees) {
  const auto answers = [&](ProductKind kind) {
    const GemmChoiceTree* tree = nearest_tree(trees, model.constants.family, kind, model.sms);
    return tree == nullptr ? std::span<const ChoiceNode>{} : tree->nodes;
  };
  for (const ProductKind kind : {ProductKind::single, ProductKind::batched, ProductKind::with_bias})
    model.trees[static_cast<std::size_t>(kind)] = answers(kind);
  std::span<const ChoiceNode>& with_bias = model.trees[static_cast<std::size_t>(ProductKind::with_bias)];
  if (with_bias.empty()) with_bias = answers(ProductKind::single);  // nobody asked: as without
}
}  // namespace detail

/// The constants of a family on a card. The model refers to `trees`.  @pre device.sms, dram_bandwidth, l2 > 0 (the
/// device reader guarantees it)
[[nodiscard]] inline GemmModel make_gemm_model(const Device& device, const GemmConstants& constants,
                                               const SharedGemmConstants& shared, const ProcessConstants& process,
                                               const BoardConstants& board, Load load, const ChoiceRule& choice,
                                               std::span<const GemmChoiceTree> trees = choice_trees()) {
  const bool checked = keeps_check_bits(device);
  GemmModel model{.constants = constants,
                  .shared = shared,
                  .board = board,
                  .load = load,
                  .evidence = evidence_of(constants.calibrated_on, device),
                  .sms = in(device.sms, sm),
                  .l2_bytes = in(device.l2, byte),
                  .l2_partitions = architecture_of(device).l2_partitions,
                  .l2_share = process.l2_share,
                  .store_slowdown = checked ? process.store_slowdown : 1.0,
                  .dram_bandwidth = process.dram_efficiency / (checked ? 1.0 : 1.0 - process.check_bits) *
                                    in(device.dram_bandwidth, byte / second),
                  .published_bandwidth = in(device.dram_bandwidth, byte / second)};
  detail::set_rates(model, device, process, board);
  detail::set_choice(model, choice);
  detail::set_trees(model, trees);
  return model;
}

}  // namespace perfmodel

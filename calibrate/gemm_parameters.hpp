#pragma once
#include <perfmodel/calibration/gemm_fit.hpp>
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace perfmodel {

/// The constants that data can move, family by family, with bounds and priors on their logarithms. The priors' widths say
/// how far physics lets a constant stray: efficiencies a few per cent, fixed costs and preferences more.
class GemmParameters {
 public:
  using Families = std::vector<GemmFamily>;

  /// A common factor on a scalar constant of some families.
  template <class Member>
  void factor(const std::string& name, double low, double high, double sigma, const Families& families, Member member) {
    list.push_back({.name = name,
                    .apply =
                        [families, member](GemmTable& table, double theta) {
                          for (const GemmFamily f : families) table.families[at(f)].*member *= std::exp(theta);
                        },
                    .low = low, .high = high, .sigma = sigma, .families = families});
  }
  /// Likewise on one element of an array constant, except in the first element's place nothing is assumed.
  template <class Member>
  void element(const std::string& name, double low, double high, double sigma, const Families& families, Member member,
               std::size_t position) {
    list.push_back({.name = name,
                    .apply =
                        [families, member, position](GemmTable& table, double theta) {
                          for (const GemmFamily f : families)
                            (table.families[at(f)].*member)[position] *= std::exp(theta);
                        },
                    .low = low, .high = high, .sigma = sigma, .families = families});
  }
  /// A common factor on the efficiency of one tile (all tiles: tile < 0), never above 1.
  void efficiency(const std::string& name, double sigma, const Families& families, int tile) {
    list.push_back({.name = name,
                    .apply =
                        [families, tile](GemmTable& table, double theta) {
                          for (const GemmFamily f : families) {
                            GemmConstants& c = table.families[at(f)];
                            for (int i = tile < 0 ? 0 : tile; i < (tile < 0 ? c.tile_count : tile + 1); ++i) {
                              if (i >= c.tile_count) continue;
                              double& e = c.tiles[static_cast<std::size_t>(i)].efficiency;
                              e = std::min(1.0, e * std::exp(theta));
                            }
                          }
                        },
                    .low = -1.0, .high = 0.5, .sigma = sigma, .families = families});
  }
  /// What blocks of one tile share of the family's window.
  void reuse(const std::string& name, double sigma, GemmFamily family, std::size_t tile) {
    list.push_back({.name = name,
                    .apply = [family, tile](GemmTable& table, double theta) { table.families[at(family)].tiles[tile].reuse *= std::exp(theta); },
                    .low = -3.5, .high = 1.0, .sigma = sigma, .families = {family}});
  }
  /// What a block of one tile takes beside the family's block_cycles.
  void start(const std::string& name, GemmFamily family, std::size_t tile) {
    list.push_back({.name = name,
                    .apply = [family, tile](GemmTable& table, double theta) { table.families[at(family)].tiles[tile].start_cycles *= std::exp(theta); },
                    .low = -1.5, .high = 1.0, .sigma = 0.5, .families = {family}});
  }
  template <class Member>
  void process(const std::string& name, double low, double high, double sigma, const std::vector<std::size_t>& rows,
               Member member) {
    list.push_back({.name = name,
                    .apply = [rows, member](GemmTable& table,
                                            double theta) { for (const std::size_t r : rows) table.processes[r].*member *= std::exp(theta); },
                    .low = low, .high = high, .sigma = sigma});
  }
  /// Energy of CUDA cores and of the L2 together: both follow the manufacturing process.
  void core_energy(const std::string& name, double sigma, const std::vector<std::size_t>& rows) {
    list.push_back({.name = name,
                    .apply =
                        [rows](GemmTable& table, double theta) {
                          for (const std::size_t r : rows) {
                            table.processes[r].cuda_core_energy *= std::exp(theta);
                            table.processes[r].l2_energy *= std::exp(theta);
                          }
                        },
                    .low = -1.0, .high = 1.0, .sigma = sigma});
  }
  template <class Member>
  void board(const std::string& name, double low, double high, double sigma, Member member) {
    list.push_back({.name = name, .apply = [member](GemmTable& table, double theta) { table.board.*member *= std::exp(theta); },
                    .low = low, .high = high, .sigma = sigma});
  }

  /// What every family has. `wide` scales the priors: 1 for what is shared, less for what one family adds to its group.
  void common(const std::string& name, const Families& f, double wide) {
    factor(name + ".block_cycles", -2.5, 1.5, wide, f, &GemmConstants::block_cycles);
    factor(name + ".epilogue_cycles", -3.0, 2.5, wide, f, &GemmConstants::epilogue_cycles);
    factor(name + ".l2_bytes_per_clock", -1.5, 1.0, 0.6 * wide, f, &GemmConstants::l2_bytes_per_clock);
    factor(name + ".l2_capacity", -1.5, 0.4, 0.5 * wide, f, &GemmConstants::l2_capacity);
    factor(name + ".dram_efficiency", -0.5, 0.1, 0.1 * wide, f, &GemmConstants::dram_efficiency);
    factor(name + ".dram_fill", -1.5, 0.6, 0.5 * wide, f, &GemmConstants::dram_fill);
    factor(name + ".reuse_window", -1.5, 1.5, 0.4 * wide, f, &GemmConstants::reuse_window);
    factor(name + ".store_exposed", -2.0, 0.22, 0.3, f, &GemmConstants::store_exposed);
    factor(name + ".split_seconds", -2.5, 2.0, 0.7 * wide, f, &GemmConstants::split_seconds);
  }

  std::vector<FitParameter> list{};

 private:
  static std::size_t at(GemmFamily family) { return static_cast<std::size_t>(family); }
};

/// FP32 on CUDA cores of Pascal to Ampere, and the power of their chips.
[[nodiscard]] inline std::vector<FitParameter> simt_parameters(const GemmTable& base) {
  using enum GemmFamily;
  GemmParameters p;
  const std::vector<GemmFamily> all{maxwell_sgemm, volta_sgemm, turing_sgemm, ampere_sgemm};
  for (int i = 0; i < 8; ++i) p.efficiency("simt.efficiency" + std::to_string(i), 0.06, all, i);
  p.common("simt", all, 1.0);
  p.factor("simt.latency_warps", -3.0, 2.5, 1.0, all, &GemmConstants::latency_warps);
  p.factor("simt.partial_store", 0.0, 1.0, 0.3, all, &GemmConstants::partial_store);
  p.factor("simt.line_bytes", -1.4, 0.7, 0.2, all, &GemmConstants::line_bytes);
  // Turing runs Volta's kernels: one group, but for the choice of tiles.
  for (const std::vector<GemmFamily>& own : {std::vector<GemmFamily>{maxwell_sgemm}, {volta_sgemm, turing_sgemm}, {ampere_sgemm}}) {
    const std::string n(name(own.front()));
    p.efficiency(n + ".efficiency", 0.015, own, -1);
    for (int i = 0; i < base.families[static_cast<std::size_t>(own.front())].tile_count; ++i)
      p.efficiency(n + ".efficiency" + std::to_string(i), 0.03, own, i);
    p.common(n, own, 0.4);
    p.factor(n + ".latency_warps", -3.0, 2.5, 0.4, own, &GemmConstants::latency_warps);
    p.factor(n + ".partial_store", -0.7, 0.7, 0.3, own, &GemmConstants::partial_store);
    p.factor(n + ".line_bytes", -1.4, 0.7, 0.2, own, &GemmConstants::line_bytes);
  }
  // V100: 64 x 64 outputs of two warps, eight blocks on each of 80 SMs: 10 KiB of L2 for each. A T4 with as many per byte does not want it.
  p.reuse("volta_sgemm.reuse2", 1.0, volta_sgemm, 2);
  // Where the T4's rows, which scatter more, say something else: the V100's own, so that they carry to no other card.
  p.factor("volta_sgemm.own.reuse_window", -2.0, 2.5, 1.0, {volta_sgemm}, &GemmConstants::reuse_window);
  p.factor("volta_sgemm.own.latency_warps", -3.0, 2.5, 1.0, {volta_sgemm}, &GemmConstants::latency_warps);
  for (int i = 0; i < 8; ++i) p.efficiency("volta_sgemm.own.efficiency" + std::to_string(i), 0.03, {volta_sgemm}, i);
  p.factor("ampere_sgemm.issue_overhead", -1.5, 1.0, 0.3, {ampere_sgemm}, &GemmConstants::issue_overhead);
  p.core_energy("core_energy", 0.3, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  p.core_energy("core_energy.12nm", 0.15, {3, 4});
  p.core_energy("core_energy.7nm", 0.15, {5});
  p.core_energy("core_energy.8nm", 0.15, {6});
  p.core_energy("core_energy.4nm", 0.15, {7, 8, 9});
  p.core_energy("core_energy.hopper", 0.15, {8});
  p.process("l2_energy", -1.5, 1.2, 0.3, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, &ProcessConstants::l2_energy);
  for (const std::size_t row : {2u, 3u, 4u, 5u})
    p.process("dram_efficiency" + std::to_string(row), -0.3, 0.1, 0.05, {row}, &ProcessConstants::dram_efficiency);
  p.board("idle_share", -0.7, 0.7, 0.2, &BoardConstants::idle_share);
  p.board("idle_power", -1.5, 1.0, 0.2, &BoardConstants::idle_power);
  p.board("voltage_floor", -0.3, 0.3, 0.05, &BoardConstants::voltage_floor);
  p.board("voltage_knee", -0.7, 0.3, 0.1, &BoardConstants::voltage_knee);
  p.board("burst_power", -0.4, 0.7, 0.2, &BoardConstants::burst_power);
  return p.list;
}

/// What Pascal's CUDA cores burn: no row of the P100 ran at its power limit, squares of a P4 did.
[[nodiscard]] inline std::vector<FitParameter> pascal_power_parameters() {
  GemmParameters p;
  p.core_energy("core_energy.16nm", 0.3, {2});
  return p.list;
}

/// What tensor cores of Hopper and Blackwell burn, from published rates and rows under sustained load.
[[nodiscard]] inline std::vector<FitParameter> tensor_power_parameters() {
  GemmParameters p;
  for (const std::size_t row : {8u, 9u})
    p.process("tensor_energy" + std::to_string(row), -1.0, 1.0, 0.3, {row}, &ProcessConstants::tensor_energy);
  return p.list;
}

/// FP16 on tensor cores of Volta and Turing: one group, with the power of their common process.
[[nodiscard]] inline std::vector<FitParameter> early_tensor_parameters(const GemmTable& base) {
  using enum GemmFamily;
  GemmParameters p;
  const std::vector<GemmFamily> both{volta_s884, turing_s1688};
  p.efficiency("early_tensor.efficiency", 0.10, both, -1);
  for (int i = 0; i < base.families[static_cast<std::size_t>(volta_s884)].tile_count; ++i)
    p.efficiency("early_tensor.efficiency" + std::to_string(i), 0.06, both, i);
  p.common("early_tensor", both, 1.0);
  p.factor("early_tensor.latency_warps", -3.0, 3.0, 1.0, both, &GemmConstants::latency_warps);
  p.factor("early_tensor.launch_seconds", -1.0, 1.0, 0.3, both, &GemmConstants::launch_seconds);
  p.process("tensor_energy.12nm", -1.0, 1.0, 0.4, {3, 4}, &ProcessConstants::tensor_energy);
  p.board("tensor_l2_share", -2.0, 1.0, 0.5, &BoardConstants::tensor_l2_share);
  for (const GemmFamily f : both) p.efficiency(std::string(name(f)) + ".efficiency", 0.04, {f}, -1);
  return p.list;
}

/// Tiles of a family that run only products with a bias.
[[nodiscard]] inline std::vector<FitParameter> bias_tile_parameters(const GemmTable& base, GemmFamily family) {
  GemmParameters p;
  const GemmConstants& c = base.families[static_cast<std::size_t>(family)];
  for (int i = plain_tile_count(c); i < c.tile_count; ++i) {
    const std::string n = std::string(name(family)) + ".bias_tile" + std::to_string(i);
    p.efficiency(n + ".efficiency", 0.5, {family}, i);
    if (c.tiles[static_cast<std::size_t>(i)].start_cycles > 0.0) p.start(n + ".start_cycles", family, static_cast<std::size_t>(i));
  }
  return p.list;
}

/// One family that shares nothing with another.
[[nodiscard]] inline std::vector<FitParameter> family_parameters(const GemmTable& base, GemmFamily family) {
  GemmParameters p;
  const GemmConstants& c = base.families[static_cast<std::size_t>(family)];
  const std::string n(name(family));
  p.efficiency(n + ".efficiency", 0.15, {family}, -1);
  for (int i = 0; i < plain_tile_count(c); ++i) {
    const GemmTile& tile = c.tiles[static_cast<std::size_t>(i)];
    p.efficiency(n + ".efficiency" + std::to_string(i), tile.m * tile.n >= 128 * 128 ? 0.03 : 0.10, {family}, i);
  }
  p.common(n, {family}, 1.0);
  p.factor(n + ".latency_warps", -3.0, 3.0, 1.0, {family}, &GemmConstants::latency_warps);
  p.factor(n + ".launch_seconds", -1.0, 1.0, 0.3, {family}, &GemmConstants::launch_seconds);
  p.factor(n + ".vector_efficiency", -1.5, 0.2, 0.3, {family}, &GemmConstants::vector_efficiency);
  for (const std::size_t layout : {0u, 2u}) p.element(n + ".layout_efficiency" + std::to_string(layout), -0.7, 0.5, 0.2, {family}, &GemmConstants::layout_efficiency, layout);
  const bool whole_sectors = family == GemmFamily::kepler_sgemm || family == GemmFamily::dgemm;  // all of the K40's rows
  for (std::size_t a = 0; a < (whole_sectors ? 0U : 5U); ++a) {
    p.element(n + ".alignment_store" + std::to_string(a), -0.1, 1.5, 0.4, {family}, &GemmConstants::alignment_store, a);
    p.element(n + ".alignment_math" + std::to_string(a), -2.0, 0.6, 0.3, {family}, &GemmConstants::alignment_math, a);
    p.element(n + ".alignment_traffic" + std::to_string(a), -0.2, 1.5, 0.3, {family}, &GemmConstants::alignment_traffic, a);
  }
  if (family == GemmFamily::ampere_s16816) {  // its rows ran at the power limit, and published ones of its other processes
    for (const std::size_t row : {5u, 6u, 7u})
      p.process("tensor_energy" + std::to_string(row), -1.0, 1.0, 0.3, {row}, &ProcessConstants::tensor_energy);
  }
  if (c.split_part_seconds > 0.0) {
    p.factor(n + ".split_traffic", -2.0, 0.5, 0.5, {family}, &GemmConstants::split_traffic);
    p.factor(n + ".split_part_seconds", -3.0, 2.5, 1.0, {family}, &GemmConstants::split_part_seconds);
  }
  if (c.slab_wait > 0.0) {
    p.factor(n + ".slab_wait", -2.5, 1.5, 0.7, {family}, &GemmConstants::slab_wait);
    const bool fine = std::any_of(c.tiles.begin(), c.tiles.end(), [](const GemmTile& tile) { return tile.fine; });
    const bool all = std::all_of(c.tiles.begin(), c.tiles.begin() + c.tile_count, [](const GemmTile& tile) { return tile.fine; });
    for (const std::size_t layout : {0u, 1u, 2u})
      if (fine && (!all || layout != 1))
        p.element(n + ".fine_wait" + std::to_string(layout), -2.0, 2.0, 0.7, {family}, &GemmConstants::fine_wait, layout);
    if (c.copy_cycles > 0.0) p.factor(n + ".copy_cycles", -1.0, 1.0, 0.3, {family}, &GemmConstants::copy_cycles);
  }
  if (c.unit == MathUnit::cuda_core) p.factor(n + ".issue_overhead", -2.0, 1.2, 0.5, {family}, &GemmConstants::issue_overhead);
  return p.list;
}

}  // namespace perfmodel

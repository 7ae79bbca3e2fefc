#pragma once
/// What a fit of the GEMM model may move: constants of the field lists (perfmodel/pricing/gemm/fields.hpp), family by
/// family or of several families together, with the bounds and priors that stand there.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <perfmodel/pricing/gemm/fields.hpp>
#include <string>
#include <vector>

#include "calibrate/fit/gemm_fit.hpp"

namespace perfmodel {

class GemmParameters {
 public:
  using Families = std::vector<GemmFamily>;
  using Rows = std::vector<std::size_t>;

  explicit GemmParameters(const GemmTable& table) : base(table) {}

  /// A common factor on each constant that the field list gives to a fit, and on each element of a list.
  /// `tells`: whether data can tell (constants, field, element).
  template <class Tells>
  void constants(const std::string& name, const Families& families, unsigned fit, const Tells& tells) {
    for (const Field<GemmConstants>& field : gemm_fields) {
      GemmConstants start = base.families[at(families.front())];
      for (std::size_t i = 0; i < field.size(start); ++i) {
        if (field.get(start, i) == 0.0 || !tells(start, field, i)) continue;
        add(name + element_name(field, i), field.constant, fit, i, families, [=](GemmTable& table, double theta) {
          for (const GemmFamily f : families) {
            scale(field.at(table.families[at(f)], i), field.constant, theta);
            keep_below_peak(table.families[at(f)]);
          }
        });
      }
    }
  }
  void constants(const std::string& name, const Families& families, unsigned fit) {
    constants(name, families, fit, [](const auto&, const auto&, std::size_t) { return true; });
  }

  /// A common factor on the efficiency of all tiles.
  void efficiency(const std::string& name, double sigma, const Families& families) {
    const FitRange any = *constant_of(gemm_tile_fields, &GemmTile::efficiency).fitted.of(gemm_fit::family);
    list.push_back({.name = name + ".efficiency",
                    .apply =
                        [=](GemmTable& table, double theta) {
                          for (const GemmFamily f : families)
                            for (int i = 0; i < table.families[at(f)].tile_count; ++i)
                              scale_efficiency(table.families[at(f)], static_cast<std::size_t>(i), theta);
                        },
                    .low = any.low,
                    .high = any.high,
                    .sigma = sigma,
                    .families = families});
  }
  /// A common factor on the efficiency of one tile.
  void tile_efficiency(const std::string& name, const Families& families, unsigned fit, std::size_t tile) {
    add(name + ".efficiency" + std::to_string(tile), constant_of(gemm_tile_fields, &GemmTile::efficiency), fit, 0,
        families, [=](GemmTable& table, double theta) {
          for (const GemmFamily f : families)
            if (static_cast<int>(tile) < table.families[at(f)].tile_count)
              scale_efficiency(table.families[at(f)], tile, theta);
        });
  }
  /// A factor on another number of one tile.
  void tile(const std::string& name, GemmFamily family, unsigned fit, std::size_t tile, double GemmTile::*member) {
    const Constant& constant = constant_of(gemm_tile_fields, member);
    if (base.families[at(family)].tiles[tile].*member == 0.0) return;
    add(name + "." + std::string(constant.name) + std::to_string(tile), constant, fit, 0, {family},
        [=](GemmTable& table, double theta) { table.families[at(family)].tiles[tile].*member *= std::exp(theta); });
  }

  void process(const std::string& name, const Rows& rows, unsigned fit, double ProcessConstants::*member) {
    add(name, constant_of(process_fields, member), fit, 0, {}, [=](GemmTable& table, double theta) {
      for (const std::size_t r : rows) scale(table.processes[r].*member, constant_of(process_fields, member), theta);
    });
  }
  /// Energy of CUDA cores and of the L2 together: both follow the manufacturing process.
  void core_energy(const std::string& name, const Rows& rows, unsigned fit) {
    add("core_energy" + name, constant_of(process_fields, &ProcessConstants::cuda_core_energy), fit, 0, {},
        [=](GemmTable& table, double theta) {
          for (const std::size_t r : rows) {
            table.processes[r].cuda_core_energy *= std::exp(theta);
            table.processes[r].l2_energy *= std::exp(theta);
          }
        });
  }
  void board(unsigned fit) {
    for (const Field<BoardConstants>& field : board_fields)
      add(std::string(field.constant.name), field.constant, fit, 0, {},
          [=](GemmTable& table, double theta) { field.at(table.board, 0) *= std::exp(theta); });
  }

  std::vector<FitParameter> list{};

 private:
  static std::size_t at(GemmFamily family) { return static_cast<std::size_t>(family); }

  /// Moves a constant, within what a file may say of it.
  static void scale(double& value, const Constant& constant, double theta) {
    value = std::clamp(value * std::exp(theta), constant.least, constant.most);
  }
  static void scale_efficiency(GemmConstants& c, std::size_t tile, double theta) {
    scale(c.tiles[tile].efficiency, constant_of(gemm_tile_fields, &GemmTile::efficiency), theta);
    keep_below_peak(c);
  }
  /// No tile multiplies faster than its unit: efficiency x layout's factor x alignment's factor is at most 1, whichever
  /// of them a fit moves.
  static void keep_below_peak(GemmConstants& c) {
    double fastest = 0.0;
    for (int i = 0; i < c.tile_count; ++i) fastest = std::max(fastest, c.tiles[static_cast<std::size_t>(i)].efficiency);
    if (fastest == 0.0) return;
    for (double& layout : c.layout_efficiency) layout = std::min(layout, 1.0 / fastest);
    fastest *= *std::max_element(c.layout_efficiency.begin(), c.layout_efficiency.end());
    for (double& alignment : c.alignment_math) alignment = std::min(alignment, 1.0 / fastest);
  }
  [[nodiscard]] static std::string element_name(const Field<GemmConstants>& field, std::size_t i) {
    return "." + std::string(field.constant.name) + (field.list != nullptr ? std::to_string(i) : std::string{});
  }
  template <class T, std::size_t N>
  [[nodiscard]] static const Constant& constant_of(const std::array<Field<T>, N>& fields, double T::*member) {
    return std::find_if(fields.begin(), fields.end(), [&](const Field<T>& f) { return f.number == member; })->constant;
  }
  /// Adds the parameter, where the fit moves the constant.
  void add(const std::string& name, const Constant& constant, unsigned fit, std::size_t element,
           const Families& families, std::function<void(GemmTable&, double)> apply) {
    const FitRange* range = constant.fitted.of(fit);
    if (range == nullptr || (range->elements >> element & 1U) == 0) return;
    list.push_back({.name = name,
                    .apply = std::move(apply),
                    .low = range->low,
                    .high = range->high,
                    .sigma = range->sigma,
                    .families = families});
  }

  const GemmTable& base;
};

/// FP32 on CUDA cores of Pascal to Ampere, and the power of their chips.
[[nodiscard]] inline std::vector<FitParameter> simt_parameters(const GemmTable& base) {
  using enum GemmFamily;
  using namespace gemm_fit;
  GemmParameters p(base);
  constexpr std::size_t tiles = 8;
  const std::vector<GemmFamily> all{maxwell_sgemm, volta_sgemm, turing_sgemm, ampere_sgemm};
  for (std::size_t i = 0; i < tiles; ++i) p.tile_efficiency("simt", all, simt, i);
  p.constants("simt", all, simt);
  // Turing runs Volta's kernels: one group, but for the choice of tiles.
  for (const std::vector<GemmFamily>& own :
       {std::vector<GemmFamily>{maxwell_sgemm}, {volta_sgemm, turing_sgemm}, {ampere_sgemm}}) {
    const std::string n(name(own.front()));
    p.efficiency(n, 0.015, own);
    for (int i = 0; i < base.families[static_cast<std::size_t>(own.front())].tile_count; ++i)
      p.tile_efficiency(n, own, simt_own, static_cast<std::size_t>(i));
    p.constants(n, own, simt_own);
  }
  // V100: 64 x 64 outputs of two warps, eight blocks on each of 80 SMs: 10 KiB of L2 for each. A T4 with as many per
  // byte does not want it.
  p.tile("volta_sgemm", volta_sgemm, volta_own, 2, &GemmTile::reuse);
  // Where the T4's rows, which scatter more, say something else: the V100's own, so that they carry to no other card.
  p.constants("volta_sgemm.own", {volta_sgemm}, volta_own);
  for (std::size_t i = 0; i < tiles; ++i) p.tile_efficiency("volta_sgemm.own", {volta_sgemm}, volta_own, i);
  p.constants("ampere_sgemm", {ampere_sgemm}, ampere_own);
  const GemmParameters::Rows every{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  p.core_energy("", every, simt);
  p.core_energy(".12nm", {3, 4}, gemm_fit::process);
  p.core_energy(".7nm", {5}, gemm_fit::process);
  p.core_energy(".8nm", {6}, gemm_fit::process);
  p.core_energy(".4nm", {7, 8, 9}, gemm_fit::process);
  p.core_energy(".hopper", {8}, gemm_fit::process);
  p.process("l2_energy", every, simt, &ProcessConstants::l2_energy);
  for (const std::size_t row : {2u, 3u, 4u, 5u})
    p.process("dram_efficiency" + std::to_string(row), {row}, gemm_fit::process, &ProcessConstants::dram_efficiency);
  p.board(simt);
  return p.list;
}

/// What Pascal's CUDA cores burn: no row of the P100 ran at its power limit, squares of a P4 did.
[[nodiscard]] inline std::vector<FitParameter> pascal_power_parameters(const GemmTable& base) {
  GemmParameters p(base);
  p.core_energy(".16nm", {2}, gemm_fit::simt);
  return p.list;
}

/// What tensor cores of Hopper and Blackwell burn, from published rates and rows under sustained load.
[[nodiscard]] inline std::vector<FitParameter> tensor_power_parameters(const GemmTable& base) {
  GemmParameters p(base);
  for (const std::size_t row : {8u, 9u})
    p.process("tensor_energy" + std::to_string(row), {row}, gemm_fit::tensor_power, &ProcessConstants::tensor_energy);
  return p.list;
}

/// FP16 on tensor cores of Volta and Turing: one group, with the power of their common process.
[[nodiscard]] inline std::vector<FitParameter> early_tensor_parameters(const GemmTable& base) {
  using enum GemmFamily;
  using gemm_fit::early_tensor;
  GemmParameters p(base);
  const std::vector<GemmFamily> both{volta_s884, turing_s1688};
  p.efficiency("early_tensor", 0.10, both);
  for (int i = 0; i < base.families[static_cast<std::size_t>(volta_s884)].tile_count; ++i)
    p.tile_efficiency("early_tensor", both, early_tensor, static_cast<std::size_t>(i));
  p.constants("early_tensor", both, early_tensor);
  p.process("tensor_energy.12nm", {3, 4}, early_tensor, &ProcessConstants::tensor_energy);
  p.board(early_tensor);
  for (const GemmFamily f : both) p.efficiency(std::string(name(f)), 0.04, {f});
  return p.list;
}

/// Tiles of a family that run only products with a bias.
[[nodiscard]] inline std::vector<FitParameter> bias_tile_parameters(const GemmTable& base, GemmFamily family) {
  GemmParameters p(base);
  const GemmConstants& c = base.families[static_cast<std::size_t>(family)];
  const std::string n = std::string(name(family)) + ".bias_tile";
  for (auto i = static_cast<std::size_t>(plain_tile_count(c)); i < static_cast<std::size_t>(c.tile_count); ++i) {
    p.tile_efficiency(n, {family}, gemm_fit::bias_tile, i);
    p.tile(n, family, gemm_fit::bias_tile, i, &GemmTile::start_cycles);
  }
  return p.list;
}

/// Whether the rows of a family can tell a constant, or one element of a list.
[[nodiscard]] inline bool tells(const GemmConstants& c, const Field<GemmConstants>& field, std::size_t element) {
  const auto is = [&](GemmFamily family) { return c.family == family; };
  const auto named = [&](std::string_view start) { return field.constant.name.starts_with(start); };
  const auto tiles_end = c.tiles.begin() + c.tile_count;
  const auto scalar = [](const GemmTile& tile) { return tile.scalar_copies; };
  if (named("alignment")) return !is(GemmFamily::kepler_sgemm) && !is(GemmFamily::dgemm);  // all rows: whole sectors
  if (named("layout")) return !is(GemmFamily::ampere_s16816);  // the only rows of another layout tell power
  if (named("split_traffic")) return c.split_part_seconds > 0.0;
  if (named("scalar_wait")) {
    constexpr std::size_t usual_layout = 1;  // where all tiles copy scalars, k_block_wait is this one's
    const bool all = std::all_of(c.tiles.begin(), tiles_end, scalar);
    return c.k_block_wait > 0.0 && std::any_of(c.tiles.begin(), tiles_end, scalar) && (!all || element != usual_layout);
  }
  return true;
}

/// One family that shares nothing with another.
[[nodiscard]] inline std::vector<FitParameter> family_parameters(const GemmTable& base, GemmFamily family) {
  GemmParameters p(base);
  const GemmConstants& c = base.families[static_cast<std::size_t>(family)];
  const std::string n(name(family));
  p.efficiency(n, 0.15, {family});
  for (int i = 0; i < plain_tile_count(c); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const bool small = c.tiles[at].m * c.tiles[at].n < 128 * 128;
    p.tile_efficiency(n, {family}, small ? gemm_fit::small_tile : gemm_fit::family, at);
  }
  p.constants(n, {family}, gemm_fit::family, tells);
  if (family ==
      GemmFamily::ampere_s16816)  // its rows ran at the power limit, and published ones of its other processes
  {
    for (const std::size_t row : {5u, 6u, 7u})
      p.process("tensor_energy" + std::to_string(row), {row}, gemm_fit::tensor_power, &ProcessConstants::tensor_energy);
    // The chips with GDDR memory: one organisation of L2 and memory controllers, of which Ada's alone has rows.
    const std::vector<std::size_t> gddr{6, 7};
    for (const std::size_t row : gddr)
      p.process("l2_share" + std::to_string(row), {row}, gemm_fit::process, &ProcessConstants::l2_share);
    p.process("dram_efficiency.gddr", gddr, gemm_fit::process, &ProcessConstants::dram_efficiency);
    p.process("store_slowdown.gddr", gddr, gemm_fit::process, &ProcessConstants::store_slowdown);
    p.process("voltage_floor.ada", {7}, gemm_fit::process, &ProcessConstants::voltage_floor);
    p.process("voltage_knee.ada", {7}, gemm_fit::process, &ProcessConstants::voltage_knee);
  }
  return p.list;
}

}  // namespace perfmodel

#pragma once
/// The stages of the GEMM model's fit: which rows teach which families, in which order, and the error bars of the
/// result.
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "calibrate/fit/gemm_choice_fit.hpp"
#include "calibrate/fit/gemm_data.hpp"
#include "calibrate/fit/gemm_parameters.hpp"
#include "calibrate/fit/gemm_preference_search.hpp"
#include "calibrate/fit/gemm_priors.hpp"
#include "calibrate/fit/gemm_scoreboard.hpp"
#include "calibrate/fit/gemm_solver.hpp"

namespace perfmodel::gemm_stages {

using Keep = std::function<bool(const FitRow&)>;
using enum GemmFamily;

/// Groups of families that a fit renews; the others keep their priors.
struct Groups {
  bool simt = true, early_tensor = true, other = true, hopper = true;
};

[[nodiscard]] inline bool from(const GemmData& data, const FitRow& row, std::string_view source) {
  return data.sources[row.slot].starts_with(source);
}

/// Pairs of a cold and a warm product judge only: taught, they change nothing beyond what other rows do (gemm_warm.csv
/// at a weight of 0, 0.3 and 1 of others: all held-out rows 6.3, 6.4, 6.6 %, warm ones 6.7, 6.8, 6.8).
[[nodiscard]] inline bool of_a_pair(const GemmData& data, const FitRow& row) {
  return from(data, row, "isolated-warm");
}

/// Rows with weights: sources count alike on each card, and within a source scarce sizes (half decades of time) more
/// than common ones.
[[nodiscard]] inline std::vector<FitRow> rows_where(const GemmData& data, const Keep& keep) {
  std::vector<FitRow> rows;
  for (const FitRow& row : data.rows)
    if (keep(row)) rows.push_back(row);
  const auto source = [&](const FitRow& row) { return source_and_card(data, row.slot); };
  const auto bin = [&](const FitRow& row) {
    return std::pair{source(row), std::lround(2.0 * std::log10(row.seconds))};
  };
  std::map<std::pair<std::string, long>, double> bins;
  for (const FitRow& row : rows) bins[bin(row)] += 1.0;
  std::map<std::string, double> sum;
  for (FitRow& row : rows) sum[source(row)] += row.weight = 1.0 / std::sqrt(bins[bin(row)]);
  constexpr double source_weight = 500.0,
                   published_weight = 10.0;  // a handful of rows, whose boards differ by some per cent
  for (FitRow& row : rows)
    row.weight *= (from(data, row, "published") ? published_weight : source_weight) / sum[source(row)];
  return rows;
}

/// Rows of a fit that leaves out shapes. Published squares stay: they are never scored.
[[nodiscard]] inline bool kept(const GemmData& data, const FitRow& row, std::uint64_t parts) {
  return from(data, row, "published") || !held_out(row.gemm, parts);
}

/// Rows whose kernels no decision tree names, so that preferences decide.
[[nodiscard]] inline std::vector<FitRow> without_tree(const std::vector<FitRow>& rows, GemmFamily family) {
  std::vector<FitRow> out;
  for (const FitRow& row : rows)
    if (std::none_of(choice_trees().begin(), choice_trees().end(), [&](const GemmChoiceTree& tree) {
          return (tree.family == family || tree.other == family) && tree.kind == product_kind(row.gemm);
        }))
      out.push_back(row);
  return out;
}

/// Constants under the model's own choice, then the choice under these constants, then the constants again.
inline void fit_and_search(GemmTable& table, const std::vector<FitParameter>& parameters,
                           const std::vector<FitSlot>& slots, const std::vector<FitRow>& rows, GemmFamily family,
                           LibraryVersion library) {
  constexpr std::size_t too_many_to_search = 4600;
  GemmTable first = fit_gemm(table, parameters, slots, rows, 3);
  const std::vector<FitRow> searched = without_tree(rows, family);
  if (searched.empty() || searched.size() > too_many_to_search) {
    table = first;
    return;
  }
  search_preferences(first, slots, searched, family, library);
  search_spread(first, slots, searched, family, library);
  choice_rule(table, family, library) = choice_rule(first, family, library);
  table = fit_gemm(table, parameters, slots, rows, 3);
}

/// One of two halves of the serving engines' products teaches, whatever the fit is for; the other one judges it.
[[nodiscard]] inline bool judges_only(const GemmData& data, const FitRow& row) {
  return from(data, row, "serving") && (held_out(row.gemm, 5) || row.family == hopper_wgmma);
}

/// One family on its own (Ampere's 16-bit one with published squares, for its power). Where kernel names tell most
/// tiles, they teach the choice first; then the constants are fitted to the model's own choice, or to the tiles that
/// ran (`named_tiles`).
inline void fit_family(GemmTable& table, const GemmData& data, const Keep& keep, GemmFamily family,
                       std::string_view source, bool named_tiles = false) {
  const auto published = [&](const FitRow& row) { return family == ampere_s16816 && from(data, row, "published"); };
  // Rows with a bias judge only, but for the tiles that run no other products (fit_bias_tiles()). Without a bias,
  // though, the library runs sm90_xmma in TF32 for long products alone: what short ones cost only those with a bias
  // tell.
  const bool learns_from_bias = family == hopper_tf32;
  const auto teaches = [&](const FitRow& row) {
    return (learns_from_bias || product_kind(row.gemm) != ProductKind::with_bias) && !of_a_pair(data, row);
  };
  std::vector<FitRow> rows = rows_where(data, [&](const FitRow& row) {
    return keep(row) && row.family == family && teaches(row) && !judges_only(data, row) &&
           (from(data, row, source) || from(data, row, "serving") || published(row));
  });
  if (rows.size() < 20) return;
  const LibraryVersion library = data.slots[rows.front().slot].library;
  const std::size_t enough = named_tiles ? 4500 : 3000;  // more rows of one family cost time and tell nothing new
  if (const std::size_t stride = (rows.size() + enough - 1) / enough; stride > 1) {
    std::vector<FitRow> fewer;
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (i % stride == 0 || published(rows[i]) || from(data, rows[i], "serving")) fewer.push_back(rows[i]);
    rows = std::move(fewer);
  }
  const std::vector<FitParameter> parameters = family_parameters(table, family);
  const auto named = std::count_if(rows.begin(), rows.end(), [](const FitRow& row) { return row.tile_known; });
  if (2 * static_cast<std::size_t>(named) > rows.size()) {
    GemmTable known = fit_gemm(table, parameters, data.slots, rows, 1);
    fit_choices(known, data.slots, without_tree(rows, family), {family}, library);
    choice_rule(table, family, library) = choice_rule(known, family, library);
    if (!named_tiles)
      for (FitRow& row : rows) row.tile_known = false;
  }
  fit_and_search(table, parameters, data.slots, rows, family, library);
  if (named_tiles) set_optimism(table, data.slots, rows, family, library);
}

/// Tiles that run only products with a bias, when all else is known.
inline void fit_bias_tiles(GemmTable& table, const GemmData& data, const Keep& keep, GemmFamily family) {
  const GemmConstants& c = table.families[static_cast<std::size_t>(family)];
  const std::vector<FitRow> rows = rows_where(data, [&](const FitRow& row) {
    return keep(row) && row.family == family && row.tile_known && row.tile.tile >= plain_tile_count(c) &&
           !of_a_pair(data, row);
  });
  if (rows.size() >= 20) table = fit_gemm(table, bias_tile_parameters(table, family), data.slots, rows, 1);
}

/// Published squares of these families.
[[nodiscard]] inline bool published_of(const GemmData& data, const FitRow& row,
                                       const std::vector<GemmFamily>& families) {
  return from(data, row, "published") && std::find(families.begin(), families.end(), row.family) != families.end();
}

/// Squares that tell nothing but the power of Pascal's chips: of kernels whose rows no power limit touched.
[[nodiscard]] inline bool pascal_power(const GemmData& data, const FitRow& row) {
  return from(data, row, "published") && data.slots[row.slot].device.name == "P4";
}

inline void fit_simt(GemmTable& table, const GemmData& data, const Keep& keep) {
  const std::vector<GemmFamily> families{maxwell_sgemm, volta_sgemm, turing_sgemm, ampere_sgemm};
  constexpr double mostly_kernel = 4.0;  // shorter eager calls tell more about the framework than about their kernel
  const auto told = [&](const FitRow& row) {
    return from(data, row, "neusight") && row.seconds > mostly_kernel * data.floors[row.slot];
  };
  const std::vector<FitRow> rows = rows_where(data, [&](const FitRow& row) {
    return keep(row) &&
           ((row.tile_known && told(row)) || (published_of(data, row, families) && !pascal_power(data, row)));
  });
  table = fit_gemm(table, simt_parameters(table), data.slots, rows, 1);
  constexpr LibraryVersion library = 1201;  // public_protocols(): neusight
  fit_choices(table, data.slots, rows, families, library);
  for (const GemmFamily family : families) {
    const std::vector<FitRow> own =
        rows_where(data, [&](const FitRow& row) { return keep(row) && row.family == family && told(row); });
    if (own.empty()) continue;
    search_preferences(table, data.slots, own, family, library);
    search_spread(table, data.slots, own, family, library);
  }
  spread_to_untaught(table, rows, families, library);
  const std::vector<FitRow> pascal =
      rows_where(data, [&](const FitRow& row) { return keep(row) && pascal_power(data, row); });
  if (!pascal.empty()) table = fit_gemm(table, pascal_power_parameters(table), data.slots, pascal, 2);
}

/// Energy of tensor cores from Hopper on. Rows under sustained load decide by their time, not by the clock observed.
inline void fit_tensor_power(GemmTable& table, const GemmData& data, const Keep& keep) {
  const std::vector<GemmFamily> families{hopper_wgmma, blackwell_umma};
  std::vector<FitRow> rows = rows_where(data, [&](const FitRow& row) {
    return keep(row) && (published_of(data, row, families) || from(data, row, "sustained"));
  });
  for (FitRow& row : rows) row.clock = 0.0;
  if (!rows.empty()) table = fit_gemm(table, tensor_power_parameters(table), data.slots, rows, 2);
}

[[nodiscard]] inline GemmTable fit_all(const GemmData& data, const Keep& keep, const Groups& groups = {}) {
  GemmTable table = gemm_priors;
  if (groups.simt) fit_simt(table, data, keep);
  if (groups.early_tensor) {
    const std::vector<FitRow> early = rows_where(data, [&](const FitRow& row) {
      return keep(row) && (row.family == volta_s884 || row.family == turing_s1688) &&
             (from(data, row, "deepbench") || from(data, row, "published"));
    });
    table = fit_gemm(table, early_tensor_parameters(table), data.slots, early, 5);
  }
  if (groups.other) {
    fit_family(table, data, keep, kepler_sgemm, "clblas");
    fit_family(table, data, keep, dgemm, "clblas");
    fit_family(table, data, keep, ampere_s16816, "vidur");
    fit_family(table, data, keep, blackwell_umma, "serving");
  }
  if (groups.hopper) {
    for (const GemmFamily family :
         {hopper_wgmma, hopper_tf32, hopper_tf32_s1688, hopper_sgemm, hopper_s16816, hopper_unaligned,
          hopper_unaligned_bf16, hopper_tf32_unaligned, hopper_xmma, hopper_xmma_s16816, ampere_dmma})
      fit_family(table, data, keep, family, "isolated", true);
    fit_bias_tiles(table, data, keep, hopper_sgemm);
  }
  if (groups.other && groups.hopper) fit_tensor_power(table, data, keep);
  return table;
}

[[nodiscard]] inline bool on_card(const GemmData& data, const FitRow& row, std::string_view card) {
  return data.slots[row.slot].device.name.starts_with(card);
}

/// Measured on one Hopper card only, so that no other card's rows stand in when the card is left out.
[[nodiscard]] inline bool older_library(const GemmData& data, const FitRow& row) {
  return from(data, row, "isolated-12.4");
}

inline constexpr std::array simt_cards{"A100-PCIE-40GB", "V100", "T4", "P100"};

[[nodiscard]] inline std::vector<Residual> of_family(const std::vector<Residual>& rows, GemmFamily family) {
  std::vector<Residual> out;
  for (const Residual& row : rows)
    if (row.family == family) out.push_back(row);
  return out;
}

/// Cards and range of shapes that the family's rows cover.
inline void set_coverage(GemmTable& table, const GemmData& data) {
  for (GemmConstants& c : table.families) {
    c.validated_extent = {1e18, 0.0}, c.validated_work = {1e30, 0.0};
    std::size_t cards = 0;
    for (const FitRow& row : data.rows) {
      if (row.family != c.family || !scored(data, row)) continue;
      const Gemm& g = row.gemm;
      const auto [small, large] =
          std::minmax({static_cast<double>(g.m), static_cast<double>(g.n), static_cast<double>(g.k)});
      c.validated_extent = {std::min(c.validated_extent[0], small), std::max(c.validated_extent[1], large)};
      const double flops = in(work(g), flop);
      c.validated_work = {std::min(c.validated_work[0], flops), std::max(c.validated_work[1], flops)};
      const std::string_view card = data.slots[row.slot].device.name;
      const auto end = c.calibrated_on.begin() + static_cast<std::ptrdiff_t>(cards);
      if (cards < c.calibrated_on.size() && std::find(c.calibrated_on.begin(), end, card) == end)
        c.calibrated_on[cards++] = card;
    }
    if (c.validated_extent[1] == 0.0) c.validated_extent = {0.0, 0.0}, c.validated_work = {0.0, 0.0};
  }
}

/// Error bars by how well the card is known: held-out shapes of its own; other cards of its family; no card of the
/// family.
inline void set_all_error_bars(GemmTable& table, const GemmData& data) {
  const GemmTable without_shapes = fit_all(data, [&](const FitRow& row) { return kept(data, row, 3); });
  const std::vector<Residual> own =
      residuals(data, without_shapes, [](const FitRow& row) { return held_out(row.gemm, 3); });
  std::vector<Residual> foreign;
  for (const char* card : simt_cards) {
    const Keep is_card = [&](const FitRow& row) { return on_card(data, row, card) && from(data, row, "neusight"); };
    const GemmTable without = fit_all(data, [&](const FitRow& row) { return !on_card(data, row, card); },
                                      {.early_tensor = false, .other = false, .hopper = false});
    for (const Residual& row : residuals(data, without, is_card)) foreign.push_back(row);
  }
  const Keep is_h100 = [&](const FitRow& row) { return on_card(data, row, "H100") && !older_library(data, row); };
  const GemmTable without_h100 = fit_all(data, [&](const FitRow& row) { return !is_h100(row); },
                                         {.simt = false, .early_tensor = false, .other = false});
  const std::vector<Residual> h100 = residuals(data, without_h100, is_h100);
  constexpr double unproven =
      1.5;  // families whose second card nobody has measured: wider by hand, docs/reference/accuracy.md
  for (GemmConstants& c : table.families) {
    set_error_bars(c, EvidenceLevel::datasheet, foreign, 1.0);
    set_error_bars(c, EvidenceLevel::same_kernels, of_family(own, c.family), unproven);
    set_error_bars(c, EvidenceLevel::same_kernels, of_family(foreign, c.family), 1.0);
    set_error_bars(c, EvidenceLevel::same_kernels, of_family(h100, c.family), 1.0);
    set_error_bars(c, EvidenceLevel::this_card, of_family(own, c.family), 1.0);
  }
}

}  // namespace perfmodel::gemm_stages

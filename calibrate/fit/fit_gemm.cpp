/// perfmodel-fit-gemm: fits the GEMM model's constants to public data and to raw measurements, and judges them on rows
/// that the fit has not seen. No GPU. docs/reference/accuracy.md explains the scoreboard.
#include <functional>
#include <iostream>

#include "calibrate/fit/fit_program.hpp"
#include "calibrate/fit/gemm_choice_fit.hpp"
#include "calibrate/fit/gemm_data.hpp"
#include "calibrate/fit/gemm_parameters.hpp"
#include "calibrate/fit/gemm_preference_search.hpp"
#include "calibrate/fit/gemm_priors.hpp"
#include "calibrate/fit/gemm_scoreboard.hpp"
#include "calibrate/fit/gemm_solver.hpp"

namespace perfmodel {
namespace {

using Keep = std::function<bool(const FitRow&)>;
using enum GemmFamily;

/// Groups of families that a fit renews; the others keep their priors.
struct Groups {
  bool simt = true, early_tensor = true, other = true, hopper = true;
};

[[nodiscard]] bool from(const GemmData& data, const FitRow& row, std::string_view source) {
  return data.sources[row.slot].starts_with(source);
}

/// Pairs of a cold and a warm product judge only: taught, they change nothing beyond what other rows do (gemm_warm.csv
/// at a weight of 0, 0.3 and 1 of others: all held-out rows 6.3, 6.4, 6.6 %, warm ones 6.7, 6.8, 6.8).
[[nodiscard]] bool of_a_pair(const GemmData& data, const FitRow& row) { return from(data, row, "isolated-warm"); }

/// Rows with weights: sources count alike on each card, and within a source scarce sizes (half decades of time) more
/// than common ones.
[[nodiscard]] std::vector<FitRow> rows_where(const GemmData& data, const Keep& keep) {
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
[[nodiscard]] bool kept(const GemmData& data, const FitRow& row, std::uint64_t parts) {
  return from(data, row, "published") || !held_out(row.gemm, parts);
}

/// Rows whose kernels no decision tree names, so that preferences decide.
[[nodiscard]] std::vector<FitRow> without_tree(const std::vector<FitRow>& rows, GemmFamily family) {
  std::vector<FitRow> out;
  for (const FitRow& row : rows)
    if (std::none_of(choice_trees().begin(), choice_trees().end(), [&](const GemmChoiceTree& tree) {
          return (tree.family == family || tree.other == family) && tree.kind == product_kind(row.gemm);
        }))
      out.push_back(row);
  return out;
}

/// Constants under the model's own choice, then the choice under these constants, then the constants again.
void fit_and_search(GemmTable& table, const std::vector<FitParameter>& parameters, const std::vector<FitSlot>& slots,
                    const std::vector<FitRow>& rows, GemmFamily family, LibraryVersion library) {
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
[[nodiscard]] bool judges_only(const GemmData& data, const FitRow& row) {
  return from(data, row, "serving") && (held_out(row.gemm, 5) || row.family == hopper_wgmma);
}

/// One family on its own (Ampere's 16-bit one with published squares, for its power). Where kernel names tell most
/// tiles, they teach the choice first; then the constants are fitted to the model's own choice, or to the tiles that
/// ran (`named_tiles`).
void fit_family(GemmTable& table, const GemmData& data, const Keep& keep, GemmFamily family, std::string_view source,
                bool named_tiles = false) {
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
void fit_bias_tiles(GemmTable& table, const GemmData& data, const Keep& keep, GemmFamily family) {
  const GemmConstants& c = table.families[static_cast<std::size_t>(family)];
  const std::vector<FitRow> rows = rows_where(data, [&](const FitRow& row) {
    return keep(row) && row.family == family && row.tile_known && row.tile.tile >= plain_tile_count(c) &&
           !of_a_pair(data, row);
  });
  if (rows.size() >= 20) table = fit_gemm(table, bias_tile_parameters(table, family), data.slots, rows, 1);
}

/// Published squares of these families.
[[nodiscard]] bool published_of(const GemmData& data, const FitRow& row, const std::vector<GemmFamily>& families) {
  return from(data, row, "published") && std::find(families.begin(), families.end(), row.family) != families.end();
}

/// Squares that tell nothing but the power of Pascal's chips: of kernels whose rows no power limit touched.
[[nodiscard]] bool pascal_power(const GemmData& data, const FitRow& row) {
  return from(data, row, "published") && data.slots[row.slot].device.name == "P4";
}

void fit_simt(GemmTable& table, const GemmData& data, const Keep& keep) {
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
void fit_tensor_power(GemmTable& table, const GemmData& data, const Keep& keep) {
  const std::vector<GemmFamily> families{hopper_wgmma, blackwell_umma};
  std::vector<FitRow> rows = rows_where(data, [&](const FitRow& row) {
    return keep(row) && (published_of(data, row, families) || from(data, row, "sustained"));
  });
  for (FitRow& row : rows) row.clock = 0.0;
  if (!rows.empty()) table = fit_gemm(table, tensor_power_parameters(table), data.slots, rows, 2);
}

[[nodiscard]] GemmTable fit_all(const GemmData& data, const Keep& keep, const Groups& groups = {}) {
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

[[nodiscard]] bool on_card(const GemmData& data, const FitRow& row, std::string_view card) {
  return data.slots[row.slot].device.name.starts_with(card);
}

/// Measured on one Hopper card only, so that no other card's rows stand in when the card is left out.
[[nodiscard]] bool older_library(const GemmData& data, const FitRow& row) { return from(data, row, "isolated-12.4"); }

constexpr std::array simt_cards{"A100-PCIE-40GB", "V100", "T4", "P100"};

[[nodiscard]] std::vector<Residual> of_family(const std::vector<Residual>& rows, GemmFamily family) {
  std::vector<Residual> out;
  for (const Residual& row : rows)
    if (row.family == family) out.push_back(row);
  return out;
}

/// Cards and range of shapes that the family's rows cover.
void set_coverage(GemmTable& table, const GemmData& data) {
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
void set_all_error_bars(GemmTable& table, const GemmData& data) {
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

/// One line of the scoreboard: "name | n | mean | median | p90 | worst | bias | coverage | roofline | limit".
void print_score(const std::string& name, const std::vector<Residual>& rows, double limit) {
  if (rows.empty()) return;
  const ErrorStatistics s = error_statistics(ratios(rows));
  std::vector<double> plain;
  double inside = 0.0;
  for (const Residual& row : rows) {
    plain.push_back(row.roofline / row.measured);
    inside += row.measured >= row.low * row.predicted && row.measured <= row.high * row.predicted ? 1.0 : 0.0;
  }
  char covered[8] = "-";  // no error bar: measured_tile_residuals()
  if (rows.front().low > 0.0)
    std::snprintf(covered, sizeof covered, "%.0f", 100 * inside / static_cast<double>(rows.size()));
  std::printf("| %s | %zu | %.1f | %.1f | %.1f | %.0f | %+.1f | %s | %.1f | ", name.c_str(), s.count, 100 * s.mean,
              100 * s.median, 100 * s.p90, 100 * s.worst, 100 * s.bias, covered, 100 * error_statistics(plain).mean);
  if (limit > 0.0)
    std::printf("%.1f |\n", limit);
  else
    std::printf(" |\n");
}

template <class Choose>
[[nodiscard]] std::vector<Residual> only(const std::vector<Residual>& rows, const Choose& choose) {
  std::vector<Residual> out;
  for (const Residual& row : rows)
    if (choose(row)) out.push_back(row);
  return out;
}

/// Error bars as the shipped table has them, so that the scoreboard can say how many measurements they cover.
[[nodiscard]] GemmTable with_shipped_bars(GemmTable table, EvidenceLevel level) {
  for (std::size_t f = 0; f < gemm_family_count; ++f) {
    const auto& shipped = gemm_table().families[f].error_bars[static_cast<std::size_t>(level)];
    table.families[f].error_bars = {shipped, shipped, shipped};
  }
  return table;
}

void print_regimes(const std::string& title, const std::vector<Residual>& rows) {
  constexpr std::array<std::string_view, gemm_regime_count> names{"launch", "latency", "memory", "math"};
  for (std::size_t r = 0; r < gemm_regime_count; ++r)
    print_score(title + ", " + std::string(names[r]) + "-bound",
                only(rows, [&](const Residual& x) { return static_cast<std::size_t>(x.regime) == r; }), 0.0);
}

/// K40 squares: the sawtooth, as correlation of GFLOPS less their moving average over 31 sizes.
void print_sawtooth(const GemmData& data, const GemmTable& table, const std::string& title) {
  for (const NumberFormat format : {NumberFormat::fp32, NumberFormat::fp64}) {
    std::vector<std::pair<double, std::array<double, 2>>> points;
    const std::vector<GemmModels> models = make_slot_models(table, data.slots);
    for (const FitRow& row : data.rows) {
      if (!from(data, row, "clblas") || row.gemm.format != format || row.gemm.m < 512) continue;
      const double flops = in(work(row.gemm), flop);
      const double predicted =
          in(predict(row.gemm, models[row.slot].models[static_cast<std::size_t>(row.family)]).total, second);
      points.push_back({static_cast<double>(row.gemm.m), {flops / row.seconds, flops / predicted}});
    }
    std::sort(points.begin(), points.end());
    std::vector<double> measured, predicted;
    for (const auto& [size, rates] : points) measured.push_back(rates[0]), predicted.push_back(rates[1]);
    const double r = correlation(detrended(measured, 15), detrended(predicted, 15));
    std::printf("%s, K40 %s: correlation of the detrended curves %.2f\n", title.c_str(),
                std::string(name(format)).c_str(), r);
  }
}

void print_header(const char* title) {
  std::printf(
      "\n### %s\n\n| rows | n | mean %% | median %% | p90 %% | worst %% | bias %% | inside the error bar %% | plain "
      "roofline, mean %% | limit %% |\n"
      "|---|---|---|---|---|---|---|---|---|---|\n",
      title);
}

/// The parts of the scoreboard, each with its own fits.
class Scoreboard {
 public:
  explicit Scoreboard(const GemmData& measurements) : data(measurements) {}

  void half_of_shapes() const {
    print_header("Fitted on half of the shape families, scored on the others");
    const GemmTable half =
        with_shipped_bars(fit_all(data, [&](const FitRow& row) { return kept(data, row, 5); }, {.hopper = false}),
                          EvidenceLevel::this_card);
    const std::vector<Residual> other_half =
        residuals(data, half, [](const FitRow& row) { return held_out(row.gemm, 5); });
    for (const Limit& l : limits) {
      print_score(std::string(l.card) + " fp32 linear and bmm", of(other_half, "neusight", l.card), l.half);
      print_score(std::string(l.card) + " fp32 linear", of(other_half, "neusight-linear", l.card), 0);
      print_score(std::string(l.card) + " fp32 bmm", of(other_half, "neusight-bmm", l.card), 0);
      print_regimes(std::string(l.card) + " fp32", of(other_half, "neusight", l.card));
    }
    print_score("A100-SXM4-80GB fp16 linear", of(other_half, "vidur", "A100"), 5);
    print_regimes("A100-SXM4-80GB fp16 linear", of(other_half, "vidur", "A100"));
    print_score("K40 fp32 squares",
                only(of(other_half, "clblas", "K40"), [](const Residual& r) { return r.format == NumberFormat::fp32; }),
                12);
    print_score("K40 fp64 squares",
                only(of(other_half, "clblas", "K40"), [](const Residual& r) { return r.format == NumberFormat::fp64; }),
                0);
    std::printf("\n");
    print_sawtooth(data, half, "Fitted on half of the sizes");
  }

  void hopper() const {
    using enum NumberFormat;
    print_header("Fitted on 7 of 10 shape families of the H200, scored on the others");
    const Keep h100 = [&](const FitRow& row) { return on_card(data, row, "H100") && !older_library(data, row); };
    const GemmTable table = fit_all(data, [&](const FitRow& row) { return !h100(row) && kept(data, row, 3); },
                                    {.simt = false, .early_tensor = false, .other = false});
    const std::vector<Residual> held =
        residuals(data, with_shipped_bars(table, EvidenceLevel::this_card),
                  [&](const FitRow& row) { return !h100(row) && held_out(row.gemm, 3); });
    const std::vector<Residual> h200 = only(of(held, "isolated/", "H200"), [&](const Residual& r) {
      return format_is(r, {bf16, fp16, tf32, fp32});
    });
    print_score("H200 bf16, fp16, tf32, fp32", h200, 8);
    print_score("H200 bf16 and fp16, aligned",
                only(h200,
                     [&](const Residual& r) {
                       return aligned(r) && format_is(r, {bf16, fp16});
                     }),
                6.5);
    print_score("H200 tf32 and fp32, aligned",
                only(h200,
                     [&](const Residual& r) {
                       return aligned(r) && format_is(r, {tf32, fp32});
                     }),
                8.5);
    print_score("H200 unaligned", only(h200, [&](const Residual& r) { return !aligned(r); }), 12);
    for (const NumberFormat format : {bf16, fp16, tf32, fp32})
      print_score("H200 " + std::string(name(format)),
                  only(h200, [&](const Residual& r) { return r.format == format; }), 0);
    print_regimes("H200", h200);
    print_score("H200 under sustained load", of(held, "sustained", "H200"), 0);
    const std::vector<Residual> random = only(of(held, "isolated-random", "H200"), [&](const Residual& r) {
      return format_is(r, {bf16, fp16, tf32, fp32});
    });
    print_score("H200 random products", random, 8);
    print_score("H200 random products, bf16 and fp16, aligned",
                only(random,
                     [&](const Residual& r) {
                       return aligned(r) && format_is(r, {bf16, fp16});
                     }),
                0);
    print_score("H200 random products, tf32 and fp32, aligned",
                only(random,
                     [&](const Residual& r) {
                       return aligned(r) && format_is(r, {tf32, fp32});
                     }),
                8.5);
    print_score("H200 random products, unaligned", only(random, [&](const Residual& r) { return !aligned(r); }), 12);
    const std::vector<Residual> linear = of(held, "isolated-linear", "H200");
    print_score("H200 nn.Linear with a bias, fp32", only(linear, [](const Residual& r) { return r.format == fp32; }),
                0);
    print_score("H200 nn.Linear with a bias, tf32", only(linear, [](const Residual& r) { return r.format == tf32; }),
                0);
    print_score("H200 nn.Linear with a bias, bf16 and fp16, aligned",
                only(linear,
                     [&](const Residual& r) {
                       return aligned(r) && format_is(r, {bf16, fp16});
                     }),
                0);
    print_score("H200 nn.Linear with a bias, bf16 and fp16, unaligned",
                only(linear,
                     [&](const Residual& r) {
                       return !aligned(r) && format_is(r, {bf16, fp16});
                     }),
                0);
    const auto is_warm = [](const Residual& r) { return r.warm; };
    const std::vector<Residual> warm = only(of(held, "isolated-warm/", "H200"), is_warm);
    print_score("H200 with warm operands, bf16 and fp16, aligned",
                only(warm,
                     [&](const Residual& r) {
                       return aligned(r) && format_is(r, {bf16, fp16});
                     }),
                0);
    print_score("H200 with warm operands, tf32 and fp32, aligned",
                only(warm,
                     [&](const Residual& r) {
                       return aligned(r) && format_is(r, {tf32, fp32});
                     }),
                0);
    print_score("H200 with warm operands, unaligned", only(warm, [&](const Residual& r) { return !aligned(r); }), 0);
    print_score("H200 with warm operands, with a bias", only(of(held, "isolated-warm-linear", "H200"), is_warm), 0);
    print_score("H100 with cuBLAS 12.4, bf16 and fp16, aligned", of(held, "isolated-12.4", "H100"), 0);
    const std::vector<Residual> other =
        of(residuals(data, with_shipped_bars(table, EvidenceLevel::same_kernels), h100), "isolated/", "H100");
    print_header("The H100 predicted by constants fitted to the H200");
    print_score("H100-SXM5 (bf16, fp16, tf32, fp32) from the H200",
                only(other,
                     [&](const Residual& r) {
                       return format_is(r, {bf16, fp16, tf32, fp32});
                     }),
                0);
    print_score("H100-SXM5 bf16 and fp16, aligned, from the H200",
                only(other,
                     [&](const Residual& r) {
                       return aligned(r) && format_is(r, {bf16, fp16});
                     }),
                0);
  }

  /// `cards`: those left out, one after the other.
  void without(std::string_view only_card) const {
    print_header("Each card predicted by constants fitted without that card");
    for (const Limit& l : limits) {
      const std::string_view card = std::string_view(l.card).substr(
          0, std::string_view(l.card).find("-PCIE-") == std::string_view::npos ? 4 : 14);
      if (!only_card.empty() && !std::string_view(l.card).starts_with(only_card)) continue;
      const Keep is_card = [&](const FitRow& row) { return on_card(data, row, card); };
      const GemmTable table =
          fit_all(data, [&](const FitRow& row) { return !is_card(row); }, {.other = false, .hopper = false});
      const std::vector<Residual> rows =
          residuals(data, with_shipped_bars(table, EvidenceLevel::same_kernels), is_card);
      print_score(std::string(l.card) + " fp32 linear and bmm", of(rows, "neusight", l.card), l.without);
      print_score(std::string(l.card) + " fp32 linear and bmm, the measured tile",
                  of(measured_tile_residuals(data, table, is_card), "neusight", l.card), 0);
      print_regimes(std::string(l.card) + " fp32", of(rows, "neusight", l.card));
      if (card == "V100") print_score("V100-SXM2 fp16 tensor cores, DeepBench", of(rows, "deepbench-fp16", "V100"), 15);
      if (card == "T4") print_score("T4 fp16 tensor cores, DeepBench", of(rows, "deepbench-fp16", "T4"), 25);
      print_score(std::string(l.card) + " fp32, DeepBench", of(rows, "deepbench-fp32", card), 0);
    }
  }

  void priors_alone() const {
    print_header("Priors alone");
    const GemmTable no_kepler = with_shipped_bars(gemm_priors, EvidenceLevel::datasheet);
    print_score("K40 fp32 squares, priors alone",
                only(residuals(data, no_kepler, [&](const FitRow& row) { return from(data, row, "clblas"); }),
                     [](const Residual& r) { return r.format == NumberFormat::fp32; }),
                12);
    std::printf("\n");
    print_sawtooth(data, no_kepler, "Priors alone");
  }

 private:
  struct Limit {
    const char* card;
    double without, half;
  };
  static constexpr std::array limits{Limit{"A100-PCIE-40GB", 10, 5}, Limit{"V100-PCIE", 10, 5}, Limit{"T4", 20, 8},
                                     Limit{"P100", 25, 15}};

  [[nodiscard]] std::vector<Residual> of(const std::vector<Residual>& rows, std::string_view source,
                                         std::string_view card) const {
    return only(rows, [&](const Residual& row) {
      return data.sources[row.slot].starts_with(source) && data.slots[row.slot].device.name.starts_with(card);
    });
  }
  static bool aligned(const Residual& r) { return r.alignment >= AlignmentClass::bytes_16; }
  static bool format_is(const Residual& r, std::initializer_list<NumberFormat> formats) {
    return std::find(formats.begin(), formats.end(), r.format) != formats.end();
  }

  const GemmData& data;
};

[[nodiscard]] json::Provenance provenance(const GemmData& data) {
  json::Provenance out = fit_provenance("perfmodel-fit-gemm", {data.files.begin(), data.files.end()});
  for (const FitRow& row : data.rows) ++out.rows[data.sources[row.slot]];
  out.notes = {"Families without rows keep their priors (calibrate/fit/gemm_priors.hpp).",
               "Where the public data come from: docs/reference/accuracy.md."};
  return out;
}

struct Arguments {
  std::string data = "../shared/data", raw = "data/raw", only{};
  FitOutput output{};
};

void fit(const Arguments& arguments) {
  GemmData data;
  for (const Protocol& protocol : public_protocols()) load_public(data, arguments.data, protocol, gemm_priors);
  add_published(data, gemm_priors);
  load_serving(data, arguments.data, gemm_priors);
  for (const char* card : {"h200-sxm", "h100-sxm5-80gb"}) load_raw(data, arguments.raw, card, gemm_priors);
  if (arguments.output.data.empty()) {
    const Scoreboard board(data);
    const std::string& only = arguments.only;
    if (only.empty() || only == "half") board.half_of_shapes();
    if (only.empty() || only == "hopper") board.hopper();
    if (only != "half" && only != "hopper" && only != "priors") board.without(only);
    if (only.empty() || only == "priors") board.priors_alone();
    return;
  }
  GemmTable table = fit_all(data, [](const FitRow&) { return true; });
  set_all_error_bars(table, data);
  set_coverage(table, data);
  write_fitted(arguments.output, "constants/gemm.json", json::table_text(table, provenance(data)));
}

}  // namespace
}  // namespace perfmodel

int main(int argc, char** argv) {
  CLI::App app{"fits the constants of the GEMM model, or judges them on rows that a fit has not seen; no GPU needed"};
  perfmodel::Arguments arguments;
  app.add_option("--data", arguments.data, "folder of the public data sets")
      ->envname("PERFMODEL_DATA")
      ->capture_default_str();
  app.add_option("--raw", arguments.raw, "folder of this project's raw measurements")->capture_default_str();
  CLI::Option* const out = perfmodel::add_output(app, arguments.output);
  app.add_option("--only", arguments.only,
                 "one part of the scoreboard: half, hopper, priors, or the card that is left out")
      ->check(CLI::IsMember({"half", "hopper", "priors", "A100", "V100", "T4", "P100"}))
      ->excludes(out);
  return perfmodel::run_program("perfmodel-fit-gemm", app, argc, argv, [&] { perfmodel::fit(arguments); });
}

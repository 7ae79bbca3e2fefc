#pragma once
/// The parts of the GEMM model's scoreboard (docs/reference/scoreboard.md), each with the fits that it judges.
#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "calibrate/fit/gemm_scoreboard.hpp"
#include "calibrate/fit/gemm_stages.hpp"

namespace perfmodel::gemm_stages {

/// One line of the scoreboard: "name | n | mean | median | p90 | worst | bias | coverage | roofline | limit".
inline void print_score(const std::string& name, const std::vector<Residual>& rows, double limit) {
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
[[nodiscard]] inline GemmTable with_shipped_bars(GemmTable table, EvidenceLevel level) {
  for (std::size_t f = 0; f < gemm_family_count; ++f) {
    const auto& shipped = gemm_table().families[f].error_bars[static_cast<std::size_t>(level)];
    table.families[f].error_bars = {shipped, shipped, shipped};
  }
  return table;
}

inline void print_regimes(const std::string& title, const std::vector<Residual>& rows) {
  constexpr std::array<std::string_view, gemm_regime_count> names{"launch", "latency", "memory", "math"};
  for (std::size_t r = 0; r < gemm_regime_count; ++r)
    print_score(title + ", " + std::string(names[r]) + "-bound",
                only(rows, [&](const Residual& x) { return static_cast<std::size_t>(x.regime) == r; }), 0.0);
}

/// K40 squares: the sawtooth, as correlation of GFLOPS less their moving average over 31 sizes.
inline void print_sawtooth(const GemmData& data, const GemmTable& table, const std::string& title) {
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

inline void print_header(const char* title) {
  std::printf(
      "\n### %s\n\n| rows | n | mean %% | median %% | p90 %% | worst %% | bias %% | inside the error bar %% | plain "
      "roofline, mean %% | limit %% |\n"
      "|---|---|---|---|---|---|---|---|---|---|\n",
      title);
}

using Formats = std::vector<NumberFormat>;
inline const Formats half_formats{NumberFormat::bf16, NumberFormat::fp16},
    single_formats{NumberFormat::tf32, NumberFormat::fp32},
    all_four{NumberFormat::bf16, NumberFormat::fp16, NumberFormat::tf32, NumberFormat::fp32};

[[nodiscard]] inline auto formats_are(const Formats& formats) {
  return [formats](const Residual& r) { return std::find(formats.begin(), formats.end(), r.format) != formats.end(); };
}
[[nodiscard]] inline bool is_aligned(const Residual& r) { return r.alignment >= AlignmentClass::bytes_16; }
[[nodiscard]] inline bool is_unaligned(const Residual& r) { return !is_aligned(r); }
[[nodiscard]] inline auto aligned(const Formats& formats) {
  return [of_format = formats_are(formats)](const Residual& r) { return is_aligned(r) && of_format(r); };
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
    for (const char* card : {"A100", "L40S", "B200"})
      print_score(std::string(card) + " bf16, serving engines", of(other_half, "serving", card), 0);
    print_score("K40 fp32 squares", only(of(other_half, "clblas", "K40"), formats_are({NumberFormat::fp32})), 12);
    print_score("K40 fp64 squares", only(of(other_half, "clblas", "K40"), formats_are({NumberFormat::fp64})), 0);
    std::printf("\n");
    print_sawtooth(data, half, "Fitted on half of the sizes");
  }

  void hopper() const {
    print_header("Fitted on 7 of 10 shape families of the H200, scored on the others");
    const Keep h100 = [&](const FitRow& row) { return on_card(data, row, "H100") && !older_library(data, row); };
    const GemmTable table = fit_all(data, [&](const FitRow& row) { return !h100(row) && kept(data, row, 3); },
                                    {.simt = false, .early_tensor = false, .other = false});
    const std::vector<Residual> held =
        residuals(data, with_shipped_bars(table, EvidenceLevel::this_card),
                  [&](const FitRow& row) { return !h100(row) && held_out(row.gemm, 3); });
    h200_by_itself(held);
    print_score("H100 with cuBLAS 12.4, bf16 and fp16, aligned", of(held, "isolated-12.4", "H100"), 0);
    const std::vector<Residual> other =
        of(residuals(data, with_shipped_bars(table, EvidenceLevel::same_kernels), h100), "isolated/", "H100");
    print_header("The H100 predicted by constants fitted to the H200");
    print_score("H100-SXM5 (bf16, fp16, tf32, fp32) from the H200", only(other, formats_are(all_four)), 0);
    print_score("H100-SXM5 bf16 and fp16, aligned, from the H200", only(other, aligned(half_formats)), 0);
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
                     formats_are({NumberFormat::fp32})),
                12);
    std::printf("\n");
    print_sawtooth(data, no_kepler, "Priors alone");
  }

 private:
  /// Rows of an H200 by constants that other shapes of it taught.
  void h200_by_itself(const std::vector<Residual>& held) const {
    const std::vector<Residual> h200 = only(of(held, "isolated/", "H200"), formats_are(all_four));
    print_score("H200 bf16, fp16, tf32, fp32", h200, 8);
    print_score("H200 bf16 and fp16, aligned", only(h200, aligned(half_formats)), 6.5);
    print_score("H200 tf32 and fp32, aligned", only(h200, aligned(single_formats)), 8.5);
    print_score("H200 unaligned", only(h200, is_unaligned), 12);
    for (const NumberFormat format : all_four)
      print_score("H200 " + std::string(name(format)), only(h200, formats_are({format})), 0);
    print_regimes("H200", h200);
    print_score("H200 under sustained load", of(held, "sustained", "H200"), 0);
    const std::vector<Residual> random = only(of(held, "isolated-random", "H200"), formats_are(all_four));
    print_score("H200 random products", random, 8);
    print_score("H200 random products, bf16 and fp16, aligned", only(random, aligned(half_formats)), 0);
    print_score("H200 random products, tf32 and fp32, aligned", only(random, aligned(single_formats)), 8.5);
    print_score("H200 random products, unaligned", only(random, is_unaligned), 12);
    const std::vector<Residual> linear = of(held, "isolated-linear", "H200");
    for (const NumberFormat format : {NumberFormat::fp32, NumberFormat::tf32})
      print_score("H200 nn.Linear with a bias, " + std::string(name(format)), only(linear, formats_are({format})), 0);
    print_score("H200 nn.Linear with a bias, bf16 and fp16, aligned", only(linear, aligned(half_formats)), 0);
    print_score("H200 nn.Linear with a bias, bf16 and fp16, unaligned",
                only(only(linear, is_unaligned), formats_are(half_formats)), 0);
    const auto is_warm = [](const Residual& r) { return r.warm; };
    const std::vector<Residual> warm = only(of(held, "isolated-warm/", "H200"), is_warm);
    print_score("H200 with warm operands, bf16 and fp16, aligned", only(warm, aligned(half_formats)), 0);
    print_score("H200 with warm operands, tf32 and fp32, aligned", only(warm, aligned(single_formats)), 0);
    print_score("H200 with warm operands, unaligned", only(warm, is_unaligned), 0);
    print_score("H200 with warm operands, with a bias", only(of(held, "isolated-warm-linear", "H200"), is_warm), 0);
  }
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

  const GemmData& data;
};

}  // namespace perfmodel::gemm_stages

#pragma once
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <perfmodel/measurement/statistics.hpp>
#include <string>
#include <vector>

#include "calibrate/fit/gemm_data.hpp"

namespace perfmodel {

/// One measured row with its prediction by constants that have not seen it.
struct Residual {
  std::size_t slot{};
  NumberFormat format{};
  GemmFamily family{};
  GemmRegime regime{};
  double measured{}, predicted{}, roofline{};  ///< s; roofline without overhead
  double low{}, high{};                        ///< of the prediction's error bar, as factors
  AlignmentClass alignment{};
  bool warm{};
};

/// max(work / peak, compulsory traffic / published bandwidth). Williams et al. 2009, doi:10.1145/1498765.1498785.
[[nodiscard]] inline double roofline_seconds(const Gemm& g, const Device& device) {
  const double memory = in(traffic(g) / device.dram_bandwidth, second);
  return std::max(in(work(g) / peak(device, g.format), second), memory);
}

/// Rows that the issue scores: NeuSight's at ten times the framework floor or more, published squares not at all, the
/// others whole.
[[nodiscard]] inline bool scored(const GemmData& data, const FitRow& row) {
  if (data.sources[row.slot].starts_with("published")) return false;
  return !data.sources[row.slot].starts_with("neusight") || row.seconds >= eager_floors * data.floors[row.slot];
}

/// Predictions, tile chosen by the model, of the rows that `keep` admits.
template <class Keep>
[[nodiscard]] std::vector<Residual> residuals(const GemmData& data, const GemmTable& table, const Keep& keep) {
  const std::vector<GemmModels> models = make_slot_models(table, data.slots);
  std::vector<Residual> out;
  for (const FitRow& row : data.rows) {
    if (!scored(data, row) || !keep(row)) continue;
    const FitSlot& slot = data.slots[row.slot];
    const GemmPrediction p = predict(row.gemm, models[row.slot]);  // the family too is the model's choice
    const GemmModel& model = models[row.slot].models[static_cast<std::size_t>(p.family)];
    const double total = in(p.total, second);
    out.push_back({.slot = row.slot,
                   .format = row.gemm.format,
                   .family = p.family,
                   .regime = p.regime,
                   .measured = row.seconds,
                   .predicted = total - (slot.kernel_only ? model.constants.launch_seconds : 0.0) + slot.overhead,
                   .roofline = roofline_seconds(row.gemm, slot.device),
                   .low = in(p.low, second) / total,
                   .high = in(p.high, second) / total,
                   .alignment = p.alignment,
                   .warm = row.gemm.operands == Operands::warm});
  }
  return out;
}

/// Likewise with the tile and split that were measured, of the rows whose kernel's name tells them: errors of the time
/// alone, without those of the choice.
template <class Keep>
[[nodiscard]] std::vector<Residual> measured_tile_residuals(const GemmData& data, const GemmTable& table,
                                                            const Keep& keep) {
  const std::vector<GemmModels> models = make_slot_models(table, data.slots);
  std::vector<Residual> out;
  for (const FitRow& row : data.rows)
    if (row.tile_known && scored(data, row) && keep(row))
      out.push_back({.slot = row.slot,
                     .format = row.gemm.format,
                     .family = row.family,
                     .regime = GemmRegime::math,
                     .measured = row.seconds,
                     .predicted = expected_seconds(row, data.slots[row.slot],
                                                   models[row.slot].models[static_cast<std::size_t>(row.family)]),
                     .roofline = roofline_seconds(row.gemm, data.slots[row.slot].device),
                     .low = 0.0,
                     .high = 1e9});
  return out;
}

[[nodiscard]] inline std::vector<double> ratios(const std::vector<Residual>& rows) {
  std::vector<double> out;
  for (const Residual& row : rows) out.push_back(row.predicted / row.measured);
  return out;
}

/// 5th and 95th percentile of measured / predicted, never closer to 1 than the noise of the best measurements.
[[nodiscard]] inline ErrorBar error_bar(const std::vector<double>& measured_over_predicted, double widen) {
  constexpr double least = 0.03;
  const double low = std::log(quantile(measured_over_predicted, 0.05)),
               high = std::log(quantile(measured_over_predicted, 0.95));
  return {.low = std::exp(std::min(widen * low, -least)), .high = std::exp(std::max(widen * high, least))};
}

/// Sets a family's error bars of one level of evidence from residuals; regimes with few rows take the family's whole.
inline void set_error_bars(GemmConstants& c, EvidenceLevel level, const std::vector<Residual>& rows, double widen) {
  std::vector<double> all;
  std::array<std::vector<double>, gemm_regime_count> by_regime{};
  for (const Residual& row : rows) {
    all.push_back(row.measured / row.predicted);
    by_regime[static_cast<std::size_t>(row.regime)].push_back(row.measured / row.predicted);
  }
  if (all.size() < 20) return;
  for (std::size_t r = 0; r < gemm_regime_count; ++r)
    c.error_bars[static_cast<std::size_t>(level)][r] = error_bar(by_regime[r].size() >= 40 ? by_regime[r] : all, widen);
}

}  // namespace perfmodel

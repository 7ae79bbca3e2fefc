#pragma once
/// Predictions against measurements: which rows a fit holds out, what the error is, per regime.
#include <map>
#include <perfmodel/calibration/gemm_fit.hpp>
#include <perfmodel/calibration/measurement.hpp>
#include <perfmodel/calibration/operation_time.hpp>
#include <perfmodel/calibration/raw_csv.hpp>
#include <perfmodel/calibration/statistics.hpp>
#include <perfmodel/kernel/kernel_model.hpp>
#include <perfmodel/kernel/roofline.hpp>
#include <string>
#include <vector>

namespace perfmodel {

/// One measurement beside its prediction. Seconds.
struct Judged {
  std::string regime{};  ///< "gemm bf16 aligned", "ops softmax", ...
  double predicted{}, low{}, high{}, measured{};
  double roofline{};  ///< peak and bandwidth as published, nothing else; 0: not computed
  double noise{};     ///< of the measurement, relative
  bool held_out{};
};

/// What the rows of one regime show.
struct RegimeErrors {
  std::string regime{};
  ErrorStatistics model{}, roofline{};
  double noise{};     ///< median noise of the measurements
  double coverage{};  ///< share of measurements inside the 90 % interval
};

/// 30 % of the weight shapes, whole shapes with all their batches, layouts and formats: the rows that perfmodel-fit holds
/// out where it judges itself. The constants it ships are fitted to all rows of the cards it knows; of a card that it
/// does not know no row was seen.
[[nodiscard]] constexpr bool held_out(const Gemm& g) { return shape_family(g) / 7 % 10 < 3; }
/// Operations: by the length of a row, so that neighbouring sizes are not split.
[[nodiscard]] constexpr bool held_out(std::int64_t columns) {
  return static_cast<std::uint64_t>(columns) * 0x9e3779b97f4a7c15ULL >> 61 < 3;
}

namespace detail {
[[nodiscard]] constexpr bool aligned_to_16_bytes(const Gemm& g) {
  const auto element = static_cast<std::int64_t>(in(element_size(g.format), byte));
  const std::int64_t ld_a = g.layout == Layout::tn || g.layout == Layout::tt ? g.m : g.k;
  const std::int64_t ld_b = g.layout == Layout::nt || g.layout == Layout::tt ? g.k : g.n;
  return ld_a * element % 16 == 0 && ld_b * element % 16 == 0 && g.n * element % 16 == 0;
}

[[nodiscard]] inline double published_seconds(Work work, Bytes traffic, NumberFormat format, const Device& device) {
  const double math = peak(device, format) > WorkRate{} ? in(work / peak(device, format), second) : 0.0;
  return std::max(math, in(traffic / device.dram_bandwidth, second));
}
}  // namespace detail

/// Every product of a gemm table that the card's model can predict. Rows whose clock was capped by earlier work (column
/// sm_clock_mhz under 95 % of the highest) say nothing of an isolated product and are left out.
[[nodiscard]] inline std::vector<Judged> judge_products(const RawTable& raw, const Device& device) {
  constexpr double capped = 0.95;
  const std::vector<GemmMeasurement> rows = gemm_measurements(raw.csv);
  const GemmModels isolated = make_gemm_models(device, Load::isolated),
                   sustained = make_gemm_models(device, Load::sustained);
  const auto clock_column = raw.csv.find("sm_clock_mhz"), noise_column = raw.csv.find("noise");
  const auto number = [&](std::size_t row, std::optional<std::size_t> column) {
    return column ? std::atof(raw.csv.rows[row].cells[*column].c_str()) : 0.0;
  };
  double highest = 0.0;
  for (std::size_t i = 0; i < rows.size(); ++i) highest = std::max(highest, number(i, clock_column));
  std::vector<Judged> out;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const GemmMeasurement& row = rows[i];
    if (row.load == Load::isolated && number(i, clock_column) < capped * highest) continue;
    const GemmPrediction p = predict(row.gemm, row.load == Load::sustained ? sustained : isolated);
    std::string regime = "gemm " + std::string(name(row.gemm.format));
    regime += row.load == Load::sustained              ? " sustained"
              : row.gemm.operands == Operands::warm    ? " warm"
              : !detail::aligned_to_16_bytes(row.gemm) ? " unaligned"
              : row.gemm.batch > 1                     ? " batched"
                                                       : " aligned";
    out.push_back({.regime = std::move(regime),
                   .predicted = in(p.total, second),
                   .low = in(p.low, second),
                   .high = in(p.high, second),
                   .measured = row.seconds,
                   .roofline = detail::published_seconds(work(row.gemm), traffic(row.gemm), row.gemm.format, device),
                   .noise = number(i, noise_column),
                   .held_out = held_out(row.gemm)});
  }
  return out;
}

/// Every operation of an ops table that the model knows.
[[nodiscard]] inline std::vector<Judged> judge_operations(const RawTable& raw, const Device& device) {
  const KernelModel model = make_kernel_model(device);
  std::vector<Judged> out;
  for (const OperationMeasurement& row : raw_operations(raw.csv, raw.card)) {
    Judged j{.regime = "ops " + row.operation, .measured = row.seconds};
    const Prediction p = predict(row, model);
    j.predicted = in(p.total, second), j.low = in(p.low, second), j.high = in(p.high, second);
    for (const Kernel& kernel : row.kernels) {
      j.roofline += in(traffic(kernel) / device.dram_bandwidth, second);
      if (const auto* s = std::get_if<Streaming>(&kernel)) j.held_out = held_out(s->columns);
    }
    out.push_back(std::move(j));
  }
  return out;
}

/// Errors of each regime. @param of_held_out  true: rows no fit has seen; false: the others
[[nodiscard]] inline std::vector<RegimeErrors> regime_errors(const std::vector<Judged>& rows, bool of_held_out) {
  std::map<std::string, std::vector<const Judged*>> groups;
  for (const Judged& row : rows)
    if (row.held_out == of_held_out) groups[row.regime].push_back(&row);
  std::vector<RegimeErrors> result;
  for (const auto& [regime, members] : groups) {
    std::vector<double> model, roofline, noise;
    double covered = 0.0;
    for (const Judged* row : members) {
      model.push_back(row->predicted / row->measured);
      if (row->roofline > 0.0) roofline.push_back(row->roofline / row->measured);
      noise.push_back(row->noise);
      if (row->measured >= row->low && row->measured <= row->high) covered += 1.0;
    }
    result.push_back({.regime = regime,
                      .model = error_statistics(model),
                      .roofline = error_statistics(roofline),
                      .noise = quantile(noise, 0.5),
                      .coverage = covered / static_cast<double>(members.size())});
  }
  return result;
}

/// A limit on the mean error of the held-out rows of a regime.
struct ErrorLimit {
  std::string_view regime{};
  double mean{};
};
/// What a calibration must reach to be shipped: mean errors of products, cold. docs/accuracy.md says what is reached.
inline constexpr std::array error_limits{
    ErrorLimit{"gemm bf16 aligned", 0.065},  ErrorLimit{"gemm fp16 aligned", 0.065},
    ErrorLimit{"gemm tf32 aligned", 0.085},  ErrorLimit{"gemm fp32 aligned", 0.085},
    ErrorLimit{"gemm bf16 unaligned", 0.12}, ErrorLimit{"gemm fp16 unaligned", 0.12},
    ErrorLimit{"gemm tf32 unaligned", 0.12}, ErrorLimit{"gemm fp32 unaligned", 0.12}};

/// The regimes that miss their limit: one line each, for the report and the exit code.
[[nodiscard]] inline std::vector<std::string> missed_limits(const std::vector<RegimeErrors>& errors) {
  std::vector<std::string> missed;
  for (const ErrorLimit& limit : error_limits)
    for (const RegimeErrors& e : errors)
      if (e.regime == limit.regime && e.model.mean > limit.mean)
        missed.push_back(e.regime + ": mean error " + std::to_string(100.0 * e.model.mean).substr(0, 4) +
                         " %, the limit is " + std::to_string(100.0 * limit.mean).substr(0, 4) + " %");
  return missed;
}

}  // namespace perfmodel

#pragma once
/// Predictions against measurements: what the error is, per regime, and whether a calibration is good enough.
#include <array>
#include <map>
#include <perfmodel/calibration/card_rows.hpp>
#include <perfmodel/calibration/statistics.hpp>
#include <perfmodel/kernel/roofline.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace perfmodel {

/// One measurement beside its prediction. Seconds.
struct Judged {
  std::string regime{};  ///< "gemm bf16 aligned", "ops softmax", "step host-bound", ...
  double predicted{}, low{}, high{}, measured{};
  double roofline{};  ///< peak and bandwidth as published, nothing else; 0: not computed
  double noise{};     ///< of the measurement, relative
  bool held_out{};
  std::string bound{};  ///< what the prediction says limits it, with the format: "bf16 math"; empty: not told
};

/// What the rows of one regime show.
struct RegimeErrors {
  std::string regime{};
  ErrorStatistics model{}, roofline{};
  double noise{};     ///< median noise of the measurements
  double coverage{};  ///< share of measurements inside the 90 % interval
};

namespace detail {
[[nodiscard]] inline double published_seconds(Work work, Bytes traffic, NumberFormat format, const Device& device) {
  const double math = peak(device, format) > WorkRate{} ? in(work / peak(device, format), second) : 0.0;
  return std::max(math, in(traffic / device.dram_bandwidth, second));
}
}  // namespace detail

/// Published peak and bandwidth alone, for whatever the row's kernels are.
[[nodiscard]] inline double roofline_seconds(const OperationMeasurement& m, const Device& device) {
  double sum = 0.0;
  for (const Kernel& kernel : m.kernels) {
    bool multiplies = false;
    const NumberFormat format = detail::multiplied_format(kernel, multiplies);
    sum += multiplies ? detail::published_seconds(work(kernel), traffic(kernel), format, device)
                      : in(traffic(kernel) / device.dram_bandwidth, second);
  }
  return sum;
}

/// Every row that the model can predict, under the row's load.
[[nodiscard]] inline std::vector<Judged> judge(const std::vector<CardRow>& rows, const Device& device,
                                               const CardCorrection& correction = {}) {
  KernelModel isolated = make_kernel_model(device), sustained = make_kernel_model(device, Load::sustained);
  apply(correction, isolated);
  apply(correction, sustained);
  std::vector<Judged> out;
  for (const CardRow& row : rows) {
    const Prediction p = predict(row.measured, row.load == Load::sustained ? sustained : isolated);
    bool multiplies = false;
    const NumberFormat format = detail::multiplied_format(row.measured.kernels.at(0), multiplies);
    const std::string kind = row.group.substr(0, row.group.find(' '));
    out.push_back(
        {.regime = row.group,
         .predicted = in(p.total, second),
         .low = in(p.low, second),
         .high = in(p.high, second),
         .measured = row.measured.seconds,
         .roofline = roofline_seconds(row.measured, device),
         .noise = row.noise,
         .held_out = row.held_out,
         .bound = kind + ' ' + (multiplies ? std::string(name(format)) + ' ' : "") + std::string(name(p.bound))});
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

/// The same rows by what limits them, every format for itself.
[[nodiscard]] inline std::vector<RegimeErrors> bound_errors(std::vector<Judged> rows, bool of_held_out) {
  for (Judged& row : rows) row.regime = row.bound.empty() ? row.regime : row.bound;
  return regime_errors(rows, of_held_out);
}

/// The rows whose regime begins with a word, as one regime.
[[nodiscard]] inline std::vector<Judged> merged(const std::vector<Judged>& rows, const std::string& word,
                                                const std::string& regime) {
  std::vector<Judged> out;
  for (const Judged& row : rows)
    if (row.regime.rfind(word, 0) == 0) out.push_back(row), out.back().regime = regime;
  return out;
}

/// A limit on the errors of the held-out rows of a regime; 0: none.
struct ErrorLimit {
  std::string_view regime{};
  double mean{}, p90{}, bias{};
};
/// What a calibration must reach to be shipped. docs/accuracy.md says what is reached.
inline constexpr std::array error_limits{
    ErrorLimit{"gemm bf16 aligned", 0.065},          ErrorLimit{"gemm fp16 aligned", 0.065},
    ErrorLimit{"gemm tf32 aligned", 0.085},          ErrorLimit{"gemm fp32 aligned", 0.085},
    ErrorLimit{"gemm bf16 unaligned", 0.12},         ErrorLimit{"gemm fp16 unaligned", 0.12},
    ErrorLimit{"gemm tf32 unaligned", 0.12},         ErrorLimit{"gemm fp32 unaligned", 0.12},
    ErrorLimit{"unseen, all", 0.08, 0.18, 0.03},     ErrorLimit{"step host-bound", 0.04, 0.10, 0.0},
    ErrorLimit{"step device-bound", 0.05, 0.10, 0.0}};
/// Fewer rows than this say more about the sample than about the model: no limit is judged on them.
inline constexpr std::size_t fewest_to_judge = 20;

/// The regimes that miss a limit: one line each, for the report and the exit code.
[[nodiscard]] inline std::vector<std::string> missed_limits(const std::vector<RegimeErrors>& errors) {
  std::vector<std::string> missed;
  const auto percent = [](double share) { return std::to_string(100.0 * share).substr(0, 4) + " %"; };
  const auto judge_one = [&](const RegimeErrors& e, const char* what, double value, double limit) {
    if (limit > 0.0 && value > limit)
      missed.push_back(e.regime + ": " + what + ' ' + percent(value) + ", the limit is " + percent(limit));
  };
  for (const ErrorLimit& limit : error_limits)
    for (const RegimeErrors& e : errors) {
      if (e.regime != limit.regime || e.model.count < fewest_to_judge) continue;
      judge_one(e, "mean error", e.model.mean, limit.mean);
      judge_one(e, "90th percentile", e.model.p90, limit.p90);
      judge_one(e, "bias, either way,", std::abs(e.model.bias), limit.bias);
    }
  return missed;
}

}  // namespace perfmodel

#pragma once
/// Predictions beside measurements: the error of each, and of each kind of row.
#include <algorithm>
#include <array>
#include <map>
#include <perfmodel/measurement/operation_time.hpp>
#include <perfmodel/measurement/statistics.hpp>
#include <perfmodel/pricing/roofline.hpp>
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

/// Published peak and bandwidth alone, for the work and the bytes of the row's operations.
[[nodiscard]] inline double roofline_seconds(const OperationMeasurement& m, const Device& device) {
  double sum = 0.0;
  for (const Operation& operation : m.operations) {
    const std::optional<NumberFormat> format = multiplied_format(operation);
    sum += format ? detail::published_seconds(work(operation), traffic(operation), *format, device)
                  : in(traffic(operation) / device.dram_bandwidth, second);
  }
  return sum;
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

}  // namespace perfmodel

#pragma once
/// Predictions beside measurements: the error of each, and of each kind of row.
#include <algorithm>
#include <array>
#include <map>
#include <perfmodel/compiled.hpp>
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
[[nodiscard]] double published_seconds(Work work, Bytes traffic, NumberFormat format, const Device& device);
}  // namespace detail

/// Published peak and bandwidth alone, for the work and the bytes of the row's operations.
[[nodiscard]] double roofline_seconds(const OperationMeasurement& m, const Device& device);

/// Errors of each regime. @param of_held_out  true: rows no fit has seen; false: the others
[[nodiscard]] std::vector<RegimeErrors> regime_errors(const std::vector<Judged>& rows, bool of_held_out);

/// The same rows by what limits them, every format for itself.
[[nodiscard]] std::vector<RegimeErrors> bound_errors(std::vector<Judged> rows, bool of_held_out);

/// The rows whose regime begins with a word, as one regime.
[[nodiscard]] std::vector<Judged> merged(const std::vector<Judged>& rows, const std::string& word,
                                         const std::string& regime);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/measurement/judged.ipp>
#endif

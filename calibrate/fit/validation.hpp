#pragma once
/// Is a calibration good enough: its rows beside predictions, and the limits on their errors.
#include <array>
#include <perfmodel/measurement/judged.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "calibrate/fit/card_rows.hpp"

namespace perfmodel {

/// Every row that the model can predict, under the row's load.
[[nodiscard]] inline std::vector<Judged> judge(const std::vector<CardRow>& rows, const Device& device,
                                               const CardCorrection& correction = {}) {
  KernelModel isolated = make_kernel_model(device),
              sustained = make_kernel_model(device, software_of(), Load::sustained);
  apply(correction, isolated);
  apply(correction, sustained);
  std::vector<Judged> out;
  for (const CardRow& row : rows) {
    const Prediction p = predict(row.measured, row.load == Load::sustained ? sustained : isolated);
    const std::optional<NumberFormat> format = multiplied_format(row.measured.operations.at(0));
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
         .bound = kind + ' ' + (format ? std::string(name(*format)) + ' ' : "") + std::string(name(p.bound))});
  }
  return out;
}

/// A limit on the errors of the held-out rows of a regime; 0: none.
struct ErrorLimit {
  std::string_view regime{};
  double mean{}, p90{}, bias{};
};
/// What a calibration must reach to be shipped. docs/reference/accuracy.md says what is reached.
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

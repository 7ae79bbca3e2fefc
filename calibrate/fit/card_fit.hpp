#pragma once
/// What one card's measurements say about the factors of CardCorrection: the rows, the parameters that they can move,
/// and the residuals. Solving is the business of a library (calibrate/fit/card_solver.hpp).
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <perfmodel/measurement/operation_time.hpp>
#include <perfmodel/pricing/card_correction.hpp>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "calibrate/fit/gemm_fit.hpp"

namespace perfmodel {

/// One measured kernel, or a few that belong together.
struct CardRow {
  OperationMeasurement measured{};
  Load load{Load::isolated};
  std::string group{};     ///< rows of one group share one weight: "gemm bf16 aligned"
  std::uint64_t family{};  ///< rows of one family are left out together
  bool direct{};           ///< pins a constant: its error is the measurement's, not the model's
  double noise{};          ///< of the measurement, relative
  bool held_out{};         ///< never in a fit
};

/// A factor that the fit moves; theta = ln(factor), pulled to 0 with standard deviation sigma.
struct CardParameter {
  std::string name{};  ///< as in calibrated files
  double sigma{};
};

/// What the model is off by on cards it knows, relative: the noise of a row (docs/reference/accuracy.md).
inline constexpr double model_noise = 0.08;
/// What a direct measurement is off by: timers, repeats, and the model of so simple a kernel.
inline constexpr double direct_noise = 0.02;
/// Rows of one group count as this many at most: errors within a group are not independent.
inline constexpr double group_weight = 60.0;

namespace detail {

/// How far cards of one kind were seen, or are thought, to lie from the shared constants.
inline constexpr double sigma_bandwidth = 0.05, sigma_l2 = 0.1, sigma_launch = 0.3, sigma_power = 0.1,
                        sigma_math = 0.05, sigma_attention = 0.1;

}  // namespace detail

/// Parameters that at least one row can move, in a fixed order.
[[nodiscard]] inline std::vector<CardParameter> card_parameters(std::span<const CardRow> rows) {
  std::set<NumberFormat> formats;
  bool attention = false, sustained = false;
  for (const CardRow& row : rows) {
    sustained = sustained || row.load == Load::sustained;
    for (const Operation& operation : row.measured.operations) {
      if (const auto format = multiplied_format(operation)) formats.insert(*format);
      attention = attention || std::holds_alternative<Attention>(operation);
    }
  }
  std::vector<CardParameter> list{
      {"dram", detail::sigma_bandwidth}, {"l2", detail::sigma_l2}, {"launch", detail::sigma_launch}};
  if (sustained) list.push_back({"power", detail::sigma_power});
  if (attention) list.push_back({"attention", detail::sigma_attention});
  for (const NumberFormat format : formats) list.push_back({"math." + std::string(name(format)), detail::sigma_math});
  return list;
}

/// The factor that a parameter's name means. @pre a name of card_parameters()
[[nodiscard]] inline double& factor(CardCorrection& c, std::string_view name) {
  if (double* const found = factor_of(c, name)) return *found;
  throw bad_input("factor", '"' + std::string(name) + '"', "must be dram, l2, launch, power, attention or math.FORMAT");
}

[[nodiscard]] inline CardCorrection correction_of(std::span<const CardParameter> parameters,
                                                  std::span<const double> theta) {
  CardCorrection c;
  for (std::size_t i = 0; i < parameters.size(); ++i) factor(c, parameters[i].name) = std::exp(theta[i]);
  return c;
}

/// One card's rows with the models that price them.
class CardFit {
 public:
  CardFit(const Device& device, std::vector<CardRow> rows)
      : isolated_(make_kernel_model(device)),
        sustained_(make_kernel_model(device, software_of(), Load::sustained)),
        rows_(std::move(rows)),
        parameters_(card_parameters(rows_)) {
    std::map<std::string, double> count;
    for (const CardRow& row : rows_) count[row.group] += 1.0;
    for (const CardRow& row : rows_) {
      const double quiet = model_noise * model_noise / (model_noise * model_noise + row.noise * row.noise);
      weights_.push_back(row.direct ? 1.0 : quiet * std::min(1.0, group_weight / count[row.group]));
    }
  }
  /// From here on only these factors move, the others are 1.
  void keep_parameters(std::vector<CardParameter> parameters) { parameters_ = std::move(parameters); }
  [[nodiscard]] const std::vector<CardRow>& rows() const { return rows_; }
  [[nodiscard]] const std::vector<CardParameter>& parameters() const { return parameters_; }

  /// ln(predicted / measured) of every row.
  [[nodiscard]] std::vector<double> log_ratios(std::span<const double> theta) const {
    const CardCorrection correction = correction_of(parameters_, theta);
    KernelModel isolated = isolated_, sustained = sustained_;
    apply(correction, isolated);
    apply(correction, sustained);
    std::vector<double> out;
    out.reserve(rows_.size());
    for (const CardRow& row : rows_) {
      const Prediction p = predict(row.measured, row.load == Load::sustained ? sustained : isolated);
      out.push_back(std::log(in(p.total, second) / row.measured.seconds));
    }
    return out;
  }

  /// The residual that a row's ln ratio means to the fit: robust, in units of its noise, weighted.
  [[nodiscard]] double residual(std::size_t row, double log_ratio) const {
    constexpr double bend = 0.1;  // ln: where Huber's loss turns linear
    return std::sqrt(weights_[row]) * robust(log_ratio, bend) / (rows_[row].direct ? direct_noise : model_noise);
  }

 private:
  KernelModel isolated_, sustained_;
  std::vector<CardRow> rows_;
  std::vector<CardParameter> parameters_;
  std::vector<double> weights_{};
};

}  // namespace perfmodel

#pragma once
/// What one card's measurements say about the factors of CardCorrection: the rows, the parameters that they can move,
/// and the residuals. Solving is the business of a library (calibrate/fit/card_solver.hpp).
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <perfmodel/measurement/operation_time.hpp>
#include <perfmodel/measurement/statistics.hpp>
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

/// What the model is off by on cards it knows, relative: the least noise of a row (docs/reference/accuracy.md).
inline constexpr double model_noise = 0.08;
/// What a direct measurement is off by: timers, repeats, and the model of so simple a kernel.
inline constexpr double direct_noise = 0.02;
/// Rows of one group count as this many at most: errors within a group are not independent.
inline constexpr double group_weight = 60.0;

namespace detail {

/// How far cards of one kind were seen, or are thought, to lie from the shared constants.
inline constexpr double sigma_bandwidth = 0.05, sigma_l2 = 0.1, sigma_launch = 0.3, sigma_power = 0.1,
                        sigma_math = 0.05, sigma_attention = 0.1;

/// Standard deviation about the median, as the median distance from it says of normally distributed values.
[[nodiscard]] inline double robust_deviation(std::vector<double> values) {
  constexpr double deviations_per_distance = 1.4826;  // 1 / quantile(3/4) of the normal distribution
  const double middle = quantile(values, 0.5);
  for (double& value : values) value = std::abs(value - middle);
  return deviations_per_distance * quantile(std::move(values), 0.5);
}

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

/// One card's rows with the models that price them. Rows of a group count by the scatter that the group shows under the
/// shared constants: where the library's choice of kernel is uncertain, a row says little of the card's rates.
class CardFit {
 public:
  CardFit(const Device& device, std::vector<CardRow> rows)
      : isolated_(make_kernel_model(device)),
        sustained_(make_kernel_model(device, software_of(), Load::sustained)),
        rows_(std::move(rows)),
        parameters_(card_parameters(rows_)) {
    const std::vector<double> shared = log_ratios(std::vector<double>(parameters_.size(), 0.0));
    std::map<std::string, std::vector<double>> groups;
    for (std::size_t i = 0; i < rows_.size(); ++i) groups[rows_[i].group].push_back(shared[i]);
    std::map<std::string, double> scatter;
    for (const auto& [group, ratios] : groups) scatter[group] = std::max(model_noise, detail::robust_deviation(ratios));
    for (const CardRow& row : rows_) {
      const double noise = scatter[row.group];
      const double quiet = noise * noise / (noise * noise + row.noise * row.noise);
      const auto count = static_cast<double>(groups[row.group].size());
      weights_.push_back(row.direct ? 1.0 : quiet * std::min(1.0, group_weight / count));
      noise_.push_back(row.direct ? direct_noise : noise);
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
    return std::sqrt(weights_[row]) * robust(log_ratio, bend) / noise_[row];
  }

 private:
  KernelModel isolated_, sustained_;
  std::vector<CardRow> rows_;
  std::vector<CardParameter> parameters_;
  std::vector<double> weights_{}, noise_{};
};

}  // namespace perfmodel

#pragma once
#include <ceres/cost_function.h>
#include <ceres/problem.h>
#include <ceres/solver.h>

#include <algorithm>
#include <vector>

#include "calibrate/fit/gemm_fit.hpp"

namespace perfmodel {

/// Residuals of all rows and priors as one block for Ceres, derivatives by differences: a parameter that belongs to
/// some families only is differenced on their rows only.
class GemmResiduals : public ceres::CostFunction {
 public:
  GemmResiduals(const GemmTable& base_table, const std::vector<FitParameter>& parameter_list,
                const std::vector<FitSlot>& slot_list, const std::vector<FitRow>& row_list)
      : base(base_table), parameters(parameter_list), slots(slot_list), rows(row_list) {
    set_num_residuals(static_cast<int>(rows.size() + parameters.size()));
    mutable_parameter_block_sizes()->push_back(static_cast<int>(parameters.size()));
  }

  bool Evaluate(double const* const* theta, double* residuals, double** jacobian) const override {
    const std::size_t width = parameters.size();
    const std::vector<double> here(theta[0], theta[0] + width);
    evaluate(here, residuals, nullptr);
    for (std::size_t j = 0; j < width; ++j) residuals[rows.size() + j] = prior_weight * here[j] / parameters[j].sigma;
    if (jacobian == nullptr || jacobian[0] == nullptr) return true;
    std::fill(jacobian[0], jacobian[0] + width * (rows.size() + width), 0.0);
    std::vector<double> moved(rows.size());
    for (std::size_t j = 0; j < width; ++j) {
      const double step = here[j] + difference <= parameters[j].high ? difference : -difference;
      std::vector<double> there = here;
      there[j] += step;
      std::copy(residuals, residuals + rows.size(), moved.begin());
      evaluate(there, moved.data(), &parameters[j]);
      for (std::size_t i = 0; i < rows.size(); ++i) jacobian[0][i * width + j] = (moved[i] - residuals[i]) / step;
      jacobian[0][(rows.size() + j) * width + j] = prior_weight / parameters[j].sigma;
    }
    return true;
  }

 private:
  static constexpr double difference = 1e-3;
  static constexpr double bend = 0.1;          ///< ln: where Huber's loss turns linear
  static constexpr double prior_weight = 0.1;  ///< a prior one sigma off weighs as much as 10 % error of one row

  void evaluate(const std::vector<double>& theta, double* out, const FitParameter* only) const {
    const RowModels models(fitted_table(base, parameters, theta), slots, rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const FitRow& row = rows[i];
      if (only != nullptr && !only->families.empty() &&
          std::find(only->families.begin(), only->families.end(), row.family) == only->families.end())
        continue;
      const double ratio = expected_seconds(row, slots[row.slot], models.of(row)) / row.seconds;
      out[i] = std::sqrt(row.weight) * robust(std::log(ratio), bend);
    }
  }

  const GemmTable& base;
  const std::vector<FitParameter>& parameters;
  const std::vector<FitSlot>& slots;
  const std::vector<FitRow>& rows;
};

/// The parameters' values that fit the rows best. Tiles that no kernel name tells are the model's own choice, renewed
/// `rounds` times.
[[nodiscard]] inline std::vector<double> fit_theta(const GemmTable& base, const std::vector<FitParameter>& parameters,
                                                   const std::vector<FitSlot>& slots, std::vector<FitRow> rows,
                                                   int rounds) {
  std::vector<double> theta(parameters.size(), 0.0);
  for (int round = 0; round < rounds; ++round) {
    choose_tiles(rows, RowModels(fitted_table(base, parameters, theta), slots, rows));
    ceres::Problem problem;
    problem.AddResidualBlock(new GemmResiduals(base, parameters, slots, rows), nullptr, theta.data());
    for (std::size_t j = 0; j < parameters.size(); ++j) {
      problem.SetParameterLowerBound(theta.data(), static_cast<int>(j), parameters[j].low);
      problem.SetParameterUpperBound(theta.data(), static_cast<int>(j), parameters[j].high);
    }
    ceres::Solver::Options options;
    options.linear_solver_type = ceres::DENSE_NORMAL_CHOLESKY;
    options.max_num_iterations = rounds == 1 ? 40 : 8;
    options.function_tolerance = 2e-4;
    options.logging_type = ceres::SILENT;
    ceres::Solver::Summary summary;
    ceres::Solve(options, &problem, &summary);
  }
  return theta;
}

/// The table with the parameters that fit the rows best.
[[nodiscard]] inline GemmTable fit_gemm(const GemmTable& base, const std::vector<FitParameter>& parameters,
                                        const std::vector<FitSlot>& slots, const std::vector<FitRow>& rows,
                                        int rounds) {
  return fitted_table(base, parameters, fit_theta(base, parameters, slots, rows, rounds));
}

}  // namespace perfmodel

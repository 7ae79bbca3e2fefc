#include "calibrate/fit/card_solver.hpp"

#include <ceres/cost_function.h>
#include <ceres/problem.h>
#include <ceres/solver.h>

#include <Eigen/Dense>

namespace perfmodel::calibrate {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr std::size_t fold_count = 5;
constexpr double difference = 0.02;  // of ln, for derivatives: a secant over changes of tile, which are jumps

/// Residuals of the rows that are not in `left_out`, and their derivatives.
std::vector<double> residuals(const CardFit& fit, const std::vector<char>& used, std::span<const double> theta) {
  const std::vector<double> ratios = fit.log_ratios(theta);
  std::vector<double> out;
  for (std::size_t i = 0; i < ratios.size(); ++i)
    if (used[i] != 0) out.push_back(fit.residual(i, ratios[i]));
  return out;
}

Matrix jacobian(const CardFit& fit, const std::vector<char>& used, std::span<const double> theta,
                const std::vector<double>& here) {
  Matrix j(static_cast<Eigen::Index>(here.size()), static_cast<Eigen::Index>(theta.size()));
  for (std::size_t p = 0; p < theta.size(); ++p) {
    std::vector<double> there(theta.begin(), theta.end());
    const double step = there[p] > 0.0 ? -difference : difference;  // inwards: never across a bound
    there[p] += step;
    const std::vector<double> moved = residuals(fit, used, there);
    for (std::size_t i = 0; i < here.size(); ++i)
      j(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(p)) = (moved[i] - here[i]) / step;
  }
  return j;
}

/// The rows in use and the priors, as one block.
class Residuals : public ceres::CostFunction {
 public:
  Residuals(const CardFit& fit, const std::vector<char>& used) : fit_(fit), used_(used) {
    data_ = static_cast<std::size_t>(std::count(used.begin(), used.end(), 1));
    width_ = fit.parameters().size();
    set_num_residuals(static_cast<int>(data_ + width_));
    mutable_parameter_block_sizes()->push_back(static_cast<int>(width_));
  }
  bool Evaluate(double const* const* block, double* out, double** derivatives) const override {
    const std::span<const double> theta(block[0], width_);
    const std::vector<double> here = residuals(fit_, used_, theta);
    std::copy(here.begin(), here.end(), out);
    for (std::size_t p = 0; p < width_; ++p) out[data_ + p] = theta[p] / fit_.parameters()[p].sigma;
    if (derivatives == nullptr || derivatives[0] == nullptr) return true;
    Eigen::Map<Matrix> all(derivatives[0], static_cast<Eigen::Index>(data_ + width_),
                           static_cast<Eigen::Index>(width_));
    all.setZero();
    all.topRows(static_cast<Eigen::Index>(data_)) = jacobian(fit_, used_, theta, here);
    for (std::size_t p = 0; p < width_; ++p)
      all(static_cast<Eigen::Index>(data_ + p), static_cast<Eigen::Index>(p)) = 1.0 / fit_.parameters()[p].sigma;
    return true;
  }

 private:
  const CardFit& fit_;
  const std::vector<char>& used_;
  std::size_t data_{}, width_{};
};

std::vector<double> solved(const CardFit& fit, const std::vector<char>& used) {
  std::vector<double> theta(fit.parameters().size(), 0.0);
  ceres::Problem problem;
  problem.AddResidualBlock(new Residuals(fit, used), nullptr, theta.data());
  for (int p = 0; p < static_cast<int>(theta.size()); ++p) {
    problem.SetParameterLowerBound(theta.data(), p, std::log(least_correction));
    problem.SetParameterUpperBound(theta.data(), p, std::log(most_correction));
  }
  ceres::Solver::Options options;
  options.linear_solver_type = ceres::DENSE_QR;
  options.max_num_iterations = 12;
  options.function_tolerance = 1e-4;
  options.logging_type = ceres::SILENT;
  options.num_threads = 1;  // the same sums in the same order
  ceres::Solver::Summary summary;
  ceres::Solve(options, &problem, &summary);
  return theta;
}

/// |error| of rows left out, without and with the factors, and what the factors gain: means with every group alike.
/// Groups of a few rows are one together: the scatter of one or two says nothing.
class LeftOut {
 public:
  explicit LeftOut(const std::vector<CardRow>& rows) {
    for (const CardRow& row : rows) ++size_[row.group];
  }
  void add(const CardRow& row, double log_before, double log_after) {
    constexpr std::size_t few = 12;
    Sums& s = groups_[size_[row.group] < few ? "few" : row.group];
    const double before = std::abs(std::expm1(log_before)), after = std::abs(std::expm1(log_after));
    s.count += 1.0, s.before += before, s.after += after, s.squares += (before - after) * (before - after);
    s.moved += std::abs(log_after - log_before);
  }
  /// only groups that the factors move at all, by more than half a per cent
  void drop_unmoved() {
    for (auto group = groups_.begin(); group != groups_.end();)
      group = group->second.moved < least_moved * group->second.count ? groups_.erase(group) : std::next(group);
  }
  [[nodiscard]] double before() const {
    return mean([](const Sums& s) { return s.before / s.count; });
  }
  [[nodiscard]] double after() const {
    return mean([](const Sums& s) { return s.after / s.count; });
  }
  /// standard error of before() - after(), rows of a group taken as independent
  [[nodiscard]] double deviation() const {
    const double variance = mean([](const Sums& s) {
      const double gain = (s.before - s.after) / s.count;
      return (s.squares / s.count - gain * gain) / s.count;
    });
    return groups_.empty() ? 0.0 : std::sqrt(std::max(0.0, variance) / static_cast<double>(groups_.size()));
  }

 private:
  static constexpr double least_moved = 0.005;
  struct Sums {
    double count{}, before{}, after{}, squares{}, moved{};
  };
  template <class F>
  [[nodiscard]] double mean(F&& of) const {
    double sum = 0.0;
    for (const auto& [group, s] : groups_) sum += of(s);
    return groups_.empty() ? 0.0 : sum / static_cast<double>(groups_.size());
  }
  std::map<std::string, Sums> groups_{};
  std::map<std::string, std::size_t> size_{};
};

void cross_validate(const CardFit& fit, Refinement& r) {
  constexpr double least_gain = 0.01;  // of the error: less is not worth a factor
  constexpr double sure = 2.0;         // standard errors: less may be chance
  LeftOut errors(fit.rows());
  const std::vector<double> unchanged = fit.log_ratios(std::vector<double>(fit.parameters().size(), 0.0));
  for (std::size_t fold = 0; fold < fold_count; ++fold) {
    std::vector<char> used;
    for (const CardRow& row : fit.rows()) used.push_back(row.direct || row.family % fold_count != fold ? 1 : 0);
    if (std::count(used.begin(), used.end(), 0) == 0) continue;
    const std::vector<double> ratios = fit.log_ratios(solved(fit, used));
    for (std::size_t i = 0; i < ratios.size(); ++i)
      if (used[i] == 0) errors.add(fit.rows()[i], unchanged[i], ratios[i]);
  }
  errors.drop_unmoved();
  r.folds = fold_count;
  r.before = errors.before();
  r.after = errors.after();
  r.kept = r.before - r.after > std::max(least_gain * r.before, sure * errors.deviation());
}

/// Singular values of the data's Jacobian and the covariance with the priors: what the data determine, and what not.
void identify(const CardFit& fit, const std::vector<char>& used, Refinement& r) {
  constexpr double next_to_nothing = 0.9;  // of the prior's deviation is left
  constexpr double strong = 0.9;           // correlation
  Matrix j = jacobian(fit, used, r.theta, residuals(fit, used, r.theta));
  const auto width = static_cast<Eigen::Index>(r.theta.size());
  for (Eigen::Index p = 0; p < width; ++p) j.col(p) *= r.parameters[static_cast<std::size_t>(p)].sigma;
  const Eigen::MatrixXd normal = j.transpose() * j;
  // Squares of the singular values; their floor is rounding.
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(normal);
  for (Eigen::Index p = width; p-- > 0;) r.singular_values.push_back(std::sqrt(std::max(0.0, eigen.eigenvalues()(p))));
  const Eigen::MatrixXd covariance = (normal + Eigen::MatrixXd::Identity(width, width)).inverse();
  for (Eigen::Index p = 0; p < width; ++p) {
    const CardParameter& parameter = r.parameters[static_cast<std::size_t>(p)];
    const double left = std::sqrt(covariance(p, p));
    r.deviation.push_back(left * parameter.sigma);
    if (left > next_to_nothing) r.undetermined.push_back(parameter.name);
    for (Eigen::Index q = 0; q < p; ++q) {
      const double correlation = covariance(p, q) / std::sqrt(covariance(p, p) * covariance(q, q));
      if (std::abs(correlation) > strong)
        r.correlated.push_back({r.parameters[static_cast<std::size_t>(q)].name, parameter.name, correlation});
    }
  }
}

}  // namespace

namespace {
/// Factors that are worth having: clearly off 1, by more than the data leave open.
std::vector<CardParameter> clear_ones(const Refinement& r) {
  constexpr double worth = 0.03, deviations = 3.0;
  std::vector<CardParameter> chosen;
  for (std::size_t i = 0; i < r.theta.size(); ++i)
    if (std::abs(r.theta[i]) > std::max(worth, deviations * r.deviation[i])) chosen.push_back(r.parameters[i]);
  return chosen;
}
}  // namespace

Refinement refine(const Device& device, const std::vector<CardRow>& rows) {
  CardFit fit(device, rows);
  Refinement r{.parameters = fit.parameters(), .rows = rows.size()};
  const std::vector<char> all(rows.size(), 1);
  r.theta = solved(fit, all);
  identify(fit, all, r);
  // Small factors are noise of the model: fitted again without them, and judged on families left out.
  const std::vector<CardParameter> chosen = clear_ones(r);
  if (chosen.empty()) return r;
  fit.keep_parameters(chosen);
  const std::vector<double> theta = solved(fit, all);
  for (const CardParameter& parameter : chosen) r.used.push_back(parameter.name);
  cross_validate(fit, r);
  if (r.kept) r.correction = correction_of(chosen, theta);
  return r;
}

}  // namespace perfmodel::calibrate

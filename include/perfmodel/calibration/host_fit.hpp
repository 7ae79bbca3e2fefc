#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <perfmodel/training/host_profile.hpp>
#include <span>
#include <vector>

namespace perfmodel {

/// One measured host time and the trace of what the host did in it: a phase of a step, or a whole host-bound step.
struct HostSample {
  std::vector<TraceEvent> events{};  ///< only those that were timed
  std::vector<int> launches{};       ///< kernels of each Launch in `events`, in order (split-K: 2)
  double seconds{};
  double weight{1.0};
};

inline constexpr std::size_t host_feature_count = host_op_count + 2;  ///< operations, launches, 32-bit products
using HostFeatures = std::array<double, host_feature_count>;

/// How often each cost of a profile enters a sample, warm-up included: time = sum of feature x cost.
[[nodiscard]] inline HostFeatures host_features(const HostSample& sample, const HostProfile& profile) {
  HostFeatures x{};
  int phase = -1;
  double before = 0.0;
  std::size_t launch = 0;
  for (const TraceEvent& event : sample.events) {
    if (static_cast<int>(event.phase) != phase) {
      phase = static_cast<int>(event.phase);
      before = 0.0;
    }
    if (const auto* h = std::get_if<HostWork>(&event.what)) {
      x[static_cast<std::size_t>(h->op)] += static_cast<double>(h->count) * warm_up_factor(profile, before);
      before += 1.0;
    } else if (std::holds_alternative<Launch>(event.what)) {
      x[host_op_count] += launch < sample.launches.size() ? sample.launches[launch] : 1;
      if (is_wide_product(std::get<Launch>(event.what).kernel)) x[host_op_count + 1] += 1.0;
      ++launch;
    }
  }
  return x;
}

struct HostFit {
  HostProfile profile{};
  double mean_error{};  ///< mean absolute relative error over the samples
  double worst_error{};
};

namespace detail {

inline double host_error(std::span<const HostFeatures> x, std::span<const HostSample> samples, const HostFeatures& cost,
                         std::vector<double>& errors) {
  double sum = 0.0, weights = 0.0;
  errors.clear();
  for (std::size_t i = 0; i < samples.size(); ++i) {
    double t = 0.0;
    for (std::size_t j = 0; j < host_feature_count; ++j) t += x[i][j] * cost[j];
    errors.push_back(t / samples[i].seconds - 1.0);
    sum += samples[i].weight * std::abs(errors.back());
    weights += samples[i].weight;
  }
  return weights > 0.0 ? sum / weights : 0.0;
}

/// Weighted least squares of relative errors with costs >= 0 and a relative pull of strength `prior_weight` towards
/// `prior`, by coordinate descent on the normal equations; errors beyond 4 %, the noise of
/// measured host times, count less (Huber 1964, doi:10.1214/aoms/1177703732).
inline HostFeatures solve_host(std::span<const HostFeatures> x, std::span<const HostSample> samples,
                               const HostFeatures& prior, double prior_weight) {
  constexpr double noise = 0.04;
  HostFeatures cost = prior;
  std::vector<double> errors;
  for (int round = 0; round < 12; ++round) {
    (void)host_error(x, samples, cost, errors);
    std::array<HostFeatures, host_feature_count> normal{};
    HostFeatures right{};
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const double huber = std::abs(errors[i]) > noise ? noise / std::abs(errors[i]) : 1.0;
      const double w = samples[i].weight * (round == 0 ? 1.0 : huber) / samples[i].seconds;
      for (std::size_t j = 0; j < host_feature_count; ++j) {
        if (x[i][j] == 0.0) continue;
        for (std::size_t k = 0; k < host_feature_count; ++k) normal[j][k] += w / samples[i].seconds * x[i][j] * x[i][k];
        right[j] += w * x[i][j];
      }
    }
    for (std::size_t j = 0; j < host_feature_count; ++j) {
      if (prior[j] <= 0.0) continue;
      normal[j][j] += prior_weight / (prior[j] * prior[j]);
      right[j] += prior_weight / prior[j];
    }
    for (int sweep = 0; sweep < 2000; ++sweep) {
      double moved = 0.0;
      for (std::size_t j = 0; j < host_feature_count; ++j) {
        if (normal[j][j] <= 0.0) continue;
        double rest = right[j];
        for (std::size_t k = 0; k < host_feature_count; ++k)
          if (k != j) rest -= normal[j][k] * cost[k];
        const double next = std::max(0.0, rest / normal[j][j]);
        moved = std::max(moved, std::abs(next - cost[j]) / std::max(next, 1e-9));
        cost[j] = next;
      }
      if (moved < 1e-7) break;
    }
  }
  return cost;
}

}  // namespace detail

/// Host costs from measured times. What the samples cannot tell apart stays at the prior's ratio.
/// @pre every sample's seconds > 0
[[nodiscard]] inline HostFit fit_host(std::span<const HostSample> samples, const HostProfile& prior,
                                      double prior_weight = 0.01) {
  HostFit best{.profile = prior, .mean_error = 1e300};
  HostFeatures start{};
  for (std::size_t j = 0; j < host_op_count; ++j) start[j] = in(prior.cost[j], second);
  start[host_op_count] = in(prior.launch, second);
  start[host_op_count + 1] = in(prior.wide_product, second);
  std::vector<double> errors;
  for (const double warm_up : {0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0})
    for (const double ops : {5.0, 10.0, 20.0, 40.0, 80.0, 160.0}) {
      if (warm_up == 0.0 && ops > 5.0) continue;
      HostProfile profile = prior;
      profile.warm_up = warm_up;
      profile.warm_up_ops = ops;
      std::vector<HostFeatures> x;
      for (const HostSample& s : samples) x.push_back(host_features(s, profile));
      const HostFeatures cost = detail::solve_host(x, samples, start, prior_weight);
      const double error = detail::host_error(x, samples, cost, errors);
      if (error >= best.mean_error) continue;
      for (std::size_t j = 0; j < host_op_count; ++j) profile.cost[j] = cost[j] * second;
      profile.launch = cost[host_op_count] * second;
      profile.wide_product = cost[host_op_count + 1] * second;
      best = {.profile = profile, .mean_error = error};
      for (const double e : errors) best.worst_error = std::max(best.worst_error, std::abs(e));
    }
  return best;
}

}  // namespace perfmodel

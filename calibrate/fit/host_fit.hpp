#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <perfmodel/timeline/timeline.hpp>
#include <span>
#include <vector>

namespace perfmodel {

/// What one operation costs the host to launch.
struct HostLaunch {
  int calls{1}, kernels{1};  ///< of libraries, and of all their calls (split-K: 2)
  bool wide{};               ///< a product of 32-bit operands
};

/// One measured host time and the trace of what the host did in it: a phase of a step, or a whole host-bound step.
struct HostSample {
  std::vector<TraceEvent> events{};    ///< only those that were timed
  std::vector<HostLaunch> launches{};  ///< of each Execute in `events`, in order
  double seconds{};
  double weight{1.0};
  bool whole_step{true};  ///< steps follow each other; false: part of one, whose threads are awake
};

/// Operations, launches, 32-bit products, allocations, wakes of threads.
inline constexpr std::size_t host_feature_count = host_op_count + 4;
using HostFeatures = std::array<double, host_feature_count>;

namespace detail {
[[nodiscard]] inline HostFeatures host_costs(const HostProfile& profile) {
  HostFeatures cost{};
  for (std::size_t j = 0; j < host_op_count; ++j) cost[j] = in(profile.cost[j], second);
  cost[host_op_count] = in(profile.launch, second);
  cost[host_op_count + 1] = in(profile.wide_product, second);
  cost[host_op_count + 2] = in(profile.allocation, second);
  cost[host_op_count + 3] = in(profile.thread_wake, second);
  return cost;
}
inline void set_host_costs(HostProfile& profile, const HostFeatures& cost) {
  for (std::size_t j = 0; j < host_op_count; ++j) profile.cost[j] = cost[j] * second;
  profile.launch = cost[host_op_count] * second;
  profile.wide_product = cost[host_op_count + 1] * second;
  profile.allocation = cost[host_op_count + 2] * second;
  profile.thread_wake = cost[host_op_count + 3] * second;
}
}  // namespace detail

/// How often each cost of a profile enters a sample: time = sum of feature x cost. How long the threads sleep between
/// wakes of threads is reckoned with the profile's own costs.
[[nodiscard]] inline HostFeatures host_features(const HostSample& sample, const HostProfile& profile) {
  HostFeatures x{};
  std::vector<double> host(sample.events.size(), 0.0);
  std::size_t launch = 0;
  for (std::size_t i = 0; i < sample.events.size(); ++i) {
    const TraceEvent& event = sample.events[i];
    if (const auto* h = std::get_if<HostWork>(&event.what)) {
      const double count = static_cast<double>(h->count);
      x[static_cast<std::size_t>(h->op)] += count;
      host[i] = in(cost(profile, h->op), second) * count;
    } else if (std::holds_alternative<Execute>(event.what)) {
      const HostLaunch one = launch < sample.launches.size() ? sample.launches[launch] : HostLaunch{};
      const double count = launch_count(profile, one.calls, one.kernels);
      x[host_op_count] += count;
      x[host_op_count + 1] += one.wide ? 1.0 : 0.0;
      host[i] = in(profile.launch, second) * count + (one.wide ? in(profile.wide_product, second) : 0.0);
      ++launch;
    } else if (std::holds_alternative<Allocate>(event.what)) {
      x[host_op_count + 2] += 1.0;
      host[i] = in(profile.allocation, second);
    }
  }
  if (sample.whole_step)
    for (const detail::ThreadWake& h : detail::thread_wakes(sample.events, host))
      x[host_op_count + 3] += thread_wake_share(profile, h.slept);
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

/// Host costs from measured times. What the samples cannot tell apart stays at the prior's ratio; a cost whose prior is
/// zero and that no sample contains stays zero.
/// @pre every sample's seconds > 0
[[nodiscard]] inline HostFit fit_host(std::span<const HostSample> samples, const HostProfile& prior,
                                      double prior_weight = 0.01) {
  HostFit best{.profile = prior, .mean_error = 1e300};
  std::vector<double> errors;
  for (const double sleep : {100e-6, 200e-6, 300e-6, 400e-6, 600e-6, 800e-6}) {
    HostProfile profile = prior;
    profile.thread_wake_sleep = sleep * second;
    std::vector<HostFeatures> x;
    HostFeatures cost{};
    for (int round = 0; round < 3; ++round) {  // the sleep depends on the costs, but weakly
      x.clear();
      for (const HostSample& s : samples) x.push_back(host_features(s, profile));
      cost = detail::solve_host(x, samples, detail::host_costs(prior), prior_weight);
      detail::set_host_costs(profile, cost);
    }
    const double error = detail::host_error(x, samples, cost, errors);
    if (error >= best.mean_error) continue;
    best = {.profile = profile, .mean_error = error};
    for (const double e : errors) best.worst_error = std::max(best.worst_error, std::abs(e));
  }
  return best;
}

}  // namespace perfmodel

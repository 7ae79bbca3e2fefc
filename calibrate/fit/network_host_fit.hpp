#pragma once
/// A host profile from steps of named networks on several machines: one profile, and a factor for each machine.
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "calibrate/fit/host_steps.hpp"
#include "calibrate/fit/network_steps.hpp"

namespace perfmodel {

/// Steps of one machine.
struct MachineSteps {
  std::string table{};
  std::vector<NetworkStep> steps{};
};

struct NetworkHostFit {
  HostProfile profile{};                    ///< of the first machine
  std::map<std::string, double> factors{};  ///< of each table, at the middle of its moments, over the profile
  HostFeatures told{};  ///< how often each cost enters the steps that were fitted; 0: it is the prior's
  /// predicted / measured of host-bound steps, each under its machine's factor: with the prior, and with the fit;
  /// fitted ones, held-out ones, and fitted ones by a fit without their network's family
  std::vector<double> prior_fitted{}, prior_held_out{}, fitted{}, held_out{}, left_out{};
};

namespace detail {

/// A host-bound step with its trace, and the samples that it gives to a fit.
struct TracedNetworkStep {
  const NetworkStep* step{};
  std::size_t machine{};
  StepSamples samples{};
};

/// Steps that the host bounds by far. Times are those of the machine's best moment, and of a step that records a tape.
[[nodiscard]] inline std::vector<TracedNetworkStep> host_bound_steps(const std::vector<MachineSteps>& machines,
                                                                     const StepModel& model, const HostProfile& prior) {
  std::vector<TracedNetworkStep> out;
  for (std::size_t m = 0; m < machines.size(); ++m)
    for (const NetworkStep& step : machines[m].steps) {
      TracedNetworkStep traced{.step = &step, .machine = m};
      const StepTrace trace = steady_step(step.network, step.measured.recipe, model.software(), model.target);
      OperationPrices prices = prices_of(trace, model.kernels);
      const StepTime time = step_time(trace.step, step.network.layers.size(), prices, prior);
      if (time.device > clearly_host_bound * std::min(time.host, step.measured.step)) continue;
      traced.samples = step_samples(step.measured, trace.step, prices);
      const double inference = step.measured.recipe.mode == Mode::infer ? prior.inference : 1.0;
      for (std::vector<HostSample>* list : {&traced.samples.whole, &traced.samples.passes})
        for (HostSample& sample : *list) sample.seconds /= step.speed * inference;
      out.push_back(std::move(traced));
    }
  return out;
}

[[nodiscard]] inline double host_seconds(const HostSample& sample, const HostProfile& profile) {
  const HostFeatures x = host_features(sample, profile), cost = host_costs(profile);
  double sum = 0.0;
  for (std::size_t j = 0; j < host_feature_count; ++j) sum += x[j] * cost[j];
  return sum;
}

/// Median of measured over predicted for each machine that has steps.
[[nodiscard]] inline std::vector<double> machine_factors(const std::vector<TracedNetworkStep>& steps,
                                                         std::size_t machines, const HostProfile& profile) {
  std::vector<std::vector<double>> ratios(machines);
  for (const TracedNetworkStep& s : steps)
    ratios[s.machine].push_back(s.samples.whole.front().seconds / host_seconds(s.samples.whole.front(), profile));
  std::vector<double> out;
  for (const std::vector<double>& r : ratios) out.push_back(r.empty() ? 1.0 : quantile(r, 0.5));
  return out;
}

/// How often each cost enters the samples.
[[nodiscard]] inline HostFeatures features_of(const std::vector<HostSample>& samples, const HostProfile& profile) {
  HostFeatures told{};
  for (const HostSample& sample : samples) {
    const HostFeatures x = host_features(sample, profile);
    for (std::size_t j = 0; j < host_feature_count; ++j) told[j] += x[j];
  }
  return told;
}

/// "resnet50:input=160x160" -> "resnet50"
[[nodiscard]] inline std::string_view family_of(const TracedNetworkStep& step) {
  return std::string_view(step.step->measured.family).substr(0, step.step->measured.family.find(':'));
}

struct NetworkHostCosts {
  HostProfile profile{};
  std::vector<double> factors{};  ///< of the machines; the first's is 1
  HostFeatures told{};
};

/// Costs under each machine's factor, then the factors under these costs, until they agree. Held-out steps, and those
/// of the family `without`, tell their machine's factor and nothing else.
[[nodiscard]] inline NetworkHostCosts fit_costs(const std::vector<TracedNetworkStep>& steps, std::size_t machines,
                                                const HostProfile& prior, std::string_view without = {}) {
  constexpr int rounds = 4;
  constexpr double prior_weight = 0.1;  // steps alone do not tell operations apart that always come together
  NetworkHostCosts out{.profile = prior, .factors = machine_factors(steps, machines, prior)};
  const HostProfile start = scaled(prior, out.factors.front());
  for (double& factor : out.factors) factor /= out.factors.front();
  for (int round = 0; round < rounds; ++round) {
    std::vector<HostSample> samples;
    for (const TracedNetworkStep& s : steps) {
      if (s.step->measured.held_out || family_of(s) == without) continue;
      for (const std::vector<HostSample>* list : {&s.samples.whole, &s.samples.passes})
        for (HostSample sample : *list) {
          sample.seconds /= out.factors[s.machine];
          samples.push_back(std::move(sample));
        }
    }
    out.profile = fit_host(samples, start, prior_weight).profile;
    if (out.profile.thread_wake == Time{}) out.profile.thread_wake_sleep = prior.thread_wake_sleep;
    out.told = features_of(samples, start);
    out.factors = machine_factors(steps, machines, out.profile);
    const double first = out.factors.front();
    for (double& factor : out.factors) factor /= first;
  }
  return out;
}

/// predicted / measured of the steps that `wanted` takes, each under its machine's factor.
template <class Wanted>
[[nodiscard]] std::vector<double> host_ratios(const std::vector<TracedNetworkStep>& steps, std::size_t machines,
                                              const HostProfile& profile, const Wanted& wanted) {
  const std::vector<double> factors = machine_factors(steps, machines, profile);
  std::vector<double> out;
  for (const TracedNetworkStep& s : steps)
    if (wanted(s))
      out.push_back(factors[s.machine] * host_seconds(s.samples.whole.front(), profile) /
                    s.samples.whole.front().seconds);
  return out;
}

}  // namespace detail

/// What the steps do not tell (`told` 0) keeps this profile's cost.
inline void keep_untold(HostProfile& profile, const HostProfile& prior, const HostFeatures& told) {
  HostFeatures cost = detail::host_costs(profile);
  const HostFeatures before = detail::host_costs(prior);
  for (std::size_t j = 0; j < host_feature_count; ++j)
    if (told[j] == 0.0) cost[j] = before[j];
  detail::set_host_costs(profile, cost);
}

/// Fits a profile to the host-bound steps that are not held out, of several machines at once, and judges it.
/// @pre machines not empty; the first has host-bound steps
[[nodiscard]] inline NetworkHostFit fit_network_host(const std::vector<MachineSteps>& machines, const StepModel& model,
                                                     const HostProfile& prior) {
  const std::size_t count = machines.size();
  const std::vector<detail::TracedNetworkStep> steps = detail::host_bound_steps(machines, model, prior);
  const detail::NetworkHostCosts costs = detail::fit_costs(steps, count, prior);
  NetworkHostFit out{.profile = costs.profile, .told = costs.told};
  for (std::size_t m = 0; m < count; ++m) {
    std::vector<double> speeds{1.0};
    for (const NetworkStep& step : machines[m].steps) speeds.push_back(step.speed);
    out.factors[machines[m].table] = costs.factors[m] * quantile(speeds, 0.5);
  }
  const auto held = [](const detail::TracedNetworkStep& s) { return s.step->measured.held_out; };
  const auto free = [](const detail::TracedNetworkStep& s) { return !s.step->measured.held_out; };
  out.prior_fitted = detail::host_ratios(steps, count, prior, free);
  out.prior_held_out = detail::host_ratios(steps, count, prior, held);
  out.fitted = detail::host_ratios(steps, count, costs.profile, free);
  out.held_out = detail::host_ratios(steps, count, costs.profile, held);
  std::vector<std::string_view> families;
  for (const detail::TracedNetworkStep& s : steps)
    if (free(s) && std::find(families.begin(), families.end(), detail::family_of(s)) == families.end())
      families.push_back(detail::family_of(s));
  for (const std::string_view family : families) {
    const HostProfile other = detail::fit_costs(steps, count, prior, family).profile;
    const std::vector<double> ratios = detail::host_ratios(
        steps, count, other,
        [&](const detail::TracedNetworkStep& s) { return free(s) && detail::family_of(s) == family; });
    out.left_out.insert(out.left_out.end(), ratios.begin(), ratios.end());
  }
  return out;
}

}  // namespace perfmodel

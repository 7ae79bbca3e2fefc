#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <deque>
#include <perfmodel/measurement/statistics.hpp>
#include <perfmodel/network/fcnn.hpp>
#include <perfmodel/timeline/step_time.hpp>
#include <span>
#include <string>
#include <vector>

#include "calibrate/fit/host_fit.hpp"
#include "calibrate/fit/measured_step.hpp"

namespace perfmodel {

/// From measured training steps to a host profile, the factor of this machine's host over the committed profile's, and
/// what both are worth on steps that no fit has seen.

/// A measured step and what a profile predicts for it. `step` is an index into the measured steps.
struct JudgedStep {
  std::size_t step{};
  Time total{}, host{}, device{}, low{}, high{};
  Bound bound{};
  double ratio{};  ///< predicted / measured
};

struct HostCalibration {
  HostProfile profile{};  ///< fitted to the host-bound steps that are not held out
  double scale{1.0};      ///< of StepModel::host_scale: this machine's host over the prior profile's; see host_factor()
  double noise{};         ///< noise() of the host-bound steps, median
  /// predicted / measured with the fitted profile, by what the prediction says bounds the step
  ErrorStatistics host_fitted{}, host_held_out{}, host_cross_validated{}, device_fitted{}, device_held_out{};
  std::vector<JudgedStep> steps{};  ///< all, with the fitted profile
};

namespace detail {

/// Beyond this share of the host's time the device's own can show in a step: such steps do not enter the fit.
inline constexpr double clearly_host_bound = 0.7;
/// Weight of a pass beside the whole step's: passes separate forward from optimizer, but each begins with an idle
/// device and threads that are awake, which a step in its steady state does not.
inline constexpr double pass_weight = 0.01;
/// Families are left out in so many groups for cross-validation.
inline constexpr std::size_t cross_validation_folds = 4;

struct StepSamples {
  std::vector<HostSample> whole{}, passes{};
};

[[nodiscard]] inline HostLaunch host_launch(OperationId id, OperationPrices& prices) {
  const PricedOperation& priced = prices(id);
  return {.calls = priced.calls, .kernels = priced.launches, .wide = is_wide_product(prices.operation(id))};
}

/// The samples of one step: the whole of it, and those passes whose host time is known and runs in the thread of the
/// training loop.
[[nodiscard]] inline StepSamples step_samples(const MeasuredStep& m, const std::vector<TraceEvent>& events,
                                              OperationPrices& prices) {
  StepSamples samples;
  const auto sample = [&](int phase, Time time, double weight) {
    HostSample s{.seconds = in(time, second), .weight = weight, .whole_step = phase < 0};
    for (const TraceEvent& e : events) {
      if (phase >= 0 && static_cast<int>(e.phase) != phase) continue;
      if (const auto* executed = std::get_if<Execute>(&e.what))
        s.launches.push_back(host_launch(executed->operation, prices));
      if (!std::holds_alternative<Release>(e.what)) s.events.push_back(e);
    }
    return s;
  };
  samples.whole.push_back(sample(-1, m.step, 1.0));
  if (m.recipe.accumulation > 1) return samples;  // which of the passes was timed is not known
  for (const Phase phase : {Phase::forward, Phase::optimizer})
    if (m.host[static_cast<std::size_t>(phase)] > Time{})
      samples.passes.push_back(sample(static_cast<int>(phase), m.host[static_cast<std::size_t>(phase)], pass_weight));
  for (const Phase phase : {Phase::zero_gradients, Phase::loss})  // a few us: an error of theirs does not matter
    if (m.host[static_cast<std::size_t>(phase)] > Time{})
      samples.passes.push_back(
          sample(static_cast<int>(phase), m.host[static_cast<std::size_t>(phase)], 0.1 * pass_weight));
  return samples;
}

/// A measured step with its trace and the prices of its operations. Stays where it is: prices refer to the trace.
struct TracedStep {
  std::size_t step{};
  std::size_t layers{};
  StepTrace trace{};
  OperationPrices prices;

  TracedStep(std::size_t index, const MeasuredStep& m, const StepModel& model)
      : TracedStep(index, fcnn(m.network), m.recipe, model) {}
  TracedStep(std::size_t index, const Network& network, const Recipe& recipe, const StepModel& model)
      : step(index),
        layers(network.layers.size()),
        trace(steady_step(network, recipe, model.software(), model.target)),
        prices(prices_of(trace, model.kernels)) {}
  TracedStep(const TracedStep&) = delete;
  TracedStep& operator=(const TracedStep&) = delete;

  [[nodiscard]] StepTime time(const HostProfile& profile) { return step_time(trace.step, layers, prices, profile); }
};

[[nodiscard]] inline JudgedStep judge(const MeasuredStep& m, TracedStep& traced, const HostProfile& profile) {
  const StepTime t = traced.time(profile);
  return {.step = traced.step,
          .total = t.total,
          .host = t.host,
          .device = t.device,
          .low = t.low,
          .high = t.high,
          .bound = t.bound,
          .ratio = in(t.total, m.step)};
}

/// The factor on a profile (`scaled()`) with which the predictions of these steps have the median measured /
/// predicted 1. Longer predictions grow by less than the factor, as waking threads does not: each round closes most of
/// what is left.
[[nodiscard]] inline double host_factor(std::span<const MeasuredStep> steps, std::span<TracedStep* const> traced,
                                        const HostProfile& profile) {
  constexpr int rounds = 8;
  double factor = 1.0;
  for (int round = 0; round < rounds && !traced.empty(); ++round) {
    const HostProfile host = scaled(profile, factor);
    std::vector<double> ratios;
    for (TracedStep* t : traced) ratios.push_back(static_cast<double>(steps[t->step].step / t->time(host).total));
    factor *= quantile(ratios, 0.5);
  }
  return factor;
}

}  // namespace detail

/// The host of a machine on which steps were timed.
struct HostFactor {
  double factor{1.0};   ///< on the profile, as StepModel::host_scale
  double noise{};       ///< noise() of the steps, median
  std::size_t steps{};  ///< host-bound ones that it was read off; 0: there were none
};

/// One machine's factor on a host profile, from its host-bound steps, held out or not.
[[nodiscard]] inline HostFactor host_factor(std::span<const MeasuredStep> steps, const StepModel& model,
                                            const HostProfile& profile) {
  std::deque<detail::TracedStep> all;
  std::vector<detail::TracedStep*> traced;
  std::vector<double> ranges;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    detail::TracedStep& t = all.emplace_back(i, steps[i], model);
    const JudgedStep judged = detail::judge(steps[i], t, profile);
    if (judged.device > detail::clearly_host_bound * std::min(judged.host, steps[i].step)) continue;
    traced.push_back(&t);
    ranges.push_back(noise(steps[i]));
  }
  if (traced.empty()) return {};
  return {
      .factor = detail::host_factor(steps, traced, profile), .noise = quantile(ranges, 0.5), .steps = traced.size()};
}

namespace detail {
constexpr double host_prior_weight = 0.001;

/// What the host-bound steps say, and of which step each sample is.
struct HostBoundSteps {
  std::deque<TracedStep> traced{};  ///< all steps
  std::vector<TracedStep*> host_bound{};
  std::vector<double> ranges{};       ///< their noise
  std::vector<HostSample> samples{};  ///< of those that may be fitted
  std::vector<std::size_t> owner{};
};
inline HostBoundSteps host_bound_steps(std::span<const MeasuredStep> steps, const StepModel& model,
                                       const HostProfile& prior) {
  HostBoundSteps all;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const MeasuredStep& m = steps[i];
    TracedStep& t = all.traced.emplace_back(i, m, model);
    const JudgedStep judged = judge(m, t, prior);
    if (judged.device > clearly_host_bound * std::min(judged.host, m.step)) continue;
    all.host_bound.push_back(&t);
    all.ranges.push_back(noise(m));
    if (m.held_out) continue;
    StepSamples samples = step_samples(m, t.trace.step, t.prices);
    for (std::vector<HostSample>* list : {&samples.whole, &samples.passes})
      for (HostSample& s : *list) {
        all.samples.push_back(std::move(s));
        all.owner.push_back(i);
      }
  }
  return all;
}

/// Judges each family's steps by a profile that was fitted without it.
inline ErrorStatistics cross_validated(std::span<const MeasuredStep> steps, HostBoundSteps& all,
                                       const HostProfile& prior) {
  std::vector<std::string> families;
  for (const std::size_t i : all.owner)
    if (std::find(families.begin(), families.end(), steps[i].family) == families.end())
      families.push_back(steps[i].family);
  std::sort(families.begin(), families.end());
  const auto fold = [&](std::size_t i) {
    const auto at = std::lower_bound(families.begin(), families.end(), steps[i].family) - families.begin();
    return static_cast<std::size_t>(at) % cross_validation_folds;
  };
  std::vector<double> left_out;
  for (std::size_t f = 0; f < cross_validation_folds; ++f) {
    std::vector<HostSample> rest;
    for (std::size_t s = 0; s < all.samples.size(); ++s)
      if (fold(all.owner[s]) != f) rest.push_back(all.samples[s]);
    if (rest.empty() || rest.size() == all.samples.size()) continue;
    const HostProfile profile = fit_host(rest, prior, host_prior_weight).profile;
    for (std::size_t s = 0; s < all.samples.size(); ++s)
      if (fold(all.owner[s]) == f && all.samples[s].whole_step)
        left_out.push_back(judge(steps[all.owner[s]], all.traced[all.owner[s]], profile).ratio);
  }
  return error_statistics(left_out);
}
}  // namespace detail

/// Fits a host profile to the host-bound steps among `steps` (device time as `model` predicts it), judges all of them,
/// and cross-validates by family. Deterministic; a second or two for 400 steps.
/// @throws Error if fewer than ten host-bound steps may be fitted
[[nodiscard]] inline HostCalibration calibrate_host(std::span<const MeasuredStep> steps, const StepModel& model,
                                                    const HostProfile& prior) {
  constexpr std::size_t fewest = 10;
  detail::HostBoundSteps all = detail::host_bound_steps(steps, model, prior);
  const auto whole = static_cast<std::size_t>(
      std::count_if(all.samples.begin(), all.samples.end(), [](const HostSample& s) { return s.whole_step; }));
  if (whole < fewest)
    throw Error("training steps: " + std::to_string(whole) + " host-bound ones to fit, at least " +
                std::to_string(fewest) + " are needed");
  HostCalibration result{.profile = fit_host(all.samples, prior, detail::host_prior_weight).profile,
                         .scale = detail::host_factor(steps, all.host_bound, prior),
                         .noise = quantile(all.ranges, 0.5)};
  std::vector<double> ratios[4];
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const JudgedStep j = detail::judge(steps[i], all.traced[i], result.profile);
    ratios[(j.bound == Bound::host ? 0 : 2) + (steps[i].held_out ? 1 : 0)].push_back(j.ratio);
    result.steps.push_back(j);
  }
  result.host_fitted = error_statistics(ratios[0]);
  result.host_held_out = error_statistics(ratios[1]);
  result.device_fitted = error_statistics(ratios[2]);
  result.device_held_out = error_statistics(ratios[3]);
  result.host_cross_validated = detail::cross_validated(steps, all, prior);
  return result;
}

}  // namespace perfmodel

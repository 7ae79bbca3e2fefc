#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <perfmodel/calibration/csv.hpp>
#include <perfmodel/calibration/host_fit.hpp>
#include <perfmodel/calibration/statistics.hpp>
#include <perfmodel/calibration/step_rounds.hpp>
#include <perfmodel/network/fcnn.hpp>
#include <perfmodel/training/step_time.hpp>
#include <span>
#include <string>
#include <vector>

namespace perfmodel {

/// From tables of measured training steps (fcnn_steps.csv, fcnn_technique_steps.csv) to a host profile, the factor of
/// this machine's host over the committed profile's, and what both are worth on steps that no fit has seen.

/// One measured training step of a fully connected network.
struct MeasuredStep {
  FcnnOptions network{};
  Recipe recipe{};
  Time step{};               ///< median over groups of steps, mean over rounds of them, or time_of_rounds()
  Time lowest{}, highest{};  ///< of the groups
  std::int64_t rounds{1};    ///< apart from each other in time; 1: all groups in a row
  double scatter{};          ///< relative, of the rounds at the processor's usual speed; 0: only the groups' range is known
  std::array<Time, phase_count> host{};  ///< by phase: no wait at the end, the device idle at the beginning; 0: unknown
  std::string family{};
  bool held_out{};  ///< never in a fit
};

/// How far the time may be off for the noise of the machine alone, relative: the scatter of its rounds, or half the range of its
/// groups; rounds apart in time average it.
[[nodiscard]] inline double noise(const MeasuredStep& m) {
  if (m.scatter > 0.0) return m.scatter;
  return 0.5 * in(m.highest - m.lowest, m.step) / std::sqrt(static_cast<double>(m.rounds));
}

namespace detail {

/// Where the processor was probed beside each round (columns group_us, probe_us): the steps at its usual speed. Steps whose
/// host is done sooner than the device, and those of one round, stay as they are.
/// @param rows  of the table, one for each step
inline void settle_rounds(std::vector<MeasuredStep>& steps, const CsvTable& table, std::span<const CsvRow* const> rows) {
  if (!table.find("group_us") || !table.find("probe_us")) return;
  constexpr double clearly_longer = 1.25;  // than the host's passes: as in the measuring program
  std::vector<std::vector<StepRound>> rounds;
  std::vector<double> probes;
  for (const CsvRow* row : rows) {
    rounds.push_back(step_rounds(row->cells[table.at("group_us")], row->cells[table.at("probe_us")],
                                 table.place(*row, "probe_us")));
    for (const StepRound& r : rounds.back()) probes.push_back(r.probe);
  }
  const double usual = quantile(probes, 0.5);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (rounds[i].size() < 2) continue;
    MeasuredStep& m = steps[i];
    Time host{};
    for (const Phase phase : {Phase::zero_gradients, Phase::forward, Phase::loss, Phase::backward, Phase::optimizer}) {
      const bool once = phase == Phase::zero_gradients || phase == Phase::optimizer;
      host += (once ? 1.0 : static_cast<double>(m.recipe.accumulation)) * m.host[static_cast<std::size_t>(phase)];
    }
    const bool waits = m.step > clearly_longer * host;
    const RoundsTime time = time_of_rounds(rounds[i], waits ? 0.0 : usual);
    m.step = time.seconds * second;
    m.scatter = time.noise;
  }
}

}  // namespace detail

/// The rows that were measured; those that failed (out of memory) are skipped. Rounds are averaged as time_of_rounds() says.
/// @throws Error naming file, line and column for a missing column or a cell that is no valid value
[[nodiscard]] inline std::vector<MeasuredStep> measured_steps(const CsvTable& table) {
  std::vector<MeasuredStep> steps;
  std::vector<const CsvRow*> rows;
  const auto seconds = [&](const CsvRow& row, std::string_view column) {
    return to_positive(row.cells[table.at(column)], table.place(row, column)) * second;
  };
  const auto integer = [&](const CsvRow& row, std::string_view column, std::int64_t low) {
    return to_integer(row.cells[table.at(column)], table.place(row, column), low);
  };
  const auto word = [&](const CsvRow& row, std::string_view column) { return row.cells[table.at(column)]; };
  for (const CsvRow& row : table.rows) {
    if (word(row, "step_s").empty()) continue;
    const std::string loss = word(row, "loss");
    if (loss != "mse" && loss != "cross_entropy")
      throw bad_input(table.place(row, "loss"), in_quotes(loss), "must be mse or cross_entropy");
    MeasuredStep step{
        .network = {.layers = integer(row, "layers", 1),
                    .hidden = integer(row, "hidden", 1),
                    .inputs = integer(row, "inputs", 1),
                    .outputs = integer(row, "outputs", 1),
                    .loss = loss == "mse" ? Loss{MeanSquaredError{}} : Loss{CrossEntropy{}}},
        .recipe = {.batch = integer(row, "batch", 1),
                   .precision = precision_from(word(row, "precision"), table.place(row, "precision")),
                   .optimizer = optimizer_from(word(row, "optimizer"), table.place(row, "optimizer")),
                   .accumulation = integer(row, "accumulate", 1),
                   .checkpoint_every = integer(row, "checkpoint", 0)},
        .step = seconds(row, "step_s"),
        .lowest = seconds(row, "step_low_s"),
        .highest = seconds(row, "step_high_s"),
        .rounds = table.find("rounds") ? integer(row, "rounds", 1) : 1,
        .family = word(row, "family"),
        .held_out = word(row, "held_out") == "1"};
    if (step.lowest > step.highest)
      throw bad_input(table.place(row, "step_low_s"), in_quotes(word(row, "step_low_s")), "must not be over step_high_s");
    const auto pass = [&](Phase phase, std::string_view column) {
      step.host[static_cast<std::size_t>(phase)] = seconds(row, column);
    };
    pass(Phase::zero_gradients, "host_zero_s");
    pass(Phase::forward, "host_forward_s");
    pass(Phase::loss, "host_loss_s");
    pass(Phase::backward, "host_backward_s");
    pass(Phase::optimizer, "host_optimizer_s");
    steps.push_back(std::move(step));
    rows.push_back(&row);
  }
  detail::settle_rounds(steps, table, rows);
  return steps;
}

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

/// The samples of one step: the whole of it, and those passes whose host time is known and runs in the thread of the
/// training loop.
[[nodiscard]] inline StepSamples step_samples(const MeasuredStep& m, const std::vector<TraceEvent>& events,
                                              KernelPrices& prices) {
  StepSamples samples;
  const auto sample = [&](int phase, Time time, double weight) {
    HostSample s{.seconds = in(time, second), .weight = weight, .whole_step = phase < 0};
    for (const TraceEvent& e : events) {
      if (phase >= 0 && static_cast<int>(e.phase) != phase) continue;
      if (const auto* l = std::get_if<Launch>(&e.what)) s.launches.push_back(prices(l->kernel).launches);
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

[[nodiscard]] inline JudgedStep judge(std::size_t index, const MeasuredStep& m, const std::vector<TraceEvent>& events,
                                      std::size_t layers, KernelPrices& prices, const HostProfile& profile) {
  const StepTime t = step_time(events, layers, prices, profile);
  return {.step = index, .total = t.total, .host = t.host, .device = t.device, .low = t.low, .high = t.high,
          .bound = t.bound, .ratio = in(t.total, m.step)};
}

/// Steps whose events are known, so that each can be predicted again with another host.
struct TracedStep {
  std::size_t step{};
  std::span<const TraceEvent> events{};
  std::size_t layers{};
};

/// The factor on a profile (`scaled()`) with which the predictions of these steps have the median measured / predicted 1.
/// Longer predictions grow by less than the factor, as waking threads does not: each round closes most of what is left.
[[nodiscard]] inline double host_factor(std::span<const MeasuredStep> steps, std::span<const TracedStep> traced,
                                        KernelPrices& prices, const HostProfile& profile) {
  constexpr int rounds = 8;
  double factor = 1.0;
  for (int round = 0; round < rounds && !traced.empty(); ++round) {
    const HostProfile host = scaled(profile, factor);
    std::vector<double> ratios;
    for (const TracedStep& t : traced)
      ratios.push_back(static_cast<double>(steps[t.step].step / step_time(t.events, t.layers, prices, host).total));
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
  KernelPrices prices(model.kernels);
  std::vector<std::vector<TraceEvent>> events(steps.size());
  std::vector<detail::TracedStep> traced;
  std::vector<double> ranges;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Network network = fcnn(steps[i].network);
    events[i] = steady_step(network, steps[i].recipe, model.target);
    const JudgedStep judged = detail::judge(i, steps[i], events[i], network.layers.size(), prices, profile);
    if (judged.device > detail::clearly_host_bound * std::min(judged.host, steps[i].step)) continue;
    traced.push_back({.step = i, .events = events[i], .layers = network.layers.size()});
    ranges.push_back(noise(steps[i]));
  }
  if (traced.empty()) return {};
  return {.factor = detail::host_factor(steps, traced, prices, profile),
          .noise = quantile(ranges, 0.5),
          .steps = traced.size()};
}

/// Fits a host profile to the host-bound steps among `steps` (device time as `model` predicts it), judges all of them,
/// and cross-validates by family. Deterministic; a second or two for 400 steps.
/// @throws Error if fewer than ten host-bound steps may be fitted
[[nodiscard]] inline HostCalibration calibrate_host(std::span<const MeasuredStep> steps, const StepModel& model,
                                                    const HostProfile& prior) {
  constexpr double prior_weight = 0.001;
  constexpr std::size_t fewest = 10;
  KernelPrices prices(model.kernels);
  std::vector<std::vector<TraceEvent>> events;
  std::vector<std::size_t> layers;
  std::vector<HostSample> fit;
  std::vector<std::size_t> owner;  // of each sample
  std::vector<detail::TracedStep> host_bound;
  std::vector<double> ranges;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const MeasuredStep& m = steps[i];
    const Network network = fcnn(m.network);
    layers.push_back(network.layers.size());
    events.push_back(steady_step(network, m.recipe, model.target));
    const JudgedStep judged = detail::judge(i, m, events.back(), layers.back(), prices, prior);
    if (judged.device > detail::clearly_host_bound * std::min(judged.host, m.step)) continue;
    host_bound.push_back({.step = i, .layers = layers.back()});
    ranges.push_back(noise(m));
    if (m.held_out) continue;
    detail::StepSamples samples = detail::step_samples(m, events.back(), prices);
    for (std::vector<HostSample>* list : {&samples.whole, &samples.passes})
      for (HostSample& s : *list) {
        fit.push_back(std::move(s));
        owner.push_back(i);
      }
  }
  const auto whole = static_cast<std::size_t>(
      std::count_if(fit.begin(), fit.end(), [](const HostSample& s) { return s.whole_step; }));
  if (whole < fewest)
    throw Error("training steps: " + std::to_string(whole) + " host-bound ones to fit, at least " +
                std::to_string(fewest) + " are needed");
  for (detail::TracedStep& t : host_bound) t.events = events[t.step];  // `events` has moved while it grew
  HostCalibration result{.profile = fit_host(fit, prior, prior_weight).profile,
                         .scale = detail::host_factor(steps, host_bound, prices, prior),
                         .noise = quantile(ranges, 0.5)};
  std::vector<double> ratios[4];
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const JudgedStep j = detail::judge(i, steps[i], events[i], layers[i], prices, result.profile);
    ratios[(j.bound == Bound::host ? 0 : 2) + (steps[i].held_out ? 1 : 0)].push_back(j.ratio);
    result.steps.push_back(j);
  }
  result.host_fitted = error_statistics(ratios[0]);
  result.host_held_out = error_statistics(ratios[1]);
  result.device_fitted = error_statistics(ratios[2]);
  result.device_held_out = error_statistics(ratios[3]);

  std::vector<std::string> families;
  for (const std::size_t i : owner)
    if (std::find(families.begin(), families.end(), steps[i].family) == families.end())
      families.push_back(steps[i].family);
  std::sort(families.begin(), families.end());
  const auto fold = [&](std::size_t i) {
    const auto at = std::lower_bound(families.begin(), families.end(), steps[i].family) - families.begin();
    return static_cast<std::size_t>(at) % detail::cross_validation_folds;
  };
  std::vector<double> left_out;
  for (std::size_t f = 0; f < detail::cross_validation_folds; ++f) {
    std::vector<HostSample> rest;
    for (std::size_t s = 0; s < fit.size(); ++s)
      if (fold(owner[s]) != f) rest.push_back(fit[s]);
    if (rest.empty() || rest.size() == fit.size()) continue;
    const HostProfile profile = fit_host(rest, prior, prior_weight).profile;
    for (std::size_t s = 0; s < fit.size(); ++s)
      if (fold(owner[s]) == f && fit[s].whole_step)
        left_out.push_back(
            detail::judge(owner[s], steps[owner[s]], events[owner[s]], layers[owner[s]], prices, profile).ratio);
  }
  result.host_cross_validated = error_statistics(left_out);
  return result;
}

}  // namespace perfmodel

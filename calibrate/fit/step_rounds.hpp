#pragma once
#include <algorithm>
#include <cmath>
#include <perfmodel/measurement/csv.hpp>
#include <perfmodel/measurement/statistics.hpp>
#include <perfmodel/units.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace perfmodel {

/// The time of a step from rounds of it seconds apart, on a machine whose processor is now fast, now slow, because
/// other guests use it. Beside each round a fixed piece of the processor's work (a probe) was timed.

/// One round of a measured step.
struct StepRound {
  double seconds{};  ///< per step, mean of the round's groups
  double probe{};    ///< s, the processor's fixed piece of work, mean of before and after; 0: not timed
};

/// Host-bound steps slow down as probe^exponent: slope of ln(round / the step's median) against ln(probe) over 170
/// steps in 34 or 35 rounds each on a crowded H200 machine (fcnn_steps_4.csv, 2026-11-22): 0.83, correlation 0.64.
/// Below 1 because waking a thread does not slow down (docs/lab/2026-11-21-hosts.md).
inline constexpr double probe_exponent = 0.8;

/// "a b / c": groups (or probes) of one round apart by spaces, rounds by " / ", in us. @return the mean of each round,
/// s
/// @throws Error naming the place for a cell that is not such a list of positive numbers
[[nodiscard]] inline std::vector<double> round_means(std::string_view cell, const std::string& place) {
  std::vector<double> means;
  std::size_t begin = 0;
  while (begin <= cell.size()) {
    const std::size_t slash = std::min(cell.find('/', begin), cell.size());
    std::string_view round = cell.substr(begin, slash - begin);
    double sum = 0.0;
    std::size_t count = 0;
    while (!round.empty()) {
      const std::size_t space = std::min(round.find(' '), round.size());
      if (space > 0) {
        sum += to_positive(std::string(round.substr(0, space)), place);
        ++count;
      }
      round.remove_prefix(std::min(space + 1, round.size()));
    }
    if (count == 0) throw bad_input(place, in_quotes(cell), "must be numbers in us, rounds apart by /");
    means.push_back(micro * sum / static_cast<double>(count));
    begin = slash + 1;
  }
  return means;
}

/// Cells group_us and probe_us of one row.
/// @throws Error naming the place if they are no lists, or have different numbers of rounds
[[nodiscard]] inline std::vector<StepRound> step_rounds(std::string_view groups, std::string_view probes,
                                                        const std::string& place) {
  const std::vector<double> times = round_means(groups, place), speeds = round_means(probes, place);
  if (times.size() != speeds.size())
    throw bad_input(place, std::to_string(speeds.size()) + " rounds of probes",
                    "must be as many as of groups, " + std::to_string(times.size()));
  std::vector<StepRound> rounds;
  for (std::size_t i = 0; i < times.size(); ++i) rounds.push_back({.seconds = times[i], .probe = speeds[i]});
  return rounds;
}

/// A step's time and how far it may be off.
struct RoundsTime {
  double seconds{};
  double noise{};  ///< relative, half of a 90 % interval of the median; 0 for a single round
};

/// Median over the rounds, each at the processor's usual speed.
/// @param usual_probe  s, median of the probes of a whole table; 0: the rounds as they are (steps that the device
/// bounds)
[[nodiscard]] inline RoundsTime time_of_rounds(std::span<const StepRound> rounds, double usual_probe) {
  std::vector<double> times, deviations;
  for (const StepRound& r : rounds)
    times.push_back(usual_probe > 0.0 && r.probe > 0.0 ? r.seconds * std::pow(usual_probe / r.probe, probe_exponent)
                                                       : r.seconds);
  const double middle = quantile(times, 0.5);
  for (const double t : times) deviations.push_back(std::abs(t - middle));
  // Standard deviation of a normal sample from its median absolute deviation, of its median from that; 5 % lie
  // beyond 1.645.
  constexpr double of_deviation = 1.4826, of_median = 1.2533, of_interval = 1.645;
  return {.seconds = middle,
          .noise = of_interval * of_median * of_deviation * quantile(deviations, 0.5) / middle /
                   std::sqrt(static_cast<double>(times.size()))};
}

}  // namespace perfmodel

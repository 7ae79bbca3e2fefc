#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <perfmodel/training/footprint.hpp>
#include <perfmodel/training/step_builder.hpp>
#include <string>

namespace perfmodel {

/// The largest batch that trains: a search in which every trial is a replay of the whole step.

struct MaxBatchOptions {
  MemoryOptions memory{};
  std::int64_t multiple_of{1};  ///< only batches that it divides
  double headroom{};            ///< fraction of the limit that stays free, 0 <= headroom < 1
  std::int64_t most{std::int64_t{1} << 40};
};

struct MaxBatch {
  std::int64_t batch{};          ///< 0: not even the smallest fits
  std::int64_t peak_allocated{}, peak_reserved{};
  std::int64_t limit{};          ///< on reserved bytes, headroom taken off
  std::int64_t smallest_need{};  ///< reserved bytes of the smallest batch without a limit
  int trials{};                  ///< replays
};

namespace detail {
/// The answer to "does this batch train under the limit?", with what it took.
struct BatchTrial {
  const Network& network;
  Recipe recipe;
  TraceTarget target;
  AllocatorRules rules;
  AllocatorOptions allocator;
  ReplayLimits steps;
  int count{};

  [[nodiscard]] Replay operator()(std::int64_t batch, bool limited = true) {
    ++count;
    recipe.batch = batch;
    AllocatorOptions options = allocator;
    if (!limited) options.limit = -1;
    return replay(allocation_program(step_trace(network, recipe, target)), rules, options, steps);
  }
};
}  // namespace detail

/// Bisection between a batch that trains and one that does not. Where memory is not monotone in the batch (the scratch
/// of a reduction, fragmentation) the answer trains and its next neighbour does not; larger ones are not looked for.
/// The bracket starts from two replays without a limit, between which need is close to a straight line.
/// @throws Error for a multiple below 1, a headroom outside [0, 1), an unknown memory size, an impossible network
[[nodiscard]] inline MaxBatch largest_batch(const Network& network, const Recipe& recipe, const Device& device,
                                            const MaxBatchOptions& options = {}) {
  if (options.multiple_of < 1)
    throw bad_input("multiple_of", std::to_string(options.multiple_of), "must be a whole number >= 1");
  if (!(options.headroom >= 0.0 && options.headroom < 1.0))
    throw bad_input("headroom", std::to_string(options.headroom), "must be a fraction >= 0 and < 1");
  const std::int64_t whole = std::max<std::int64_t>(0, reserved_limit(device, options.memory));
  MaxBatch answer{.limit = static_cast<std::int64_t>(static_cast<double>(whole) * (1.0 - options.headroom))};
  detail::BatchTrial trial{network, recipe, trace_target(device), allocator_rules(options.memory.version),
                           {.limit = answer.limit, .expandable_segments = options.memory.expandable_segments},
                           options.memory.steps};
  const std::int64_t unit = options.multiple_of, most = std::max<std::int64_t>(1, options.most / unit);
  std::int64_t low = 0, high = most + 1;  // in units: low trains, high does not
  const auto attempt = [&](std::int64_t units) {
    const Replay r = trial(units * unit);
    (r.fits ? low : high) = units;
    if (!r.fits) return;
    answer.peak_allocated = r.counters.peak_allocated;
    answer.peak_reserved = r.counters.peak_reserved;
  };
  const Replay smallest = trial(unit, false);
  answer.smallest_need = smallest.counters.peak_reserved;
  attempt(1);
  if (low == 1 && most > 1) {
    // Need grows like a straight line once the batch is large: aim with the slope found at ever larger batches.
    double base = static_cast<double>(smallest.counters.peak_reserved), from = 1.0;
    std::int64_t aim = std::min<std::int64_t>(most, std::max<std::int64_t>(2, 1024 / unit));
    for (int i = 0; i < 4 && high > most && low < most; ++i) {
      const Replay probe = trial(aim * unit, false);
      const double need = static_cast<double>(probe.counters.peak_reserved);
      if (need <= static_cast<double>(answer.limit)) low = std::max(low, aim);
      const double slope = std::max(1e-9, (need - base) / (static_cast<double>(aim) - from));
      const double next = static_cast<double>(aim) + (static_cast<double>(answer.limit) - need) / slope;
      base = need;
      from = static_cast<double>(aim);
      const auto wanted = static_cast<std::int64_t>(std::clamp(next, 2.0, static_cast<double>(most)));
      if (wanted == aim) break;
      if (std::abs(next - from) < 0.02 * from) {
        aim = wanted;
        break;
      }
      aim = wanted;
    }
    low = 1;
    high = most + 1;
    std::int64_t step = std::max<std::int64_t>(1, aim / 256);
    attempt(std::clamp<std::int64_t>(aim, 2, most));
    while (low < most && high > most) {
      attempt(std::min(most, low + step));
      step *= 4;
    }
    step = std::max<std::int64_t>(1, aim / 256);
    while (low == 1 && high > 2) {
      attempt(std::max<std::int64_t>(2, high - step));
      step *= 4;
      if (high == 2) break;
    }
    while (high - low > 1) attempt(low + (high - low) / 2);
  }
  answer.batch = low * unit;
  answer.trials = trial.count;
  return answer;
}

}  // namespace perfmodel

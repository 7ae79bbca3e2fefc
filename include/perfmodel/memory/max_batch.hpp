#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <perfmodel/memory/batch_programs.hpp>
#include <perfmodel/memory/footprint.hpp>
#include <perfmodel/step/step_builder.hpp>
#include <string>

namespace perfmodel {

/// The largest batch that trains: a search in which every trial is a replay of whole steps.

struct MaxBatchOptions {
  MemoryOptions memory{};
  std::int64_t multiple_of{1};  ///< only batches that it divides
  double headroom{};            ///< fraction of the limit that stays free, 0 <= headroom < 1
  std::int64_t most{std::int64_t{1} << 32};
};

struct MaxBatch {
  std::int64_t batch{};  ///< 0: not even the smallest fits
  std::int64_t peak_allocated{}, peak_reserved{};
  std::int64_t limit{};          ///< on reserved bytes, headroom taken off
  std::int64_t smallest_need{};  ///< reserved bytes of the smallest batch without a limit
  int traces{}, replays{};       ///< what the search cost
};

namespace detail {

/// One search. Trials run on BatchPrograms where the network allows it, else on a trace of their own.
struct BatchSearch {
  const Network& network;
  Recipe recipe;
  TraceTarget target;
  const Software& software;
  AllocatorOptions options;
  ReplayLimits steps;
  std::int64_t least{1};  ///< smaller batches cannot be trained and are taken for this one
  BatchPrograms programs{};
  bool exact{};  ///< trace every trial
  int traces{}, replays{};

  [[nodiscard]] StepTrace trace(std::int64_t batch) {
    ++traces;
    recipe.batch = std::max(batch, least);
    return step_trace(network, recipe, software, target, TraceDetail::memory);
  }
  [[nodiscard]] Replay run(std::int64_t batch, bool limited, bool traced = false) {
    ++replays;
    AllocatorOptions o = options;
    if (!limited) o.limit = -1;
    if (!exact && !traced) return replay(programs.at(batch), software.allocator, o, steps);
    return replay(allocation_program(trace(batch)), software.allocator, o, steps);
  }
  [[nodiscard]] bool trains(std::int64_t batch) { return run(batch, true).fits; }
};

/// Where need crosses the limit, by secants: need is close to a straight line once the batch is large.
[[nodiscard]] inline std::int64_t aim_for(BatchSearch& search, double limit, std::int64_t first, double need_of_first,
                                          std::int64_t most) {
  constexpr int most_secants = 8;
  constexpr double close = 0.003;
  double from = static_cast<double>(first), base = need_of_first;
  std::int64_t aim = std::clamp<std::int64_t>(4096, first, most);
  for (int i = 0; i < most_secants; ++i) {
    const double need = static_cast<double>(search.run(aim, false).counters.peak_reserved),
                 x = static_cast<double>(aim);
    if (x <= from) break;
    const double slope = std::max(1e-3, (need - base) / (x - from));
    const double next = std::clamp(x + (limit - need) / slope, static_cast<double>(first), static_cast<double>(most));
    if (std::abs(next - x) < close * x) return static_cast<std::int64_t>(next);
    if (next > 2.0 * x) {  // far off: the slope from here on is the better one
      from = x;
      base = need;
    }
    aim = static_cast<std::int64_t>(next);
  }
  return aim;
}

/// `low` trains and `high` does not: the last that trains between them. In units.
inline void bisect(BatchSearch& search, std::int64_t unit, std::int64_t& low, std::int64_t& high) {
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (search.trains(middle * unit) ? low : high) = middle;
  }
}

/// Brackets the limit around `aim` and bisects. In units; @pre 1 trains. Returns the last batch that trains below the
/// first one found that does not.
[[nodiscard]] inline std::int64_t boundary(BatchSearch& search, std::int64_t unit, std::int64_t aim,
                                           std::int64_t most) {
  std::int64_t low = aim, high = aim, step = std::max<std::int64_t>(1, aim / 200);
  if (search.trains(aim * unit)) {
    do {
      if (low == most) return most;
      high = std::min(most, low + step);
      step *= 2;
      if (!search.trains(high * unit)) break;
      low = high;
    } while (true);
  } else {
    do {
      low = std::max<std::int64_t>(1, high - step);
      step *= 2;
      if (low == 1 || search.trains(low * unit)) break;
      high = low;
    } while (true);
  }
  bisect(search, unit, low, high);
  // A band of smaller batches may fail: look for the lowest one within reach.
  constexpr double stride_share = 0.0015, depth_share = 0.025;
  const auto stride = std::max<std::int64_t>(1, std::llround(stride_share * static_cast<double>(low)));
  const auto floor = std::max<std::int64_t>(1, low - std::llround(depth_share * static_cast<double>(low)));
  for (std::int64_t b = floor; b < low; b += stride) {
    if (search.trains(b * unit)) continue;
    high = b;
    low = std::max<std::int64_t>(1, b - stride);
    while (low > 1 && !search.trains(low * unit)) {
      high = low;
      low = std::max<std::int64_t>(1, low - stride);
    }
    bisect(search, unit, low, high);
    break;
  }
  return low;
}
}  // namespace detail

/// The batch up to which everything trains. Whether a batch fits is not monotone: near the limit the allocator gives
/// cached segments back, and which of them are whole depends on the sizes; a band of batches may fail and larger ones
/// train again. So after a bisection the batches below are looked over (in steps of 0.15 %, 2.5 % deep), and the lowest
/// failing band counts. The batch that is returned and the next one were replayed from traces of their own.
/// @throws Error for a multiple below 1, a headroom outside [0, 1), an unknown memory size, an impossible network
[[nodiscard]] inline MaxBatch largest_batch(const Network& network, const Recipe& recipe, const Software& software,
                                            const Device& device, const MaxBatchOptions& options = {}) {
  if (options.multiple_of < 1)
    throw bad_input("multiple_of", std::to_string(options.multiple_of), "must be a whole number >= 1");
  if (!(options.headroom >= 0.0 && options.headroom < 1.0))
    throw bad_input("headroom", std::to_string(options.headroom), "must be a fraction >= 0 and < 1");
  const double whole = static_cast<double>(std::max<std::int64_t>(0, reserved_limit(device, options.memory)));
  MaxBatch answer{.limit = static_cast<std::int64_t>(whole * (1.0 - options.headroom))};
  detail::BatchSearch search{
      .network = network,
      .recipe = recipe,
      .target = trace_target(device),
      .software = software,
      .options = {.limit = answer.limit, .expandable_segments = options.memory.expandable_segments},
      .steps = options.memory.steps,
      .least = least_batch(network, recipe.mode)};
  const std::int64_t unit = options.multiple_of, most = std::max<std::int64_t>(1, options.most / unit);
  const Replay smallest = search.run(unit, false, true);
  answer.smallest_need = smallest.counters.peak_reserved;
  if (answer.smallest_need <= answer.limit || search.run(unit, true, true).fits) {
    constexpr std::int64_t low_batch = 4096, high_batch = 8192;  // sums over the batch take scratch at both
    search.programs =
        BatchPrograms(low_batch, search.trace(low_batch), high_batch, search.trace(high_batch), search.target);
    for (search.exact = !search.programs.same();; search.exact = true) {
      const std::int64_t aim = detail::aim_for(search, static_cast<double>(answer.limit), unit,
                                               static_cast<double>(answer.smallest_need), most * unit);
      answer.batch = detail::boundary(search, unit, std::clamp<std::int64_t>(aim / unit, 1, most), most) * unit;
      const Replay r = search.run(answer.batch, true, true);
      answer.peak_allocated = r.counters.peak_allocated;
      answer.peak_reserved = r.counters.peak_reserved;
      // A network whose sizes are no straight lines is searched again by its traces.
      const bool next_fits = !search.exact && r.fits && answer.batch <= (most - 1) * unit &&
                             search.run(answer.batch + unit, true, true).fits;
      if (search.exact || (r.fits && !next_fits)) break;
    }
  }
  answer.traces = search.traces;
  answer.replays = search.replays;
  return answer;
}

}  // namespace perfmodel

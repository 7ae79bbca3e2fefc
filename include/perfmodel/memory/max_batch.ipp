#pragma once
#include <perfmodel/memory/max_batch.hpp>
#include <perfmodel/step/least_batch.hpp>

namespace perfmodel {
namespace detail {
PERFMODEL_INLINE std::int64_t aim_for(BatchSearch& search, double limit, std::int64_t first, double need_of_first,
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

PERFMODEL_INLINE void bisect(BatchSearch& search, std::int64_t unit, std::int64_t& low, std::int64_t& high) {
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (search.trains(middle * unit) ? low : high) = middle;
  }
}

PERFMODEL_INLINE std::int64_t boundary(BatchSearch& search, std::int64_t unit, std::int64_t aim, std::int64_t most) {
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
PERFMODEL_INLINE MaxBatch largest_batch(const Network& network, const Recipe& recipe, const Software& software,
                                        const Device& device, const MaxBatchOptions& options) {
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

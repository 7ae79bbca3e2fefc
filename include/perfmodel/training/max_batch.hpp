#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <perfmodel/training/footprint.hpp>
#include <perfmodel/training/step_builder.hpp>
#include <string>

namespace perfmodel {

/// The largest batch that trains: a search in which every trial is a replay of whole steps.

/// The allocations of a step at two batches, and from them at any batch: a tensor's size is a straight line in the batch.
/// Only the scratch buffers of sums over the batch are not; each is computed again for the batch at hand.
class BatchPrograms {
 public:
  BatchPrograms() = default;
  BatchPrograms(std::int64_t low_batch, const StepTrace& low, std::int64_t high_batch, const StepTrace& high,
                const TraceTarget& target)
      : low_batch_(low_batch), target_(target), low_(allocation_program(low)) {
    const AllocationProgram top = allocation_program(high);
    const double span = static_cast<double>(high_batch - low_batch);
    const auto part = [&](const std::vector<AllocationProgram::Operation>& a,
                          const std::vector<AllocationProgram::Operation>& b, const std::vector<TraceEvent>& at_low,
                          const std::vector<TraceEvent>& at_high, Part& to) {
      same_ = same_ && a.size() == b.size() && at_low.size() == at_high.size();
      for (std::size_t i = 0; same_ && i < a.size(); ++i) {
        same_ = a[i].tensor == b[i].tensor &&
                (a[i].bytes == AllocationProgram::release) == (b[i].bytes == AllocationProgram::release);
        to.slope.push_back(static_cast<double>(b[i].bytes - a[i].bytes) / span);
      }
      if (same_) find_sums(at_low, at_high, a, span, to.sums);
    };
    part(low_.setup, top.setup, low.setup, high.setup, setup_);
    part(low_.first_step, top.first_step, low.first_step, high.first_step, first_step_);
    part(low_.step, top.step, low.step, high.step, step_);
    scratch_ = low_;
  }
  /// False if the two batches do not run the same operations: then nothing is known of others.
  [[nodiscard]] bool same() const { return same_; }

  /// @pre same(). The reference holds until the next call.
  [[nodiscard]] const AllocationProgram& at(std::int64_t batch) {
    const double x = static_cast<double>(batch - low_batch_);
    const auto fill = [&](const std::vector<AllocationProgram::Operation>& from, const Part& part,
                          std::vector<AllocationProgram::Operation>& to) {
      for (std::size_t i = 0; i < from.size(); ++i)
        if (from[i].bytes != AllocationProgram::release)
          to[i].bytes = std::max<std::int64_t>(0, from[i].bytes + std::llround(part.slope[i] * x));
      for (const Sum& sum : part.sums) {
        const ReductionScratch s =
            column_sum_scratch(sum.rows + std::llround(sum.rows_slope * x), sum.columns, accumulator_bytes, target_);
        to[sum.operation].bytes = s.buffer_bytes;
        to[sum.operation + 1].bytes = s.semaphore_bytes;
      }
    };
    fill(low_.setup, setup_, scratch_.setup);
    fill(low_.first_step, first_step_, scratch_.first_step);
    fill(low_.step, step_, scratch_.step);
    return scratch_;
  }

 private:
  static constexpr std::int64_t accumulator_bytes = 4;  ///< sums are accumulated in FP32
  struct Sum {
    std::size_t operation{};  ///< allocates the buffer; the next one the semaphores
    std::int64_t rows{}, columns{};
    double rows_slope{};
  };
  struct Part {
    std::vector<double> slope{};  ///< bytes per sample
    std::vector<Sum> sums{};
  };
  /// A sum's kernel comes right after the two allocations of its scratch.
  void find_sums(const std::vector<TraceEvent>& low, const std::vector<TraceEvent>& high,
                 const std::vector<AllocationProgram::Operation>& operations, double span, std::vector<Sum>& sums) const {
    std::size_t done = 0;  // operations so far
    for (std::size_t i = 0; i < low.size(); ++i) {
      if (std::holds_alternative<Allocate>(low[i].what) || std::holds_alternative<Release>(low[i].what)) ++done;
      const auto shape = [](const TraceEvent& event) {
        const auto* launch = std::get_if<Launch>(&event.what);
        const auto* kernel = launch != nullptr ? std::get_if<Streaming>(&launch->kernel) : nullptr;
        if (kernel == nullptr) return std::pair<std::int64_t, std::int64_t>{0, 0};
        if (kernel->kind == StreamingKind::column_reduction) return std::pair{kernel->rows, kernel->columns};
        if (kernel->kind == StreamingKind::row_reduction) return std::pair{kernel->columns, std::int64_t{1}};
        return std::pair<std::int64_t, std::int64_t>{0, 0};
      };
      const auto [rows, columns] = shape(low[i]);
      if (columns == 0 || done < 2) continue;
      const ReductionScratch s = column_sum_scratch(rows, columns, accumulator_bytes, target_);
      if (s.buffer_bytes == 0 || operations[done - 2].bytes != s.buffer_bytes || operations[done - 1].bytes != s.semaphore_bytes)
        continue;
      sums.push_back({done - 2, rows, columns, static_cast<double>(shape(high[i]).first - rows) / span});
    }
  }

  std::int64_t low_batch_{};
  TraceTarget target_{};
  AllocationProgram low_{}, scratch_{};
  Part setup_{}, first_step_{}, step_{};
  bool same_{true};
};

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
  AllocatorRules rules;
  AllocatorOptions options;
  ReplayLimits steps;
  BatchPrograms programs{};
  bool exact{};  ///< trace every trial
  int traces{}, replays{};

  [[nodiscard]] StepTrace trace(std::int64_t batch) {
    ++traces;
    recipe.batch = batch;
    return step_trace(network, recipe, target);
  }
  [[nodiscard]] Replay run(std::int64_t batch, bool limited, bool traced = false) {
    ++replays;
    AllocatorOptions o = options;
    if (!limited) o.limit = -1;
    if (!exact && !traced) return replay(programs.at(batch), rules, o, steps);
    return replay(allocation_program(trace(batch)), rules, o, steps);
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
    const double need = static_cast<double>(search.run(aim, false).counters.peak_reserved), x = static_cast<double>(aim);
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
[[nodiscard]] inline std::int64_t boundary(BatchSearch& search, std::int64_t unit, std::int64_t aim, std::int64_t most) {
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
/// failing band counts. The batch that is returned was replayed from a trace of its own.
/// @throws Error for a multiple below 1, a headroom outside [0, 1), an unknown memory size, an impossible network
[[nodiscard]] inline MaxBatch largest_batch(const Network& network, const Recipe& recipe, const Device& device,
                                            const MaxBatchOptions& options = {}) {
  if (options.multiple_of < 1)
    throw bad_input("multiple_of", std::to_string(options.multiple_of), "must be a whole number >= 1");
  if (!(options.headroom >= 0.0 && options.headroom < 1.0))
    throw bad_input("headroom", std::to_string(options.headroom), "must be a fraction >= 0 and < 1");
  const double whole = static_cast<double>(std::max<std::int64_t>(0, reserved_limit(device, options.memory)));
  MaxBatch answer{.limit = static_cast<std::int64_t>(whole * (1.0 - options.headroom))};
  detail::BatchSearch search{.network = network, .recipe = recipe, .target = trace_target(device),
                             .rules = allocator_rules(options.memory.version),
                             .options = {.limit = answer.limit, .expandable_segments = options.memory.expandable_segments},
                             .steps = options.memory.steps};
  const std::int64_t unit = options.multiple_of, most = std::max<std::int64_t>(1, options.most / unit);
  const Replay smallest = search.run(unit, false, true);
  answer.smallest_need = smallest.counters.peak_reserved;
  if (answer.smallest_need <= answer.limit || search.run(unit, true, true).fits) {
    constexpr std::int64_t low_batch = 4096, high_batch = 8192;  // sums over the batch take scratch at both
    search.programs = BatchPrograms(low_batch, search.trace(low_batch), high_batch, search.trace(high_batch), search.target);
    for (search.exact = !search.programs.same();; search.exact = true) {
      const std::int64_t aim = detail::aim_for(search, static_cast<double>(answer.limit), unit,
                                               static_cast<double>(answer.smallest_need), most * unit);
      answer.batch = detail::boundary(search, unit, std::clamp<std::int64_t>(aim / unit, 1, most), most) * unit;
      const Replay r = search.run(answer.batch, true, true);
      answer.peak_allocated = r.counters.peak_allocated;
      answer.peak_reserved = r.counters.peak_reserved;
      if (r.fits || search.exact) break;  // a network whose sizes are no straight lines is searched again by its traces
    }
  }
  answer.traces = search.traces;
  answer.replays = search.replays;
  return answer;
}

}  // namespace perfmodel

#pragma once
#include <algorithm>
#include <cstdint>
#include <perfmodel/compiled.hpp>
#include <perfmodel/error.hpp>
#include <perfmodel/memory/allocator.hpp>
#include <perfmodel/trace/step_trace.hpp>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace perfmodel {

/// The allocations of a step trace, run through the framework's allocator from an empty cache over several steps, as
/// long as the cache still grows: fragmentation of the second step decides what is reserved.

/// The allocations and releases of a trace in order, nothing else: what the replay walks over.
struct AllocationProgram {
  struct Operation {
    TensorId tensor{};
    std::int64_t bytes{};  ///< asked for; `release` marks the last reference's end
  };
  static constexpr std::int64_t release = -1;
  static constexpr std::int64_t passing = -2;  ///< of a SharedProgram alone: what passes here on each card
  std::vector<Operation> setup{}, first_step{}, step{};
  std::vector<Carried> carried{};
  std::size_t tensors{};  ///< every id is below
};

[[nodiscard]] AllocationProgram allocation_program(const StepTrace& trace);

/// Where in a replay: step -1 is the setup, 0 the first step; `operation` counts within the part's program.
struct ReplayPlace {
  int step{-1};
  std::size_t operation{};
};

struct Replay {
  bool fits{true};
  AllocatorCounters counters{};
  std::int64_t steady_peak_allocated{};  ///< of the last step replayed
  int steps{};                           ///< replayed; the last one did not make the cache grow (or it is the maximum)
  ReplayPlace peak{};                    ///< first time that the peak was reached
  ReplayPlace failed{};
  AllocationFailure failure{};
};

struct ReplayLimits {
  int least_steps{3}, most_steps{12};
};

namespace detail {
/// For whom nobody watches a replay.
struct Unobserved {
  template <class... Seen>
  void operator()(const Seen&...) const {}
};

/// Whether somebody watches, for whom every step has to run to its end.
template <class Observer>
inline constexpr bool watches =
    !std::is_same_v<Observer, const Unobserved> && !requires(Observer & o, CachingAllocator& a) {
  o.pass(TensorId{}, a);
};

/// Where a step holds the fewest tensors, and what it held there. Free neighbours are always one block, so that the
/// tensors' places and the segments are the allocator's whole state: a step that comes to the same state as the one
/// before it goes on as that one did.
class LowPoint {
 public:
  explicit LowPoint(const std::vector<AllocationProgram::Operation>& step) {
    std::int64_t live = 0, least = 0;
    for (std::size_t i = 0; i < step.size(); ++i) {
      if (step[i].bytes == AllocationProgram::passing) continue;
      live += step[i].bytes == AllocationProgram::release ? -1 : 1;
      if (live < least) least = live, end_ = i + 1;
    }
  }
  /// Operations up to it.
  [[nodiscard]] std::size_t end() const { return end_; }
  /// Notes what is held now. @returns whether it is the same as when last asked, with the same segments around it
  [[nodiscard]] bool comes_again(const CachingAllocator& allocator,
                                 const std::vector<CachingAllocator::Block>& blocks) {
    std::vector<Held> now;
    for (std::size_t id = 0; id < blocks.size(); ++id)
      if (const auto block = blocks[id]; block != CachingAllocator::none)
        now.push_back({id, allocator.address(block), allocator.size(block)});
    const AllocatorCounters& c = allocator.counters();
    const bool same = known_ && c.reserved == reserved_ && c.retries == retries_ && now == held_;
    held_ = std::move(now);
    reserved_ = c.reserved, retries_ = c.retries, known_ = true;
    return same;
  }

 private:
  struct Held {
    std::size_t tensor{};
    std::int64_t address{}, size{};
    friend bool operator==(const Held&, const Held&) = default;
  };
  std::size_t end_{};
  std::vector<Held> held_{};
  std::int64_t reserved_{}, retries_{};
  bool known_{};
};

/// One replay under way.
template <class Observer>
class ReplayRun {
 public:
  ReplayRun(const AllocationProgram& program, const AllocatorRules& rules, const AllocatorOptions& options,
            Observer& observe)
      : program_(program),
        observe_(observe),
        allocator_(rules, options),
        blocks_(program.tensors, CachingAllocator::none),
        low_(program.step),
        shortens_(!watches<Observer> && !options.expandable_segments) {}

  [[nodiscard]] Replay all(const ReplayLimits& limits) {
    bool good = run(program_.setup, -1) && run(program_.first_step, 0);
    result_.steps = 1;
    AllocatorCounters total = allocator_.counters();
    while (good && !program_.step.empty() && result_.steps < limits.most_steps) {
      const AllocatorCounters before = allocator_.counters();
      good = step();
      ++result_.steps;
      result_.steady_peak_allocated = peaks_.peak_allocated;
      total.peak_allocated = std::max(total.peak_allocated, peaks_.peak_allocated);
      total.peak_reserved = std::max(total.peak_reserved, peaks_.peak_reserved);
      if (repeats_) result_.steps = std::max(result_.steps, std::min(limits.least_steps, limits.most_steps));
      if (repeats_ || (result_.steps >= limits.least_steps && allocator_.counters().reserved == before.reserved)) break;
    }
    if (result_.steady_peak_allocated == 0) result_.steady_peak_allocated = total.peak_allocated;
    result_.counters = repeats_ ? peaks_ : allocator_.counters();
    result_.counters.peak_allocated = total.peak_allocated;
    result_.counters.peak_reserved = total.peak_reserved;
    return result_;
  }

 private:
  using Operations = std::vector<AllocationProgram::Operation>;

  [[nodiscard]] bool run(const Operations& operations, int step) { return run(operations, 0, operations.size(), step); }
  [[nodiscard]] bool run(const Operations& operations, std::size_t first, std::size_t last, int step) {
    for (std::size_t i = first; i < last; ++i) {
      const auto& [tensor, bytes] = operations[i];
      if (bytes == AllocationProgram::release) {
        allocator_.release(blocks_[tensor]);
        blocks_[tensor] = CachingAllocator::none;
      } else if (bytes == AllocationProgram::passing) {
        if constexpr (!watches<Observer> && !std::is_same_v<Observer, const Unobserved>)
          result_.fits = observe_.pass(tensor, allocator_);
        if (!result_.fits) return false;
      } else {
        blocks_[tensor] = allocator_.allocate(bytes);
        if (blocks_[tensor] == CachingAllocator::none) {
          result_.fits = false;
          result_.failed = {step, i};
          result_.failure = allocator_.failure();
          return false;
        }
        if (allocator_.counters().allocated > peak_) {
          peak_ = allocator_.counters().allocated;
          result_.peak = {step, i};
        }
      }
      if constexpr (watches<Observer>) observe_(ReplayPlace{step, i}, operations[i], allocator_, blocks_);
    }
    return true;
  }

  /// A later step, whose counters `peaks_` gets; of one that repeats the step before it, only what comes before its
  /// low point. @returns whether all was served
  [[nodiscard]] bool step() {
    const std::size_t low = shortens_ ? low_.end() : 0;
    allocator_.reset_peaks();
    bool good = run(program_.step, 0, low, result_.steps);
    const AllocatorCounters until_low = allocator_.counters();
    if (good && shortens_ && low_.comes_again(allocator_, blocks_)) {
      repeats_ = true;
      peaks_ = after_low_;
    } else {
      allocator_.reset_peaks();
      good = good && run(program_.step, low, program_.step.size(), result_.steps);
      peaks_ = after_low_ = allocator_.counters();
    }
    peaks_.peak_allocated = std::max(until_low.peak_allocated, peaks_.peak_allocated);
    peaks_.peak_reserved = std::max(until_low.peak_reserved, peaks_.peak_reserved);
    if (good && !repeats_) rename();
    return good;
  }
  void rename() {
    std::vector<CachingAllocator::Block> renamed;
    renamed.reserve(program_.carried.size());
    for (const Carried& c : program_.carried) renamed.push_back(blocks_[c.at_end]);
    if (shortens_)  // an observer may still look for the old name
      for (const Carried& c : program_.carried) blocks_[c.at_end] = CachingAllocator::none;
    for (std::size_t i = 0; i < renamed.size(); ++i) blocks_[program_.carried[i].at_start] = renamed[i];
  }

  const AllocationProgram& program_;
  Observer& observe_;
  CachingAllocator allocator_;
  std::vector<CachingAllocator::Block> blocks_;
  LowPoint low_;
  bool shortens_{}, repeats_{};
  AllocatorCounters peaks_{}, after_low_{};  ///< at the end of the last step; peaks: of all of it, after its low point
  Replay result_{};
  std::int64_t peak_{-1};
};
}  // namespace detail

/// Of a step without a limit.
[[nodiscard]] inline Error beyond_counting() {
  return bad_input("memory of the step", "more than 2^59 bytes", "must be countable: a smaller batch or network");
}

/// Runs the program through a fresh allocator. `observe(place, operation, allocator, blocks)` is called after each
/// operation; blocks[id] is the tensor's block. Stops at the first request that cannot be served. @throws Error where a
/// step without a limit holds more than can be counted
template <class Observer>
[[nodiscard]] Replay replay(const AllocationProgram& program, const AllocatorRules& rules,
                            const AllocatorOptions& options, const ReplayLimits& limits, Observer&& observe) {
  const Replay result =
      detail::ReplayRun<std::remove_reference_t<Observer>>(program, rules, options, observe).all(limits);
  if (!result.fits && options.limit < 0) throw beyond_counting();
  return result;
}

/// Only counters and verdict. @throws Error where a step without a limit holds more than can be counted
[[nodiscard]] inline Replay replay(const AllocationProgram& program, const AllocatorRules& rules,
                                   const AllocatorOptions& options = {}, const ReplayLimits& limits = {}) {
  constexpr detail::Unobserved nobody;
  return replay(program, rules, options, limits, nobody);
}

/// What the tensors of a program take at least when it holds most, under any limit: their requests, rounded up.
[[nodiscard]] std::int64_t least_peak(const AllocationProgram& program, const AllocatorRules& rules);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/memory/replay.ipp>
#endif

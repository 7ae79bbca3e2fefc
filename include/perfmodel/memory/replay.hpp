#pragma once
#include <algorithm>
#include <cstdint>
#include <perfmodel/compiled.hpp>
#include <perfmodel/error.hpp>
#include <perfmodel/memory/allocator.hpp>
#include <perfmodel/trace/step_trace.hpp>
#include <string>
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
  int least_steps{3}, most_steps{5};
};

/// Runs the program through a fresh allocator. `observe(place, operation, allocator, blocks)` is called after each
/// operation; blocks[id] is the tensor's block. Stops at the first request that cannot be served. @throws Error where a
/// step without a limit holds more than can be counted
template <class Observer>
[[nodiscard]] Replay replay(const AllocationProgram& program, const AllocatorRules& rules,
                            const AllocatorOptions& options, const ReplayLimits& limits, Observer&& observe) {
  CachingAllocator allocator(rules, options);
  std::vector<CachingAllocator::Block> blocks(program.tensors, CachingAllocator::none);
  Replay result;
  std::int64_t peak = -1;
  const auto run = [&](const std::vector<AllocationProgram::Operation>& operations, int step) {
    for (std::size_t i = 0; i < operations.size(); ++i) {
      const auto& [tensor, bytes] = operations[i];
      if (bytes == AllocationProgram::release) {
        allocator.release(blocks[tensor]);
        blocks[tensor] = CachingAllocator::none;
      } else {
        blocks[tensor] = allocator.allocate(bytes);
        if (blocks[tensor] == CachingAllocator::none) {
          result.fits = false;
          result.failed = {step, i};
          result.failure = allocator.failure();
          return false;
        }
        if (allocator.counters().allocated > peak) {
          peak = allocator.counters().allocated;
          result.peak = {step, i};
        }
      }
      observe(ReplayPlace{step, i}, operations[i], allocator, blocks);
    }
    return true;
  };
  bool good = run(program.setup, -1) && run(program.first_step, 0);
  result.steps = 1;
  std::vector<CachingAllocator::Block> renamed(program.carried.size());
  AllocatorCounters total = allocator.counters();
  while (good && !program.step.empty() && result.steps < limits.most_steps) {
    const AllocatorCounters before = allocator.counters();
    allocator.reset_peaks();
    good = run(program.step, result.steps);
    for (std::size_t i = 0; good && i < renamed.size(); ++i) renamed[i] = blocks[program.carried[i].at_end];
    for (std::size_t i = 0; good && i < renamed.size(); ++i) blocks[program.carried[i].at_start] = renamed[i];
    ++result.steps;
    result.steady_peak_allocated = allocator.counters().peak_allocated;
    total.peak_allocated = std::max(total.peak_allocated, allocator.counters().peak_allocated);
    total.peak_reserved = std::max(total.peak_reserved, allocator.counters().peak_reserved);
    if (result.steps >= limits.least_steps && allocator.counters().reserved == before.reserved) break;
  }
  if (result.steady_peak_allocated == 0) result.steady_peak_allocated = total.peak_allocated;
  if (!result.fits && options.limit < 0)
    throw bad_input("memory of the step", "more than 2^59 bytes", "must be countable: a smaller batch or network");
  result.counters = allocator.counters();
  result.counters.peak_allocated = total.peak_allocated;
  result.counters.peak_reserved = total.peak_reserved;
  return result;
}

/// Only counters and verdict. @throws Error where a step without a limit holds more than can be counted
[[nodiscard]] inline Replay replay(const AllocationProgram& program, const AllocatorRules& rules,
                                   const AllocatorOptions& options = {}, const ReplayLimits& limits = {}) {
  return replay(program, rules, options, limits, [](auto&&...) {});
}

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/memory/replay.ipp>
#endif

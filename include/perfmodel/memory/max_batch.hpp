#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <perfmodel/compiled.hpp>
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
[[nodiscard]] std::int64_t aim_for(BatchSearch& search, double limit, std::int64_t first, double need_of_first,
                                   std::int64_t most);

/// `low` trains and `high` does not: the last that trains between them. In units.
void bisect(BatchSearch& search, std::int64_t unit, std::int64_t& low, std::int64_t& high);

/// Brackets the limit around `aim` and bisects. In units; @pre 1 trains. Returns the last batch that trains below the
/// first one found that does not.
[[nodiscard]] std::int64_t boundary(BatchSearch& search, std::int64_t unit, std::int64_t aim, std::int64_t most);
}  // namespace detail

/// The batch up to which everything trains. Whether a batch fits is not monotone: near the limit the allocator gives
/// cached segments back, and which of them are whole depends on the sizes; a band of batches may fail and larger ones
/// train again. So after a bisection the batches below are looked over (in steps of 0.15 %, 2.5 % deep), and the lowest
/// failing band counts. The batch that is returned and the next one were replayed from traces of their own.
/// @throws Error for a multiple below 1, a headroom outside [0, 1), an unknown memory size, an impossible network
[[nodiscard]] MaxBatch largest_batch(const Network& network, const Recipe& recipe, const Software& software,
                                     const Device& device, const MaxBatchOptions& options = {});

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/memory/max_batch.ipp>
#endif

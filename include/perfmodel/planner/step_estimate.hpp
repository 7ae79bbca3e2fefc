#pragma once
#include <algorithm>
#include <cstdint>
#include <perfmodel/compiled.hpp>
#include <perfmodel/memory/footprint.hpp>
#include <perfmodel/network/network.hpp>
#include <perfmodel/planner/answer.hpp>
#include <perfmodel/pricing/card_correction.hpp>
#include <perfmodel/software/host.hpp>
#include <perfmodel/timeline/input_pipeline.hpp>
#include <perfmodel/timeline/step_time.hpp>
#include <utility>

namespace perfmodel {

/// A card and everything that prices steps of one software on it, built once.
struct CardModel {
  Device device{};
  StepModel steps{};

  [[nodiscard]] const Software& software() const { return steps.software(); }
};

/// @param correction  what a calibration of this card found (json::Card::correction())
/// @param host        of the machine that the card is in (json::Card::host()); without it a quiet server
///   (default_host())
[[nodiscard]] CardModel make_card_model(const Device& device, const Software& software = software_of(),
                                        Load load = Load::sustained, const CardCorrection& correction = {},
                                        const HostScales& host = every_framework(default_host().factor));

/// The card under another of PyTorch's ways of running a step of the same release.
[[nodiscard]] CardModel with_framework(CardModel card, Framework framework);
/// Rows of a step's larger products start at multiples of so many bytes.
inline constexpr int step_alignment = 16;

/// What the matrix products of this format, the larger part of most steps, are known from.
[[nodiscard]] Evidence evidence(const CardModel& card, NumberFormat format);

/// Whether the card multiplies in the format of a precision word. TF32 on a card without it would silently be FP32, so
/// it does not count.
[[nodiscard]] constexpr bool computes(const Device& device, Precision precision) {
  return peak(device, policy(precision).compute) > WorkRate{};
}

/// Mean power of one card over a step: idle power, math and memory at their shares of the peak, the L2 as busy as the
/// memory. An estimate from published power (docs/reference/clock.md); it never exceeds the board's limit.
[[nodiscard]] Power mean_power(const CardModel& card, NumberFormat format, const StepTime& step);

/// Gradients that data parallelism sums, one per trainable parameter.
[[nodiscard]] Bytes gradient_bytes(const Network& network, Precision precision);

/// What a step's time says of a step of `recipe` on one card: all but its memory.
[[nodiscard]] StepEstimate estimate_of(const StepTime& time, const Recipe& recipe, const CardModel& card);

/// Time and power of a step of `recipe` on one card; on several: planner/parallel_estimate.hpp.
/// @throws Error for a format the card cannot compute, and for a trace of another software than the card's model
[[nodiscard]] StepEstimate estimate_time(const StepTrace& trace, const Network& network, const Recipe& recipe,
                                         const CardModel& card);

/// The same with prices that are kept from step to step. @param prices  of the trace's operations on the card
[[nodiscard]] StepEstimate estimate_time(const StepTrace& trace, const Network& network, const Recipe& recipe,
                                         const CardModel& card, OperationPrices& prices);

/// The three counters of a step and whether it fits, without the description of its peak.
/// @param unlimited  the program's replay without a limit. @throws Error as reserved_limit() does
void add_memory(StepEstimate& e, const AllocationProgram& program, const Replay& unlimited, const CardModel& card,
                const MemoryOptions& options);
namespace detail {
/// The same, where `program` makes the program if it is needed: the replay without a limit exceeds that of the card.
template <class Program>
void add_memory(StepEstimate& e, const Program& program, const Replay& unlimited, const CardModel& card,
                const MemoryOptions& options) {
  const std::int64_t limit = std::max<std::int64_t>(reserved_limit(card.device, options), 0);
  const AllocatorRules& rules = card.software().allocator;
  LimitedReplay run{.shown = unlimited};
  run.fits = unlimited.counters.peak_reserved <= limit;
  if (!run.fits) {
    const AllocationProgram& known = program();
    if (least_peak(known, rules) <= limit) run = replay_within(known, rules, limit, options, unlimited);
  }
  const AllocatorCounters& counters = run.shown.counters;
  e.fits = run.fits;
  const auto bytes = [](std::int64_t count) { return static_cast<double>(count) * byte; };
  const std::int64_t outside = outside_memory(card.device).total() + options.other_processes;
  e.peak_allocated = bytes(counters.peak_allocated);
  e.peak_reserved = bytes(counters.peak_reserved);
  e.device_used = bytes(counters.peak_reserved + outside);
  e.device_memory = bytes(limit + outside);
}
}  // namespace detail

/// The same of a trace.
void add_memory(StepEstimate& e, const StepTrace& trace, const CardModel& card, const MemoryOptions& options);

/// Time and memory of the step that a trace describes. @throws Error as estimate_time() and add_memory() do
[[nodiscard]] StepEstimate estimate_step(const StepTrace& trace, const Network& network, const Recipe& recipe,
                                         const CardModel& card, const MemoryOptions& memory = {});

/// The same from a network and a recipe. @throws Error as step_trace() does, too
[[nodiscard]] StepEstimate estimate_step(const Network& network, const Recipe& recipe, const CardModel& card,
                                         const MemoryOptions& memory = {});

/// A step that waits for its input, as with_input() of a StepTime. @param samples  of one step, on all cards
[[nodiscard]] StepEstimate with_input(StepEstimate e, std::int64_t samples, const InputPipeline& pipeline);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/planner/step_estimate.ipp>
#endif

#pragma once
#include <algorithm>
#include <cstdint>
#include <perfmodel/memory/footprint.hpp>
#include <perfmodel/network/network.hpp>
#include <perfmodel/parallel/scaling.hpp>
#include <perfmodel/planner/answer.hpp>
#include <perfmodel/pricing/card_correction.hpp>
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
/// @param host        of the machine that the card is in (json::Card::host())
[[nodiscard]] inline CardModel make_card_model(const Device& device, const Software& software = software_of(),
                                               Load load = Load::sustained, const CardCorrection& correction = {},
                                               const HostScales& host = every_framework(1.0)) {
  CardModel card{.device = device, .steps = make_step_model(device, software, load)};
  apply(correction, card.steps.kernels);
  card.steps.host_scale = host;
  return card;
}

/// The card under another of PyTorch's ways of running a step of the same release.
[[nodiscard]] inline CardModel with_framework(CardModel card, Framework framework) {
  card.steps = with_framework(std::move(card.steps), framework);
  return card;
}
/// Rows of a step's larger products start at multiples of so many bytes.
inline constexpr int step_alignment = 16;

/// What the matrix products of this format, the larger part of most steps, are known from.
[[nodiscard]] inline Evidence evidence(const CardModel& card, NumberFormat format) {
  return evidence(card.steps.kernels.gemm, format, step_alignment);
}

/// Whether the card multiplies in the format of a precision word. TF32 on a card without it would silently be FP32, so
/// it does not count.
[[nodiscard]] constexpr bool computes(const Device& device, Precision precision) {
  return peak(device, policy(precision).compute) > WorkRate{};
}

/// Mean power of one card over a step: idle power, math and memory at their shares of the peak, the L2 as busy as the
/// memory. An estimate from published power (docs/reference/clock.md); it never exceeds the board's limit.
[[nodiscard]] inline Power mean_power(const CardModel& card, NumberFormat format, const StepTime& step) {
  const FamilyRule* rule = family_rule(card.steps.kernels.gemm, format, step_alignment);
  if (rule == nullptr || !(step.total > Time{})) return card.device.board_power;
  const PowerModel& power = card.steps.kernels.gemm.models[static_cast<std::size_t>(rule->family)].power[index(format)];
  const double math = std::min(1.0, static_cast<double>(step.work / (peak(card.device, format) * step.total)));
  const double dram = std::min(1.0, static_cast<double>(step.traffic / (card.device.dram_bandwidth * step.total)));
  return std::min(card.device.board_power,
                  board_power(power, power.clock_max, {.math = math, .l2 = dram, .dram = dram}) * watt);
}

/// Gradients that data parallelism sums, one per trainable parameter.
[[nodiscard]] inline Bytes gradient_bytes(const Network& network, Precision precision) {
  return static_cast<double>(parameter_count(network)) * element_size(policy(precision).gradients);
}

/// Time, communication and power of a step of `recipe` (its batch is one card's share) on `gpus` cards.
/// @throws Error for a format the card cannot compute, and for a trace of another software than the card's model
[[nodiscard]] inline StepEstimate estimate_time(const StepTrace& trace, const Network& network, const Recipe& recipe,
                                                const CardModel& card, std::int64_t gpus = 1) {
  require_agreement("trace", trace.software, card.software());
  OperationPrices prices = prices_of(trace, card.steps.kernels);
  const StepTime time = step_time(trace.step, network.layers.size(), prices, host_of(card.steps));
  StepEstimate e{.step = time.total,
                 .low = time.low,
                 .high = time.high,
                 .device_busy = time.busy,
                 .host = time.host,
                 .bound = time.bound};
  e.power = mean_power(card, policy(recipe.precision).compute, time);
  if (gpus <= 1 || recipe.mode == Mode::infer) return e;
  const DataParallel strategy{.gpus = gpus};
  const Bytes gradients = gradient_bytes(network, recipe.precision);
  const auto all_reduce = [&](Bytes size) {
    return predict(Collective{.kind = CollectiveKind::all_reduce, .gpus = gpus, .size = size},
                   card.steps.kernels.collective)
        .total;
  };
  const ScaledStep scaled =
      data_parallel_step(strategy, {.step = time.total,
                                    .backward = time.device_by_phase[static_cast<std::size_t>(Phase::backward)],
                                    .gradients = gradients,
                                    .all_reduce = all_reduce(gradients),
                                    .last_bucket = all_reduce(std::min(gradients, strategy.bucket))});
  e.step = scaled.step;
  e.low = time.low + (scaled.low - time.total);
  e.high = time.high + (scaled.high - time.total);
  e.communication = scaled.exposed;
  if (e.communication > 0.5 * e.step) e.bound = Bound::communication;
  return e;
}

/// The three counters of a step and whether it fits, without the description of its peak.
/// @throws Error as reserved_limit() does
inline void add_memory(StepEstimate& e, const StepTrace& trace, const CardModel& card, const MemoryOptions& options) {
  const std::int64_t limit = std::max<std::int64_t>(reserved_limit(card.device, options), 0);
  const LimitedReplay run = replay_within(allocation_program(trace), trace.software.allocator, limit, options);
  const AllocatorCounters& counters = run.shown.counters;
  e.fits = run.fits;
  const auto bytes = [](std::int64_t count) { return static_cast<double>(count) * byte; };
  const std::int64_t outside = outside_memory(card.device).total() + options.other_processes;
  e.peak_allocated = bytes(counters.peak_allocated);
  e.peak_reserved = bytes(counters.peak_reserved);
  e.device_used = bytes(counters.peak_reserved + outside);
  e.device_memory = bytes(limit + outside);
}

/// Time and memory of the step that a trace describes. @throws Error as estimate_time() and add_memory() do
[[nodiscard]] inline StepEstimate estimate_step(const StepTrace& trace, const Network& network, const Recipe& recipe,
                                                const CardModel& card, std::int64_t gpus = 1,
                                                const MemoryOptions& memory = {}) {
  StepEstimate e = estimate_time(trace, network, recipe, card, gpus);
  add_memory(e, trace, card, memory);
  return e;
}

/// The same from a network and a recipe, whose batch is one card's share. @throws Error as step_trace() does, too
[[nodiscard]] inline StepEstimate estimate_step(const Network& network, const Recipe& recipe, const CardModel& card,
                                                std::int64_t gpus = 1, const MemoryOptions& memory = {}) {
  return estimate_step(step_trace(network, recipe, card.software(), card.steps.target), network, recipe, card, gpus,
                       memory);
}

/// A step that waits for its input, as with_input() of a StepTime. @param samples  of one step, on all cards
[[nodiscard]] inline StepEstimate with_input(StepEstimate e, std::int64_t samples, const InputPipeline& pipeline) {
  detail::wait_for_input(pipeline, samples, e.step, e.low, e.high, e.bound);
  return e;
}

}  // namespace perfmodel

#pragma once
#include <perfmodel/kernel/card_correction.hpp>
#include <perfmodel/network/network.hpp>
#include <perfmodel/parallel/scaling.hpp>
#include <perfmodel/plan/answer.hpp>
#include <perfmodel/training/footprint.hpp>
#include <perfmodel/training/input_pipeline.hpp>
#include <perfmodel/training/step_time.hpp>
#include <algorithm>
#include <cstdint>

namespace perfmodel {

/// A card and everything that prices steps on it, built once.
struct CardModel {
  Device device{};
  StepModel steps{};
};

/// @param correction  what a calibration of this card found (json::Card::correction())
/// @param host        of the machine that the card is in (json::Card::host())
/// @param library     cublas_of() the framework's version
[[nodiscard]] inline CardModel make_card_model(const Device& device, Load load = Load::sustained, const CardCorrection& correction = {},
                                               const HostScales& host = every_framework(1.0), LibraryVersion library = newest_library) {
  CardModel card{.device = device, .steps = make_step_model(device, load, step_operand_activity, library)};
  apply(correction, card.steps.kernels);
  card.steps.host_scale = host;
  return card;
}

/// What the matrix products of this format, the larger part of most steps, are known from.
[[nodiscard]] inline Knowledge knowledge(const CardModel& card, NumberFormat format) {
  const GemmModels& gemm = card.steps.kernels.gemm;
  const FamilyRule* rule = find_family_rule(card.device.compute_capability, format, 16, gemm.library);
  return rule == nullptr ? Knowledge::datasheet : gemm.models[static_cast<std::size_t>(rule->family)].knowledge;
}

/// Whether the card multiplies in the format of a precision word. TF32 on a card without it would silently be FP32, so
/// it does not count.
[[nodiscard]] constexpr bool computes(const Device& device, Precision precision) {
  return peak(device, policy(precision).compute) > WorkRate{};
}

/// Mean power of one card over a step: idle power, math and memory at their shares of the peak, the L2 as busy as the
/// memory. An estimate from published power (docs/clock.md); it never exceeds the board's limit.
[[nodiscard]] inline Power mean_power(const CardModel& card, NumberFormat format, const StepTime& step) {
  const FamilyRule* rule = find_family_rule(card.device.compute_capability, format, 16, card.steps.kernels.gemm.library);
  if (rule == nullptr || !(step.total > Time{})) return card.device.board_power;
  const PowerModel& power = card.steps.kernels.gemm.models[static_cast<std::size_t>(rule->family)].power[index(format)];
  const double math = std::min(1.0, static_cast<double>(step.work / (peak(card.device, format) * step.total)));
  const double dram = std::min(1.0, static_cast<double>(step.traffic / (card.device.dram_bandwidth * step.total)));
  return std::min(card.device.board_power, board_power(power, power.clock_max, {.math = math, .l2 = dram, .dram = dram}) * watt);
}

/// Gradients that data parallelism sums, one per trainable parameter.
[[nodiscard]] inline Bytes gradient_bytes(const Network& network, Precision precision) {
  return static_cast<double>(parameter_count(network)) * element_size(policy(precision).gradients);
}

/// Time, communication and power of a step of `recipe` (its batch is one card's share) on `gpus` cards.
/// @throws Error for a format the card cannot compute
[[nodiscard]] inline StepEstimate estimate_time(const StepTrace& trace, const Network& network, const Recipe& recipe, const CardModel& card,
                                                std::int64_t gpus = 1) {
  KernelPrices prices(card.steps.kernels);
  const StepTime time = step_time(trace.step, network.layers.size(), prices, host_of(recipe, card.steps));
  StepEstimate e{.step = time.total, .low = time.low, .high = time.high, .device_busy = time.busy, .host = time.host, .bound = time.bound};
  e.power = mean_power(card, policy(recipe.precision).compute, time);
  if (gpus <= 1 || recipe.mode == Mode::infer) return e;
  const DataParallel strategy{.gpus = gpus};
  const Bytes gradients = gradient_bytes(network, recipe.precision);
  const auto all_reduce = [&](Bytes size) {
    return predict(Collective{.kind = CollectiveKind::all_reduce, .gpus = gpus, .size = size}, card.steps.kernels.collective).total;
  };
  const ScaledStep scaled = data_parallel_step(
      strategy, {.step = time.total,
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

/// The three counters of a step and whether it fits, without the description of its peak: one replay where there is
/// room, two where cached memory has to be given back.
/// @throws Error as reserved_limit() does
inline void add_memory(StepEstimate& e, const StepTrace& trace, const CardModel& card, const MemoryOptions& options) {
  const AllocationProgram program = allocation_program(trace);
  const AllocatorRules rules = allocator_rules(options.version);
  const std::int64_t limit = std::max<std::int64_t>(reserved_limit(card.device, options), 0);
  const AllocatorOptions unlimited{.expandable_segments = options.expandable_segments};
  Replay run = replay(program, rules, unlimited, options.steps);
  e.fits = run.counters.peak_reserved <= limit;
  if (!e.fits) {
    const Replay tight = replay(program, rules, {.limit = limit, .expandable_segments = options.expandable_segments}, options.steps);
    e.fits = tight.fits;
    if (tight.fits) run = tight;
  }
  const auto bytes = [](std::int64_t count) { return static_cast<double>(count) * byte; };
  const std::int64_t outside = outside_memory(card.device).total() + options.other_processes;
  e.peak_allocated = bytes(run.counters.peak_allocated);
  e.peak_reserved = bytes(run.counters.peak_reserved);
  e.device_used = bytes(run.counters.peak_reserved + outside);
  e.device_memory = bytes(limit + outside);
}

/// Time and memory of the step that a trace describes. @throws Error as estimate_time() and add_memory() do
[[nodiscard]] inline StepEstimate estimate_step(const StepTrace& trace, const Network& network, const Recipe& recipe, const CardModel& card,
                                                std::int64_t gpus = 1, MemoryOptions memory = {}) {
  StepEstimate e = estimate_time(trace, network, recipe, card, gpus);
  memory.version = recipe.version;
  add_memory(e, trace, card, memory);
  return e;
}

/// The same from a network and a recipe, whose batch is one card's share. @throws Error as step_trace() does, too
[[nodiscard]] inline StepEstimate estimate_step(const Network& network, const Recipe& recipe, const CardModel& card, std::int64_t gpus = 1,
                                                const MemoryOptions& memory = {}) {
  return estimate_step(step_trace(network, recipe, card.steps.target), network, recipe, card, gpus, memory);
}

/// A step that waits for its input, as with_input() of a StepTime. @param samples  of one step, on all cards
[[nodiscard]] inline StepEstimate with_input(StepEstimate e, std::int64_t samples, const InputPipeline& pipeline) {
  detail::wait_for_input(pipeline, samples, e.step, e.low, e.high, e.bound);
  return e;
}

}  // namespace perfmodel

#pragma once
#include <perfmodel/planner/step_estimate.hpp>

namespace perfmodel {
PERFMODEL_INLINE CardModel make_card_model(const Device& device, const Software& software, Load load,
                                           const CardCorrection& correction, const HostScales& host) {
  CardModel card{.device = device, .steps = make_step_model(device, software, load)};
  apply(correction, card.steps.kernels);
  card.steps.host_scale = host;
  return card;
}

PERFMODEL_INLINE CardModel with_framework(CardModel card, Framework framework) {
  card.steps = with_framework(std::move(card.steps), framework);
  return card;
}

PERFMODEL_INLINE Evidence evidence(const CardModel& card, NumberFormat format) {
  return evidence(card.steps.kernels.gemm, format, step_alignment);
}

PERFMODEL_INLINE Power mean_power(const CardModel& card, NumberFormat format, const StepTime& step) {
  const FamilyRule* rule = family_rule(card.steps.kernels.gemm, format, step_alignment);
  if (rule == nullptr || !(step.total > Time{})) return card.device.board_power;
  const GemmModel& model = card.steps.kernels.gemm.models[static_cast<std::size_t>(rule->family)];
  const PowerModel& power = model.power[index(format)];
  const double math = std::min(1.0, static_cast<double>(step.work / (peak(card.device, format) * step.total)));
  const double dram = std::min(1.0, static_cast<double>(step.traffic / (card.device.dram_bandwidth * step.total)));
  const Power kernels = board_power(power, power.clock_max, {.math = math, .l2 = dram, .dram = dram}) * watt;
  return std::min(card.device.board_power, kernels + model.board.busy_share * std::min(1.0, in(step.busy, step.total)) *
                                                         card.device.board_power);
}

PERFMODEL_INLINE Bytes gradient_bytes(const Network& network, Precision precision) {
  return static_cast<double>(parameter_count(network)) * element_size(policy(precision).gradients);
}

PERFMODEL_INLINE StepEstimate estimate_of(const StepTime& time, const Recipe& recipe, const CardModel& card) {
  return {.step = time.total,
          .low = time.low,
          .high = time.high,
          .host_of_interval = time.host_of_interval,
          .device_busy = time.busy,
          .host = time.host,
          .bound = time.bound,
          .power = mean_power(card, policy(recipe.precision).compute, time)};
}

PERFMODEL_INLINE StepEstimate estimate_time(const StepTrace& trace, const Network& network, const Recipe& recipe,
                                            const CardModel& card) {
  OperationPrices prices = prices_of(trace, card.steps.kernels);
  return estimate_time(trace, network, recipe, card, prices);
}

PERFMODEL_INLINE StepEstimate estimate_time(const StepTrace& trace, const Network& network, const Recipe& recipe,
                                            const CardModel& card, OperationPrices& prices) {
  require_agreement("trace", trace.software, card.software());
  const StepTime time = step_time(trace.step, network.layers.size(), prices, host_of(card.steps));
  return estimate_of(time, recipe, card);
}

PERFMODEL_INLINE void add_memory(StepEstimate& e, const AllocationProgram& program, const Replay& unlimited,
                                 const CardModel& card, const MemoryOptions& options) {
  detail::add_memory(
      e, [&]() -> const AllocationProgram& { return program; }, unlimited, card, options);
}

PERFMODEL_INLINE void add_memory(StepEstimate& e, const StepTrace& trace, const CardModel& card,
                                 const MemoryOptions& options) {
  const AllocationProgram program = allocation_program(trace);
  const Replay unlimited =
      replay(program, trace.software.allocator, {.expandable_segments = options.expandable_segments}, options.steps);
  add_memory(e, program, unlimited, card, options);
}

PERFMODEL_INLINE StepEstimate estimate_step(const StepTrace& trace, const Network& network, const Recipe& recipe,
                                            const CardModel& card, const MemoryOptions& memory) {
  StepEstimate e = estimate_time(trace, network, recipe, card);
  add_memory(e, trace, card, memory);
  return e;
}

PERFMODEL_INLINE StepEstimate estimate_step(const Network& network, const Recipe& recipe, const CardModel& card,
                                            const MemoryOptions& memory) {
  return estimate_step(step_trace(network, recipe, card.software(), card.steps.target), network, recipe, card, memory);
}

PERFMODEL_INLINE StepEstimate with_input(StepEstimate e, std::int64_t samples, const InputPipeline& pipeline) {
  detail::wait_for_input(pipeline, samples, e.step, e.low, e.high, e.bound);
  return e;
}

}  // namespace perfmodel

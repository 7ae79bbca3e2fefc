#pragma once
#include <algorithm>
#include <cstdint>
#include <perfmodel/compiled.hpp>
#include <perfmodel/for_each.hpp>
#include <perfmodel/memory/footprint.hpp>
#include <perfmodel/step/recipe.hpp>
#include <perfmodel/step/step_builder.hpp>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace perfmodel {

/// Techniques that no recipe word stands for, as changes of a finished step trace: memory and time are then replayed
/// and priced as ever. They are models of how such training would run, not recordings of a library that does it.

namespace detail {
inline constexpr TensorId no_tensor = ~TensorId{0};

/// One past the largest tensor id of the trace.
[[nodiscard]] inline TensorId tensor_count(const StepTrace& trace) {
  return static_cast<TensorId>(allocation_program(trace).tensors);
}
/// Bytes of the live tensors of a class that the part allocates.
[[nodiscard]] Bytes allocated_bytes(const std::vector<TraceEvent>& events, MemoryClass why);
[[nodiscard]] std::vector<bool> carried_tensors(const StepTrace& trace);
/// The events for which `keep` holds; tensors whose allocation is dropped lose their release too.
template <class Keep>
[[nodiscard]] std::vector<TraceEvent> filtered(const std::vector<TraceEvent>& events, std::vector<bool>& dropped,
                                               Keep&& keep) {
  std::vector<TraceEvent> kept;
  kept.reserve(events.size());
  for (const TraceEvent& e : events) {
    if (const auto* r = std::get_if<Release>(&e.what); r != nullptr && dropped[r->tensor]) continue;
    if (keep(e)) {
      kept.push_back(e);
    } else if (const auto* a = std::get_if<Allocate>(&e.what)) {
      dropped[a->tensor] = true;
    }
  }
  return kept;
}
[[nodiscard]] inline TraceEvent copy_event(OperationList& operations, Bytes size, bool to_device, Phase phase,
                                           std::int32_t layer = -1) {
  return {Execute{operations.id_of(HostCopy{.size = size, .to_device = to_device})}, phase, layer};
}
/// The operation of an event; nullptr if it runs none.
[[nodiscard]] inline const Operation* operation_of(const TraceEvent& event, const OperationList& operations) {
  const auto* executed = std::get_if<Execute>(&event.what);
  return executed == nullptr ? nullptr : &operations[executed->operation];
}
[[nodiscard]] inline const Gemm* product_of(const TraceEvent& event, const OperationList& operations) {
  const Operation* operation = operation_of(event, operations);
  return operation == nullptr ? nullptr : std::get_if<Gemm>(operation);
}
/// A sum that makes the gradient of a bias, a gain or a shift.
[[nodiscard]] bool is_parameter_sum(const Operation& operation);
}  // namespace detail

/// Optimizer state and update on the host: gradients go down, parameters come up, both over the host link and one after
/// the other with the rest of the step (the CPU's own work is not counted: a lower bound of the time where it is slow,
/// an upper one where copies overlap). Ren et al. 2021, "ZeRO-Offload", arXiv:2101.06840, section 4.
[[nodiscard]] StepTrace offload_optimizer(StepTrace trace);

/// Activations wait on the host between the forward and the backward pass: a tensor leaves when the forward pass is two
/// layers on and comes back one layer ahead of its use. Copies are not overlapped with kernels: an upper bound of the
/// time. Rhu et al. 2016, "vDNN", arXiv:1602.08124.
[[nodiscard]] StepTrace offload_activations(StepTrace trace);

/// Low-rank adaptation: the weights are frozen, each product with a weight gets a pair of matrices [rank, k] and
/// [n, rank] that alone have gradients and optimizer state. Products: two thin ones forward, four backward; the weight
/// gradients go. Hu et al. 2021, arXiv:2106.09685, section 4.1. The adapters' gradients are kept all the time (an upper
/// bound by a few MB). @throws Error for a rank below 1
[[nodiscard]] StepTrace lora(StepTrace trace, const Recipe& recipe, std::int64_t rank);

/// Bits of a weight in NF4 with double quantization. Dettmers et al. 2023, "QLoRA", arXiv:2305.14314, section 3: 4, and
/// 0.127 for the constants of quantization.
inline constexpr double normal_float_bits = 4.127;

/// LoRA on weights of 4 bits: those that products read, but the head's, are stored so and widened to the recipe's
/// format before each product, which runs as ever. QLoRA, section 3; as bitsandbytes does it, one weight at a time.
/// @throws Error for a rank below 1
[[nodiscard]] StepTrace qlora(StepTrace trace, const Recipe& recipe, std::int64_t rank);

/// How many blocks a checkpointed segment should have for the least reserved memory: near the square root of their
/// number, found by replay. 0 if there is nothing to checkpoint. Chen et al. 2016, arXiv:1604.06174, section 4.2.
struct CheckpointChoice {
  std::int64_t every{};
  std::int64_t peak_reserved{};
};

/// Repeated blocks at which checkpointing can cut.
[[nodiscard]] std::int64_t block_count(const Network& network);
/// Numbers of blocks that are tried: every one up to 8, then in steps of an eighth. Of a network without blocks none.
[[nodiscard]] std::vector<std::int64_t> checkpoint_candidates(const Network& network);
/// What a segment of so many blocks makes of the step. @throws Error as step_trace() does
[[nodiscard]] CheckpointChoice checkpointed(const Network& network, Recipe recipe, std::int64_t every,
                                            const Software& software, const TraceTarget& target,
                                            const MemoryOptions& options = {});
/// The one that reserves least, of equals the first.
[[nodiscard]] CheckpointChoice least_reserved(const std::vector<CheckpointChoice>& choices);
/// The least_reserved() of all candidates. @param each  works them out
[[nodiscard]] CheckpointChoice best_checkpoint(const Network& network, const Recipe& recipe, const Software& software,
                                               const TraceTarget& target, const MemoryOptions& options = {},
                                               const ForEach& each = one_by_one);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/planner/trace_change.ipp>
#endif

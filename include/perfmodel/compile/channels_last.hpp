#pragma once
#include <perfmodel/operation/operation.hpp>
#include <perfmodel/trace/step_trace.hpp>
#include <variant>

namespace perfmodel::compile {

/// What inference of a convolution takes with its channels together over without, as PyTorch's compiler has it.
[[nodiscard]] constexpr double channels_last_share(const Convolution& c) {
  constexpr double grouped = 1.358, narrowing = 0.725, small = 0.783, other = 0.823;
  constexpr std::int64_t small_channels = 64;
  if (c.groups > 1 && c.channels_a_group() > 1) return grouped;
  if (c.k <= small_channels && c.channels_a_group() <= small_channels) return small;
  return 2 * c.k <= c.channels_a_group() && c.r > 1 ? narrowing : other;
}

/// Whether a compiler lays images out with their channels together: if convolutions are not rare, and in inference if
/// all their operations together, weighed by channels_last_share(), get less; in training if none of them is in groups
/// of several channels or to half as many channels or fewer, and not all are small. PyTorch, torch/_inductor/graph.py,
/// GraphLowering.decide_layout_opt, which counts nodes of its own graph: some three an operation.
[[nodiscard]] inline bool takes_channels_last(const StepTrace& trace) {
  constexpr std::int64_t small_channels = 64, most_nodes = 300, nodes_an_operation = 3;
  std::int64_t convolutions = 0, count = 0;
  bool all_small = true, keeps = false, inference = true;
  double work_before = 0.0, work_after = 0.0;
  for (const TraceEvent& event : trace.step) {
    const auto* run = std::get_if<Execute>(&event.what);
    inference = inference && event.phase != Phase::backward;
    if (run == nullptr || (event.phase != Phase::forward && event.phase != Phase::loss)) continue;
    ++count;
    const auto* c = std::get_if<Convolution>(&trace.operations[run->operation]);
    if (c == nullptr) continue;
    ++convolutions;
    work_before += in(work(*c), mac);
    work_after += in(work(*c), mac) * channels_last_share(*c);
    keeps = keeps || (c->groups > 1 && c->channels_a_group() > 1) || (2 * c->k <= c->channels_a_group() && c->r > 1);
    all_small = all_small && c->k <= small_channels && c->channels_a_group() <= small_channels;
  }
  if (convolutions == 0 || nodes_an_operation * count > most_nodes * convolutions) return false;
  return inference ? work_after <= work_before : !keeps && !all_small;
}

/// The operation on images whose channels lie together.
[[nodiscard]] inline Operation with_channels_last(Operation operation) {
  if (auto* c = std::get_if<Convolution>(&operation)) c->memory_format = MemoryFormat::nhwc;
  if (auto* p = std::get_if<op::Pooling>(&operation); p != nullptr && p->image.shape.rank == 4)
    p->image.strides = channels_last_strides(p->image.shape);
  return operation;
}

}  // namespace perfmodel::compile

#pragma once
#include <perfmodel/operation/operation.hpp>
#include <perfmodel/trace/step_trace.hpp>
#include <variant>

namespace perfmodel::compile {

/// Whether a compiler lays images out with their channels together: if convolutions are not rare, none of them is in
/// groups of several channels or to half as many channels or fewer, and not all are small. PyTorch,
/// torch/_inductor/graph.py, GraphLowering.decide_layout_opt, which counts nodes of its own graph: some three an
/// operation.
[[nodiscard]] inline bool takes_channels_last(const StepTrace& trace) {
  constexpr std::int64_t small_channels = 64, most_nodes = 300, nodes_an_operation = 3;
  std::int64_t convolutions = 0, count = 0;
  bool all_small = true;
  for (const TraceEvent& event : trace.step) {
    const auto* run = std::get_if<Execute>(&event.what);
    if (run == nullptr || (event.phase != Phase::forward && event.phase != Phase::loss)) continue;
    ++count;
    const auto* c = std::get_if<Convolution>(&trace.operations[run->operation]);
    if (c == nullptr) continue;
    ++convolutions;
    if (c->groups > 1 && c->channels_a_group() > 1) return false;
    if (2 * c->k <= c->channels_a_group() && c->r > 1) return false;
    all_small = all_small && c->k <= small_channels && c->channels_a_group() <= small_channels;
  }
  return convolutions > 0 && !all_small && nodes_an_operation * count <= most_nodes * convolutions;
}

/// The operation on images whose channels lie together.
[[nodiscard]] inline Operation with_channels_last(Operation operation) {
  if (auto* c = std::get_if<Convolution>(&operation)) c->memory_format = MemoryFormat::nhwc;
  if (auto* p = std::get_if<op::Pooling>(&operation); p != nullptr && p->image.shape.rank == 4)
    p->image.strides = channels_last_strides(p->image.shape);
  return operation;
}

}  // namespace perfmodel::compile

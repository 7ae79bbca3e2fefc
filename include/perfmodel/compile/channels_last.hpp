#pragma once
#include <perfmodel/operation/operation.hpp>
#include <perfmodel/trace/step_trace.hpp>
#include <variant>

namespace perfmodel::compile {

/// Whether a compiler lays images out with their channels together: if there are convolutions, none of them in groups
/// of several channels, none to half as many channels or fewer, and not all of them small. PyTorch,
/// torch/_inductor/graph.py, GraphLowering.decide_layout_opt.
[[nodiscard]] inline bool takes_channels_last(const OperationList& operations) {
  constexpr std::int64_t small_channels = 64;
  bool any = false, all_small = true;
  for (const Operation& operation : operations) {
    const auto* c = std::get_if<Convolution>(&operation);
    if (c == nullptr || c->pass != ConvolutionPass::forward) continue;
    any = true;
    if (c->groups > 1 && c->channels_a_group() > 1) return false;
    if (2 * c->k <= c->channels_a_group() && c->r > 1) return false;
    all_small = all_small && c->k <= small_channels && c->channels_a_group() <= small_channels;
  }
  return any && !all_small;
}

/// The operation on images whose channels lie together.
[[nodiscard]] inline Operation with_channels_last(Operation operation) {
  if (auto* c = std::get_if<Convolution>(&operation)) c->memory_format = MemoryFormat::nhwc;
  if (auto* p = std::get_if<op::Pooling>(&operation); p != nullptr && p->image.shape.rank == 4)
    p->image.strides = channels_last_strides(p->image.shape);
  return operation;
}

}  // namespace perfmodel::compile

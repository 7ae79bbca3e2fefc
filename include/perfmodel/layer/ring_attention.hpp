#pragma once
#include <cstdint>
#include <perfmodel/compiled.hpp>
#include <perfmodel/layer/attention_heads.hpp>
#include <perfmodel/layer/fused_attention.hpp>
#include <perfmodel/operation/attention.hpp>
#include <vector>

/// Fused attention of a sequence that is cut among cards: keys and values of all parts pass by, one part after the
/// other, and the partial results are merged. Liu et al. 2023, arXiv:2310.01889; as PyTorch's context_parallel runs it
/// (torch/distributed/tensor/experimental/_attention.py), with its defaults: results and gradients are merged in FP32,
/// keys and values of all cards are gathered at once, their gradients go around a ring. Under a causal mask each card
/// holds an early and a late half, so that all do as much.
namespace perfmodel::detail {

/// One card's part, and how many there are.
struct RingAttention {
  Attention local{};  ///< queries and keys of the card's own part
  std::int64_t ranks{1};
  std::int64_t host_calls{};  ///< of HostOp::other, beside the operations: of each part in each direction of training
};

/// What is calculated when the part of the `step`-th card before this one is at hand; 0: its own. Of the last card,
/// which needs the first half of what others hold, and all of it without a mask.
[[nodiscard]] constexpr Attention ring_step(const RingAttention& ring, std::int64_t step) {
  Attention part = ring.local;
  if (step == 0 || !part.causal) return part;
  part.keys /= 2;
  part.causal = false;
  return part;
}

/// As fused_attention(); what is exchanged has its buffers here and its time in planner/stage_cost.ipp.
[[nodiscard]] Tensor ring_attention(TraceWriter& writer, const RingAttention& ring, Inputs inputs,
                                    const std::vector<Tensor>& copies);

}  // namespace perfmodel::detail

#ifndef PERFMODEL_COMPILED
#include <perfmodel/layer/ring_attention.ipp>
#endif

#pragma once
#include <cmath>
#include <cstdint>
#include <perfmodel/compiled.hpp>
#include <perfmodel/layer/common.hpp>
#include <perfmodel/layer/custom_layer.hpp>
#include <perfmodel/operation/collective.hpp>
#include <perfmodel/parallel/wrapper_costs.hpp>
#include <string>
#include <utility>
#include <vector>

namespace perfmodel {

/// What cards of a tensor-parallel group exchange between layers. Shoeybi et al. 2019, arXiv:1909.08053 (copy, reduce);
/// Korthikanti et al. 2022, arXiv:2205.05198 (gather, scatter).
enum class Exchange : std::uint8_t {
  copy,     ///< forward: nothing; backward: the gradients are summed
  reduce,   ///< forward: partial sums are summed in place; backward: nothing
  gather,   ///< forward: parts of the sequence are gathered; backward: reduce-scatter
  scatter,  ///< forward: partial sums are summed and cut along the sequence; backward: all-gather
  split,    ///< forward: each card keeps its part of the sequence; backward: all-gather
  receive,  ///< a stage's input: needs a gradient, which goes back to the stage before
  loss,     ///< statistics of a softmax whose columns lie on several cards: three sums of one number a row
  linear,   ///< nothing; a layer's tensors are distributed ones, which the host wraps and unwraps (torch.distributed)
  norm      ///< the same of a norm made of single operations, each of which does so
};

/// A layer that exchanges its input among `gpus` cards, of which `per_node` are in one host (0: all).
struct Communication {
  Exchange what{};
  std::int64_t gpus{1}, per_node{};
  bool regroups{};  ///< parts of the sequence lie behind the samples, and NCCL knows only what is in a row: they are
                    ///< copied (torch/distributed/_functional_collectives.py; Megatron-LM's sequences come first)
};

[[nodiscard]] constexpr std::string_view kind(const Communication&) { return "communication"; }

/// @throws Error where the sequence cannot be cut into equal parts
[[nodiscard]] Shape output_shape(const Communication& c, InputShapes inputs);
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Communication&, InputShapes) { return {}; }
[[nodiscard]] constexpr Work forward_work(const Communication&, InputShapes) { return {}; }

namespace detail {

inline void run_collective(TraceWriter& w, CollectiveKind kind, const Communication& c, Bytes size) {
  w.host(HostOp::other, w.training() ? host_calls(wrapper_table().exchange.call) : 1);
  w.run(Collective{.kind = kind, .gpus = c.gpus, .size = size, .per_node = c.per_node});
}

/// Parts of a sequence side by side in another order. `whole` is all of it; the parts are `apart` in what is read.
void regroup(TraceWriter& w, const Communication& c, const Tensor& from, const Tensor& whole, bool apart);

/// `y` gathered from, or scattered among, the cards: of parts of the sequence, which are copied before or behind.
void move_parts(TraceWriter& w, CollectiveKind kind, const Communication& c, const Tensor& x, const Tensor& y);

/// A gradient gathered or scattered into a tensor of the input's shape.
[[nodiscard]] Tensor exchanged(TraceWriter& w, CollectiveKind kind, const Communication& c, const Tensor& dy,
                               const Shape& shape);

/// What the host does around a layer of distributed tensors. Engines for inference cut their layers by hand.
void wrap(TraceWriter& w, Exchange what, bool backward);

}  // namespace detail

[[nodiscard]] Tensor forward(TraceWriter& writer, const Communication& c, Inputs inputs, Parameters);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/parallel/communication.ipp>
#endif

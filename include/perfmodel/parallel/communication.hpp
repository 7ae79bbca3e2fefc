#pragma once
#include <cmath>
#include <cstdint>
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
[[nodiscard]] inline Shape output_shape(const Communication& c, InputShapes inputs) {
  require_inputs(inputs, 1);
  Shape y = inputs[0];
  if (c.what == Exchange::gather) y.extent[1] = checked_product(y[1], c.gpus);
  if (c.what != Exchange::scatter && c.what != Exchange::split) return y;
  if (y.rank < 3 || y[1] % c.gpus != 0)
    throw bad_input("sequence", text(y),
                    "must be divisible among " + std::to_string(c.gpus) + " cards for sequence parallelism");
  y.extent[1] /= c.gpus;
  return y;
}
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Communication&, InputShapes) { return {}; }
[[nodiscard]] constexpr Work forward_work(const Communication&, InputShapes) { return {}; }

namespace detail {

inline void run_collective(TraceWriter& w, CollectiveKind kind, const Communication& c, Bytes size) {
  w.host(HostOp::other, w.training() ? host_calls(wrapper_table().exchange.call) : 1);
  w.run(Collective{.kind = kind, .gpus = c.gpus, .size = size, .per_node = c.per_node});
}

/// Parts of a sequence side by side in another order. `whole` is all of it; the parts are `apart` in what is read.
inline void regroup(TraceWriter& w, const Communication& c, const Tensor& from, const Tensor& whole, bool apart) {
  const Shape& shape = whole.shape();
  const auto part = static_cast<double>(elements(shape) / shape[0] / c.gpus);
  const bool strided = apart && shape[0] > 1;
  w.run(op::Concatenation{.output = whole.operand(),
                          .inputs = c.gpus,
                          .pieces = !strided,
                          .piece_bytes = strided ? 0 : std::llround(part * in(element_size(whole.format()), byte)),
                          .strided = strided},
        {&from}, {&whole});
}

/// `y` gathered from, or scattered among, the cards: of parts of the sequence, which are copied before or behind.
inline void move_parts(TraceWriter& w, CollectiveKind kind, const Communication& c, const Tensor& x, const Tensor& y) {
  const bool gathers = kind == CollectiveKind::all_gather;
  if (!c.regroups || !w.training()) return run_collective(w, kind, c, gathers ? y.bytes() : x.bytes());
  const Tensor parts = w.allocate(gathers ? y.shape() : x.shape(), x.format(), MemoryClass::temporary);
  if (!gathers) regroup(w, c, x, parts, true);
  run_collective(w, kind, c, parts.bytes());
  if (gathers) regroup(w, c, parts, y, false);
}

/// A gradient gathered or scattered into a tensor of the input's shape.
[[nodiscard]] inline Tensor exchanged(TraceWriter& w, CollectiveKind kind, const Communication& c, const Tensor& dy,
                                      const Shape& shape) {
  Tensor dx = w.allocate(shape, dy.format(), MemoryClass::temporary);
  move_parts(w, kind, c, dy, dx);
  return dx;
}

/// What the host does around a layer of distributed tensors. Engines for inference cut their layers by hand.
inline void wrap(TraceWriter& w, Exchange what, bool backward) {
  if (!w.training()) return;
  const DistributedHostCost& d = wrapper_table().distributed;
  if (what == Exchange::linear) w.host(HostOp::other, host_calls(backward ? d.linear_backward : d.linear));
  if (what == Exchange::norm) w.host(HostOp::other, host_calls(backward ? d.norm_backward : d.norm));
}

}  // namespace detail

[[nodiscard]] inline Tensor forward(TraceWriter& writer, const Communication& c, Inputs inputs, Parameters) {
  using enum CollectiveKind;
  detail::wrap(writer, c.what, false);
  const Tensor& x = inputs[0];
  const std::array<Shape, 1> shapes{x.shape()};
  const Shape shape = output_shape(c, shapes);
  const bool moves = c.what == Exchange::gather || c.what == Exchange::scatter || c.what == Exchange::split;
  Tensor y = moves ? writer.allocate(shape, x.format()) : x.detach();
  if (c.what == Exchange::reduce) detail::run_collective(writer, all_reduce, c, x.bytes());
  if (c.what == Exchange::gather) detail::move_parts(writer, all_gather, c, x, y);
  if (c.what == Exchange::scatter) detail::move_parts(writer, reduce_scatter, c, x, y);
  if (c.what == Exchange::split) writer.run(PointwiseFunction::copy, {y}, y);
  if (c.what == Exchange::loss)
    for (int i = 0; i < 3; ++i)
      detail::run_collective(writer, all_reduce, c,
                             static_cast<double>(rows(x.shape())) * element_size(NumberFormat::fp32));
  const auto backward = [c, from = x.shape()](TraceWriter& w, Gradients outputs, Gradients grads) {
    const Tensor dy = outputs[0].detach();
    detail::wrap(w, c.what, true);
    if (c.what == Exchange::copy) detail::run_collective(w, all_reduce, c, dy.bytes());
    if (c.what == Exchange::gather)
      grads[0] = detail::exchanged(w, reduce_scatter, c, dy, from);
    else if (c.what == Exchange::scatter || c.what == Exchange::split)
      grads[0] = detail::exchanged(w, all_gather, c, dy, from);
    else
      grads[0] = dy;
  };
  if (c.what != Exchange::receive) return writer.record(std::move(y), {x}, backward);
  std::array<Tensor, 1> out{std::move(y)};
  writer.record(
      out, std::span<const Tensor>{}, [](TraceWriter&, Gradients, Gradients) {}, true);
  return std::move(out[0]);
}

}  // namespace perfmodel

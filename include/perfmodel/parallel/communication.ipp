#pragma once
#include <perfmodel/parallel/communication.hpp>

namespace perfmodel {

PERFMODEL_INLINE Shape output_shape(const Communication& c, InputShapes inputs) {
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

namespace detail {
PERFMODEL_INLINE void regroup(TraceWriter& w, const Communication& c, const Tensor& from, const Tensor& whole,
                              bool apart) {
  const Shape& shape = whole.shape();
  const auto part = static_cast<double>(elements(shape)) / static_cast<double>(shape[0] * c.gpus);
  const bool strided = apart && shape[0] > 1;
  w.run(op::Concatenation{.output = whole.operand(),
                          .inputs = c.gpus,
                          .pieces = !strided,
                          .piece_bytes = strided ? 0 : std::llround(part * in(element_size(whole.format()), byte)),
                          .strided = strided},
        {&from}, {&whole});
}

PERFMODEL_INLINE void move_parts(TraceWriter& w, CollectiveKind kind, const Communication& c, const Tensor& x,
                                 const Tensor& y) {
  const bool gathers = kind == CollectiveKind::all_gather;
  if (!c.regroups || !w.training()) return run_collective(w, kind, c, gathers ? y.bytes() : x.bytes());
  const Tensor parts = w.allocate(gathers ? y.shape() : x.shape(), x.format(), MemoryClass::temporary);
  if (!gathers) regroup(w, c, x, parts, true);
  run_collective(w, kind, c, parts.bytes());
  if (gathers) regroup(w, c, parts, y, false);
}

PERFMODEL_INLINE Tensor exchanged(TraceWriter& w, CollectiveKind kind, const Communication& c, const Tensor& dy,
                                  const Shape& shape) {
  Tensor dx = w.allocate(shape, dy.format(), MemoryClass::temporary);
  move_parts(w, kind, c, dy, dx);
  return dx;
}

PERFMODEL_INLINE void wrap(TraceWriter& w, Exchange what, bool backward) {
  if (!w.training()) return;
  const DistributedHostCost& d = wrapper_table().distributed;
  if (what == Exchange::linear) w.host(HostOp::other, host_calls(backward ? d.linear_backward : d.linear));
  if (what == Exchange::norm) w.host(HostOp::other, host_calls(backward ? d.norm_backward : d.norm));
}

}  // namespace detail

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const Communication& c, Inputs inputs, Parameters) {
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

#pragma once
#include <perfmodel/layer/elementwise.hpp>

namespace perfmodel {

PERFMODEL_INLINE Shape broadcast(const Shape& a, const Shape& b) {
  const auto mismatch = [&] {
    return bad_input("input shapes", text(a) + " and " + text(b), "must be equal or 1 in each dimension");
  };
  if (a.rank != b.rank) throw mismatch();
  Shape s = a;
  for (std::size_t i = 0; i < a.rank; ++i) {
    if (a[i] != b[i] && a[i] != 1 && b[i] != 1) throw mismatch();
    s.extent[i] = a[i] == 1 ? b[i] : a[i];
  }
  return s;
}

PERFMODEL_INLINE Shape output_shape(const Add& layer, InputShapes inputs) {
  require_inputs(inputs, 2);
  const Shape s = broadcast(inputs[0], inputs[1]);
  if (layer.in_place && !(s == inputs[0]))
    throw bad_input("input shapes", text(inputs[0]) + " and " + text(inputs[1]),
                    "an in-place sum keeps the first shape");
  return s;
}

PERFMODEL_INLINE Shape output_shape(const Multiply&, InputShapes inputs) {
  require_inputs(inputs, 2);
  return broadcast(inputs[0], inputs[1]);
}

PERFMODEL_INLINE Shape output_shape(const Scale&, InputShapes inputs) {
  require_inputs(inputs, 1);
  return inputs[0];
}

PERFMODEL_INLINE Shape output_shape(const Dropout& layer, InputShapes inputs) {
  require_inputs(inputs, 1);
  if (!(layer.probability >= 0.0 && layer.probability < 1.0))
    throw bad_input("dropout probability", std::to_string(layer.probability), "must be in [0, 1)");
  return inputs[0];
}

PERFMODEL_INLINE Work forward_work(const Add&, InputShapes inputs) {
  return static_cast<double>(elements(broadcast(inputs[0], inputs[1]))) * flop;
}

PERFMODEL_INLINE Work forward_work(const Multiply&, InputShapes inputs) {
  return static_cast<double>(elements(broadcast(inputs[0], inputs[1]))) * flop;
}

namespace detail {

PERFMODEL_INLINE Tensor unbroadcast(TraceWriter& w, const Tensor& gradient, const Shape& shape) {
  return gradient.shape() == shape ? gradient : column_sum(w, gradient, shape);
}

PERFMODEL_INLINE Tensor allocate_result(TraceWriter& w, const Tensor& a, const Tensor& b, const Shape& shape,
                                        NumberFormat format, MemoryClass why) {
  for (const Tensor* x : {&a, &b})
    if (x->shape() == shape && is_dense(x->operand())) return w.allocate_like(*x, format, why);
  return w.allocate(shape, format, why);
}
}  // namespace detail

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const Add& layer, Inputs inputs, Parameters) {
  const Tensor& b = inputs[1];
  // a fused path (inference without autocast) leaves all in the usual order
  const bool transposed = layer.transposed && inputs[0].shape().rank > 1 && (writer.training() || writer.autocast());
  const Tensor a = transposed ? detail::positions_first(inputs[0]) : inputs[0];
  writer.host(HostOp::elementwise);
  const NumberFormat format = layer.in_place ? a.format() : promote(a.format(), b.format());
  const Shape shape = broadcast(a.shape(), b.shape());
  Tensor y = layer.in_place ? inputs[0]
                            : detail::allocate_result(writer, inputs[0], b, shape, format, MemoryClass::activation);
  writer.run(PointwiseFunction::add, {a, b}, y);
  return writer.record(std::move(y), {a, b},
                       [sa = a.shape(), sb = b.shape(), fa = a.format(), fb = b.format(), ga = a.requires_grad(),
                        gb = b.requires_grad()](TraceWriter& w, Gradients outputs, Gradients grads) {
                         w.host(HostOp::elementwise_backward);
                         const auto one = [&](const Shape& shape_of, NumberFormat format_of) {
                           return w.to(detail::unbroadcast(w, outputs[0].detach(), shape_of), format_of);
                         };
                         if (ga) grads[0] = one(sa, fa);
                         if (gb) grads[1] = one(sb, fb);
                       });
}

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const Multiply&, Inputs inputs, Parameters) {
  const Tensor &a = inputs[0], &b = inputs[1];
  writer.host(HostOp::elementwise);
  Tensor y = detail::allocate_result(writer, a, b, broadcast(a.shape(), b.shape()), promote(a.format(), b.format()),
                                     MemoryClass::activation);
  writer.run(PointwiseFunction::multiply, {a, b}, y);
  const bool ga = a.requires_grad(), gb = b.requires_grad();
  return writer.record(
      std::move(y), {a, b},
      [sa = a.shape(), sb = b.shape(), fa = a.format(), fb = b.format(), saved_a = gb ? a.detach() : Tensor{},
       saved_b = ga ? b.detach() : Tensor{}](TraceWriter& w, Gradients outputs, Gradients grads) {
        w.host(HostOp::elementwise_backward);
        const Tensor& dy = outputs[0];
        const auto one = [&](const Tensor& other, const Shape& shape, NumberFormat format_of) {
          const Tensor product = detail::allocate_result(w, dy, other, dy.shape(), dy.format(), MemoryClass::temporary);
          w.run(PointwiseFunction::multiply, {dy, other}, product);
          return w.to(detail::unbroadcast(w, product, shape), format_of);
        };
        if (saved_b.defined()) grads[0] = one(saved_b, sa, fa);
        if (saved_a.defined()) grads[1] = one(saved_a, sb, fb);
      });
}

namespace detail {

PERFMODEL_INLINE Tensor channel_constants(TraceWriter& writer, bool multiplies, const Shape& x) {
  Shape each{};
  for (std::size_t i = 0; i < x.rank; ++i) each.push_back(i == 1 ? x[1] : 1);
  Tensor c = writer.allocate(each, writer.precision().weights);  // stands for the buffers, too
  writer.host(HostOp::elementwise, multiplies ? 3 : 2);
  if (multiplies) {
    writer.run(PointwiseFunction::add_scalar, {c}, c);
    writer.run(PointwiseFunction::reciprocal_root, {c}, c);
    writer.run(PointwiseFunction::multiply, {c, c}, c);
  } else {
    writer.run(PointwiseFunction::multiply, {c, c}, c);
    writer.run(PointwiseFunction::add, {c, c}, c);
  }
  return c;
}

PERFMODEL_INLINE Tensor by_channel(TraceWriter& writer, Scale::By by, const Tensor& x) {
  const bool multiplies = by == Scale::By::channel;
  const Tensor constants = channel_constants(writer, multiplies, x.shape());
  writer.host(HostOp::elementwise);
  Tensor y = writer.allocate_like(x, promote(x.format(), constants.format()), MemoryClass::activation);
  writer.run(multiplies ? PointwiseFunction::multiply : PointwiseFunction::add, {x, constants}, y);
  return writer.record(
      std::move(y), {x},
      [multiplies, constants, before = x.format()](TraceWriter& w, Gradients outputs, Gradients grads) {
        grads[0] = outputs[0].detach();
        if (multiplies) {
          w.host(HostOp::elementwise_backward);
          grads[0] = allocate_like(w, outputs[0]);
          w.run(PointwiseFunction::multiply, {outputs[0], constants}, grads[0]);
        }
        grads[0] = w.to(grads[0], before);
      });
}
}  // namespace detail

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const Scale& scale, Inputs inputs, Parameters) {
  if (scale.by != Scale::By::number) return detail::by_channel(writer, scale.by, inputs[0]);
  writer.host(HostOp::elementwise);
  const Tensor& x = inputs[0];
  Tensor y = writer.allocate_like(x, x.format(), MemoryClass::activation);
  writer.run(PointwiseFunction::multiply_scalar, {x}, y);
  return writer.record(std::move(y), {x}, [](TraceWriter& w, Gradients outputs, Gradients grads) {
    w.host(HostOp::elementwise_backward);
    grads[0] = allocate_like(w, outputs[0]);
    w.run(PointwiseFunction::multiply_scalar, {outputs[0]}, grads[0]);
  });
}

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const Dropout& layer, Inputs inputs, Parameters) {
  const Tensor& x = inputs[0];
  if (!writer.training() || layer.probability == 0.0) return x;
  writer.host(HostOp::elementwise);
  Tensor y = writer.allocate_like(x, x.format(), MemoryClass::activation);
  const Tensor mask = writer.allocate_like(x, bool_storage, MemoryClass::activation);
  op::Pointwise drop = op::pointwise(PointwiseFunction::dropout, {x.operand()}, y.operand());
  drop.outputs[drop.output_count++] = mask.operand();
  writer.run(drop, {&x}, {&y, &mask});
  return writer.record(std::move(y), {x}, [mask](TraceWriter& w, Gradients outputs, Gradients grads) {
    w.host(HostOp::elementwise_backward);
    const Tensor& dy = outputs[0];
    grads[0] = detail::allocate_result(w, dy, mask, dy.shape(), dy.format(), MemoryClass::temporary);
    w.run(PointwiseFunction::dropout_backward, {dy, mask}, grads[0]);
  });
}

}  // namespace perfmodel

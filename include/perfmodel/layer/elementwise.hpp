#pragma once
#include <perfmodel/layer/parts.hpp>
#include <string>
#include <vector>

namespace perfmodel {

/// y = a + b: residual connections. In place: y takes a's memory (out += identity).
struct Add {
  bool in_place{};
  bool transposed{};  ///< one operand is a transposed view (behind nn.MultiheadAttention), the other is not
};
/// y = a * b, element by element: gates.
struct Multiply {};
/// y = c x with a constant c.
struct Scale {
  /// One number, or one for each channel (multiplied, or added): buffers in the format of the weights, so that under
  /// autocast the result is FP32.
  enum class By : std::uint8_t { number, channel, channel_shift } by{By::number};
};
/// Zeroes a fraction of the elements in training, does nothing in inference.
struct Dropout {
  double probability{0.5};
};

[[nodiscard]] constexpr std::string_view kind(const Add&) { return "add"; }
[[nodiscard]] constexpr std::string_view kind(const Multiply&) { return "multiply"; }
[[nodiscard]] constexpr std::string_view kind(const Scale&) { return "scale"; }
[[nodiscard]] constexpr std::string_view kind(const Dropout&) { return "dropout"; }

/// Shape of an elementwise result when extents of 1 are repeated. @throws Error naming both shapes
[[nodiscard]] inline Shape broadcast(const Shape& a, const Shape& b) {
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

[[nodiscard]] inline Shape output_shape(const Add& layer, InputShapes inputs) {
  require_inputs(inputs, 2);
  const Shape s = broadcast(inputs[0], inputs[1]);
  if (layer.in_place && !(s == inputs[0]))
    throw bad_input("input shapes", text(inputs[0]) + " and " + text(inputs[1]),
                    "an in-place sum keeps the first shape");
  return s;
}
[[nodiscard]] inline Shape output_shape(const Multiply&, InputShapes inputs) {
  require_inputs(inputs, 2);
  return broadcast(inputs[0], inputs[1]);
}
[[nodiscard]] inline Shape output_shape(const Scale&, InputShapes inputs) {
  require_inputs(inputs, 1);
  return inputs[0];
}
[[nodiscard]] inline Shape output_shape(const Dropout& layer, InputShapes inputs) {
  require_inputs(inputs, 1);
  if (!(layer.probability >= 0.0 && layer.probability < 1.0))
    throw bad_input("dropout probability", std::to_string(layer.probability), "must be in [0, 1)");
  return inputs[0];
}

[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Add&, InputShapes) { return {}; }
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Multiply&, InputShapes) { return {}; }
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Scale&, InputShapes) { return {}; }
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Dropout&, InputShapes) { return {}; }

[[nodiscard]] inline Work forward_work(const Add&, InputShapes inputs) {
  return static_cast<double>(elements(broadcast(inputs[0], inputs[1]))) * flop;
}
[[nodiscard]] inline Work forward_work(const Multiply&, InputShapes inputs) {
  return static_cast<double>(elements(broadcast(inputs[0], inputs[1]))) * flop;
}
[[nodiscard]] constexpr Work forward_work(const Scale&, InputShapes inputs) {
  return static_cast<double>(elements(inputs[0])) * flop;
}
/// One scaling and one masking per element.
[[nodiscard]] constexpr Work forward_work(const Dropout& layer, InputShapes inputs) {
  return layer.probability == 0.0 ? Work{} : 2.0 * static_cast<double>(elements(inputs[0])) * flop;
}

namespace detail {
/// The gradient of a repeated operand: summed over the dimensions in which it was repeated.
[[nodiscard]] inline Tensor unbroadcast(TraceWriter& w, const Tensor& gradient, const Shape& shape) {
  return gradient.shape() == shape ? gradient : column_sum(w, gradient, shape);
}

/// A result of two operands: it lies in memory as the first of them that has its shape and no gaps. PyTorch,
/// aten/src/ATen/TensorIterator.cpp, reorder_dimensions.
[[nodiscard]] inline Tensor allocate_result(TraceWriter& w, const Tensor& a, const Tensor& b, const Shape& shape,
                                            NumberFormat format, MemoryClass why) {
  for (const Tensor* x : {&a, &b})
    if (x->shape() == shape && is_dense(x->operand())) return w.allocate_like(*x, format, why);
  return w.allocate(shape, format, why);
}
}  // namespace detail

/// Backward moves no byte for equal shapes and formats: both operands get the incoming gradient itself.
[[nodiscard]] inline Tensor forward(TraceWriter& writer, const Add& layer, Inputs inputs, Parameters) {
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

/// Saves both operands; backward is one product each.
[[nodiscard]] inline Tensor forward(TraceWriter& writer, const Multiply&, Inputs inputs, Parameters) {
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
/// One constant for each channel of x, made anew of the buffers in each forward pass: a scale, weight / sqrt(variance +
/// epsilon), or a shift, bias - mean x scale. torchvision/ops/misc.py, FrozenBatchNorm2d.
[[nodiscard]] inline Tensor channel_constants(TraceWriter& writer, bool multiplies, const Shape& x) {
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

/// x * scale or x + shift with a constant for each channel.
[[nodiscard]] inline Tensor by_channel(TraceWriter& writer, Scale::By by, const Tensor& x) {
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

[[nodiscard]] inline Tensor forward(TraceWriter& writer, const Scale& scale, Inputs inputs, Parameters) {
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

/// native_dropout: one operation writes the result and a mask of one byte per element; the mask is saved.
[[nodiscard]] inline Tensor forward(TraceWriter& writer, const Dropout& layer, Inputs inputs, Parameters) {
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

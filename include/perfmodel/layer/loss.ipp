#pragma once
#include <perfmodel/layer/loss.hpp>

namespace perfmodel {

PERFMODEL_INLINE Target target(const CrossEntropy&, const Shape& output, NumberFormat) {
  Shape labels = output;
  --labels.rank;
  return {labels, int64_storage, true};
}

namespace detail {

/// A temporary in FP32 of the first input's shape that an operation writes.
PERFMODEL_INLINE Tensor single_operation(TraceWriter& w, PointwiseFunction function,
                                         std::initializer_list<Tensor> inputs) {
  w.host(elementwise_host(w));
  Tensor y = w.allocate(inputs.begin()->shape(), NumberFormat::fp32, MemoryClass::temporary);
  w.run(function, inputs, y);
  return y;
}
PERFMODEL_INLINE Tensor reduced_rows(TraceWriter& w, const Tensor& x) {
  w.host(HostOp::elementwise);
  Tensor y = w.allocate({rows(x.shape()), 1}, NumberFormat::fp32, MemoryClass::temporary);
  w.run(op::Reduction{.input = x.operand(), .output = y.operand()}, {&x}, {&y});
  return y;
}

/// (zeros + exp(x)) x gradient, with -1 where the labels are.
PERFMODEL_INLINE Tensor sharded_loss_backward(TraceWriter& w, const Tensor& logarithms, const Tensor& labels) {
  w.host(HostOp::loss_backward);
  const Tensor zeros = w.allocate(logarithms.shape(), NumberFormat::fp32, MemoryClass::temporary);
  w.fill(zeros);
  w.run(op::NllLoss{.backward = true, .format = zeros.format(), .rows = labels.size()}, {&labels}, {&zeros});
  const Tensor gradient = w.allocate({rows(logarithms.shape()), 1}, NumberFormat::fp32, MemoryClass::temporary);
  Tensor sum;
  {
    const Tensor exponentials = single_operation(w, PointwiseFunction::exponential, {logarithms});
    sum = single_operation(w, PointwiseFunction::add, {zeros, exponentials});
  }
  return single_operation(w, PointwiseFunction::multiply, {sum, gradient});
}

/// log_softmax and nll_loss of the columns that one card has.
PERFMODEL_INLINE Tensor sharded_cross_entropy(TraceWriter& writer, const Tensor& logits, const Tensor& labels) {
  const Tensor flat = logits.view({rows(logits.shape()), logits.shape().back()});
  Tensor logarithms;
  {
    const Tensor x = writer.to(flat.detach(), NumberFormat::fp32);
    const Tensor shifted = single_operation(writer, PointwiseFunction::add, {x, reduced_rows(writer, x)});
    const Tensor sums = reduced_rows(writer, single_operation(writer, PointwiseFunction::exponential, {shifted}));
    writer.host(HostOp::elementwise);
    logarithms = writer.allocate(flat.shape(), NumberFormat::fp32);
    writer.run(PointwiseFunction::add, {shifted, sums}, logarithms);
  }
  writer.host(HostOp::loss);
  Tensor loss = writer.allocate({}, NumberFormat::fp32);
  writer.run(op::NllLoss{.format = logarithms.format(), .rows = labels.size()}, {&logarithms, &labels}, {&loss});
  return writer.record(
      std::move(loss), {logits},
      [saved = std::move(logarithms), labels, to = logits.format()](TraceWriter& w, Gradients, Gradients grads) {
        grads[0] = w.to(sharded_loss_backward(w, saved, labels), to);
      });
}

/// Megatron-LM's (core/tensor_parallel/cross_entropy.py): shares of a softmax are kept, and become their gradient in
/// place. Shoeybi et al. 2019, arXiv:1909.08053.
PERFMODEL_INLINE Tensor cross_entropy_by_hand(TraceWriter& writer, const Tensor& logits, const Tensor& labels) {
  const Tensor flat = logits.view({rows(logits.shape()), logits.shape().back()});
  Tensor shares, shifted;
  {
    const Tensor x = writer.to(flat.detach(), NumberFormat::fp32);
    shifted = single_operation(writer, PointwiseFunction::add, {x, reduced_rows(writer, x)});
  }
  writer.host(HostOp::elementwise, 2);
  shares = writer.allocate(flat.shape(), NumberFormat::fp32);
  writer.run(PointwiseFunction::exponential, {shifted}, shares);
  shifted = {};
  writer.run(PointwiseFunction::multiply, {shares, reduced_rows(writer, shares)}, shares);
  writer.host(HostOp::loss);
  Tensor loss = writer.allocate({}, NumberFormat::fp32);
  writer.run(op::NllLoss{.format = shares.format(), .rows = labels.size()}, {&shares, &labels}, {&loss});
  return writer.record(
      std::move(loss), {logits},
      [saved = std::move(shares), labels, to = logits.format()](TraceWriter& w, Gradients, Gradients grads) {
        w.host(HostOp::loss_backward);
        w.run(op::NllLoss{.backward = true, .format = saved.format(), .rows = labels.size()}, {&labels}, {&saved});
        w.host(HostOp::elementwise_backward);
        w.run(PointwiseFunction::multiply_scalar, {saved}, saved);
        grads[0] = w.to(saved, to);
      });
}

}  // namespace detail

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const CrossEntropy& layer, const Tensor& logits,
                                const Tensor& labels) {
  if (layer.columns == LossColumns::by_hand) return detail::cross_entropy_by_hand(writer, logits, labels);
  const Tensor output = layer.widen ? writer.to(logits, NumberFormat::fp32) : logits;
  if (layer.columns == LossColumns::distributed) return detail::sharded_cross_entropy(writer, output, labels);
  const std::int64_t row_count = rows(output.shape());
  const bool autocast = writer.autocast();
  writer.set_autocast(false);  // log_softmax is asked for the logits' own format
  const Tensor narrow = softmax(writer, output, true);
  writer.set_autocast(autocast);
  const Tensor logarithms = autocast ? writer.to(narrow, NumberFormat::fp32) : narrow;
  const NumberFormat format = logarithms.format();
  writer.host(HostOp::loss);
  Tensor loss = writer.allocate({}, format);
  const Tensor total_weight = writer.allocate({}, format);
  writer.run(op::NllLoss{.format = format, .rows = row_count}, {&logarithms, &labels}, {&loss, &total_weight});
  return writer.record(
      std::move(loss), {logarithms},
      [saved = logarithms.detach(), labels, total_weight](TraceWriter& w, Gradients outputs, Gradients grads) {
        w.host(HostOp::loss_backward);
        grads[0] = allocate_like(w, saved);
        w.fill(grads[0]);
        w.run(op::NllLoss{.backward = true, .format = saved.format(), .rows = labels.size()}, {&outputs[0], &labels},
              {&grads[0]});
      });
}

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const MeanSquaredError&, const Tensor& output,
                                const Tensor& target) {
  const bool widen = writer.autocast() && bits(output.format()) == 16;
  const Tensor y = widen ? writer.to(target, NumberFormat::fp32) : target;
  const Tensor x = widen ? writer.to(output, NumberFormat::fp32) : output;
  writer.host(HostOp::loss);
  Tensor loss = writer.allocate(x.shape(), x.format()).view({});
  {
    const Tensor squares = allocate_like(writer, x);
    writer.run(PointwiseFunction::squared_difference, {x, y}, squares);
    writer.run(op::Reduction{.input = squares.operand(), .output = loss.operand()}, {&squares}, {&loss});
  }
  return writer.record(std::move(loss), {x}, [x = x.detach(), y](TraceWriter& w, Gradients outputs, Gradients grads) {
    w.host(HostOp::loss_backward);
    grads[0] = allocate_like(w, x);
    w.fill(grads[0]);
    w.run(PointwiseFunction::squared_difference_backward, {x, y, outputs[0]}, grads[0]);
  });
}

}  // namespace perfmodel

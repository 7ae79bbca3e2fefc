#pragma once
#include <perfmodel/layer/loss.hpp>

namespace perfmodel {

PERFMODEL_INLINE Target target(const CrossEntropy&, const Shape& output, NumberFormat) {
  Shape labels = output;
  --labels.rank;
  return {labels, int64_storage, true};
}

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const CrossEntropy& layer, const Tensor& logits,
                                const Tensor& labels) {
  const Tensor output = layer.widen ? writer.to(logits, NumberFormat::fp32) : logits;
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

#pragma once
#include <perfmodel/layer/softmax.hpp>
#include <string>
#include <string_view>
#include <variant>

namespace perfmodel {

/// log_softmax over the innermost dimension and the negative log likelihood of int64 labels, averaged.
struct CrossEntropy {
  bool widen{};  ///< the logits are copied to FP32 first, as Hugging Face's causal models do
};
/// Mean of (y - target)^2.
struct MeanSquaredError {};
/// What the network returns is its loss already (or nothing is trained).
struct NoLoss {};
using Loss = std::variant<CrossEntropy, MeanSquaredError, NoLoss>;

[[nodiscard]] constexpr std::string_view kind(const CrossEntropy&) { return "cross_entropy"; }
[[nodiscard]] constexpr std::string_view kind(const MeanSquaredError&) { return "mse"; }
[[nodiscard]] constexpr std::string_view kind(const NoLoss&) { return "none"; }

/// Shape and format of what the loss compares the output with; rank 0 if nothing.
struct Target {
  Shape shape{};
  NumberFormat format{};
  bool needed{};
};

[[nodiscard]] inline Target target(const CrossEntropy&, const Shape& output, NumberFormat) {
  Shape labels = output;
  --labels.rank;
  return {labels, int64_storage, true};
}
[[nodiscard]] constexpr Target target(const MeanSquaredError&, const Shape& output, NumberFormat format) {
  return {output, format, true};
}
[[nodiscard]] constexpr Target target(const NoLoss&, const Shape&, NumberFormat) { return {}; }

/// Five operations per logit (maximum, subtract, exponential, sum, subtract): the usual count of a stable log-softmax.
[[nodiscard]] constexpr Work forward_work(const CrossEntropy&, const Shape& output) {
  return 5.0 * static_cast<double>(elements(output)) * flop;
}
[[nodiscard]] constexpr Work forward_work(const MeanSquaredError&, const Shape& output) {
  return 3.0 * static_cast<double>(elements(output)) * flop;
}
[[nodiscard]] constexpr Work forward_work(const NoLoss&, const Shape&) { return {}; }

/// log_softmax, then nll_loss, each with its tape node. nll_loss returns the loss and the total weight and saves the
/// logarithms; its backward writes into a zeroed matrix, from which log_softmax's makes the gradient of the logits.
/// Under autocast only nll_loss is FP32: cross_entropy_loss names a format to log_softmax, which autocast respects
/// (aten/src/ATen/native/LossNLL.cpp, autocast_mode.h: fp32_set_opt_dtype).
[[nodiscard]] inline Tensor forward(TraceWriter& writer, const CrossEntropy& layer, const Tensor& logits,
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

/// mse_loss: squared differences in a temporary, their mean, dx from both saved operands. FP32 under autocast. The loss
/// keeps the storage of a whole matrix: it is made with the operands' shape and then resized to a scalar.
[[nodiscard]] inline Tensor forward(TraceWriter& writer, const MeanSquaredError&, const Tensor& output,
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

[[nodiscard]] inline Tensor forward(TraceWriter&, const NoLoss&, const Tensor& output, const Tensor&) { return output; }

}  // namespace perfmodel

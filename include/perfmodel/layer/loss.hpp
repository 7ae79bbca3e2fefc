#pragma once
#include <cstdint>
#include <perfmodel/compiled.hpp>
#include <perfmodel/layer/softmax.hpp>
#include <string>
#include <string_view>
#include <variant>

namespace perfmodel {

/// Where the columns of logits lie: on one card, or on several, whose loss is PyTorch's
/// (torch.distributed.tensor.parallel.loss_parallel) or Megatron-LM's.
enum class LossColumns : std::uint8_t { whole, distributed, by_hand };

/// log_softmax over the innermost dimension and the negative log likelihood of int64 labels, averaged.
struct CrossEntropy {
  bool widen{};  ///< the logits are copied to FP32 first, as Hugging Face's causal models do
  LossColumns columns{};
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

[[nodiscard]] Target target(const CrossEntropy&, const Shape& output, NumberFormat);
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
/// (aten/src/ATen/native/LossNLL.cpp, autocast_mode.h: fp32_set_opt_dtype). Where the columns lie on several cards both
/// are single operations in FP32 (torch/distributed/tensor/parallel/loss.py); what the cards exchange is no part of it.
[[nodiscard]] Tensor forward(TraceWriter& writer, const CrossEntropy& layer, const Tensor& logits,
                             const Tensor& labels);

/// mse_loss: squared differences in a temporary, their mean, dx from both saved operands. FP32 under autocast. The loss
/// keeps the storage of a whole matrix: it is made with the operands' shape and then resized to a scalar.
[[nodiscard]] Tensor forward(TraceWriter& writer, const MeanSquaredError&, const Tensor& output, const Tensor& target);

[[nodiscard]] inline Tensor forward(TraceWriter&, const NoLoss&, const Tensor& output, const Tensor&) { return output; }

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/layer/loss.ipp>
#endif

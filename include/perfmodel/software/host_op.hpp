#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace perfmodel {

/// A framework's own work on the CPU for one operation. What it costs is data (HostProfile), keyed by this name.
enum class HostOp : std::uint8_t {
  linear,
  linear_backward,
  activation,
  activation_backward,
  elementwise,
  elementwise_backward,
  normalization,
  normalization_backward,
  convolution,
  convolution_backward,
  pooling,
  pooling_backward,
  attention,
  attention_backward,
  softmax,
  softmax_backward,
  embedding,
  embedding_backward,
  matmul,
  matmul_backward,
  view,
  cast,
  loss,
  loss_backward,
  accumulate_gradient,
  optimizer_step,
  optimizer_tensor,
  zero_gradients,
  backward_start,
  step,
  other,
  checkpoint_segment,  ///< the inner backward of a recomputed segment, beside its operations
  recurrent,           ///< one call of cuDNN's recurrent layers, whatever its length
  recurrent_backward,
  recurrent_step,  ///< one step of a layer and direction in such a call
  recurrent_step_backward,
  compiled_graph,   ///< entering one graph of a compiled step: guards, autograd's function
  compiled_kernel,  ///< one fused kernel, called from the graph
  compiled_call     ///< one call of a library from the graph
};
inline constexpr std::size_t host_op_count = static_cast<std::size_t>(HostOp::compiled_call) + 1;

[[nodiscard]] constexpr std::string_view name(HostOp op) {
  constexpr std::array<std::string_view, host_op_count> names{"linear",
                                                              "linear_backward",
                                                              "activation",
                                                              "activation_backward",
                                                              "elementwise",
                                                              "elementwise_backward",
                                                              "normalization",
                                                              "normalization_backward",
                                                              "convolution",
                                                              "convolution_backward",
                                                              "pooling",
                                                              "pooling_backward",
                                                              "attention",
                                                              "attention_backward",
                                                              "softmax",
                                                              "softmax_backward",
                                                              "embedding",
                                                              "embedding_backward",
                                                              "matmul",
                                                              "matmul_backward",
                                                              "view",
                                                              "cast",
                                                              "loss",
                                                              "loss_backward",
                                                              "accumulate_gradient",
                                                              "optimizer_step",
                                                              "optimizer_tensor",
                                                              "zero_gradients",
                                                              "backward_start",
                                                              "step",
                                                              "other",
                                                              "checkpoint_segment",
                                                              "recurrent",
                                                              "recurrent_backward",
                                                              "recurrent_step",
                                                              "recurrent_step_backward",
                                                              "compiled_graph",
                                                              "compiled_kernel",
                                                              "compiled_call"};
  return names[static_cast<std::size_t>(op)];
}

}  // namespace perfmodel

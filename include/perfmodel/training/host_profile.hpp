#pragma once
#include <array>
#include <cmath>
#include <cstdint>
#include <perfmodel/trace/framework.hpp>
#include <perfmodel/trace/step_trace.hpp>
#include <perfmodel/units.hpp>
#include <string>
#include <string_view>

namespace perfmodel {

inline constexpr std::size_t host_op_count = static_cast<std::size_t>(HostOp::checkpoint_segment) + 1;

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
                                                              "checkpoint_segment"};
  return names[static_cast<std::size_t>(op)];
}

/// What a framework's own code costs on the CPU. A row of data per framework and version.
///
///   time of one HostWork = cost[op] * count * (1 + warm_up * exp(-i / warm_up_ops)),  i: operations of this phase so
///   far time of one Launch   = launch
///
/// The warm-up stands for caches and branch predictors that each pass of a step finds cold: measured host time per
/// layer falls with depth.
struct HostProfile {
  Framework framework{};
  std::string_view version{};
  std::string_view source{};  ///< the calibration that measured it, or "provisional: ..."
  std::array<Time, host_op_count> cost{};
  Time launch{};          ///< one asynchronous kernel launch, on top of the operation that makes it
  Time wide_product{};    ///< more for a product of 32-bit operands: another choice of kernel, often split along K
  double inference{1.0};  ///< factor on every host cost where no tape is recorded
  double warm_up{};
  double warm_up_ops{1.0};
  double gap{
      -1.0};      ///< s between kernels that follow each other at once; negative: what the kernel model says of streams
  Time submit{};  ///< from the launch call to the earliest start on an idle device
  std::int64_t queue_depth{1024};  ///< launches the driver holds before the host has to wait
  double spread{0.1};              ///< half width of the 90 % interval of a host time, relative
};

[[nodiscard]] constexpr Time cost(const HostProfile& profile, HostOp op) {
  return profile.cost[static_cast<std::size_t>(op)];
}

/// The same framework on another CPU: every cost of the host times `factor`. @pre factor > 0
[[nodiscard]] inline HostProfile scaled(HostProfile profile, double factor) {
  for (Time& c : profile.cost) c *= factor;
  profile.launch *= factor;
  profile.wide_product *= factor;
  return profile;
}

/// A product of 4-byte operands.
[[nodiscard]] inline bool is_wide_product(const Kernel& kernel) {
  const auto* gemm = std::get_if<Gemm>(&kernel);
  return gemm != nullptr && bits(gemm->format) == 32;
}

/// How much longer the i-th operation of a phase takes than in the middle of a long one.
[[nodiscard]] inline double warm_up_factor(const HostProfile& profile, double operations_before) {
  if (profile.warm_up <= 0.0 || operations_before > 20.0 * profile.warm_up_ops) return 1.0;  // exp(-20) = 2e-9
  return 1.0 + profile.warm_up * std::exp(-operations_before / profile.warm_up_ops);
}

}  // namespace perfmodel

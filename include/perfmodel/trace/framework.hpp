#pragma once
#include <array>
#include <cstdint>
#include <perfmodel/device/device.hpp>
#include <perfmodel/error.hpp>
#include <string>
#include <string_view>

namespace perfmodel {

/// Whose host and allocator a step imitates. cuda_graph is PyTorch's step captured once and replayed.
enum class Framework : std::uint8_t { libtorch, pytorch, cuda_graph };
inline constexpr std::array<Framework, 3> all_frameworks{Framework::libtorch, Framework::pytorch,
                                                         Framework::cuda_graph};

[[nodiscard]] constexpr std::string_view name(Framework framework) {
  constexpr std::array<std::string_view, 3> names{"libtorch", "pytorch", "cuda_graph"};
  return names[static_cast<std::size_t>(framework)];
}

/// How an optimizer walks over the parameters: one tensor after the other, operation by operation over lists of tensors
/// (multi-tensor kernels), or everything in one kernel.
enum class OptimizerLoop : std::uint8_t { per_tensor, foreach, fused };

/// Where the framework's way of doing things changes the trace. A row of a table, never an `if (framework == ...)`.
struct FrameworkRules {
  Framework framework{};
  std::string_view first_version{};  ///< the row holds from this version on
  OptimizerLoop optimizer_loop{};
  bool bias_in_epilogue{};      ///< addmm with a bias vector is one cublasLt call; else the bias is copied into C first
  bool sums_in_place{};         ///< a gradient that arrives twice is added into the first if nobody else holds that
  bool results_outlive_step{};  ///< network output and loss are dropped only when the next step's take their names
  bool foreach_dense{};         ///< 32 KiB of kernel arguments: 2,240 blocks a multi-tensor launch instead of 320; no wheel up to
                                ///< 2.11 is built so (devices/calibrated/raw/h200-sxm/pytorch_optimizers.csv)
  bool scaler{};                ///< has a gradient scaler for amp_fp16 (the C++ front end has none)
  bool weight_by_view{};        ///< linear multiplies weight.t(): autocast does not cache the cast of a view
  bool lt_workspace_kept{};     ///< cublasLt's workspace is made once per thread; else anew for each call
  bool keeps_gradients{};       ///< zero_grad() fills gradients with zeros and backward adds into them; else it drops them
};

/// Sources: torch/csrc/api/src/optim/*.cpp (C++ optimizers loop over tensors), torch/optim/_multi_tensor (Python's
/// default on CUDA), aten/src/ATen/native/cuda/Blas.cpp (addmm through cublasLt), torch/csrc/autograd/input_buffer.cpp,
/// aten/src/ATen/native/cuda/MultiTensorApply.cuh, torch/csrc/api/include/torch/nn/functional/linear.h (addmm with
/// weight.t()), aten/src/ATen/cuda/CublasHandlePool.cpp (cublasLt's workspace, kept since 2.7; measured at 2.11),
/// torch/optim/optimizer.py (foreach and zero_grad's set_to_none by default since 2.0). Later rows override earlier ones of the
/// same framework.
inline constexpr std::array<FrameworkRules, 9> framework_rules{{
    {Framework::libtorch, "1.13", OptimizerLoop::per_tensor, true, false, false, false, false, true, false},
    {Framework::libtorch, "2.1", OptimizerLoop::per_tensor, true, true, false, false, false, true, false},
    {Framework::libtorch, "2.7", OptimizerLoop::per_tensor, true, true, false, false, false, true, true},
    {Framework::pytorch, "1.13", OptimizerLoop::per_tensor, true, false, false, false, true, false, false, true},
    {Framework::pytorch, "2.0", OptimizerLoop::foreach, true, false, false, false, true, false, false},
    {Framework::pytorch, "2.1", OptimizerLoop::foreach, true, true, false, false, true, false, false},
    {Framework::pytorch, "2.6", OptimizerLoop::foreach, true, true, false, false, true, false, false},
    {Framework::pytorch, "2.7", OptimizerLoop::foreach, true, true, false, false, true, false, true},
    {Framework::cuda_graph, "2.1", OptimizerLoop::foreach, true, true, false, false, true, false, true},
}};

/// "2.11" -> 2011, so that 2.9 < 2.11. @throws Error if it is not "<major>.<minor>"
[[nodiscard]] inline int version_number(std::string_view version, const std::string& place) {
  int parts[2] = {0, 0}, part = 0;
  bool digit = false;
  for (const char c : version) {
    if (c == '.' && digit && part == 0) {
      ++part;
      digit = false;
    } else if (c == '.' && digit && part == 1) {
      break;  // the patch level never matters
    } else if (c >= '0' && c <= '9' && parts[part] < 1000) {
      parts[part] = 10 * parts[part] + (c - '0');
      digit = true;
    } else {
      throw bad_input(place, '"' + std::string(version) + '"', "must be a version such as 2.11");
    }
  }
  if (part == 0 || !digit) throw bad_input(place, '"' + std::string(version) + '"', "must be a version such as 2.11");
  return 1000 * parts[0] + parts[1];
}

/// The rules of a framework at a version: the newest row that is not newer than it; the oldest row if all are newer.
[[nodiscard]] inline FrameworkRules rules(Framework framework, std::string_view version) {
  const int wanted = version_number(version, "framework version");
  const FrameworkRules* found = nullptr;
  for (const FrameworkRules& row : framework_rules)
    if (row.framework == framework && (found == nullptr || version_number(row.first_version, "table") <= wanted))
      found = &row;
  return *found;
}

/// @throws Error naming `place` and the accepted words
[[nodiscard]] inline Framework framework_from(std::string_view word, const std::string& place) {
  for (const Framework framework : all_frameworks)
    if (name(framework) == word) return framework;
  throw bad_input(place, '"' + std::string(word) + '"', "must be one of libtorch, pytorch, cuda_graph");
}

/// What of the card reaches into the trace: scratch buffers and workspaces depend on it.
struct TraceTarget {
  int compute_capability{90};
  int sms{132};
  int threads_per_sm{2048};
  bool operator==(const TraceTarget&) const = default;
};

[[nodiscard]] inline TraceTarget trace_target(const Device& device) {
  return {.compute_capability = device.compute_capability,
          .sms = static_cast<int>(in(device.sms, sm)),
          .threads_per_sm = device.occupancy.threads_per_sm};
}

}  // namespace perfmodel

#pragma once
#include <array>
#include <cstdint>
#include <perfmodel/error.hpp>
#include <perfmodel/quoted_text.hpp>
#include <string>
#include <string_view>

namespace perfmodel {

/// Whose host and allocator a step imitates. cuda_graph is PyTorch's step captured once and replayed; compile is
/// torch.compile of network and loss, compile_graph the same with CUDA graphs (mode "reduce-overhead").
enum class Framework : std::uint8_t { libtorch, pytorch, cuda_graph, compile, compile_graph };
inline constexpr std::array<Framework, 5> all_frameworks{Framework::libtorch, Framework::pytorch, Framework::cuda_graph,
                                                         Framework::compile, Framework::compile_graph};

[[nodiscard]] constexpr std::string_view name(Framework framework) {
  constexpr std::array<std::string_view, all_frameworks.size()> names{"libtorch", "pytorch", "cuda_graph", "compile",
                                                                      "compile_graph"};
  return names[static_cast<std::size_t>(framework)];
}

/// How an optimizer walks over the parameters: one tensor after the other, operation by operation over lists of tensors
/// (multi-tensor kernels), or everything in one kernel.
enum class OptimizerLoop : std::uint8_t { per_tensor, foreach, fused };
inline constexpr std::array<OptimizerLoop, 3> all_optimizer_loops{OptimizerLoop::per_tensor, OptimizerLoop::foreach,
                                                                  OptimizerLoop::fused};
[[nodiscard]] constexpr std::string_view name(OptimizerLoop loop) {
  constexpr std::array<std::string_view, 3> names{"loop", "foreach", "fused"};
  return names[static_cast<std::size_t>(loop)];
}
/// @throws Error naming `place` and the accepted words
[[nodiscard]] inline OptimizerLoop optimizer_loop_from(std::string_view word, const std::string& place) {
  for (const OptimizerLoop loop : all_optimizer_loops)
    if (name(loop) == word) return loop;
  throw bad_input(place, '"' + std::string(word) + '"', "behind the colon of an optimizer: fused, foreach or loop");
}

/// Where the framework's way of doing things changes the trace. Data of a release, never an `if (framework == ...)`.
/// Sources: torch/csrc/api/src/optim/*.cpp (C++ optimizers loop over tensors), torch/optim/_multi_tensor (Python's
/// default on CUDA), aten/src/ATen/native/cuda/Blas.cpp (addmm through cublasLt), torch/csrc/autograd/input_buffer.cpp,
/// aten/src/ATen/native/cuda/MultiTensorApply.cuh, torch/csrc/api/include/torch/nn/functional/linear.h (addmm with
/// weight.t()), aten/src/ATen/cuda/CublasHandlePool.cpp (cublasLt's workspace, kept since 2.7; measured at 2.11),
/// torch/optim/optimizer.py (foreach and zero_grad's set_to_none by default since 2.0).
struct FrameworkRules {
  OptimizerLoop optimizer_loop{};
  bool bias_in_epilogue{};      ///< addmm with a bias vector is one cublasLt call; else the bias is copied into C first
  bool sums_in_place{};         ///< a gradient that arrives twice is added into the first if nobody else holds that
  bool results_outlive_step{};  ///< network output and loss are dropped only when the next step's take their names
  bool foreach_dense{};  ///< 32 KiB of kernel arguments: 2,240 blocks a multi-tensor launch instead of 320; no wheel up
                         ///< to 2.11 is built so (data/raw/h200-sxm/pytorch_optimizers.csv)
  bool scaler{};         ///< has a gradient scaler for amp_fp16 (the C++ front end has none)
  bool weight_by_view{};     ///< linear multiplies weight.t(): autocast does not cache the cast of a view
  bool lt_workspace_kept{};  ///< cublasLt's workspace is made once per thread; else anew for each call
  bool keeps_gradients{};    ///< zero_grad() fills gradients with zeros and backward adds into them; else it drops them
  bool compiled{};           ///< forward and backward pass are compiled into fused kernels (compile/compiled_step.hpp)
};

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

/// @throws Error naming `place` and the accepted words
[[nodiscard]] inline Framework framework_from(std::string_view word, const std::string& place) {
  for (const Framework framework : all_frameworks)
    if (name(framework) == lower_case(word)) return framework;
  throw bad_input(place, '"' + std::string(word) + '"',
                  "must be one of libtorch, pytorch, cuda_graph, compile, compile_graph");
}

}  // namespace perfmodel

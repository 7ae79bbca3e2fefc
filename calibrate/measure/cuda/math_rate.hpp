#pragma once
#include <string>
#include <vector>

namespace perfmodel::calibrate {

/// A loop of one instruction on registers (or, for warpgroup products, shared memory): how many operations each SM
/// does.
struct RateKernel {
  const char *unit, *format, *instruction;
  /// Runs `iterations` on every SM. @return operations (multiply-accumulates, or special functions) of one SM;
  /// 0: this card cannot. out[0]: cycles of block 0.
  double (*run)(int sms, int iterations, long long* cycles, cudaStream_t stream);
};

[[nodiscard]] std::vector<RateKernel> core_rate_kernels();
/// Warpgroup products (wgmma) of compute capability 9.0; empty where not built in.
[[nodiscard]] std::vector<RateKernel> warpgroup_rate_kernels();

}  // namespace perfmodel::calibrate

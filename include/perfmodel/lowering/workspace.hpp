#pragma once
#include <cstdint>
#include <perfmodel/device/architecture.hpp>
#include <perfmodel/lowering/reduction_launch.hpp>
#include <perfmodel/operation/gemm.hpp>
#include <perfmodel/trace/trace_target.hpp>

namespace perfmodel {

/// Buffers that operations take from the framework's allocator beside their operands and results.

/// Workspace of one cuBLAS handle, allocated when a thread multiplies its first matrices and kept: the forward thread
/// and the backward thread have one each. PyTorch, aten/src/ATen/cuda/CublasHandlePool.cpp.
[[nodiscard]] constexpr std::int64_t cublas_workspace_bytes(const TraceTarget& target) {
  return architecture_of(target.compute_capability).cublas_workspace_bytes;
}

// That of a cublasLt call is cublaslt_workspace_bytes (operation/gemm.hpp); measured on an H200 with LibTorch 2.11:
// once, in the forward thread.

/// Scratch that a reduction takes from the allocator while it runs: partial sums of blocks that share an output, and a
/// semaphore per block column. Both 0 if every output is reduced inside one block.
struct ReductionScratch {
  std::int64_t buffer_bytes{}, semaphore_bytes{};
};

/// Scratch of the sum over rows (`over_rows`) or over everything (`columns` = 1) of a contiguous rows x columns matrix
/// whose accumulator has `accumulator_bytes`. At 1,024 rows and more it is 8 bytes per element of an FP32 matrix.
/// PyTorch, aten/src/ATen/native/cuda/Reduce.cuh, global_memory_size.
[[nodiscard]] constexpr ReductionScratch column_sum_scratch(std::int64_t rows, std::int64_t columns,
                                                            std::int64_t accumulator_bytes, const TraceTarget& target) {
  const ReductionLaunch l = reduction_launch(sums_over_rows(rows, columns), target.sms, target.threads_per_sm);
  if (l.blocks_per_result <= 1) return {};
  const std::int64_t lanes = columns == 1 ? 1 : l.width * l.at_once;
  return {accumulator_bytes * columns * l.blocks_per_result * lanes, 4 * l.blocks};
}

}  // namespace perfmodel

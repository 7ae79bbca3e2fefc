#pragma once
#include <cstdint>
#include <perfmodel/device/architecture.hpp>
#include <perfmodel/operation/gemm.hpp>
#include <perfmodel/rounding.hpp>
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

namespace detail {
[[nodiscard]] constexpr std::int64_t floor_power_of_two(std::int64_t n) {
  std::int64_t p = 1;
  while (2 * p <= n) p *= 2;
  return p;
}
}  // namespace detail

/// Scratch of the sum over rows (`over_rows`) or over everything (`columns` = 1) of a contiguous rows x columns matrix
/// whose accumulator has `accumulator_bytes`. At 1,024 rows and more it is 8 bytes per element of an FP32 matrix.
/// PyTorch, aten/src/ATen/native/cuda/Reduce.cuh, setReduceConfig and global_memory_size: at most 512 threads a block,
/// 16 to 256 values a thread, output vectors of up to 4, and no more blocks than the card holds at once.
[[nodiscard]] constexpr ReductionScratch column_sum_scratch(std::int64_t rows, std::int64_t columns,
                                                            std::int64_t accumulator_bytes, const TraceTarget& target) {
  constexpr std::int64_t block_threads = 512, warp = 32, least_values = 16, most_values = 256, widest_vector = 4;
  const bool along_fastest = columns == 1;
  std::int64_t output_vector = 1;
  if (!along_fastest)
    for (output_vector = widest_vector; columns % output_vector != 0;) output_vector /= 2;
  const std::int64_t input_vector = along_fastest && rows > 128 ? widest_vector : 1;
  const std::int64_t dim0 = along_fastest ? rows / input_vector : columns / output_vector;
  const std::int64_t dim1 = along_fastest ? columns : rows;
  const std::int64_t most_threads = block_threads / output_vector;
  const std::int64_t dim0_power = dim0 < most_threads ? detail::floor_power_of_two(dim0) : most_threads;
  const std::int64_t dim1_power = dim1 < most_threads ? detail::floor_power_of_two(dim1) : most_threads;
  std::int64_t width = dim0_power < warp ? dim0_power : warp;
  const std::int64_t height = dim1_power < most_threads / width ? dim1_power : most_threads / width;
  width = dim0_power < most_threads / height ? dim0_power : most_threads / height;

  std::int64_t step_input = along_fastest ? width : 1, step_output = along_fastest ? 1 : width;
  const std::int64_t threshold = height * 16 < most_values ? height * 16 : most_values;
  const bool across_warps = ceil_div(rows, step_input) >= threshold;
  (across_warps ? step_input : step_output) *= height;
  const std::int64_t values = ceil_div(rows, step_input);
  const std::int64_t grid = ceil_div(columns / output_vector, step_output);
  const std::int64_t fitting_blocks = target.sms * (target.threads_per_sm / (width * height));
  if (!across_warps || values < most_values || grid > fitting_blocks) return {};
  const std::int64_t fill = ceil_div(fitting_blocks, grid), fine = ceil_div(values, least_values);
  const std::int64_t coarse = ceil_div(values, most_values), wanted = fill < fine ? fill : fine;
  const std::int64_t blocks = wanted > coarse ? wanted : coarse;
  if (blocks <= 1) return {};
  const std::int64_t lanes = along_fastest ? 1 : width * output_vector;
  return {accumulator_bytes * columns * blocks * lanes, 4 * grid};
}

}  // namespace perfmodel

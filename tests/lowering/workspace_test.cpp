#include <doctest/doctest.h>

#include <perfmodel/lowering/workspace.hpp>

namespace lowering_workspace_test {
using namespace perfmodel;

// PyTorch, CublasHandlePool.cpp: ":4096:2:16:8" below compute capability 9, 32 MiB on 9, 10 and 12.
static_assert(cublas_workspace_bytes({.compute_capability = 80}) == 2 * 4096 * 1024 + 8 * 16 * 1024);
static_assert(cublas_workspace_bytes({.compute_capability = 90}) == 32 * 1024 * 1024);
static_assert(cublas_workspace_bytes({.compute_capability = 75}) == cublas_workspace_bytes({.compute_capability = 89}));

// Observed with LibTorch 2.11 on a Hopper card: nothing below 1,024 rows, then 8 bytes per FP32 element.
static_assert(column_sum_scratch(512, 1024, 4, {}).buffer_bytes == 0);
static_assert(column_sum_scratch(1024, 1024, 4, {}).buffer_bytes == 8 * 1024 * 1024);
static_assert(column_sum_scratch(2048, 512, 4, {}).buffer_bytes == 8 * 2048 * 512);

TEST_CASE(
    "the scratch of a column sum never grows with fewer rows and depends on the number of SMs once they are filled") {
  std::int64_t before = 0;
  for (std::int64_t rows = 64; rows <= 65536; rows *= 2) {
    const std::int64_t bytes = column_sum_scratch(rows, 4096, 4, {}).buffer_bytes;
    CHECK(bytes >= before);
    before = bytes;
  }
  CHECK(column_sum_scratch(65536, 4096, 4, {.sms = 66}).buffer_bytes < before);
}
}  // namespace lowering_workspace_test

#include <doctest/doctest.h>

#include <cmath>
#include <perfmodel/pricing/gemm/operand_traffic.hpp>

namespace pricing_gemm_operand_traffic_test {
using namespace perfmodel;

namespace {
constexpr GemmTile tile{.m = 128, .n = 128, .k = 32};
/// A card with 10 MB of L2, all of it useful, and blocks in launch order.
GemmModel model_with(double reuse_window) {
  GemmModel model{.l2_bytes = 10e6};
  model.constants.unit = MathUnit::tensor_core;
  model.constants.swizzled = false;
  model.constants.l2_capacity = 1.0;
  model.constants.reuse_window = reuse_window;
  model.constants.line_bytes = 128.0;
  return model;
}
constexpr GemmProblem product(double columns, double rows, double k) {
  return {.columns = columns, .rows = rows, .k = k, .batch = 1, .in_bytes = 2};
}
}  // namespace

TEST_CASE("operands of one wave that the L2 holds are read once") {
  const OperandTraffic t = operand_traffic(model_with(15.0), product(1024, 512, 256), tile,
                                           {.concurrent = 132, .across = 8, .down = 4}, 1.0);
  CHECK(t.bytes == (1024.0 + 512.0) * 256 * 2);
  CHECK(t.weighed == t.bytes);
}

TEST_CASE("later waves read again what the L2 has lost") {
  // 64 tiles across, one row of them at a time: A once, 64 rows of tiles read all of B again. 134 MB against 10.
  const GemmProblem p = product(8192, 8192, 4096);
  const OperandTraffic t = operand_traffic(model_with(1e9), p, tile, {.concurrent = 64, .across = 64, .down = 64}, 1.0);
  const double once = 8192.0 * 4096 * 2, lost = 1.0 - 10e6 / (2.0 * once);
  CHECK(std::abs(t.bytes / (2.0 * once + 63.0 * once * lost) - 1.0) < 1e-12);
}

TEST_CASE("blocks out of step read again what they share, at most once for each tile") {
  const GemmProblem p = product(8192, 8192, 4096);
  const TileGrid all{.concurrent = 4096, .across = 64, .down = 64};
  const double shared = operand_traffic(model_with(1e9), p, tile, all, 1.0).bytes;
  const double apart = operand_traffic(model_with(1.0), p, tile, all, 1.0).bytes;
  CHECK(shared == 2.0 * 8192 * 4096 * 2);
  CHECK(apart > 10.0 * shared);
  CHECK(apart < 64.0 * shared);
  CHECK(operand_traffic(model_with(2.0), p, tile, all, 0.5).bytes == apart);  // the tile has half of the window
}

TEST_CASE("what lies along K costs whole lines for a few bytes once its lines exceed the L2") {
  GemmProblem p = product(65536, 65536, 1024);
  const GemmTile narrow{.m = 128, .n = 128, .k = 16};  // 32 bytes of a line of 128
  const TileGrid grid{.concurrent = 262144, .across = 512, .down = 512};
  const double along_rows = operand_traffic(model_with(1e9), p, narrow, grid, 1.0).weighed;
  p.a_along_k = p.b_along_k = true;
  const double along_k = operand_traffic(model_with(1e9), p, narrow, grid, 1.0).weighed;
  CHECK(std::abs(along_k / along_rows - 4.0) < 1e-12);
}

TEST_CASE("warm operands come from memory as far as they have left the L2") {
  GemmProblem p = product(1024, 512, 256);
  const TileGrid grid{.concurrent = 132, .across = 8, .down = 4};
  const double cold = operand_traffic(model_with(15.0), p, tile, grid, 1.0).bytes;
  p.from_memory = 0.25;
  CHECK(operand_traffic(model_with(15.0), p, tile, grid, 1.0).bytes == 0.25 * cold);
}

TEST_CASE("a B that all products of a batch take is read from memory once") {
  GemmProblem p = product(1024, 512, 256);
  p.batch = 64;
  const TileGrid grid{.concurrent = 132, .across = 8, .down = 4};
  const double each = operand_traffic(model_with(15.0), p, tile, grid, 1.0).bytes;
  p.b_share = 1.0 / 64.0;
  CHECK(each - operand_traffic(model_with(15.0), p, tile, grid, 1.0).bytes == 63.0 * 1024 * 256 * 2);
}
}  // namespace pricing_gemm_operand_traffic_test

#include <doctest/doctest.h>

#include <cmath>
#include <perfmodel/pricing/gemm/operand_traffic.hpp>
#include <perfmodel/pricing/gemm/shared_fields.hpp>

namespace pricing_gemm_operand_traffic_test {
using namespace perfmodel;

namespace {
constexpr GemmTile tile{.m = 128, .n = 128, .k = 32};
/// A card with 10 MB of L2, all of it useful, and blocks in launch order.
GemmModel model_with(double reuse_window) {
  GemmModel model{.l2_bytes = 10e6};
  model.shared = shared_gemm_start();
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

TEST_CASE("what runs side by side: a row of tiles in launch order, a square where the order is swizzled") {
  GemmConstants c;
  const GemmProblem p = product(8192, 4096, 512);
  const GemmTile flat{.m = 256, .n = 64, .k = 32};
  c.swizzled = false;
  // 16 of 32 x 64 tiles: in one row
  const detail::RowsInUse row = detail::rows_in_use(c, p, flat, {.concurrent = 16, .across = 32, .down = 64});
  CHECK(row.a == 64);
  CHECK(row.b == 16 * 256);
  CHECK(row.batches == 1);
  CHECK(row.block == 16);
  // 64: two rows
  CHECK(detail::rows_in_use(c, p, flat, {.concurrent = 64, .across = 32, .down = 64}).a == 2 * 64);
  CHECK(detail::rows_in_use(c, p, flat, {.concurrent = 64, .across = 32, .down = 64}).b == 32 * 256);
  c.swizzled = true;  // 2 x 8 tiles are 512 columns x 512 rows
  const detail::RowsInUse square = detail::rows_in_use(c, p, flat, {.concurrent = 16, .across = 32, .down = 64});
  CHECK(square.a == 8 * 64);
  CHECK(square.b == 2 * 256);
  // where only four tiles stand one below the other, the block is four high
  CHECK(detail::rows_in_use(c, p, flat, {.concurrent = 16, .across = 32, .down = 4}).a == 4 * 64);
  CHECK(detail::rows_in_use(c, p, flat, {.concurrent = 16, .across = 32, .down = 4}).b == 4 * 256);
  // no more than there is
  CHECK(detail::rows_in_use(c, product(300, 4096, 512), flat, {.concurrent = 16, .across = 2, .down = 64}).b == 300);
  CHECK(detail::rows_in_use(c, product(8192, 40, 512), flat, {.concurrent = 16, .across = 32, .down = 1}).a == 40);
  // three products of a batch at once
  const detail::RowsInUse batch = detail::rows_in_use(c, p, flat, {.concurrent = 24, .across = 4, .down = 2});
  CHECK(batch.batches == 3);
  CHECK(batch.block == 8);
}

TEST_CASE("reads: once within the window, again by waves of what the L2 lost, again by drift") {
  GemmModel model = model_with(1.0);
  model.l2_bytes = 1000.0;
  const GemmProblem p = product(400, 200, 10);  // rows of 20 bytes: B 8,000, A 4,000
  const auto reads = [&](const TileGrid& grid, const detail::RowsInUse& in_use, double reuse = 1.0) {
    return detail::operand_reads(model, p, grid, in_use, reuse);
  };
  const TileGrid grid{.concurrent = 8, .across = 4, .down = 2};
  detail::RowsInUse all{.a = 200, .b = 400, .batches = 1, .block = 8};
  model.constants.reuse_window = 12.0;  // 12,000 bytes: all of both
  CHECK(reads(grid, all).a == 4000);
  CHECK(reads(grid, all).b == 8000);
  CHECK(reads(grid, all).a_again == 0.0);
  // half of the window: half of what is in use drifts apart, up to once for each tile
  const detail::OperandReads half = reads(grid, all, 0.5);
  CHECK(half.a == 4000);
  CHECK(half.a_again == 0.5 * (4 - 1) * 4000);
  CHECK(half.b_again == 0.5 * (2 - 1) * 8000);
  // two waves of four tiles that use all of A and half of B: B once over both, A again as far as it is lost
  const detail::RowsInUse waves{.a = 200, .b = 200, .batches = 1, .block = 4};
  const detail::OperandReads later = reads({.concurrent = 4, .across = 4, .down = 2}, waves);
  const double lost = 1.0 - 1000.0 / 12000.0;
  CHECK(later.a == doctest::Approx(4000 + 4000 * lost));
  CHECK(later.b == 8000);
  CHECK(later.a_again == 0.0);  // 8,000 bytes are in use
  model.constants.l2_capacity = 6.0;
  CHECK(reads({.concurrent = 4, .across = 4, .down = 2}, waves).a == doctest::Approx(4000 + 0.5 * 4000));
  // products of a batch in flight together share the window
  const detail::RowsInUse three{.a = 200, .b = 400, .batches = 3, .block = 8};
  CHECK(reads(grid, three).a_again == doctest::Approx((1.0 - 12.0 / 36.0) * 3 * 4000));
}

TEST_CASE("on CUDA cores only what lies along K drifts apart, in single products") {
  GemmModel model = model_with(0.001);  // 10 kB of window: next to all drifts
  model.constants.unit = MathUnit::cuda_core;
  GemmProblem p = product(8192, 4096, 1024);
  const TileGrid grid{.concurrent = 2048, .across = 64, .down = 32};
  const detail::RowsInUse all{.a = 4096, .b = 8192, .batches = 1, .block = 2048};
  const auto drift = [&] {
    const detail::OperandReads r = detail::operand_reads(model, p, grid, all, 1.0);
    return r.a_again / (63.0 * 4096 * 1024 * 2);
  };
  const auto expected = [](double rows) { return 1.0 - 10e3 / (rows * 1024 * 2); };
  CHECK(drift() == 0.0);
  p.a_along_k = true;
  CHECK(drift() == doctest::Approx(expected(4096)).epsilon(1e-9));
  p.a_along_k = false, p.b_along_k = true;
  CHECK(drift() == doctest::Approx(expected(8192)).epsilon(1e-9));
  p.a_along_k = true;
  CHECK(drift() == doctest::Approx(expected(4096 + 8192)).epsilon(1e-9));
  p.a_along_k = p.b_along_k = false, p.batch = 2;
  CHECK(drift() == doctest::Approx(expected(4096 + 8192)).epsilon(1e-9));
  p.batch = 1, model.constants.unit = MathUnit::tensor_core;
  CHECK(drift() == doctest::Approx(expected(4096 + 8192)).epsilon(1e-9));
}

TEST_CASE("scattered reads: lines in use over the L2, rows longer than a page, a k-block shorter than a line") {
  const GemmModel model = model_with(1.0);      // 10 MB of L2, lines of 128 bytes
  GemmProblem p = product(65536, 65536, 1024);  // rows of 2 kB
  p.a_along_k = true;
  const GemmTile narrow{.m = 128, .n = 128, .k = 16};  // 32 bytes, a quarter of a line: three more
  const detail::OperandReads reads{.a = 100.0, .b = 1000.0, .a_again = 10.0, .b_again = 7.0};
  // 25,600 lines of 128 bytes are 0.32768 of the L2, and 2.5 of that less 0.4 are lost
  const detail::RowsInUse in_use{.a = 25600, .b = 4000, .batches = 1};
  const double lost = 2.5 * 25600 * 128 / 10e6 - 0.4;
  const auto weighed = [&] { return detail::scattered(model, p, narrow, in_use, reads); };
  CHECK(weighed() == doctest::Approx(100 * (1 + 3 * lost) + 1000 + 10 * 4 + 7));
  p.batch = 2;  // blocks that start together: what is read again is as well kept
  CHECK(weighed() == doctest::Approx(100 * (1 + 3 * lost) + 1000 + 10 * (1 + 3 * lost) + 7));
  p.batch = 1, p.k = 320;  // 640 bytes: half way from 256 to 1,024
  CHECK(weighed() == doctest::Approx(100 * (1 + 1.5 * lost) + 1000 + 10 * 2.5 + 7));
  p.k = 128;
  CHECK(weighed() == doctest::Approx(1117.0));
  p.k = 1024, p.a_along_k = false, p.b_along_k = true;  // 4,000 lines are kept
  CHECK(weighed() == doctest::Approx(100 + 1000 + 10 + 7 * 4));
  const GemmTile wide{.m = 128, .n = 128, .k = 16, .slices = 4};  // all of a line
  CHECK(detail::scattered(model, p, wide, in_use, reads) == doctest::Approx(1117.0));
}

TEST_CASE("operands of all batches: cold ones whole, what is read again whole as well") {
  GemmModel model = model_with(0.5);
  model.l2_bytes = 12000.0;
  GemmProblem p = product(400, 200, 10);
  p.batch = 2, p.from_memory = 0.25, p.b_share = 0.5;
  const GemmTile t{.m = 100, .n = 100, .k = 10};
  const OperandTraffic traffic = operand_traffic(model, p, t, {.concurrent = 8, .across = 4, .down = 2}, 1.0);
  CHECK(traffic.bytes == 2.0 * (0.25 * 4000 + 0.125 * 8000 + 0.5 * 3 * 4000 + 0.5 * 8000));
  CHECK(traffic.weighed == traffic.bytes);
}
}  // namespace pricing_gemm_operand_traffic_test

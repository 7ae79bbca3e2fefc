#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <perfmodel/device/hardware.hpp>
#include <perfmodel/pricing/gemm/problem.hpp>

namespace perfmodel {

/// What thread blocks share of their operands: what they do when they run, or what the library counts on when it
/// chooses (GemmTile::reuse is 1 for it: kernels that it should avoid on a V100 are chosen by the work in their tiles).
enum class Sharing : std::uint8_t { as_it_runs, as_chosen };

/// Tiles of one batch's product, and how many of all batches run side by side.
struct TileGrid {
  double concurrent{};      ///< >= 1
  double across{}, down{};  ///< along columns and rows of C
};

/// DRAM reads of the operands: bytes, and bytes weighed by how badly they are scattered.
struct OperandTraffic {
  double bytes{}, weighed{};
};

namespace detail {
/// What the tiles that run side by side cover: rows of A, columns of B, of so many products of a batch.
struct RowsInUse {
  double a{}, b{}, batches{};
  double block{};  ///< tiles of one product
};
[[nodiscard]] inline RowsInUse rows_in_use(const GemmConstants& c, const GemmProblem& p, const GemmTile& tile,
                                           const TileGrid& grid) {
  const double block = std::min(grid.concurrent, grid.across * grid.down);
  // Tiles along the columns: all (launch order of the grid), or as many as make the block square (swizzled order).
  const double wanted = c.swizzled ? std::sqrt(block * tile.n / tile.m) : block;
  const double across = std::clamp(wanted, std::max(1.0, block / grid.down), std::min(grid.across, block));
  return {.a = std::min(block / across * tile.n, p.rows),
          .b = std::min(across * tile.m, p.columns),
          .batches = std::max(1.0, grid.concurrent / (grid.across * grid.down)),
          .block = block};
}

/// Bytes of one product's operands that cross the memory bus: in waves, once or again; and again by drift.
struct OperandReads {
  double a{}, b{}, a_again{}, b_again{};
};

/// Three things beyond "once each", of which scatter() is the third:
/// - waves: `concurrent` tiles run side by side as a block of C; later waves read rows and columns again, less what is
///   still in L2;
/// - drift: thread blocks of one wave walk along K out of step, so that what they share is read again when the rows in
///   use, whole along K, are larger than the window (`reuse`: the part of it that the tile has).
[[nodiscard]] inline OperandReads operand_reads(const GemmModel& model, const GemmProblem& p, const TileGrid& grid,
                                                const RowsInUse& in_use, double reuse) {
  const GemmConstants& c = model.constants;
  const double row = p.k * p.in_bytes, b_once = p.columns * row, a_once = p.rows * row;
  OperandReads out{.a = a_once, .b = b_once};
  const double window = reuse * c.reuse_window * model.l2_bytes, tiles = grid.across * grid.down;
  if (tiles <= grid.concurrent && in_use.batches * (a_once + b_once) <= window) return out;
  const double waves = tiles / in_use.block;
  const double lost = std::clamp(1.0 - c.l2_capacity * model.l2_bytes / (a_once + b_once), 0.0, 1.0);
  out.a += std::max(0.0, waves * in_use.a * row - a_once) * lost;
  out.b += std::max(0.0, waves * in_use.b * row - b_once) * lost;
  // Published squares in NN do not slow from 8192 to 10240 on six cards without tensor-core kernels where rows in NT
  // do (docs/lab/2026-11-22-operands-in-dram.md): there only what lies along K drifts apart. Batched and tensor-core
  // products were not told apart.
  const bool all = (p.a_along_k && p.b_along_k) || p.batch > 1.0 || c.unit != MathUnit::cuda_core;
  const double rows = all ? in_use.a + in_use.b : (p.a_along_k ? in_use.a : 0.0) + (p.b_along_k ? in_use.b : 0.0);
  const double drift = rows > 0.0 ? std::max(0.0, 1.0 - window / (in_use.batches * rows * row)) : 0.0;
  out.a_again = drift * std::max(0.0, grid.across * a_once - out.a);
  out.b_again = drift * std::max(0.0, grid.down * b_once - out.b);
  return out;
}

/// Scatter: where K is the contiguous dimension, a k-block takes a few bytes from each of many rows; as the lines in
/// use no longer fit the L2, or the k-block is read again, a line of 128 bytes gives only the k-block's part of itself
/// at the cost of all. Rows shorter than a DRAM page (1 KiB) are dense anyway.
/// @return weighed bytes of one product
[[nodiscard]] inline double scattered(const GemmModel& model, const GemmProblem& p, const GemmTile& tile,
                                      const RowsInUse& in_use, const OperandReads& reads) {
  const ScatteredReads& c = model.shared.scattered;
  const double lines =
      in_use.batches * hardware::line_bytes * ((p.a_along_k ? in_use.a : 0.0) + (p.b_along_k ? in_use.b : 0.0));
  const double evicted = std::clamp(c.evicted_slope * lines / model.l2_bytes - c.evicted_from, 0.0, 1.0);
  const double again = p.batch > 1.0 ? evicted : 1.0;  // the few thread blocks of a batched product start together
  const double page = std::clamp((p.k * p.in_bytes - c.dense_bytes) / c.page_bytes, 0.0, 1.0);
  const double k_block = tile.k * tile.slices * p.in_bytes;
  const double excess = page * std::max(0.0, model.constants.line_bytes / k_block - 1.0);
  const double a_excess = p.a_along_k ? excess : 0.0, b_excess = p.b_along_k ? excess : 0.0;
  return reads.a * (1.0 + a_excess * evicted) + reads.b * (1.0 + b_excess * evicted) +
         reads.a_again * (1.0 + a_excess * again) + reads.b_again * (1.0 + b_excess * again);
}
}  // namespace detail

/// Operands of all batches. `reuse`: the part of the family's window that the tile has.
[[nodiscard]] inline OperandTraffic operand_traffic(const GemmModel& model, const GemmProblem& p, const GemmTile& tile,
                                                    const TileGrid& grid, double reuse) {
  const detail::RowsInUse in_use = detail::rows_in_use(model.constants, p, tile, grid);
  detail::OperandReads reads = detail::operand_reads(model, p, grid, in_use, reuse);
  reads.a *= p.from_memory,
      reads.b *= p.from_memory * p.b_share;  // a repeated B comes from the L2 after its first time
  return {.bytes = p.batch * (reads.a + reads.b + reads.a_again + reads.b_again),
          .weighed = p.batch * detail::scattered(model, p, tile, in_use, reads)};
}

}  // namespace perfmodel

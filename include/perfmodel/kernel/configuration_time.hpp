#pragma once
#include <perfmodel/kernel/gemm_problem.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>

namespace perfmodel {

/// Time of one tile and split, seconds at one clock.
struct ConfigurationTime {
  double total{}, math{}, main_loop{}, latency{}, dram{}, l2{}, reduction{};
  double exposed_stores{};  ///< part of dram that nothing hides
  double fixed{};           ///< GemmProblem::fixed
  double dram_bytes{};
  std::int64_t tiles{}, blocks{}, waves{};
  int resident{};      ///< thread blocks per SM at once
};

/// What thread blocks share of their operands: what they do when they run, or what the library counts on when it chooses
/// (GemmTile::reuse is 1 for it: kernels that it should avoid on a V100 are chosen by the work in their tiles).
enum class Sharing : std::uint8_t { as_it_runs, as_chosen };

namespace detail {
/// (a^p + b^p + c^p)^(1/p) with p = 2^doublings: a maximum that costs something at ties. Only products and roots: fast.
[[nodiscard]] inline double smooth_maximum(double a, double b, double c, int doublings) {
  const double largest = std::max({a, b, c});
  if (!(largest > 0.0)) return 0.0;
  a /= largest, b /= largest, c /= largest;
  for (int i = 0; i < doublings; ++i) a *= a, b *= b, c *= c;
  double sum = a + b + c;
  if (sum < 1.001) return largest;
  for (int i = 0; i < doublings; ++i) sum = std::sqrt(sum);
  return largest * sum;
}

/// DRAM reads of one operand: bytes, and bytes weighed by how badly they are scattered.
struct OperandTraffic {
  double bytes{}, weighed{};
};

/// Bytes of the two operands that cross the memory bus. Three things beyond "once each":
/// - waves: `concurrent` tiles run side by side as a block of C; later waves read rows and columns again,
///   less what is still in L2;
/// - drift: thread blocks of one wave walk along K out of step, so that what they share is read again when the rows in
///   use, whole along K, are larger than the window (`reuse`: the part of it that the tile has);
/// - scatter: where K is the contiguous dimension, a slab takes a few bytes from each of many rows; as the lines in use
///   no longer fit the L2, or the slab is read again, a line of 128 bytes gives only the slab's part of itself at the
///   cost of all. Rows shorter than a DRAM page (1 KiB) are dense anyway.
[[nodiscard]] inline OperandTraffic operand_traffic(const GemmModel& model, const GemmProblem& p, const GemmTile& tile,
                                                    double concurrent, double tiles_m, double tiles_n, double reuse) {
  const GemmConstants& c = model.constants;
  const double row = p.k * p.in_bytes, b_once = p.m * row, a_once = p.n * row;
  double a = a_once, b = b_once, a_again = 0.0, b_again = 0.0;
  const double block = std::min(concurrent, tiles_m * tiles_n);
  // Tiles along m of the block: all (launch order of the grid), or as many as make it square (swizzled order).
  const double wanted = c.swizzled ? std::sqrt(block * tile.n / tile.m) : block;
  const double along_m = std::clamp(wanted, std::max(1.0, block / tiles_n), std::min(tiles_m, block));
  const double along_n = block / along_m, batches = std::max(1.0, concurrent / (tiles_m * tiles_n));
  const double b_rows = std::min(along_m * tile.m, p.m), a_rows = std::min(along_n * tile.n, p.n);
  const double window = reuse * c.reuse_window * model.l2_bytes;
  if (tiles_m * tiles_n > concurrent || batches * (a_once + b_once) > window) {
    const double waves = tiles_m * tiles_n / block;
    const double lost = std::clamp(1.0 - c.l2_capacity * model.l2_bytes / (a_once + b_once), 0.0, 1.0);
    a += std::max(0.0, waves * a_rows * row - a_once) * lost;
    b += std::max(0.0, waves * b_rows * row - b_once) * lost;
    // Published squares in NN do not slow from 8192 to 10240 on six cards without tensor-core kernels where rows in NT do (docs/gemm.md):
    // there only what lies along K drifts apart. Batched and tensor-core products were not told apart.
    const bool all = (p.a_along_k && p.b_along_k) || p.batch > 1.0 || c.unit != MathUnit::cuda_core;
    const double in_use = all ? a_rows + b_rows : (p.a_along_k ? a_rows : 0.0) + (p.b_along_k ? b_rows : 0.0);
    const double drift = in_use > 0.0 ? std::max(0.0, 1.0 - window / (batches * in_use * row)) : 0.0;
    a_again = drift * std::max(0.0, tiles_m * a_once - a);
    b_again = drift * std::max(0.0, tiles_n * b_once - b);
  }
  if (p.warm) {
    const double cold_share = share_from_memory((p.batch * (a_once + b_once) + p.c_bytes) / model.l2_bytes);
    a *= cold_share, b *= cold_share;
  }
  const double lines = batches * 128.0 * ((p.a_along_k ? a_rows : 0.0) + (p.b_along_k ? b_rows : 0.0));
  const double evicted = std::clamp(2.5 * lines / model.l2_bytes - 0.4, 0.0, 1.0);
  const double again = p.batch > 1.0 ? evicted : 1.0;  // the few thread blocks of a batched product start together
  const double page = std::clamp((row - 256.0) / 768.0, 0.0, 1.0);
  const double slab = tile.k * tile.slices * p.in_bytes;
  const double scattered = page * std::max(0.0, c.line_bytes / slab - 1.0);
  const double a_weight = p.a_along_k ? scattered : 0.0, b_weight = p.b_along_k ? scattered : 0.0;
  return {.bytes = p.batch * (a + b + a_again + b_again),
          .weighed = p.batch * (a * (1.0 + a_weight * evicted) + b * (1.0 + b_weight * evicted) +
                                a_again * (1.0 + a_weight * again) + b_again * (1.0 + b_weight * again))};
}

/// Never above smooth_maximum(a, b, anything): the norm is convex and lies above its tangent where a = b.
[[nodiscard]] inline double least_maximum(const GemmModel& model, double a, double b) {
  return std::max({a, b, model.tie * (a + b)});
}

/// Tiles along the library's m that CUTLASS launches blocks for: it fills the grid up to groups of 8, 4 or 2 tiles that lie side by side, and the blocks
/// beyond leave at once (GemmIdentityThreadblockSwizzle<8>, include/cutlass/gemm/threadblock/threadblock_swizzle.h). So have all of 2,500 grids
/// of cutlass kernels on an H200. They have shifted the others: with 126 of 224 blocks at work two share an SM while others are idle.
[[nodiscard]] constexpr double launched_tiles(double tiles_m) {
  const auto tiles = static_cast<std::int64_t>(tiles_m);
  const std::int64_t beyond = tiles >= 6 ? 7 : tiles >= 3 ? 3 : tiles >= 2 ? 1 : 0;  // of a group
  return static_cast<double>((tiles + beyond) & ~beyond);
}

/// Parts of a split K that are added up in turns (Reduction::in_turns): blocks that started together end together, and each waits until the parts before
/// it are in. A turn looks at a counter in memory, reads what is there, adds and writes, one access of a thread after the other: medians of 245
/// linear layers on an H200 (gemm_linear.csv), sm80_xmma and cutlass kernels alike: 1.0 us with 8 accesses of a thread, 1.5 with 16, 2.3 with 32,
/// 1.4 to 3.5 with 64, 5 to 10 with 128. The counters are set to zero before.
inline constexpr double turn_cycles = 1500.0, turn_cycles_per_access = 90.0, turn_seconds_before = 1e-6;

/// The FP32 partial sums of a product with a bias do not fit what cublasLt is handed: then CUTLASS kernels add them up in turns. Of 2,240 FP32 layers
/// that they split, all but 4 did so exactly then (gemm_choices_linear.csv); 16-bit and TF32 layers do at times below it, too.
[[nodiscard]] constexpr bool exceeds_workspace(const GemmProblem& p, int splits) {
  return p.kind == ProductKind::with_bias && splits * p.m * p.n * 4.0 > cublaslt_workspace_bytes;
}

/// Math and single-element copies of an SM overlap but for what they share: (a^4 + b^4)^(1/4).
inline constexpr int copies_norm_doublings = 2;

/// The part of a configuration's time that costs little to compute: everything but DRAM reads.
struct ConfigurationStart {
  double tiles_m{}, tiles_n{}, tiles{}, blocks{}, k{}, per_sm{}, rounds{}, resident{};
  double main_loop{}, latency{}, l2{}, reduction{}, bandwidth{}, stores{};
  double least{};   ///< s: no configuration_time() of this tile and split is below
};

[[nodiscard]] inline ConfigurationStart start_configuration(const GemmModel& model, const GemmProblem& p, int tile_index,
                                                            int splits, double period, Reduction reduction = Reduction::by_a_kernel) {
  const GemmConstants& c = model.constants;
  const auto t = static_cast<std::size_t>(tile_index);
  const GemmTile& tile = c.tiles[t];
  ConfigurationStart s{.tiles_m = round_up(p.m / tile.m), .tiles_n = round_up(p.n / tile.n)};
  s.tiles = s.tiles_m * s.tiles_n * p.batch;
  s.blocks = s.tiles * splits;
  const double slab = static_cast<double>(tile.k * tile.slices);
  s.k = round_up(p.k / (splits * slab)) * slab;
  const double fits = model.resident[p.format][t];
  double placed = s.blocks;
  if (const double slots = fits * model.sms; tile.padded && placed < slots) {  // beyond, blocks that have left make room for others
    const double launched = launched_tiles(s.tiles_m) * s.tiles_n * p.batch * splits;
    if (launched <= slots) placed = launched;
  }
  s.per_sm = round_up(placed / model.sms);
  s.resident = std::min(fits, s.per_sm);
  s.rounds = s.per_sm <= fits ? 1.0 : round_up(s.per_sm / fits);

  const double warps = tile.threads / 32.0;
  const double hiding = s.resident == fits ? 1.0
                                           : (1.0 + c.latency_warps / (s.resident * warps)) / (1.0 + c.latency_warps / (fits * warps));
  const double elements = static_cast<double>(tile.m) * tile.n;
  s.main_loop = s.per_sm * elements * s.k * p.issue * model.tile_slowness[p.format][t] * hiding * period;
  // One block's slabs arrive one after the other, as many under way as its pipeline holds; resident blocks wait together.
  const double arrival = s.rounds * s.k * model.arrival[t] * (tile.fine ? p.fine_wait : p.wait) * period;
  if (tile.fine) {
    const double copies = p.copies_m * std::min<double>(tile.m, p.m) + p.copies_n * std::min<double>(tile.n, p.n);
    s.main_loop = smooth_maximum(s.main_loop, s.per_sm * s.k * copies * period, 0.0, copies_norm_doublings);
  }
  if (arrival > 0.0) s.main_loop = std::sqrt(s.main_loop * s.main_loop + arrival * arrival);
  s.latency = (s.rounds * c.block_cycles + s.per_sm * elements * c.epilogue_cycles) * period;
  const double clipped = std::min<double>(tile.m, p.m) + std::min<double>(tile.n, p.n);
  s.l2 = s.per_sm * clipped * s.k * p.in_bytes * p.traffic_factor * model.l2_period * period;
  if (tile.start_cycles > 0.0) s.latency += tile.start_cycles * std::sqrt(std::min(1.0, p.k / whole_start_k)) * period;
  const double active = std::min(s.blocks, model.sms);
  s.bandwidth = c.dram_efficiency * model.dram_bandwidth * (active >= model.dram_fill_sms ? 1.0 : active / model.dram_fill_sms);
  s.stores = p.c_bytes * p.store_factor / s.bandwidth;
  if (splits > 1)  // FP32 partial sums are written and read
    s.reduction = c.split_seconds + splits * c.split_part_seconds +
                  c.split_traffic * 2.0 * splits * p.batch * p.m * p.n * 4.0 / (c.dram_efficiency * model.dram_bandwidth);
  if (splits > 1 && (reduction == Reduction::in_turns || (tile.padded && exceeds_workspace(p, splits)))) {
    // Blocks that start together end together: then each waits for the parts before.
    const double turns = std::min<double>(splits, std::max(1.0, fits * model.sms / s.tiles));
    const double turn = turn_cycles + turn_cycles_per_access * elements / (tile.threads * p.stored_at_once);
    s.reduction = std::max(s.reduction, turn_seconds_before + turns * turn * period);
  }
  const double reads = p.warm ? 0.0 : (p.compulsory - p.c_bytes) / s.bandwidth;
  const double memory = reads + (1.0 - c.store_exposed) * s.stores;
  s.least = least_maximum(model, std::max(s.main_loop + s.latency, s.l2), memory) + c.store_exposed * s.stores + s.reduction + c.launch_seconds + p.fixed;
  return s;
}

[[nodiscard]] inline ConfigurationTime finish_configuration(const GemmModel& model, const GemmProblem& p, int tile_index,
                                                            int splits, const ConfigurationStart& s,
                                                            Sharing sharing = Sharing::as_it_runs) {
  const GemmConstants& c = model.constants;
  const auto t = static_cast<std::size_t>(tile_index);
  const double slots = model.sms * model.resident[p.format][t];
  const double concurrent = std::max(1.0, std::min(s.blocks, slots) / splits);
  const OperandTraffic operands = operand_traffic(model, p, c.tiles[t], concurrent, s.tiles_m, s.tiles_n,
                                                  sharing == Sharing::as_it_runs ? c.tiles[t].reuse : 1.0);
  const double reads = operands.weighed / s.bandwidth;
  // Thread blocks that started together store together: what they store is not hidden behind their own main loops.
  const double exposed = c.store_exposed * s.stores;
  return {.total = smooth_maximum(s.main_loop + s.latency, reads + s.stores - exposed, s.l2, c.norm_doublings) + exposed +
                   s.reduction + c.launch_seconds + p.fixed,
          .math = s.main_loop + s.latency,
          .main_loop = s.main_loop,
          .latency = s.latency,
          .dram = reads + s.stores,
          .l2 = s.l2,
          .reduction = s.reduction,
          .exposed_stores = exposed,
          .fixed = p.fixed,
          .dram_bytes = operands.bytes + p.c_bytes,
          .tiles = static_cast<std::int64_t>(s.tiles),
          .blocks = static_cast<std::int64_t>(s.blocks),
          .waves = static_cast<std::int64_t>(s.rounds),
          .resident = static_cast<int>(s.resident)};
}

/// The same configuration at a clock lower by `slowdown`: math and L2 follow the clock, memory and launch do not.
[[nodiscard]] inline ConfigurationTime slowed(const GemmModel& model, ConfigurationTime t, double slowdown) {
  t.math *= slowdown, t.main_loop *= slowdown, t.latency *= slowdown, t.l2 *= slowdown;
  t.total = smooth_maximum(t.math, t.dram - t.exposed_stores, t.l2, model.constants.norm_doublings) + t.exposed_stores +
            t.reduction + model.constants.launch_seconds + t.fixed;
  return t;
}
}  // namespace detail

/// Time of one tile and split-K count at a clock in Hz. docs/gemm.md derives it.
/// @pre 0 <= tile_index < tile_count, splits >= 1, clock > 0
[[nodiscard]] inline ConfigurationTime configuration_time(const GemmModel& model, const GemmProblem& p, int tile_index,
                                                          int splits, double clock, Sharing sharing = Sharing::as_it_runs, Reduction reduction = Reduction::by_a_kernel) {
  return detail::finish_configuration(model, p, tile_index, splits,
                                      detail::start_configuration(model, p, tile_index, splits, 1.0 / clock, reduction), sharing);
}

}  // namespace perfmodel

#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <perfmodel/pricing/gemm/lanes.hpp>
#include <perfmodel/pricing/gemm/operand_traffic.hpp>
#include <perfmodel/pricing/gemm/problem.hpp>
#include <perfmodel/pricing/gemm/product_terms.hpp>
#include <perfmodel/pricing/overlap.hpp>

namespace perfmodel {

/// The time of one configuration, a tile and a number of parts of K, is computed here and nowhere else: scheduled()
/// says how the thread blocks lie on the SMs, on_chip_time() what a schedule takes on the chip, total_time() how that
/// overlaps with the memory. All three are templates over the number (lanes.hpp): configuration_time() computes one
/// configuration in double, with the operands' real traffic; tile_bounds.hpp computes lower bounds of many, with
/// operands read once. A new term goes into one of these functions; if no result of it falls as a count grows, the
/// bounds hold.

/// Time of one tile and split, seconds at one clock.
struct ConfigurationTime {
  double total{}, math{}, main_loop{}, latency{}, dram{}, l2{}, reduction{};
  double exposed_stores{};  ///< part of dram that nothing hides
  double fixed{};           ///< GemmProblem::fixed
  double dram_bytes{};
  std::int64_t tiles{}, blocks{}, waves{};
  int resident{};  ///< thread blocks per SM at once
};

namespace detail {
/// What adds less than this to a power mean counts as hidden, so that kernels which differ only in that tie.
inline constexpr double negligible_overlap = 1e-3;

/// Tiles side by side that CUTLASS launches blocks for: it fills the grid up to groups of 8, 4 or 2 of them, and the
/// blocks beyond leave at once (GemmIdentityThreadblockSwizzle<8>,
/// include/cutlass/gemm/threadblock/threadblock_swizzle.h). So have all of 2,500 grids of cutlass kernels on an H200.
/// They have shifted the others: with 126 of 224 blocks at work two share an SM while others are idle.
[[nodiscard]] constexpr double launched_tiles(double tiles) {
  const auto count = static_cast<std::int64_t>(tiles);
  const std::int64_t beyond = count >= 6 ? 7 : count >= 3 ? 3 : count >= 2 ? 1 : 0;  // of a group
  return static_cast<double>((count + beyond) & ~beyond);
}

/// How a configuration's thread blocks lie on the SMs. Counts.
template <class Number>
struct Schedule {
  Number tiles_across{}, tiles_down{};  ///< along columns and rows of C
  Number tiles{}, blocks{};             ///< all batches; all parts of K
  Number blocks_per_sm{};               ///< of the SM that has most
  Number resident{};                    ///< of them, at once
  Number waves{};                       ///< times that a slot of an SM is filled
  Number k_per_sm{};                    ///< K of all blocks of an SM
  Number k_average{};                   ///< K of all blocks, over the SMs of the card
  Number k_per_slot{};                  ///< K of the blocks that one slot works off, one after the other
  Number memory_slowdown{};             ///< 1 / share of the bandwidth that the active SMs draw
};

/// Tiles of a product and its batches.
template <class Number>
[[nodiscard, gnu::always_inline]] inline Schedule<Number> tiled(const ProductTerms<Number>& p,
                                                                const TileTerms<Number>& t) {
  Schedule<Number> s;
  s.tiles_across = round_up(p.columns / t.columns);
  s.tiles_down = round_up(p.rows / t.rows);
  s.tiles = s.tiles_across * s.tiles_down * p.batch;
  return s;
}

/// Blocks that find their places on the SMs together: those of the grid, also where they leave at once; beyond the
/// slots blocks that have left make room for others. In Lanes at least those that work.
[[nodiscard]] constexpr double placed_blocks(const Schedule<double>& s, const TileTerms<double>& t, double slots) {
  if (t.padded_grid == 0.0 || s.blocks >= slots) return s.blocks;
  const double launched = launched_tiles(s.tiles_across) * (s.blocks / s.tiles_across);
  return launched <= slots ? launched : s.blocks;
}
[[nodiscard]] inline Lanes placed_blocks(const Schedule<Lanes>& s, const TileTerms<Lanes>&, Lanes) { return s.blocks; }

/// K in `splits` parts. `s`: tiled(p, t)
template <class Number>
[[nodiscard, gnu::always_inline]] inline Schedule<Number> scheduled(const ProductTerms<Number>& p,
                                                                    const TileTerms<Number>& t,
                                                                    const TileRates<Number>& r, Schedule<Number> s,
                                                                    Number splits) {
  s.blocks = s.tiles * splits;
  s.blocks_per_sm = round_up(placed_blocks(s, t, r.resident.value * p.sms.value) / p.sms);
  s.resident = smaller(r.resident.value, s.blocks_per_sm);
  s.waves = round_up(s.blocks_per_sm / r.resident);
  const Number k = round_up(p.k / t.k_block / splits) * t.k_block.value;
  s.k_per_sm = s.blocks_per_sm * k;
  s.k_average = s.blocks * k / p.sms;
  s.k_per_slot = s.waves * k;
  s.memory_slowdown = larger(Number(1.0), p.fill / smaller(s.blocks, p.sms.value));
  return s;
}

/// (a^4 + b^4)^(1/4): math and scalar copies of an SM overlap but for what they share. Of Lanes its tangents.
[[nodiscard]] inline double with_copies(double math, double copies) {
  constexpr int doublings = 2;
  return copies > 0.0 ? overlap(math, copies, 0.0, doublings, negligible_overlap) : math;
}
[[nodiscard]] inline Lanes with_copies(Lanes math, Lanes copies) {
  return larger(larger(math, copies), Lanes(0.5946F) * (math + copies));
}

/// s. main_loop: math, copies and waiting for k-blocks; latency: starts and ends of blocks.
template <class Number>
struct OnChipTime {
  Number main_loop{}, latency{}, l2{};
};

/// An SM's blocks share its math pipe; how many are resident decides how much of their latency is hidden. The k-blocks
/// of one thread block arrive one after the other, as many under way as its pipeline holds; resident blocks wait
/// together.
template <class Number>
[[nodiscard, gnu::always_inline]] inline OnChipTime<Number> on_chip_time(const ProductTerms<Number>& p,
                                                                         const TileTerms<Number>& t,
                                                                         const TileRates<Number>& r,
                                                                         const Schedule<Number>& s) {
  const Number outputs = t.columns.value * t.rows.value;
  const Number hiding = Number(1.0) + t.warp_latency / s.resident;
  const Number math = s.k_per_sm * outputs * p.issue * r.slowness * hiding;
  const Number columns = smaller(t.columns.value, p.columns), rows = smaller(t.rows.value, p.rows);
  const Number copies = t.scalar_copies * s.k_per_sm * (p.column_copy * columns + p.row_copy * rows);
  const Number arrival = s.k_per_slot * t.arrival * where(t.scalar_copies, p.scalar_wait, p.wait);
  return {.main_loop = root_of_squares(with_copies(math, copies), arrival),
          .latency = s.waves * p.prologue + s.blocks_per_sm * outputs * p.epilogue + t.start_cycles * p.start,
          .l2 = (columns + rows) * larger(s.k_per_sm * p.l2, s.k_average * p.l2_chip)};
}

/// Math, memory and L2 overlap. Of Lanes the tangent where the longer one on the chip is as long as the memory's time.
[[nodiscard]] inline double overlapped(const ProductTerms<double>& p, double math, double memory, double l2) {
  return overlap(math, memory, l2, p.norm_doublings, negligible_overlap);
}
[[nodiscard]] inline Lanes overlapped(const ProductTerms<Lanes>& p, Lanes math, Lanes memory, Lanes l2) {
  const Lanes on_chip = larger(math, l2);
  return larger(larger(on_chip, memory), p.tie * (on_chip + memory));
}

/// Thread blocks that started together store together: part of what they store is not hidden behind main loops.
template <class Number>
[[nodiscard, gnu::always_inline]] inline Number total_time(const ProductTerms<Number>& p, const OnChipTime<Number>& t,
                                                           Number reads, Number memory_slowdown, Number reduction) {
  const Number math = t.main_loop + t.latency, memory = reads + p.hidden_stores * memory_slowdown;
  return overlapped(p, math, memory, t.l2) + p.exposed_stores * memory_slowdown + reduction + p.fixed;
}

/// FP32 partial sums of `splits` > 1 parts are written and read by a second kernel.
template <class Number>
[[nodiscard]] Number parallel_reduction(const ProductTerms<Number>& p, Number splits) {
  return p.split + splits * p.split_part;
}

/// So many turns, one after the other. `period`: s of a cycle
[[nodiscard]] inline double serial_reduction(const SerialReduction& c, const GemmProblem& p, const GemmTile& tile,
                                             double turns, double period) {
  const double accesses = static_cast<double>(tile.m) * tile.n / (tile.threads * p.stored_at_once);
  return c.start_seconds + turns * (c.turn_cycles + c.access_cycles * accesses) * period;
}

/// The FP32 partial sums of a product with a bias do not fit what cublasLt is handed: then CUTLASS kernels add them up
/// serially. Of 2,240 FP32 layers that they split, all but 4 did so exactly then (gemm_choices_linear.csv); 16-bit and
/// TF32 layers do at times below it, too.
[[nodiscard]] constexpr bool exceeds_workspace(const GemmProblem& p, int splits) {
  return p.kind == ProductKind::with_bias && splits * p.columns * p.rows * 4.0 > cublaslt_workspace_bytes;
}
}  // namespace detail

/// One product under one family's model at a clock, whose configurations are timed one after the other.
struct TimedProduct {
  const GemmModel* model{};
  GemmProblem problem{};
  double clock{};  ///< Hz
  detail::ProductTerms<double> terms{};
};
/// @param clock  Hz, > 0
[[nodiscard]] inline TimedProduct timed_product(const GemmModel& model, const GemmProblem& p, double clock) {
  return {.model = &model, .problem = p, .clock = clock, .terms = detail::product_terms(model, p, clock)};
}

namespace detail {
/// s to add up `splits` parts.
[[nodiscard]] inline double reduction_time(const TimedProduct& product, std::size_t tile, int splits,
                                           const Schedule<double>& s, Reduction reduction) {
  if (splits <= 1) return 0.0;
  const GemmModel& model = *product.model;
  const GemmTile& t = model.constants.tiles[tile];
  const double parallel = parallel_reduction<double>(product.terms, splits);
  if (reduction == Reduction::parallel && !(t.padded_grid && exceeds_workspace(product.problem, splits)))
    return parallel;
  const double slots = model.tile_rates[product.problem.format][tile].resident.value * model.sms;
  const double turns = std::min<double>(splits, std::max(1.0, slots / s.tiles));
  return std::max(parallel, serial_reduction(model.shared.serial, product.problem, t, turns, 1.0 / product.clock));
}
}  // namespace detail

/// Time of one tile and split-K count. docs/reference/pricing/gemm.md derives it.
/// @pre 0 <= tile_index < tile_count, splits >= 1
[[nodiscard]] inline ConfigurationTime configuration_time(const TimedProduct& product, int tile_index, int splits,
                                                          Sharing sharing = Sharing::as_it_runs,
                                                          Reduction reduction = Reduction::parallel) {
  const GemmModel& model = *product.model;
  const GemmProblem& p = product.problem;
  const auto i = static_cast<std::size_t>(tile_index);
  const GemmTile& tile = model.constants.tiles[i];
  const TileRates<double>& rates = model.tile_rates[p.format][i];
  const detail::Schedule<double> s = detail::scheduled<double>(product.terms, model.tiles[i], rates,
                                                               detail::tiled(product.terms, model.tiles[i]), splits);
  const detail::OnChipTime<double> on_chip = detail::on_chip_time(product.terms, model.tiles[i], rates, s);
  const double reduction_seconds = detail::reduction_time(product, i, splits, s, reduction);
  const double concurrent = std::max(1.0, std::min(s.blocks, model.sms * rates.resident.value) / splits);
  const OperandTraffic operands =
      operand_traffic(model, p, tile, {.concurrent = concurrent, .across = s.tiles_across, .down = s.tiles_down},
                      sharing == Sharing::as_it_runs ? tile.reuse : 1.0);
  const double reads = operands.weighed * s.memory_slowdown / detail::stream_bandwidth(model);
  const double exposed = product.terms.exposed_stores * s.memory_slowdown;
  return {.total = detail::total_time(product.terms, on_chip, reads, s.memory_slowdown, reduction_seconds),
          .math = on_chip.main_loop + on_chip.latency,
          .main_loop = on_chip.main_loop,
          .latency = on_chip.latency,
          .dram = reads + product.terms.hidden_stores * s.memory_slowdown + exposed,
          .l2 = on_chip.l2,
          .reduction = reduction_seconds,
          .exposed_stores = exposed,
          .fixed = p.fixed,
          .dram_bytes = operands.bytes + p.c_to_memory * p.c_bytes,
          .tiles = static_cast<std::int64_t>(s.tiles),
          .blocks = static_cast<std::int64_t>(s.blocks),
          .waves = static_cast<std::int64_t>(s.waves),
          .resident = static_cast<int>(s.resident)};
}

/// Likewise, at a clock in Hz.  @pre clock > 0
[[nodiscard]] inline ConfigurationTime configuration_time(const GemmModel& model, const GemmProblem& p, int tile_index,
                                                          int splits, double clock,
                                                          Sharing sharing = Sharing::as_it_runs,
                                                          Reduction reduction = Reduction::parallel) {
  return configuration_time(timed_product(model, p, clock), tile_index, splits, sharing, reduction);
}

}  // namespace perfmodel

#pragma once
#include <algorithm>
#include <cmath>
#include <perfmodel/pricing/gemm/problem.hpp>

namespace perfmodel {

/// Bytes per clock that all SMs together read from the L2.
[[nodiscard]] inline double l2_bandwidth(const GemmModel& model) {
  return model.l2_share * model.constants.l2_bytes_per_clock * model.sms;
}

namespace detail {

/// Bytes per second of a long stream under the family's kernels; no card exceeds its published bandwidth.
[[nodiscard]] inline double stream_bandwidth(const GemmModel& model) {
  return std::min(model.constants.dram_efficiency * model.dram_bandwidth, model.published_bandwidth);
}

/// What all tiles share: one product on one card at one clock. In s where not said otherwise.
template <class Number>
struct ProductTerms {
  Number columns{}, rows{}, k{}, batch{};  ///< counts
  Divisor<Number> sms{};
  Number issue{};                                     ///< per multiply-accumulate of an SM
  Number wait{}, scalar_wait{};                       ///< for a k-block; likewise, with scalar copies
  Number column_copy{}, row_copy{};                   ///< of an SM, for one column (row) of a tile, of one k
  Number l2{};                                        ///< to read one column or row of a tile, of one k
  Number l2_chip{};                                   ///< likewise, where all SMs read
  Number prologue{}, epilogue{};                      ///< of a block; of an SM's output
  Number start{};                                     ///< for each of a tile's start_cycles
  Number fill{};                                      ///< SMs that saturate the memory
  Number reads{}, hidden_stores{}, exposed_stores{};  ///< operands once; C; all at the whole bandwidth
  Number split{}, split_part{};                       ///< of a parallel reduction, once; for each part
  Number fixed{};                                     ///< once: launch, bias
  Number tie{};                                       ///< GemmModel::tie
  int norm_doublings{};                               ///< GemmConstants::norm_doublings
};

/// @param clock  Hz
[[nodiscard]] inline ProductTerms<double> product_terms(const GemmModel& model, const GemmProblem& p, double clock) {
  const GemmConstants& c = model.constants;
  const double period = 1.0 / clock, stream = 1.0 / stream_bandwidth(model);
  const double to_l2 = 1.0 / (l2_bandwidth(model) * clock);  // what never leaves the L2
  const double stores =
      p.c_bytes * p.store_factor * std::lerp(std::min(to_l2, stream), model.store_slowdown * stream, p.c_to_memory);
  const double partial_sums = 2.0 * p.batch * p.columns * p.rows * 4.0;  // bytes, FP32, written and read
  // A part reads what another one wrote: from the L2, as far as it fits there.
  const double between_parts =
      std::lerp(std::min(to_l2, stream), stream, share_from_memory(model.shared.cached, partial_sums / model.l2_bytes));
  return {.columns = p.columns,
          .rows = p.rows,
          .k = p.k,
          .batch = p.batch,
          .sms = Divisor<double>(model.sms),
          .issue = p.issue * period,
          .wait = p.wait * period,
          .scalar_wait = p.scalar_wait * period,
          .column_copy = p.column_copy * period,
          .row_copy = p.row_copy * period,
          .l2 = p.in_bytes * p.traffic_factor / c.l2_bytes_per_clock * period,
          .l2_chip = p.in_bytes * p.traffic_factor / (model.l2_share * c.l2_bytes_per_clock) * period,
          .prologue = c.block_cycles * period,
          .epilogue = (c.epilogue_cycles + p.bias_cycles) * period,
          .start = std::sqrt(std::min(1.0, p.k / c.start_k)) * period,
          .fill = model.dram_fill_sms,
          .reads = p.from_memory * (p.compulsory - p.c_bytes) * stream,
          .hidden_stores = (1.0 - c.store_exposed) * stores,
          .exposed_stores = c.store_exposed * stores,
          .split = c.split_seconds,
          .split_part = c.split_part_seconds + c.split_traffic * partial_sums * between_parts,
          .fixed = c.launch_seconds + p.fixed,
          .tie = model.tie,
          .norm_doublings = c.norm_doublings};
}

/// The same in Lanes.
[[nodiscard]] inline ProductTerms<Lanes> in_lanes(const ProductTerms<double>& p) {
  return {.columns = Lanes(p.columns),
          .rows = Lanes(p.rows),
          .k = Lanes(p.k),
          .batch = Lanes(p.batch),
          .sms = Divisor<Lanes>(Lanes(p.sms.value)),
          .issue = Lanes(p.issue),
          .wait = Lanes(p.wait),
          .scalar_wait = Lanes(p.scalar_wait),
          .column_copy = Lanes(p.column_copy),
          .row_copy = Lanes(p.row_copy),
          .l2 = Lanes(p.l2),
          .l2_chip = Lanes(p.l2_chip),
          .prologue = Lanes(p.prologue),
          .epilogue = Lanes(p.epilogue),
          .start = Lanes(p.start),
          .fill = Lanes(p.fill),
          .reads = Lanes(p.reads),
          .hidden_stores = Lanes(p.hidden_stores),
          .exposed_stores = Lanes(p.exposed_stores),
          .split = Lanes(p.split),
          .split_part = Lanes(p.split_part),
          .fixed = Lanes(p.fixed),
          .tie = Lanes(p.tie),
          .norm_doublings = p.norm_doublings};
}

}  // namespace detail

}  // namespace perfmodel

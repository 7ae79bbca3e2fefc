#pragma once
#include <algorithm>
#include <perfmodel/pricing/fused/constants.hpp>
#include <perfmodel/pricing/overlap.hpp>
#include <perfmodel/pricing/prediction.hpp>
#include <perfmodel/pricing/streaming/model.hpp>

namespace perfmodel {

namespace detail {
/// Bytes that a kernel finds in L2, where earlier ones of the step have left them: all where little was moved since.
[[nodiscard]] inline double found_in_l2(const op::Fused& f, const StreamingModel& model) {
  return in(f.near, byte) * (1.0 - missed_of_fresh(f.since, model));
}
}  // namespace detail

/// Time of a compiler's kernel: its bytes at the memory's speed beside the instructions of its elements; long columns
/// take a second kernel. docs/reference/pricing/fused.md
/// @pre finite counts >= 0
[[nodiscard]] inline Prediction predict(const op::Fused& f, const StreamingModel& model, const FusedTable& table) {
  const FusedLoopConstants& loop = table.loops[static_cast<std::size_t>(f.loop)];
  const double elements = elements_of(f);
  const double cycles = elements * loop.element_cycles + f.operations * table.operation_cycles * model.issue_scale +
                        f.special_functions * table.special_cycles + f.scattered * table.scattered_cycles +
                        f.crowded * table.crowded_cycles + f.drawn * table.drawn_cycles;
  const double issue = cycles / (model.sms * model.clock);
  const double read = in(f.read, byte), written = in(f.written, byte);
  const double l2 = (read / model.table.l2_read + written / model.table.l2_written) / (model.sms * model.clock);
  const double dram = std::max(l2, model.dram_seconds(read - detail::found_in_l2(f, model), written) / loop.efficiency);
  const bool staged = f.loop == op::FusedLoop::columns && static_cast<double>(f.values) > table.stage_values;
  const double stage = staged ? table.stage_seconds + model.table.launch_seconds +
                                    static_cast<double>(f.values) * table.partial_cycles / model.clock
                              : 0.0;
  const double fixed = model.table.launch_seconds + table.latency_seconds;
  const double busy = overlap(dram, 0.0, issue, model.table.norm_doublings) + stage;
  Prediction p{.math = issue * second,
               .dram = dram * second,
               .latency = (stage + table.latency_seconds) * second,
               .launch = model.table.launch_seconds * second,
               .total = (busy + fixed) * second,
               .bound = busy < fixed   ? Bound::launch
                        : dram < issue ? Bound::math
                                       : Bound::memory,
               .traffic = f.read + f.written,
               .work = work(f),
               .kernels = staged ? 2 : 1,
               .evidence = model.evidence};
  set_interval(p, table.error_bar);
  return p;
}

}  // namespace perfmodel

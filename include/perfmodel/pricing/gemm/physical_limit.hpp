#pragma once
#include <algorithm>
#include <perfmodel/pricing/gemm/configuration_time.hpp>

namespace perfmodel {

/// What no kernel beats, whatever constants were fitted: the published rate of the unit that multiplies on all SMs at
/// the clock in force, the published bandwidth of the memory and, for operands that are still there, the L2's.

/// s that no prediction and no end of its interval is below: at the highest clock of the card.
[[nodiscard]] inline double physical_limit(const GemmModel& model, const GemmProblem& p) {
  const double clock = model.power[p.format].clock_max;
  const double operands = p.compulsory - p.c_bytes;
  const double memory = (p.from_memory * operands + p.c_to_memory * p.c_bytes) / model.published_bandwidth;
  const double l2 = p.warm ? operands / (l2_bandwidth(model) * clock) : 0.0;
  return std::max({p.least_cycles / clock, memory, l2});
}

/// A configuration at a lower clock than it was timed at, by `slowdown`: math and L2 follow the clock, memory and
/// launch do not. Its main loop is not faster than the unit's published rate at that clock.
/// @param clock  Hz, the lower one
[[nodiscard]] inline ConfigurationTime at_clock(const TimedProduct& product, ConfigurationTime t, double clock) {
  const double slowdown = product.clock / clock, least = product.problem.least_cycles / clock;
  if (slowdown == 1.0 && t.main_loop >= least) return t;
  t.latency *= slowdown, t.l2 *= slowdown;
  t.main_loop = std::max(least, t.main_loop * slowdown);
  t.math = t.main_loop + t.latency;
  t.total = detail::overlapped(product.terms, t.math, t.dram - t.exposed_stores, t.l2) + t.exposed_stores +
            t.reduction + product.terms.fixed;
  return t;
}

}  // namespace perfmodel

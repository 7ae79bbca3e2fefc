#pragma once
#include <perfmodel/device/device.hpp>
#include <perfmodel/kernel/collective.hpp>
#include <perfmodel/kernel/prediction.hpp>

namespace perfmodel {

struct CollectiveModel {
  double bandwidth{};   ///< bytes/s, one direction, of one card's link to its peers
  double hop{};         ///< s, one step of a ring
  double launch{};      ///< s
};

[[nodiscard]] inline CollectiveModel make_collective_model(const Device& device) {
  const bool nvlink = device.interconnect.nvlink_bandwidth > Bandwidth{};
  const Bandwidth link = nvlink ? 0.5 * device.interconnect.nvlink_bandwidth : device.interconnect.host_bandwidth;
  return {.bandwidth = 0.75 * in(link, byte / second), .hop = nvlink ? 2.5e-6 : 6e-6, .launch = 15e-6};
}

/// Ring: 2 (p - 1) steps of size / p. Patarasuk and Yuan, J. Parallel Distrib. Comput. 69(2), 2009, doi:10.1016/j.jpdc.2008.09.002.
[[nodiscard]] inline Prediction predict(const Collective& c, const CollectiveModel& model) {
  const double p = static_cast<double>(c.gpus);
  const double passes = c.kind == CollectiveKind::all_reduce ? 2.0 : 1.0;
  const double share = c.kind == CollectiveKind::broadcast || c.kind == CollectiveKind::send ? 1.0 : (p - 1.0) / p;
  Prediction out{.launch = model.launch * second, .bound = Bound::communication, .traffic = c.size, .validated = false};
  if (c.gpus > 1) {
    out.latency = passes * (p - 1.0) * model.hop * second;
    out.dram = passes * share * in(c.size, byte) / model.bandwidth * second;
  }
  out.total = out.launch + out.latency + out.dram;
  out.low = 0.6 * out.total, out.high = 1.8 * out.total;
  return out;
}

}  // namespace perfmodel

#pragma once
#include <perfmodel/device/device.hpp>
#include <perfmodel/kernel/host_copy.hpp>
#include <perfmodel/kernel/prediction.hpp>

namespace perfmodel {

struct HostCopyModel {
  double bandwidth{};      ///< bytes/s, pinned
  double pageable_share{}; ///< of it, through the driver's staging buffer
  double launch{};         ///< s
};

[[nodiscard]] inline HostCopyModel make_host_copy_model(const Device& device) {
  return {.bandwidth = 0.85 * in(device.interconnect.host_bandwidth, byte / second), .pageable_share = 0.4, .launch = 8e-6};
}

[[nodiscard]] inline Prediction predict(const HostCopy& c, const HostCopyModel& model) {
  const double bandwidth = model.bandwidth * (c.pinned ? 1.0 : model.pageable_share);
  Prediction out{.dram = in(c.size, byte) / bandwidth * second, .launch = model.launch * second, .bound = Bound::communication,
                 .traffic = c.size, .validated = false};
  out.total = out.launch + out.dram;
  out.low = 0.7 * out.total, out.high = 1.5 * out.total;
  return out;
}

}  // namespace perfmodel

#pragma once
#include <perfmodel/device/device.hpp>
#include <perfmodel/pricing/host_copy/table.hpp>

namespace perfmodel {

struct HostCopyModel {
  double bandwidth{};  ///< bytes/s, one direction
  HostCopyTable table{};
};

[[nodiscard]] inline HostCopyModel make_host_copy_model(const Device& device, const HostCopyTable& table) {
  return {.bandwidth = in(device.interconnect.host_bandwidth, byte / second), .table = table};
}

}  // namespace perfmodel

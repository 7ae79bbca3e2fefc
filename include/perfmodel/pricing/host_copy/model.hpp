#pragma once
#include <perfmodel/device/device.hpp>
#include <perfmodel/pricing/evidence.hpp>

namespace perfmodel {

/// Constants of copies between host and device.
struct HostCopyTable {
  double share{};           ///< of the host link's bandwidth after line coding, pinned memory
  double pageable_share{};  ///< likewise, through the driver's staging buffers
  double start_seconds{};
  ErrorBar pinned_bar{}, pageable_bar{};
};

/// data/raw/h200-sxm/copies.csv: PCIe 5 x16 (63.0 GB/s), pinned 55.4 GB/s either way at 256 MiB, 5.4
/// to 6.2 us for a few bytes; pageable 12.4 to 19.5 GB/s. The pinned bar spans what the H100 of data/raw
/// shows; pageable memory depends on the host's processor.
inline constexpr HostCopyTable host_copy_table{.share = 0.88,
                                               .pageable_share = 0.29,
                                               .start_seconds = 5.8e-6,
                                               .pinned_bar = {0.8, 1.35},
                                               .pageable_bar = {0.5, 2.0}};

struct HostCopyModel {
  double bandwidth{};  ///< bytes/s, one direction
  HostCopyTable table{};
};

[[nodiscard]] inline HostCopyModel make_host_copy_model(const Device& device,
                                                        const HostCopyTable& table = host_copy_table) {
  return {.bandwidth = in(device.interconnect.host_bandwidth, byte / second), .table = table};
}

}  // namespace perfmodel

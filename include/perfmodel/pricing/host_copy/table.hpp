#pragma once
#include <perfmodel/pricing/evidence.hpp>

namespace perfmodel {

/// Constants of copies between host and device (data/constants/host_copy.json).
struct HostCopyTable {
  double share{};           ///< of the host link's bandwidth after line coding, pinned memory
  double pageable_share{};  ///< likewise, through the driver's staging buffers
  double start_seconds{};
  ErrorBar pinned_bar{}, pageable_bar{};
};

}  // namespace perfmodel

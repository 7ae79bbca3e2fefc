#pragma once
#include <perfmodel/units.hpp>

namespace perfmodel {

/// How a card reaches its host and its neighbours.
struct Interconnect {
  int pcie_generation{};        ///< 0: no PCIe host link (NVLink-C2C)
  int pcie_lanes{};
  Bandwidth host_bandwidth{};   ///< to the host, one direction, after line coding
  Bandwidth nvlink_bandwidth{}; ///< to all peers together, both directions added, as datasheets print it; 0: none
};

}  // namespace perfmodel

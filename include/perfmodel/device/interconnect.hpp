#pragma once
#include <array>
#include <cstddef>
#include <perfmodel/units.hpp>

namespace perfmodel {

/// How a card reaches its host and its neighbours.
struct Interconnect {
  int pcie_generation{};  ///< 0: no PCIe host link (NVLink-C2C)
  int pcie_lanes{};
  Bandwidth host_bandwidth{};    ///< to the host, one direction, after line coding
  Bandwidth nvlink_bandwidth{};  ///< to all peers together, both directions added, as datasheets print it; 0: none
  int nvlink_cards{};            ///< that NVLink joins at most: 2 where a bridge does it; 0: any number
};

/// PCIe bandwidth in one direction after line coding: 8b/10b up to generation 2, 128b/130b from 3 on (PCI Express Base
/// Specification; generation 6 counts 242 of 256 bytes of a FLIT). Packet headers still come off, some 5 to 15 %.
/// @pre 1 <= generation <= 6
[[nodiscard]] constexpr Bandwidth pcie_bandwidth(int generation, int lanes) {
  constexpr std::array<double, 6> gigatransfers{2.5, 5.0, 8.0, 16.0, 32.0, 64.0};
  constexpr std::array<double, 6> coding{8.0 / 10.0,    8.0 / 10.0,    128.0 / 130.0,
                                         128.0 / 130.0, 128.0 / 130.0, 242.0 / 256.0};
  const auto i = static_cast<std::size_t>(generation - 1);
  return static_cast<double>(lanes) * gigatransfers[i] * coding[i] / 8.0 * giga * byte / second;
}

}  // namespace perfmodel

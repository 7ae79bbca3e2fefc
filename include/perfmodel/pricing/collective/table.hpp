#pragma once
#include <array>
#include <cstdint>
#include <perfmodel/pricing/evidence.hpp>
#include <string_view>

namespace perfmodel {

/// How cards reach each other. pcie: cards before Volta, with the library of their day; pcie_nccl2: later ones; nvlink:
/// the first three generations; network: between hosts.
enum class Link : std::uint8_t { pcie, pcie_nccl2, nvlink, nvlink4, nvlink5, network };
inline constexpr std::size_t link_count = 6;

[[nodiscard]] constexpr std::string_view name(Link link) {
  constexpr std::array<std::string_view, link_count> names{"pcie",    "pcie_nccl2", "nvlink",
                                                           "nvlink4", "nvlink5",    "network"};
  return names[static_cast<std::size_t>(link)];
}

[[nodiscard]] constexpr bool is_pcie(Link link) { return link == Link::pcie || link == Link::pcie_nccl2; }

/// Constants of the collective library on one kind of link. The library has three protocols: with a flag in every 8
/// bytes (LL: least latency), in every 128 (LL128), and with none (simple: full bandwidth, longest steps). A share of 0
/// says that the link has no such protocol.
struct LinkConstants {
  double share{};          ///< of the link's published one-way bandwidth, long messages
  double hop_seconds{};    ///< one step of a ring, in the protocol of least latency
  double start_seconds{};  ///< of a call, in the same
  ErrorBar error_bar{};
  double ll_share{}, ll128_share{};            ///< of the bandwidth that the other protocols reach
  double ll128_start{1.0}, simple_start{1.0};  ///< their starts, of start_seconds
  double ll128_hop{1.0}, simple_hop{1.0};      ///< their steps, of hop_seconds
  double own{};                                ///< copying a card's own part, of moving it over the link
  double ramp{};                               ///< until all channels are busy, see collective_time()
  double nvls_start{1.0}, nvls_share{};        ///< sums in the switch (NVLink SHARP)
  double nvls_cards{};                         ///< fewer leave the choice to rings: NCCL 2.27 and 2.29, H100 and B200
};

using CollectiveTable = std::array<LinkConstants, link_count>;

}  // namespace perfmodel

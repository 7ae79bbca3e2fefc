#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <perfmodel/device/device.hpp>
#include <perfmodel/pricing/collective/time.hpp>
#include <perfmodel/units.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace perfmodel {

/// How the cards of one host reach each other.
enum class LinkLayout : std::uint8_t { pcie, nvlink_bridge, nvlink_mesh, nvswitch };
inline constexpr std::array<std::string_view, 4> link_layout_names{"pcie", "nvlink_bridge", "nvlink_mesh", "nvswitch"};

/// Where the PCIe lanes of the cards end.
enum class PcieLayout : std::uint8_t { unknown, one_cpu, two_cpus, four_cpus, switches };
inline constexpr std::array<std::string_view, 5> pcie_layout_names{"unknown", "one_cpu", "two_cpus", "four_cpus",
                                                                   "switches"};

/// What perfmodel-calibrate nccl found of a system's links.
struct MeasuredLink {
  Link link{};
  LinkConstants constants{};
};

/// A server, or a rack that NVLink joins, of which a job may have several (data/systems).
struct HostSystem {
  std::string name{};
  std::vector<std::string> devices{};  ///< cards that it is sold with
  std::int64_t gpus{};                 ///< in one
  std::int64_t hosts{1};               ///< computers in one: several in a rack that NVLink joins
  LinkLayout links{};
  PcieLayout pcie{};
  Bandwidth nvlink_bandwidth{};  ///< of one card to all peers together, both directions added; 0: none
  std::int64_t nics{};           ///< network adapters of one for traffic among cards; 0: no network
  Bandwidth nic_bandwidth{};     ///< of one adapter, one direction
  std::string fabric{};          ///< infiniband, roce, efa, ethernet
  Power power{};                 ///< of one, at most; 0: not published
  bool usual{};                  ///< what is taken for its cards where nobody names a system
  /// Constants of the collective library that were measured on one; nothing: those of the kind of link
  std::optional<MeasuredLink> measured{};
};

/// A system that stands for a card in a server that nobody described: as many as its NVLink joins, else eight on PCIe.
[[nodiscard]] inline HostSystem system_of(const Device& device) {
  constexpr std::int64_t usual_count = 8;
  const Interconnect& i = device.interconnect;
  const bool nvlink = i.nvlink_bandwidth > Bandwidth{}, bridge = nvlink && i.nvlink_cards > 0;
  return {.name = "a server of " + device.name,
          .devices = {device.name},
          .gpus = usual_count,
          .links = bridge   ? LinkLayout::nvlink_bridge
                   : nvlink ? LinkLayout::nvswitch
                            : LinkLayout::pcie,
          .nvlink_bandwidth = i.nvlink_bandwidth};
}

/// The links of a card in a system; constants that were measured on another kind of link than the card has are not
/// taken. @throws Error where the system's links need NVLink that the card does not have
[[nodiscard]] inline CollectiveModel make_collective_model(const HostSystem& system, const Device& device,
                                                           const CollectiveTable& table = collective_table()) {
  const bool nvlink = system.links != LinkLayout::pcie;
  if (nvlink && !(device.interconnect.nvlink_bandwidth > Bandwidth{}))
    throw bad_input("system", '"' + system.name + '"',
                    "joins cards by NVLink, which " + device.name + " does not have; name a system of PCIe cards");
  CollectiveModel model = make_collective_model(device, table);
  const Bandwidth both_ways = std::min(system.nvlink_bandwidth, device.interconnect.nvlink_bandwidth);
  model.nvlink.bandwidth = in(0.5 * both_ways, byte / second);
  if (system.hosts > 1) model.nvlink.per_host = system.gpus / system.hosts;
  model.nvlink_cards = !nvlink ? 0 : system.links == LinkLayout::nvlink_bridge ? 2 : system.gpus;
  model.sums_in_switch = system.links == LinkLayout::nvswitch && model.nvlink.link != Link::nvlink;
  const double share = static_cast<double>(system.nics) / static_cast<double>(std::max<std::int64_t>(system.gpus, 1));
  model.network = link_model(Link::network, share * in(system.nic_bandwidth, byte / second), table);
  if (system.measured)
    for (LinkModel* link : {&model.pcie, &model.nvlink, &model.network})
      if (link->link == system.measured->link || (is_pcie(link->link) && is_pcie(system.measured->link)))
        link->constants = system.measured->constants;
  return model;
}

/// Hosts that so many cards take. @throws Error where the named hosts do not hold them, or several have no network
[[nodiscard]] inline std::int64_t nodes_for(const HostSystem& system, std::int64_t gpus, std::int64_t nodes = 0) {
  if (gpus < 1) throw bad_input("gpus", std::to_string(gpus), "must be a whole number > 0");
  const std::int64_t least = (gpus + system.gpus - 1) / system.gpus;
  if (nodes > 0 && nodes < least)
    throw bad_input("nodes", std::to_string(nodes),
                    "must be at least " + std::to_string(least) + ": " + system.name + " has " +
                        std::to_string(system.gpus) + " GPUs");
  if (nodes > 0 && gpus % nodes != 0)
    throw bad_input("gpus", std::to_string(gpus), "must be divisible by nodes, " + std::to_string(nodes));
  const std::int64_t taken = nodes > 0 ? nodes : least;
  if (taken > 1 && system.nics == 0)
    throw bad_input("gpus", std::to_string(gpus),
                    "must be at most " + std::to_string(system.gpus) +
                        " on one node: no network between hosts is "
                        "known of " +
                        system.name + "; name a system that has one");
  return taken;
}

}  // namespace perfmodel

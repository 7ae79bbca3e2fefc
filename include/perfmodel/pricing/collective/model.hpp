#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <perfmodel/device/architecture.hpp>
#include <perfmodel/device/device.hpp>
#include <perfmodel/error.hpp>
#include <perfmodel/number_text.hpp>
#include <perfmodel/operation/collective.hpp>
#include <perfmodel/pricing/collective/table.hpp>
#include <perfmodel/pricing/evidence.hpp>
#include <perfmodel/rounding.hpp>
#include <string>
#include <string_view>

namespace perfmodel {

/// A link between one card and its peers. Bytes per second and seconds.
struct LinkModel {
  Link link{};
  double bandwidth{};  ///< one direction, published
  LinkConstants constants{};
  std::int64_t per_host{};  ///< cards of one host, where the link joins those of several; 0: of one host
};

/// The links of a card: NVLink among as many cards as it joins, PCIe among more, a network between hosts.
struct CollectiveModel {
  LinkModel pcie{}, nvlink{};
  std::int64_t nvlink_cards{};  ///< that NVLink joins at most; 0 and 1: there is none
  LinkModel network{};          ///< one card's share of its host's adapters; bandwidth 0: one host only
  bool sums_in_switch{};        ///< NVLink SHARP
};

/// NVLink's generation by that of the card's tensor cores: Hopper has the fourth, Blackwell the fifth (NVIDIA's
/// architecture papers).
[[nodiscard]] constexpr Link nvlink_of(int compute_capability) {
  const TensorInstruction tensor = architecture_of(compute_capability).tensor;
  return tensor == TensorInstruction::tcgen05 ? Link::nvlink5
         : tensor == TensorInstruction::wgmma ? Link::nvlink4
                                              : Link::nvlink;
}

/// PCIe as the library drives it that a card came with: NCCL 2 is as old as Volta.
[[nodiscard]] constexpr Link pcie_of(int compute_capability) {
  return architecture_of(compute_capability).tensor == TensorInstruction::none ? Link::pcie : Link::pcie_nccl2;
}

[[nodiscard]] inline LinkModel link_model(Link which, double bandwidth, const CollectiveTable& table) {
  return {.link = which, .bandwidth = bandwidth, .constants = table[static_cast<std::size_t>(which)]};
}

[[nodiscard]] inline CollectiveModel make_collective_model(const Device& device, const CollectiveTable& table) {
  const Interconnect& i = device.interconnect;
  const bool has_nvlink = i.nvlink_bandwidth > Bandwidth{};
  const std::int64_t any_number = std::numeric_limits<std::int64_t>::max();
  const Link nvlink = nvlink_of(device.compute_capability);
  return {.pcie = link_model(pcie_of(device.compute_capability), in(i.host_bandwidth, byte / second), table),
          .nvlink = link_model(nvlink, in(0.5 * i.nvlink_bandwidth, byte / second), table),
          .nvlink_cards = !has_nvlink          ? 0
                          : i.nvlink_cards > 0 ? i.nvlink_cards
                                               : any_number,
          .sums_in_switch = has_nvlink && i.nvlink_cards == 0 && nvlink != Link::nvlink};
}

/// What connects so many cards of one host: a ring is as fast as its slowest link, so that one pair too many takes all
/// of it to PCIe.
[[nodiscard]] constexpr const LinkModel& link_among(std::int64_t gpus, const CollectiveModel& model) {
  return gpus <= model.nvlink_cards ? model.nvlink : model.pcie;
}

/// Steps and traffic of one collective. A ring makes 2 (p - 1) steps of size / p for an all-reduce (Patarasuk and Yuan,
/// J. Parallel Distrib. Comput. 69(2), 2009, doi:10.1016/j.jpdc.2008.09.002), half of that for its two halves; a tree
/// has 2 log2 p levels and moves the same bytes (Sanders, Speck, Traeff, Parallel Computing 35(12), 2009,
/// doi:10.1016/j.parco.2009.09.001). An all-to-all sends to all peers at once.
struct CollectiveSteps {
  double ring_steps{}, tree_levels{};
  double bytes_per_link{};
};

/// @throws Error for fewer than one card or a negative size
[[nodiscard]] inline CollectiveSteps collective_steps(const Collective& c) {
  if (c.gpus < 1) throw bad_input("gpus", std::to_string(c.gpus), "must be a whole number > 0");
  if (!(c.size >= Bytes{}) || !std::isfinite(in(c.size, byte)))
    throw bad_input("size", number_text(in(c.size, byte)), "must be a finite number of bytes >= 0");
  const double p = static_cast<double>(c.gpus), size = in(c.size, byte);
  if (c.gpus == 1) return {};
  const double levels = std::ceil(std::log2(p));
  switch (c.kind) {
    case CollectiveKind::all_reduce:
      return {2.0 * (p - 1.0), 2.0 * levels, 2.0 * (p - 1.0) / p * size};
    case CollectiveKind::all_gather:
    case CollectiveKind::reduce_scatter:
      return {p - 1.0, p - 1.0, (p - 1.0) / p * size};
    case CollectiveKind::broadcast:
      return {p - 1.0, levels, size};
    case CollectiveKind::send:
      return {1.0, 1.0, size};
    case CollectiveKind::all_to_all:
      return {1.0, 1.0, (p - 1.0) / p * size};
  }
  return {};
}

struct CollectiveTime {
  double start{}, hops{}, transfer{};
  std::string_view algorithm{"none"};
  double least{};  ///< the transfer at all of the link's bandwidth

  [[nodiscard]] double total() const { return start + hops + transfer; }
};

namespace detail {

/// Time until all channels are busy: grows with the square root of the transfer, as message and channels are split.
[[nodiscard]] inline double ramp(double transfer, const LinkConstants& k) {
  return k.ramp * std::sqrt(transfer * k.start_seconds);
}

/// The fastest protocol for so many steps and bytes over one link.
/// @param own    bytes of its own part that a card copies
/// @param pairs  sends and receives: the library has no LL128 for them
[[nodiscard]] inline CollectiveTime over_ring(double steps, double bytes, double own, const LinkModel& link,
                                              bool pairs) {
  const LinkConstants& k = link.constants;
  const double wire = (bytes + k.own * own) / link.bandwidth, simple = wire / k.share;
  CollectiveTime best{.start = k.simple_start * k.start_seconds + ramp(simple, k),
                      .hops = steps * k.simple_hop * k.hop_seconds,
                      .transfer = simple,
                      .algorithm = "ring simple",
                      .least = bytes / link.bandwidth};
  const auto offer = [&](double share, double start, double hop, std::string_view word) {
    if (!(share > 0.0)) return;
    const CollectiveTime t{start * k.start_seconds, steps * hop * k.hop_seconds, wire / share, word, best.least};
    if (t.total() < best.total()) best = t;
  };
  offer(k.ll_share, 1.0, 1.0, "ring LL");
  if (!pairs) offer(k.ll128_share, k.ll128_start, k.ll128_hop, "ring LL128");
  return best;
}

[[nodiscard]] constexpr bool in_pairs(CollectiveKind kind) {
  return kind == CollectiveKind::send || kind == CollectiveKind::all_to_all;
}

/// An all-reduce among cards of several hosts that one link joins (a rack of NVLink): a chain in each host and a tree
/// of hosts, up and down (NCCL, src/graph/tuning.cc; there are no trees in one host). A card sends all of it up and
/// down.
[[nodiscard]] inline CollectiveTime over_tree(const Collective& c, const LinkModel& link) {
  const auto hosts = static_cast<double>(ceil_div(c.gpus, link.per_host));
  const double size = in(c.size, byte), steps = static_cast<double>(link.per_host - 1) + std::ceil(std::log2(hosts));
  CollectiveTime t = over_ring(2.0 * steps, 2.0 * size, 0.0, link, false);
  t.algorithm = t.algorithm == "ring LL" ? "tree LL" : t.algorithm == "ring LL128" ? "tree LL128" : "tree simple";
  return t;
}

/// Among cards that one link joins: of one host, or of a rack of NVLink.
[[nodiscard]] inline CollectiveTime within_host(const Collective& c, const LinkModel& link, bool sums_in_switch) {
  const CollectiveSteps s = collective_steps(c);
  if (c.gpus == 1) return {};
  const double size = in(c.size, byte), p = static_cast<double>(c.gpus);
  const bool one_way = c.kind == CollectiveKind::send || c.kind == CollectiveKind::broadcast;
  CollectiveTime best = over_ring(s.ring_steps, s.bytes_per_link, one_way ? 0.0 : size / p, link, in_pairs(c.kind));
  if (c.kind == CollectiveKind::all_reduce && link.per_host > 0 && c.gpus > link.per_host) {
    const CollectiveTime tree = over_tree(c, link);
    if (tree.total() < best.total()) best = tree;
  }
  const LinkConstants& k = link.constants;
  if (sums_in_switch && k.nvls_share > 0.0 && p >= k.nvls_cards && c.kind == CollectiveKind::all_reduce) {
    const double transfer = size / (k.nvls_share * link.bandwidth);
    const CollectiveTime t{k.nvls_start * k.start_seconds + ramp(transfer, k), 0.0, transfer, "NVLS",
                           size / link.bandwidth};
    if (t.total() < best.total()) best = t;
  }
  return best;
}

/// Steps that cross the network, and bytes that each card's share of it carries. An all-reduce goes up and down a tree
/// of hosts, the others around a ring of all cards: NCCL has trees for sums alone (src/graph/tuning.cc).
struct NetworkPart {
  double steps{}, bytes{};
};
[[nodiscard]] inline NetworkPart network_part(const Collective& c, std::int64_t local, std::int64_t nodes) {
  const double size = in(c.size, byte), l = static_cast<double>(local), m = static_cast<double>(nodes);
  const double levels = std::ceil(std::log2(m)), p = static_cast<double>(c.gpus);
  switch (c.kind) {
    case CollectiveKind::all_reduce:
      return {2.0 * levels, 2.0 * (m - 1.0) / m * size / l};
    case CollectiveKind::all_gather:
    case CollectiveKind::reduce_scatter:
      return {m - 1.0, (m - 1.0) / m * size / l};
    case CollectiveKind::broadcast:
      return {m - 1.0, size / l};
    case CollectiveKind::send:
      return {1.0, size};
    case CollectiveKind::all_to_all:
      return {1.0, (p - l) / p * size};
  }
  return {};
}

/// Over several hosts: the part inside each and the part between them follow each other piece by piece, so that the
/// longer transfer counts and both latencies do.
[[nodiscard]] inline CollectiveTime across_hosts(const Collective& c, std::int64_t local, std::int64_t nodes,
                                                 const CollectiveModel& model) {
  const NetworkPart n = network_part(c, local, nodes);
  Collective inside = c;
  inside.gpus = local;
  if (c.kind == CollectiveKind::all_to_all)
    inside.size = static_cast<double>(local) / static_cast<double>(c.gpus) * c.size;
  CollectiveTime here = within_host(inside, link_among(local, model), model.sums_in_switch);
  const bool ring = c.kind == CollectiveKind::all_gather || c.kind == CollectiveKind::reduce_scatter ||
                    c.kind == CollectiveKind::broadcast;
  if (ring) here.hops *= static_cast<double>(nodes);  // around all hosts
  if (c.kind == CollectiveKind::send) here = {};
  const CollectiveTime between = over_ring(n.steps, n.bytes, 0.0, model.network, in_pairs(c.kind));
  return {.start = std::max(here.start, between.start),
          .hops = here.hops + between.hops,
          .transfer = std::max(here.transfer, between.transfer),
          .algorithm = ring                                   ? "ring over hosts"
                       : c.kind == CollectiveKind::all_to_all ? "pairs over hosts"
                       : c.kind == CollectiveKind::send       ? "pair over hosts"
                                                              : "tree over hosts",
          .least = std::max(here.least, between.least)};
}

}  // namespace detail

/// @throws Error for fewer than one card, a negative size, more cards a host than there are cards
[[nodiscard]] inline CollectiveTime collective_time(const Collective& c, const LinkModel& link) {
  return detail::within_host(c, link, false);
}

/// The same on a machine: within one host, or over as many as the cards need.
/// @throws Error also where several hosts are needed and there is no network
[[nodiscard]] inline CollectiveTime collective_time(const Collective& c, const CollectiveModel& model) {
  (void)collective_steps(c);
  const std::int64_t local = c.per_node > 0 ? std::min(c.per_node, c.gpus) : c.gpus;
  if (local == c.gpus) return detail::within_host(c, link_among(c.gpus, model), model.sums_in_switch);
  if (!(model.network.bandwidth > 0.0))
    throw bad_input("gpus", std::to_string(c.gpus),
                    "must be at most " + std::to_string(local) + ": the system has no network between hosts");
  return detail::across_hosts(c, local, (c.gpus + local - 1) / local, model);
}

}  // namespace perfmodel

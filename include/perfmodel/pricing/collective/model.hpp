#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <perfmodel/device/device.hpp>
#include <perfmodel/error.hpp>
#include <perfmodel/operation/collective.hpp>
#include <perfmodel/pricing/collective/table.hpp>
#include <perfmodel/pricing/evidence.hpp>
#include <string>

namespace perfmodel {

/// A link between one card and its peers. Bytes per second and seconds.
struct LinkModel {
  Link link{};
  double bandwidth{};  ///< one direction, published
  LinkConstants constants{};
};

/// The links of a card: NVLink among as many cards as it joins, PCIe among more.
struct CollectiveModel {
  LinkModel pcie{}, nvlink{};
  std::int64_t nvlink_cards{};  ///< that NVLink joins at most; 0 and 1: there is none
};

[[nodiscard]] inline CollectiveModel make_collective_model(const Device& device, const CollectiveTable& table) {
  const Interconnect& i = device.interconnect;
  const auto link = [&](Link which, Bandwidth one_way) {
    return LinkModel{
        .link = which, .bandwidth = in(one_way, byte / second), .constants = table[static_cast<std::size_t>(which)]};
  };
  const bool has_nvlink = i.nvlink_bandwidth > Bandwidth{};
  const std::int64_t any_number = std::numeric_limits<std::int64_t>::max();
  return {.pcie = link(Link::pcie, i.host_bandwidth),
          .nvlink = link(Link::nvlink, 0.5 * i.nvlink_bandwidth),
          .nvlink_cards = !has_nvlink          ? 0
                          : i.nvlink_cards > 0 ? i.nvlink_cards
                                               : any_number};
}

/// What connects so many cards: a ring or a tree is as fast as its slowest link, so that one pair too many takes all of
/// it to PCIe.
[[nodiscard]] constexpr const LinkModel& link_among(std::int64_t gpus, const CollectiveModel& model) {
  return gpus <= model.nvlink_cards ? model.nvlink : model.pcie;
}

/// Steps and traffic of one collective. A ring makes 2 (p - 1) steps of size / p for an all-reduce (Patarasuk and Yuan,
/// J. Parallel Distrib. Comput. 69(2), 2009, doi:10.1016/j.jpdc.2008.09.002), half of that for its two halves; a tree
/// has 2 log2 p levels and moves the same bytes (Sanders, Speck, Traeff, Parallel Computing 35(12), 2009,
/// doi:10.1016/j.parco.2009.09.001). The library takes what is faster for the size.
struct CollectiveSteps {
  double ring_steps{}, tree_levels{};
  double bytes_per_link{};
};

/// @throws Error for fewer than one card or a negative size
[[nodiscard]] inline CollectiveSteps collective_steps(const Collective& c) {
  if (c.gpus < 1) throw bad_input("gpus", std::to_string(c.gpus), "must be a whole number > 0");
  if (!(c.size >= Bytes{}) || !std::isfinite(in(c.size, byte)))
    throw bad_input("size", std::to_string(in(c.size, byte)), "must be a finite number of bytes >= 0");
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
  }
  return {};
}

struct CollectiveTime {
  double start{}, hops{}, transfer{};
};

[[nodiscard]] inline CollectiveTime collective_time(const Collective& c, const LinkModel& link) {
  const CollectiveSteps s = collective_steps(c);
  if (c.gpus == 1) return {};
  const LinkConstants& k = link.constants;
  return {.start = k.start_seconds,
          .hops = std::min(s.ring_steps, s.tree_levels) * k.hop_seconds,
          .transfer = s.bytes_per_link / (k.share * link.bandwidth)};
}

}  // namespace perfmodel

#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/system/host_system.hpp>

namespace system_host_system_test {
using namespace perfmodel;

namespace {
[[nodiscard]] Device card(const char* name) { return json::load_device(name).device; }
const HostSystem two_links{
    .name = "a pair", .gpus = 4, .links = LinkLayout::nvlink_bridge, .nvlink_bandwidth = 200.0 * giga * byte / second};
}  // namespace

TEST_CASE("hosts are counted, and several need a network") {
  HostSystem system = two_links;
  CHECK(nodes_for(system, 4) == 1);
  CHECK(nodes_for(system, 3, 1) == 1);
  CHECK_THROWS_WITH_AS((void)nodes_for(system, 8), doctest::Contains("no network between hosts is known of a pair"),
                       Error);
  CHECK_THROWS_WITH_AS((void)nodes_for(system, 8, 1), "nodes: got 1; must be at least 2: a pair has 4 GPUs", Error);
  CHECK_THROWS_AS((void)nodes_for(system, 0), Error);
  system.nics = 2;
  CHECK(nodes_for(system, 8) == 2);
  CHECK(nodes_for(system, 8, 4) == 4);
  CHECK_THROWS_AS((void)nodes_for(system, 9, 4), Error);
}

TEST_CASE("a bridge joins two of the cards, a switch all, adapters are shared evenly") {
  const Device h100 = card("h100-sxm5-80gb");
  CHECK(make_collective_model(two_links, h100).nvlink_cards == 2);
  HostSystem switched = two_links;
  switched.links = LinkLayout::nvswitch, switched.gpus = 8, switched.nics = 4;
  switched.nic_bandwidth = 50.0 * giga * byte / second;
  const CollectiveModel model = make_collective_model(switched, h100);
  CHECK(model.nvlink_cards == 8);
  CHECK(model.sums_in_switch);
  CHECK(model.nvlink.bandwidth == doctest::Approx(100e9));
  CHECK(model.network.bandwidth == doctest::Approx(25e9));
  HostSystem slots = two_links;
  slots.links = LinkLayout::pcie;
  CHECK(make_collective_model(slots, h100).nvlink_cards == 0);
  CHECK_THROWS_WITH_AS((void)make_collective_model(two_links, card("l40s")),
                       doctest::Contains("joins cards by NVLink, which L40S does not have"), Error);
}

TEST_CASE("measured PCIe is that of the card, whatever its library") {
  HostSystem slots = two_links;
  slots.links = LinkLayout::pcie;
  slots.measured = MeasuredLink{.link = Link::pcie, .constants = {.share = 0.25}};
  CHECK(make_collective_model(slots, card("l40s")).pcie.constants.share == 0.25);
  CHECK(make_collective_model(slots, card("p100-pcie-16gb")).pcie.constants.share == 0.25);
  CHECK(make_collective_model(slots, card("l40s")).network.constants.share != 0.25);
}

TEST_CASE("a rack of NVLink has several hosts") {
  HostSystem rack = two_links;
  rack.links = LinkLayout::nvswitch, rack.gpus = 72, rack.hosts = 18;
  CHECK(make_collective_model(rack, card("gb200")).nvlink.per_host == 4);
  rack.hosts = 1;
  CHECK(make_collective_model(rack, card("gb200")).nvlink.per_host == 0);
}

TEST_CASE("a card's own links suggest a server") {
  CHECK(system_of(card("l40s")).links == LinkLayout::pcie);
  CHECK(system_of(card("h100-pcie")).links == LinkLayout::nvlink_bridge);
  CHECK(system_of(card("h200-sxm")).links == LinkLayout::nvswitch);
  CHECK(system_of(card("h200-sxm")).nics == 0);
}
}  // namespace system_host_system_test

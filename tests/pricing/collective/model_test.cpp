#include <doctest/doctest.h>

#include <limits>
#include <perfmodel/pricing/collective/model.hpp>

#include "../../relative_error.hpp"

namespace pricing_collective_model_test {
using namespace perfmodel;

// Steps, bytes and seconds worked out by hand for links of made-up constants: a byte a second, shares of a half.

namespace {
using Kind = CollectiveKind;
constexpr double rounding = 1e-12;

constexpr Collective call(Kind kind, std::int64_t gpus, double size, std::int64_t per_node = 0) {
  return {.kind = kind, .gpus = gpus, .size = size * byte, .per_node = per_node};
}
/// One protocol, half of `bandwidth`, a second a hop, ten to start.
constexpr LinkModel simple_link(double bandwidth = 1.0) {
  return {.link = Link::nvlink4,
          .bandwidth = bandwidth,
          .constants = {.share = 0.5, .hop_seconds = 1.0, .start_seconds = 10.0}};
}
constexpr bool is(const CollectiveSteps& s, double ring, double tree, double bytes) {
  return s.ring_steps == ring && s.tree_levels == tree && s.bytes_per_link == bytes;
}
constexpr CollectiveModel machine(double network = 0.25, std::int64_t nvlink_cards = 8) {
  return {
      .pcie = simple_link(0.5), .nvlink = simple_link(), .nvlink_cards = nvlink_cards, .network = simple_link(network)};
}
}  // namespace

// NVLink's generation by the card's: A100, H100, B200, and an RTX 5090, whose cores are mma.sync's
static_assert(nvlink_of(80) == Link::nvlink && nvlink_of(90) == Link::nvlink4 && nvlink_of(100) == Link::nvlink5 &&
              nvlink_of(120) == Link::nvlink);
static_assert(link_among(8, machine()).bandwidth == 1.0 && link_among(9, machine()).bandwidth == 0.5);

TEST_CASE("steps and bytes of each collective among six cards") {
  CHECK(is(collective_steps(call(Kind::all_reduce, 6, 600)), 10, 6, 1000));
  CHECK(is(collective_steps(call(Kind::all_gather, 6, 600)), 5, 5, 500));
  CHECK(is(collective_steps(call(Kind::reduce_scatter, 6, 600)), 5, 5, 500));
  CHECK(is(collective_steps(call(Kind::broadcast, 6, 600)), 5, 3, 600));
  CHECK(is(collective_steps(call(Kind::send, 2, 600)), 1, 1, 600));
  CHECK(is(collective_steps(call(Kind::all_to_all, 6, 600)), 1, 1, 500));
  CHECK(is(collective_steps(call(Kind::all_reduce, 1, 600)), 0, 0, 0));
}

TEST_CASE("a ring: start, hops, bytes at a share of the link") {
  const CollectiveTime t = collective_time(call(Kind::all_reduce, 6, 600), simple_link());
  CHECK(t.start == 10.0);
  CHECK(t.hops == 10.0);
  CHECK(t.transfer == 2000.0);
  CHECK(t.least == 1000.0);
  CHECK(t.total() == 2020.0);
  CHECK(t.algorithm == "ring simple");
  // a card's own part is copied: 600 / 6 of it, twice as fast; not where all goes one way
  LinkModel own = simple_link();
  own.constants.own = 0.5;
  CHECK(collective_time(call(Kind::all_reduce, 6, 600), own).transfer == 2100.0);
  CHECK(collective_time(call(Kind::broadcast, 6, 600), own).transfer == 1200.0);
  CHECK(collective_time(call(Kind::send, 2, 600), own).transfer == 1200.0);
  CHECK(collective_time(call(Kind::all_reduce, 6, 600), own).least == 1000.0);
  // channels fill up with the root of the transfer
  LinkModel ramp = simple_link();
  ramp.constants.ramp = 3.0;
  CHECK(relative_error(collective_time(call(Kind::all_to_all, 5, 50), ramp).start, 10.0 + 3.0 * std::sqrt(800.0)) <
        rounding);
}

TEST_CASE("the fastest protocol") {
  LinkModel link = simple_link();
  link.constants.simple_start = 4.0, link.constants.simple_hop = 5.0;
  link.constants.ll_share = 0.1;
  link.constants.ll128_share = 0.25, link.constants.ll128_start = 2.0, link.constants.ll128_hop = 3.0;
  const auto gather = [&](double size) { return collective_time(call(Kind::all_gather, 2, size), link); };
  // simple: 40 + 5 + size; LL: 10 + 1 + 5 size; LL128: 20 + 3 + 2 size
  CHECK(gather(2).algorithm == "ring LL");
  CHECK(gather(2).total() == 21.0);
  CHECK(gather(10).algorithm == "ring LL128");
  CHECK(gather(10).total() == 43.0);
  CHECK(gather(30).algorithm == "ring simple");
  CHECK(gather(30).total() == 75.0);
  CHECK(gather(30).least == 15.0);
  CHECK(gather(10).least == 5.0);
  // pairs have no LL128
  CHECK(collective_time(call(Kind::send, 2, 4), link).algorithm == "ring LL");
  CHECK(collective_time(call(Kind::send, 2, 8), link).algorithm == "ring simple");
  CHECK(collective_time(call(Kind::all_to_all, 2, 8), link).algorithm == "ring LL");
}

TEST_CASE("sums in the switch: all-reduce of eight cards and more") {
  LinkModel link = simple_link();
  link.constants.nvls_cards = 8.0, link.constants.nvls_share = 0.8, link.constants.nvls_start = 2.0;
  const auto algorithm = [&](Kind kind, std::int64_t gpus, const LinkModel& l, bool sums) {
    return detail::within_host(call(kind, gpus, 800), l, sums).algorithm;
  };
  CHECK(algorithm(Kind::all_reduce, 8, link, true) == "NVLS");
  CHECK(algorithm(Kind::all_reduce, 7, link, true) == "ring simple");
  CHECK(algorithm(Kind::all_reduce, 8, link, false) == "ring simple");
  CHECK(algorithm(Kind::all_gather, 8, link, true) == "ring simple");
  CHECK(algorithm(Kind::all_reduce, 8, simple_link(), true) == "ring simple");
  const CollectiveTime t = detail::within_host(call(Kind::all_reduce, 8, 800), link, true);
  CHECK(t.start == 20.0);
  CHECK(t.hops == 0.0);
  CHECK(t.transfer == doctest::Approx(1000.0));
  CHECK(t.least == 800.0);
  link.constants.nvls_start = 1000.0;  // where it is faster
  CHECK(algorithm(Kind::all_reduce, 8, link, true) == "ring simple");
}

TEST_CASE("over three hosts of four cards: what crosses the network") {
  const auto part = [](Kind kind) { return detail::network_part(call(kind, 12, 1200, 4), 4, 3); };
  CHECK(part(Kind::all_reduce).steps == 4.0);  // two levels, up and down
  CHECK(part(Kind::all_reduce).bytes == doctest::Approx(400.0));
  CHECK(part(Kind::all_gather).steps == 2.0);
  CHECK(part(Kind::all_gather).bytes == doctest::Approx(200.0));
  CHECK(part(Kind::reduce_scatter).bytes == doctest::Approx(200.0));
  CHECK(part(Kind::broadcast).steps == 2.0);
  CHECK(part(Kind::broadcast).bytes == 300.0);
  CHECK(part(Kind::send).steps == 1.0);
  CHECK(part(Kind::send).bytes == 1200.0);
  CHECK(part(Kind::all_to_all).steps == 1.0);
  CHECK(part(Kind::all_to_all).bytes == doctest::Approx(800.0));
}

TEST_CASE("over hosts both latencies and the longer transfer count") {
  const CollectiveTime sum = collective_time(call(Kind::all_reduce, 12, 1200, 4), machine());
  CHECK(sum.start == 10.0);
  CHECK(sum.hops == 6.0 + 4.0);
  CHECK(sum.transfer == doctest::Approx(3600.0));  // inside 2 x 3 / 4 x 1200 x 2; between 400 x 8
  CHECK(sum.least == doctest::Approx(1800.0));
  CHECK(sum.algorithm == "tree over hosts");
  CHECK(collective_time(call(Kind::all_reduce, 12, 1200, 4), machine(0.125)).transfer == doctest::Approx(6400.0));
  CHECK(collective_time(call(Kind::all_reduce, 12, 1200, 4), machine(0.125)).least == doctest::Approx(3200.0));
  const CollectiveTime ring = collective_time(call(Kind::all_gather, 12, 1200, 4), machine());
  CHECK(ring.hops == 3.0 * 3.0 + 2.0);  // around all hosts
  CHECK(ring.algorithm == "ring over hosts");
  CHECK(collective_time(call(Kind::reduce_scatter, 12, 1200, 4), machine()).hops == 11.0);
  const CollectiveTime pairs = collective_time(call(Kind::all_to_all, 12, 1200, 4), machine(1.0));
  CHECK(pairs.transfer == doctest::Approx(1600.0));  // inside a third of it, three quarters of that
  CHECK(collective_time(call(Kind::all_to_all, 12, 1200, 4), machine(100.0)).transfer == doctest::Approx(600.0));
  CHECK(pairs.algorithm == "pairs over hosts");
  const CollectiveTime pair = collective_time(call(Kind::send, 2, 1200, 1), machine());
  CHECK(pair.hops == 1.0);
  CHECK(pair.transfer == 9600.0);
  CHECK(pair.algorithm == "pair over hosts");
  CHECK(collective_time(call(Kind::broadcast, 12, 1200, 4), machine()).hops == 3.0 * 3.0 + 2.0);  // a ring, too
  // as many hosts as the cards need: nine cards are three hosts of four, too
  CHECK(collective_time(call(Kind::all_gather, 9, 1200, 4), machine()).hops == 11.0);
  // the slower link inside where NVLink does not join all cards of a host
  CHECK(collective_time(call(Kind::all_gather, 12, 1200, 4), machine(100.0, 2)).transfer == doctest::Approx(3600.0));
  // one host has no network to cross
  CHECK(collective_time(call(Kind::all_gather, 4, 1200, 8), machine(0.0)).hops == 3.0);
  CHECK(collective_time(call(Kind::all_gather, 4, 1200), machine(0.0)).hops == 3.0);
}

TEST_CASE("a link of four bytes a second, two seconds a hop") {
  LinkModel link{.link = Link::nvlink4,
                 .bandwidth = 4.0,
                 .constants = {.share = 0.5, .hop_seconds = 2.0, .start_seconds = 10.0, .ll_share = 0.25}};
  link.constants.simple_start = 3.0, link.constants.simple_hop = 5.0;
  const CollectiveTime large = collective_time(call(Kind::all_reduce, 6, 600), link);
  CHECK(large.start == 30.0);
  CHECK(large.hops == 10.0 * 5.0 * 2.0);
  CHECK(large.transfer == 500.0);
  CHECK(large.least == 250.0);
  const CollectiveTime small = collective_time(call(Kind::all_reduce, 6, 6), link);
  CHECK(small.algorithm == "ring LL");
  CHECK(small.hops == 20.0);
  CHECK(small.transfer == doctest::Approx(10.0));
  link.constants.nvls_cards = 8.0, link.constants.nvls_share = 0.8;
  const CollectiveTime sum = detail::within_host(call(Kind::all_reduce, 8, 800), link, true);
  CHECK(sum.transfer == doctest::Approx(250.0));
  CHECK(sum.least == 200.0);
  // over hosts the later start counts
  CollectiveModel two = machine();
  two.network.constants.start_seconds = 25.0;
  CHECK(collective_time(call(Kind::all_gather, 12, 1200, 4), two).start == 25.0);
  two.nvlink.constants.start_seconds = 35.0;
  CHECK(collective_time(call(Kind::all_gather, 12, 1200, 4), two).start == 35.0);
}

TEST_CASE("the links of a card") {
  CollectiveTable table;
  table[static_cast<std::size_t>(Link::nvlink4)].share = 0.75;
  Device device;
  device.compute_capability = 90;
  device.interconnect.host_bandwidth = 64e9 * byte / second;
  CHECK(make_collective_model(device, table).nvlink_cards == 0);
  CHECK_FALSE(make_collective_model(device, table).sums_in_switch);
  device.interconnect.nvlink_bandwidth = 900e9 * byte / second;
  const CollectiveModel hopper = make_collective_model(device, table);
  CHECK(hopper.pcie.bandwidth == 64e9);
  CHECK(hopper.nvlink.bandwidth == 450e9);  // one direction
  CHECK(hopper.nvlink.constants.share == 0.75);
  CHECK(hopper.nvlink_cards > 1000000);
  CHECK(hopper.sums_in_switch);
  device.interconnect.nvlink_cards = 2;  // a bridge has no switch
  CHECK(make_collective_model(device, table).nvlink_cards == 2);
  CHECK_FALSE(make_collective_model(device, table).sums_in_switch);
  device.interconnect.nvlink_cards = 0, device.compute_capability = 80;
  CHECK_FALSE(make_collective_model(device, table).sums_in_switch);
  CHECK_THROWS((void)collective_steps(call(Kind::send, 2, -1.0)));
  CHECK_NOTHROW((void)collective_steps(call(Kind::send, 2, 0.0)));
  CHECK_THROWS((void)collective_steps(call(Kind::send, 2, std::numeric_limits<double>::infinity())));
  CHECK_THROWS((void)collective_time(call(Kind::send, 2, 1.0, 1), machine(0.0)));
}

TEST_CASE("hosts that one link joins: a chain in each and a tree of hosts, where that is faster") {
  LinkModel rack = simple_link(1e6);
  rack.per_host = 4;
  // 32 cards on eight hosts: 2 (3 + 3) steps instead of 62; all of the message goes up and down
  const CollectiveTime small = collective_time(call(Kind::all_reduce, 32, 600), rack);
  CHECK(small.algorithm == "tree simple");
  CHECK(small.hops == 12.0);
  CHECK(relative_error(small.transfer, 2.0 * 600.0 / 0.5e6) < rounding);
  CHECK(collective_time(call(Kind::all_reduce, 4, 600), rack).algorithm == "ring simple");  // one host
  CHECK(collective_time(call(Kind::all_gather, 32, 600), rack).algorithm == "ring simple");
  CHECK(collective_time(call(Kind::all_reduce, 32, 1e12), rack).algorithm == "ring simple");  // fewer bytes a link
  // 30 cards need as many hosts as 32
  CHECK(collective_time(call(Kind::all_reduce, 30, 600), rack).hops == 12.0);
}

static_assert(pcie_of(60) == Link::pcie && pcie_of(52) == Link::pcie && pcie_of(70) == Link::pcie_nccl2 &&
              pcie_of(89) == Link::pcie_nccl2 && is_pcie(Link::pcie) && is_pcie(Link::pcie_nccl2) &&
              !is_pcie(Link::nvlink) && !is_pcie(Link::network));
}  // namespace pricing_collective_model_test

#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/collective/time.hpp>

using namespace perfmodel;

namespace {
CollectiveModel model_of(const char* card) { return make_collective_model(json::load_device(card).device); }
Time all_reduce(std::int64_t gpus, double bytes, const CollectiveModel& model) {
  return predict(Collective{.gpus = gpus, .size = bytes * byte}, model).total;
}
}  // namespace

TEST_CASE("a ring all-reduce moves 2 (p - 1) / p of the buffer over each link, its halves half of that") {
  // Patarasuk and Yuan, J. Parallel Distrib. Comput. 69(2), 2009
  const Collective c{.gpus = 4, .size = 100.0 * byte};
  CHECK(collective_steps(c).bytes_per_link == 150.0);
  CHECK(collective_steps(c).ring_steps == 6.0);
  CHECK(collective_steps(c).tree_levels == 4.0);
  CHECK(collective_steps({.kind = CollectiveKind::all_gather, .gpus = 4, .size = 100.0 * byte}).bytes_per_link == 75.0);
  CHECK(collective_steps({.kind = CollectiveKind::broadcast, .gpus = 4, .size = 100.0 * byte}).bytes_per_link == 100.0);
}

TEST_CASE("one card has nobody to talk to") { CHECK(all_reduce(1, 1e9, model_of("a100-sxm4-80gb")) == Time{}); }

TEST_CASE("time grows with bytes and cards, and no link beats its published bandwidth") {
  for (const char* card : {"a100-sxm4-80gb", "h100-sxm5-80gb", "t4", "rtx-4090"}) {
    const CollectiveModel model = model_of(card);
    CAPTURE(card);
    for (const std::int64_t gpus : {2, 4, 8}) {
      CHECK(all_reduce(gpus, 1e8, model) > all_reduce(gpus, 1e7, model));
      CHECK(all_reduce(2 * gpus, 1e8, model) > all_reduce(gpus, 1e8, model));
      const double link = link_among(gpus, model).bandwidth;
      CHECK(in(all_reduce(gpus, 1e9, model), second) >
            2.0 * static_cast<double>(gpus - 1) / static_cast<double>(gpus) * 1e9 / link);
    }
  }
  CHECK(all_reduce(2, 1e9, model_of("h100-sxm5-80gb")) <
        all_reduce(2, 1e9, model_of("h100-nvl")));                                             // 900 against 600 GB/s
  CHECK(all_reduce(2, 1e9, model_of("a100-sxm4-80gb")) < all_reduce(2, 1e9, model_of("t4")));  // NVLink against PCIe
}

TEST_CASE("a bridge joins two cards, more of them go over PCIe") {
  const CollectiveModel bridged = model_of("h100-pcie"), switched = model_of("h100-sxm5-80gb"), none = model_of("l4");
  CHECK(link_among(2, bridged).link == Link::nvlink);
  CHECK(link_among(4, bridged).link == Link::pcie);
  CHECK(link_among(8, switched).link == Link::nvlink);
  CHECK(link_among(2, none).link == Link::pcie);
  // four H100 PCIe in PCIe 5 x16 slots: the same as if they had no bridge
  Device unbridged = json::load_device("h100-pcie").device;
  unbridged.interconnect.nvlink_bandwidth = Bandwidth{};
  CHECK(all_reduce(4, 1e9, bridged) == all_reduce(4, 1e9, make_collective_model(unbridged)));
  CHECK(all_reduce(2, 1e9, bridged) < all_reduce(2, 1e9, make_collective_model(unbridged)));
  CHECK(all_reduce(4, 1e9, bridged) > 4.0 * all_reduce(2, 1e9, bridged));
}

TEST_CASE("impossible collectives are refused") {
  const CollectiveModel model = model_of("a100-sxm4-80gb");
  CHECK_THROWS_AS((void)predict(Collective{.gpus = 0, .size = 1.0 * byte}, model), Error);
  CHECK_THROWS_AS((void)predict(Collective{.gpus = 2, .size = -1.0 * byte}, model), Error);
}

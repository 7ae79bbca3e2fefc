#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/host_copy/constants.hpp>
#include <perfmodel/pricing/host_copy/time.hpp>

namespace pricing_host_copy_time_test {
using namespace perfmodel;

namespace {
Time copy(double bytes, bool pinned, const char* card) {
  return predict(HostCopy{.size = bytes * byte, .pinned = pinned},
                 make_host_copy_model(json::load_device(card).device, host_copy_table()))
      .total;
}
}  // namespace

TEST_CASE("copies to an H200 and an H100") {
  // data/raw/{h200-sxm,h100-sxm5-80gb}/copies.csv; 20 %: the pinned interval's narrower side. The H100
  // has not served to set the constants.
  struct Row {
    const char* card;
    double bytes, measured_us;
  };
  for (const Row& row : {Row{"h200-sxm", 268435456, 4839.23}, Row{"h200-sxm", 1048576, 26.217},
                         Row{"h100-sxm5-80gb", 268435456, 4895.55}, Row{"h100-sxm5-80gb", 4194304, 83.835}}) {
    const double predicted = in(copy(row.bytes, true, row.card), micro * second);
    CAPTURE(row.bytes);
    CHECK(predicted > 0.8 * row.measured_us);
    CHECK(predicted < 1.2 * row.measured_us);
  }
}

TEST_CASE("pinned memory beats pageable, a newer link an older one, and no copy its link") {
  for (const char* card : {"k40c", "v100-pcie-16gb", "a100-pcie-40gb", "h100-pcie", "gh200-96gb"}) {
    CAPTURE(card);
    CHECK(copy(1e8, true, card) < copy(1e8, false, card));
    CHECK(copy(1e8, true, card) > 1e8 * byte / json::load_device(card).device.interconnect.host_bandwidth);
  }
  CHECK(copy(1e8, true, "h100-pcie") < copy(1e8, true, "a100-pcie-40gb"));
  CHECK(copy(1e8, true, "a100-pcie-40gb") < copy(1e8, true, "v100-pcie-16gb"));
}

TEST_CASE("a negative size is refused") { CHECK_THROWS_AS((void)copy(-1.0, true, "t4"), Error); }
}  // namespace pricing_host_copy_time_test

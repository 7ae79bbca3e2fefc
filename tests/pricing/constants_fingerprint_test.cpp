#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/constants_fingerprint.hpp>
#include <string>

namespace pricing_constants_fingerprint_test {
using namespace perfmodel;

TEST_CASE("the fingerprint tells cards and changed constants apart, and is the same every time") {
  const Device t4 = json::load_device("t4").device;
  CHECK(constants_fingerprint(t4).size() == 16);
  CHECK(constants_fingerprint(t4).find_first_not_of("0123456789abcdef") == std::string::npos);
  CHECK(constants_fingerprint(t4) == constants_fingerprint(t4));
  Device slower = t4;
  slower.dram_bandwidth = 0.9 * t4.dram_bandwidth;
  CHECK(constants_fingerprint(slower) != constants_fingerprint(t4));
}
}  // namespace pricing_constants_fingerprint_test

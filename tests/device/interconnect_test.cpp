#include <doctest/doctest.h>

#include <cmath>
#include <perfmodel/device/interconnect.hpp>

namespace device_interconnect_test {
using namespace perfmodel;

static_assert(pcie_bandwidth(1, 1) == 0.25 * giga * byte / second);
static_assert(pcie_bandwidth(2, 16) == 8.0 * giga * byte / second);

TEST_CASE("pcie_bandwidth(): x16 figures as commonly printed, one direction, GB/s") {
  struct Row {
    int generation;
    double printed, half_digit;
  };
  for (const Row& row : {Row{1, 4.0, 0.05}, Row{2, 8.0, 0.05}, Row{3, 15.8, 0.05}, Row{4, 31.5, 0.05},
                         Row{5, 63.0, 0.05}, Row{6, 121.0, 0.5}}) {
    CAPTURE(row.generation);
    CHECK(std::abs(in(pcie_bandwidth(row.generation, 16), giga * byte / second) - row.printed) <= row.half_digit);
  }
}
TEST_CASE("pcie_bandwidth() is proportional to the lanes and grows with the generation") {
  for (int generation = 1; generation <= 6; ++generation)
    CHECK(pcie_bandwidth(generation, 8) == 0.5 * pcie_bandwidth(generation, 16));
  for (int generation = 2; generation <= 6; ++generation)
    CHECK(pcie_bandwidth(generation, 16) > pcie_bandwidth(generation - 1, 16));
}
}  // namespace device_interconnect_test

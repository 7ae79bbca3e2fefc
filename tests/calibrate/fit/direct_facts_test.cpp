#include "calibrate/fit/direct_facts.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <random>
#include <sstream>
#include <tests/relative_error.hpp>

namespace calibrate_fit_direct_facts_test {
using namespace perfmodel;

namespace {

RawTable table(const std::string& name, const std::string& columns, const std::vector<std::string>& rows) {
  std::string text = "# perfmodel-raw 1 " + name + " card=synthetic\n" + columns + '\n';
  for (const std::string& row : rows) text += row + '\n';
  return parse_raw(text + "# end " + std::to_string(rows.size()) + '\n', name + ".csv", name);
}

const DirectFact& fact(const std::vector<DirectFact>& facts, const std::string& name) {
  for (const DirectFact& f : facts)
    if (f.name == name) return f;
  throw Error("no fact " + name);
}

/// A card with known constants: 1 us floor, 3 TB/s, 6 TB/s from a 40 MiB L2, and multiplicative noise.
RawTable synthetic_bandwidth(double noise) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> error(0.0, noise);
  std::vector<std::string> rows;
  constexpr double l2 = 40.0 * 1048576;
  for (const bool cold : {true, false})
    for (double bytes = 4096; bytes < 8e9; bytes *= 1.5) {
      const double bandwidth = cold || bytes > l2 ? 3e12 : 6e12;
      const double us = (1.0 + 1e6 * bytes / bandwidth) * (1.0 + error(random));
      rows.push_back(std::string("read,") + (cold ? "cold," : "warm,") + std::to_string(static_cast<long long>(bytes)) +
                     ',' + std::to_string(us));
    }
  return table("bandwidth", "access,operands,bytes,time_us", rows);
}

RawTable shipped(const std::string& card, const std::string& name) {
  const std::string path = PERFMODEL_DATA_DIR "/raw/" + card + '/' + name + ".csv";
  std::ifstream file(path);
  REQUIRE_MESSAGE(file.good(), path);
  std::ostringstream text;
  text << file.rdbuf();
  return parse_raw(text.str(), path, name, card);
}

}  // namespace

TEST_CASE("a line through exact points is found exactly, whatever the points' sizes") {
  const std::vector<double> x{1, 10, 1000}, y{3, 21, 2001};
  const Line line = fit_line(x, y, "test");
  CHECK(std::abs(line.intercept - 1.0) < 1e-9);  // rounding of a well-conditioned 2 x 2 system
  CHECK(std::abs(line.slope - 2.0) < 1e-9);
  CHECK(line.noise < 1e-9);
  CHECK_THROWS_AS((void)fit_line(std::vector<double>{2, 2}, std::vector<double>{1, 1}, "test"), Error);
}

TEST_CASE("known bandwidths come back from synthetic measurements with 1 % of noise") {
  constexpr double l2 = 40.0 * 1048576;
  const std::vector<DirectFact> facts = bandwidth_facts(synthetic_bandwidth(0.01), l2);
  // 1 % of noise: the median of three is good to about 0.7 %; two sigma of that for DRAM, the line's three for the L2
  CHECK(std::abs(fact(facts, "dram_read_bandwidth").value / 3000 - 1) < 0.015);
  CHECK(std::abs(fact(facts, "l2_read_bandwidth").value / 6000 - 1) < 0.03);
  const auto knee = l2_knee(synthetic_bandwidth(0.01), l2);
  REQUIRE(knee.has_value());
  CHECK(knee->value > 40.0);        // the first footprint of the series beyond 40 MiB
  CHECK(knee->value < 40.0 * 1.5);  // the step of the series
}

TEST_CASE("the gap between kernels is the intercept of period against work") {
  const RawTable launch = table("launch", "kind,blocks,work_us,calls,period_us",
                                {"stream,132,0,512,1.5", "stream,132,2,512,3.3", "stream,132,8,512,9.3",
                                 "graph,132,2,128,2.6", "graph,132,8,128,8.6"});
  CHECK(std::abs(fact(launch_facts(launch), "launch_gap.stream.blocks_132").value - 1.3) < 1e-9);
  CHECK(std::abs(fact(launch_facts(launch), "launch_gap.graph.blocks_132").value - 0.6) < 1e-9);
}

TEST_CASE("how much longer a kernel of one block lasts than on the card of the shared constants") {
  constexpr double shared = 0.5e-6;
  CHECK(latency_factor({}, shared) == 1.0);
  CHECK(std::abs(latency_factor(launch_facts(shipped("h200-sxm", "launch")), shared) - 1.0) < 0.01);
  // 0.22 us longer by a profiler (random_operations_unseen.csv of both cards: single kernels of 1 to 2 us)
  const double longer = latency_factor(launch_facts(shipped("h100-sxm5-80gb", "launch")), shared) - 1.0;
  CHECK(relative_error(shared * longer, 0.22e-6) < 0.1);
}

TEST_CASE("the shipped H200 tables are complete and give facts near the published ones") {
  constexpr double l2 = 60.0 * 1048576;
  const std::vector<DirectFact> bandwidth = bandwidth_facts(shipped("h200-sxm", "bandwidth"), l2);
  // published 4.8 TB/s (H200 datasheet); no card reaches all of it, and none exceeds it
  CHECK(fact(bandwidth, "dram_read_bandwidth").value < 4800);
  CHECK(fact(bandwidth, "dram_read_bandwidth").value > 0.9 * 4800);
  CHECK(fact(bandwidth, "dram_copy_bandwidth").value < fact(bandwidth, "dram_read_bandwidth").value);
  // published rates per clock per SM (H100 whitepaper); a loop of instructions cannot beat them, and loses a few
  // percent
  const std::vector<DirectFact> rates = rate_facts(shipped("h200-sxm", "math_rate"));
  for (const auto& rate : std::map<std::string, double>{{"rate.tensor_core.bf16.wgmma.m64n256k16", 2048},
                                                        {"rate.tensor_core.tf32.wgmma.m64n256k8", 1024},
                                                        {"rate.tensor_core.fp8.wgmma.m64n256k32", 4096},
                                                        {"rate.cuda_core.fp32.fma.rn.f32", 128},
                                                        {"rate.cuda_core.fp64.fma.rn.f64", 64}}) {
    CAPTURE(rate.first);
    CHECK(fact(rates, rate.first).value <= rate.second * 1.001);  // 0.1 %: the clocks of start and end of a loop
    CHECK(fact(rates, rate.first).value >= rate.second * 0.97);
  }
  const std::vector<DirectFact> clocks = clock_facts(shipped("h200-sxm", "clock"));
  CHECK(fact(clocks, "clock.bf16.isolated").value > fact(clocks, "clock.bf16.sustained").value);
  CHECK(fact(clocks, "power.bf16.sustained").value > 600);  // board power limit 700 W
  CHECK(sm_facts(shipped("h200-sxm", "bandwidth_sms")).size() == 4);
  CHECK(launch_facts(shipped("h200-sxm", "launch")).size() == 6);
  CHECK(copy_facts(shipped("h200-sxm", "copies")).size() == 8);
}
}  // namespace calibrate_fit_direct_facts_test

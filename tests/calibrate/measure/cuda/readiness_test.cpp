#include "calibrate/measure/cuda/readiness.hpp"

#include <doctest/doctest.h>
#include <stdlib.h>

namespace calibrate_measure_cuda_readiness_test {
using namespace perfmodel::calibrate;

namespace {
constexpr std::size_t gib = std::size_t{1} << 30;

/// The state of a card as the stand-in for the driver's library tells it, and what is said of it.
std::string said_of(const char* state, std::size_t free = 80 * gib) {
  setenv("FAKE_NVML", state, 1);
  const Nvml nvml("0000:01:00.0", PERFMODEL_FAKE_NVML);
  const auto problem = not_ready("CARD", nvml.facts(), nvml.state(), free, 4 * gib);
  return problem ? problem->why : "";
}
}  // namespace

TEST_CASE("a card in order may be measured, power cap or not") {
  CHECK(said_of("").empty());
  const Nvml nvml("0000:01:00.0", PERFMODEL_FAKE_NVML);
  CHECK(nvml.loaded());
  CHECK(nvml.state().sm_clock_mhz == 1410);
  CHECK(nvml.facts().power_limit_w == 350);
  CHECK(nvml.facts().driver_version == "123.45");
  CHECK(nvml.facts().nvlinks == -1);  // the library lacks the function: not told
}

TEST_CASE("MIG, heat, power brake, other processes, load and too little memory are named") {
  CHECK(said_of("mig").find("MIG mode") != std::string::npos);
  CHECK(said_of("hot").find("throttled") != std::string::npos);
  CHECK(said_of("throttled").find("throttled") != std::string::npos);
  CHECK(said_of("busy").find("1 other process(es) use it, with 512 MiB") != std::string::npos);
  CHECK(said_of("loaded").find("80 % load") != std::string::npos);
  CHECK(said_of("", 3 * gib).find("3072 MiB are free; the benchmarks need 4096 MiB") != std::string::npos);
}

TEST_CASE("only a load without a process may pass by itself") {
  CardFacts loaded, sliced;
  loaded.utilization_percent = 30;
  sliced.mig = 1;
  CHECK(not_ready("CARD", loaded, {}, 8 * gib, gib)->may_pass);
  CHECK_FALSE(not_ready("CARD", sliced, {}, 8 * gib, gib)->may_pass);
}

TEST_CASE("without a management library, or with one that refuses, nothing is told and nothing is wrong") {
  const Nvml missing("0000:01:00.0", "no-such-library.so");
  CHECK_FALSE(missing.loaded());
  CHECK(missing.state().power_w == -1);
  CHECK_FALSE(not_ready("CARD", missing.facts(), missing.state(), 8 * gib, gib).has_value());
  setenv("FAKE_NVML", "refused", 1);
  CHECK_FALSE(Nvml("0000:01:00.0", PERFMODEL_FAKE_NVML).loaded());
}
}  // namespace calibrate_measure_cuda_readiness_test

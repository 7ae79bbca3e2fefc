#include "calibrate/fit/validation.hpp"

#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>

namespace calibrate_fit_validation_test {
using namespace perfmodel;

namespace {
Judged judged(const std::string& regime, double predicted, bool held_out = true) {
  return {.regime = regime,
          .predicted = predicted,
          .low = 0.9 * predicted,
          .high = 1.1 * predicted,
          .measured = 1.0,
          .roofline = 0.5,
          .held_out = held_out,
          .bound = "gemm fp16 math"};
}
}  // namespace

TEST_CASE("errors, roofline and coverage of a regime; rows that were fitted are told apart") {
  const std::vector<Judged> rows{judged("a", 1.05), judged("a", 0.95), judged("a", 1.30), judged("a", 5.0, false)};
  const std::vector<RegimeErrors> unseen = regime_errors(rows, true);
  REQUIRE(unseen.size() == 1);
  CHECK(unseen[0].model.count == 3);
  CHECK(std::abs(unseen[0].model.mean - 0.4 / 3.0) < 1e-12);
  CHECK(std::abs(unseen[0].model.bias - 0.1) < 1e-12);
  CHECK(std::abs(unseen[0].model.worst - 0.3) < 1e-12);
  CHECK(std::abs(unseen[0].roofline.mean - 0.5) < 1e-12);
  CHECK(std::abs(unseen[0].coverage - 2.0 / 3.0) < 1e-12);  // 1.3 is not within a tenth of 1
  REQUIRE(regime_errors(rows, false).size() == 1);
  CHECK(bound_errors(rows, true).at(0).regime == "gemm fp16 math");
}

TEST_CASE("regimes that begin alike are judged together") {
  const std::vector<Judged> all =
      merged({judged("unseen fp16 aligned", 1.0), judged("unseen fp32 batched", 1.0), judged("gemm", 1.0)}, "unseen ",
             "unseen, all");
  REQUIRE(all.size() == 2);
  CHECK(all[1].regime == "unseen, all");
}

TEST_CASE("a row is judged under its own load and with the card's factors") {
  const Device device = json::load_device("h200-sxm", "test", std::string(PERFMODEL_SOURCE_DIR) + "/devices").device;
  const Operand stream = packed({250'000'000}, NumberFormat::fp32);
  const op::Pointwise copy = op::pointwise(PointwiseFunction::copy, {stream}, stream);
  const Gemm product{.format = NumberFormat::bf16, .m = 8192, .n = 8192, .k = 8192, .output = NumberFormat::bf16};
  std::vector<CardRow> rows{{.measured = {.operations = {copy}, .seconds = 5e-4}, .group = "ops copy"},
                            {.measured = {.operations = {product}, .seconds = 1.5e-3}, .group = "gemm bf16 aligned"},
                            {.measured = {.operations = {product}, .seconds = 1.5e-3},
                             .load = Load::sustained,
                             .group = "gemm bf16 sustained"}};
  const std::vector<Judged> plain = judge(rows, device), slower = judge(rows, device, {.dram = 0.8});
  CHECK(slower[0].predicted > 1.2 * plain[0].predicted);
  CHECK(plain[2].predicted > plain[1].predicted);  // the board's power limit
  CHECK(plain[1].bound == "gemm bf16 math");
  CHECK(plain[0].bound == "ops memory");
  // 2 GB at the published 4.8 TB/s; 2 x 8192^3 FLOP at the published 989.4 TFLOPS, to half a per cent
  CHECK(std::abs(plain[0].roofline / (2e9 / 4.8e12) - 1.0) < 0.005);
  CHECK(std::abs(plain[1].roofline / (2.0 * 8192.0 * 8192.0 * 8192.0 / 989.4e12) - 1.0) < 0.005);
}
}  // namespace calibrate_fit_validation_test

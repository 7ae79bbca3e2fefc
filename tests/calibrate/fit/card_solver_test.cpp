#include "calibrate/fit/card_solver.hpp"

#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>
#include <random>

#include "calibrate/measure/cuda/gemm_cases.hpp"

namespace calibrate_fit_card_solver_test {
using namespace perfmodel;
using namespace perfmodel::calibrate;

namespace {
// A card that the shared constants know, and whose factors are therefore 1: what is added is the whole truth.
const Device a100 = json::load_device("a100-sxm4-40gb", "test", std::string(PERFMODEL_SOURCE_DIR) + "/devices").device;

/// Rows with the times that the model predicts with `truth`, each off by `noise` (normal, relative).
std::vector<CardRow> measured(std::vector<CardRow> rows, const CardCorrection& truth, double noise) {
  KernelModel isolated = make_kernel_model(a100), sustained = make_kernel_model(a100, software_of(), Load::sustained);
  apply(truth, isolated);
  apply(truth, sustained);
  std::mt19937_64 random(4);
  std::normal_distribution<double> normal(0.0, noise);
  for (CardRow& row : rows)
    row.measured.seconds = std::exp(normal(random)) *
                           in(predict(row.measured, row.load == Load::sustained ? sustained : isolated).total, second);
  return rows;
}

CardRow row_of(const std::string& group, const Operation& operation, std::uint64_t family, Load load = Load::isolated) {
  return {.measured = {.operation = group, .operations = {operation}}, .load = load, .group = group, .family = family};
}

/// Products of two formats, isolated and sustained, and long and short streams.
std::vector<CardRow> design() {
  std::vector<CardRow> rows;
  for (const GemmCase& c : gemm_cases(25e-3, 3e9, 0.12)) {
    if (c.gemm.format != NumberFormat::fp16 && c.gemm.format != NumberFormat::fp32) continue;
    rows.push_back(row_of("gemm " + std::string(name(c.gemm.format)) + (c.sustained ? " sustained" : ""), c.gemm,
                          shape_family(c.gemm), c.sustained ? Load::sustained : Load::isolated));
  }
  std::int64_t elements = 1 << 10;
  for (int i = 0; i < 60; ++i, elements = elements * 5 / 4) {
    const Operand flat = packed({elements}, NumberFormat::fp32);
    rows.push_back(
        row_of("ops copy", op::pointwise(PointwiseFunction::copy, {flat}, flat), static_cast<std::uint64_t>(i)));
  }
  return rows;
}

double fitted(const Refinement& r, const std::string& name) {
  CardCorrection c = correction_of(r.parameters, r.theta);
  return factor(c, name);
}
}  // namespace

TEST_CASE("known factors are found again from rows with 3 % of noise, and their deviations are true") {
  CardCorrection truth{.dram = 0.90, .launch = 1.4, .power = 0.93};
  truth.math[index(NumberFormat::fp16)] = 0.88;
  truth.math[index(NumberFormat::fp32)] = 1.05;
  const Refinement r = refine(a100, measured(design(), truth, 0.03));
  if (!r.available) return;  // built without Ceres
  // 2 %: the noise over the root of some hundred rows is 0.3 %, the prior pulls by a per cent where the data are weak.
  // Twice that for the speed of tensor cores, which trades with the clock that their power leaves.
  for (const std::string name : {"dram", "launch", "math.fp16", "math.fp32"}) {
    CAPTURE(name);
    CHECK(std::abs(std::log(fitted(r, name) / factor(truth, name))) < (name == "math.fp16" ? 0.04 : 0.02));
  }
  CHECK(r.kept);
  CHECK(r.after < 0.5 * r.before);
  for (const double deviation : r.deviation) CHECK(deviation > 0.0);
  CHECK(std::is_sorted(r.singular_values.rbegin(), r.singular_values.rend()));
}

TEST_CASE("a few measurements gone wrong do not move the factors") {
  CardCorrection truth{.dram = 0.92};
  std::vector<CardRow> rows = measured(design(), truth, 0.02);
  for (std::size_t i = 0; i < rows.size(); i += 20) rows[i].measured.seconds *= 3.0;
  const Refinement r = refine(a100, rows);
  if (!r.available) return;
  CHECK(std::abs(std::log(fitted(r, "dram") / 0.92)) < 0.02);
}

TEST_CASE("factors that do not help rows left out are not used") {
  const Refinement r = refine(a100, measured(design(), {}, 0.05));
  if (!r.available) return;
  CHECK_FALSE(r.kept);
  CHECK(r.correction == CardCorrection{});
}

TEST_CASE("the report names the pair that the data cannot tell apart, and what they say nothing of") {
  std::vector<CardRow> rows;
  std::uint64_t family = 0;
  for (const std::int64_t heads : {4, 8, 12, 16, 20, 24, 32, 40, 48, 64})
    for (const std::int64_t length : {1024, 1536, 2048, 3072, 4096, 6144})  // long: math alone decides
      rows.push_back(row_of("attention fp16",
                            Attention{.format = NumberFormat::fp16,
                                      .batch = 8,
                                      .heads = heads,
                                      .key_heads = heads,
                                      .queries = length,
                                      .keys = length,
                                      .head_size = 64},
                            ++family));
  const Refinement r = refine(a100, measured(rows, {.attention = 1.1}, 0.01));
  if (!r.available) return;
  // Both factors multiply the same rate in every row.
  REQUIRE(r.correlated.size() == 1);
  CHECK(r.correlated[0].first == "attention");
  CHECK(r.correlated[0].second == "math.fp16");
  CHECK(r.correlated[0].correlation < -0.9);
  CHECK(std::find(r.undetermined.begin(), r.undetermined.end(), "launch") != r.undetermined.end());
  CHECK(r.singular_values.back() < 1.0);
  // Their product is known all the same.
  CHECK(std::abs(std::log(fitted(r, "attention") * fitted(r, "math.fp16") / 1.1)) < 0.02);
}

TEST_CASE("the fit is deterministic and stays inside its bounds") {
  const std::vector<CardRow> rows = measured(design(), {.dram = 0.2}, 0.01);  // beyond what a factor may be
  const Refinement once = refine(a100, rows), again = refine(a100, rows);
  if (!once.available) return;
  CHECK(once.theta == again.theta);
  CHECK(once.after == again.after);
  for (const double theta : once.theta) {
    CHECK(theta >= std::log(least_correction) - 1e-12);
    CHECK(theta <= std::log(most_correction) + 1e-12);
  }
}
}  // namespace calibrate_fit_card_solver_test

#include "calibrate/fit/gemm_fit.hpp"

#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>
#include <random>

#include "calibrate/fit/gemm_priors.hpp"

namespace calibrate_fit_gemm_fit_test {
using namespace perfmodel;

namespace {
constexpr GemmFamily volta = GemmFamily::volta_sgemm;

/// Synthetic timings of a V100 by a table, with 2 % noise.
[[nodiscard]] std::vector<FitRow> synthetic_rows(const GemmTable& truth, const std::vector<FitSlot>& slots) {
  std::mt19937 random(7);
  std::normal_distribution<double> noise(0.0, 0.02);
  std::uniform_int_distribution<std::int64_t> extent(64, 4096);
  const std::vector<GemmModels> models = make_slot_models(truth, slots);
  const GemmModel& model = models[0].models[static_cast<std::size_t>(volta)];
  std::vector<FitRow> rows;
  for (int i = 0; i < 300; ++i) {
    FitRow row{.gemm = {.format = NumberFormat::fp32,
                        .layout = Layout::nt,
                        .m = extent(random),
                        .n = extent(random),
                        .k = extent(random)},
               .seconds = 1.0,
               .family = volta,
               .tile = {.tile = i % 8, .splits = 1},
               .tile_known = true};
    row.seconds = expected_seconds(row, slots[0], model) * std::exp(noise(random));
    rows.push_back(row);
  }
  return rows;
}

[[nodiscard]] double loss(const GemmTable& table, const std::vector<FitSlot>& slots, const std::vector<FitRow>& rows) {
  const RowModels models(table, slots, rows);
  double sum = 0.0;
  for (const FitRow& row : rows) {
    const double error = robust(std::log(expected_seconds(row, slots[0], models.of(row)) / row.seconds), 0.1);
    sum += error * error;
  }
  return sum;
}
}  // namespace

TEST_CASE("the loss of synthetic measurements is least at the constants that made them") {
  const std::vector<FitSlot> slots{{.device = json::load_device("v100-pcie-32gb").device}};
  GemmTable truth = gemm_priors;
  truth.families[static_cast<std::size_t>(volta)].block_cycles = 3000.0;
  const std::vector<FitRow> rows = synthetic_rows(truth, slots);
  const std::vector<FitParameter> parameters{
      {.name = "block_cycles",
       .apply = [](GemmTable& t,
                   double theta) { t.families[static_cast<std::size_t>(volta)].block_cycles *= std::exp(theta); }},
      {.name = "efficiency of 128 x 128", .apply = [](GemmTable& t, double theta) {
         t.families[static_cast<std::size_t>(volta)].tiles[0].efficiency *= std::exp(theta);
       }}};
  for (std::size_t which = 0; which < parameters.size(); ++which) {
    CAPTURE(parameters[which].name);
    double best = 1e300, best_theta = 1e300;
    for (double theta = -0.4; theta < 0.405; theta += 0.01) {
      std::vector<double> at(parameters.size(), 0.0);
      at[which] = theta;
      const double here = loss(fitted_table(truth, parameters, at), slots, rows);
      if (here < best) best = here, best_theta = theta;
    }
    CHECK(std::abs(best_theta) <=
          (which == 0 ? 0.1 : 0.02));  // 2 % noise; a block's start is a small part of a row's time
  }
}

TEST_CASE("robust() is the error itself near zero and grows like its root far away") {
  CHECK(robust(0.05, 0.1) == 0.05);
  CHECK(robust(-0.1, 0.1) == -0.1);
  CHECK(std::abs(robust(0.4, 0.1) - std::sqrt(0.1 * 0.7)) < 1e-12);
  CHECK(robust(-0.4, 0.1) == -robust(0.4, 0.1));
}

TEST_CASE("products with the same weights are one shape family, whatever the batch of rows") {
  const Gemm a{.m = 16, .n = 4096, .k = 1024}, b{.m = 999, .n = 4096, .k = 1024}, c{.m = 16, .n = 1024, .k = 4096};
  CHECK(shape_family(a) == shape_family(b));
  CHECK(shape_family(a) != shape_family(c));
}
}  // namespace calibrate_fit_gemm_fit_test

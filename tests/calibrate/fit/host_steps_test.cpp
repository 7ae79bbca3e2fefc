#include "calibrate/fit/host_steps.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/measurement/raw_csv.hpp>
#include <random>
#include <string>

namespace calibrate_fit_host_steps_test {
using namespace perfmodel;

namespace {

const std::string source = PERFMODEL_SOURCE_DIR;

const StepModel& h200() {
  static const StepModel model = make_step_model(json::load_device("h200-sxm", "test", source + "/devices").device,
                                                 software_of(Framework::libtorch));
  return model;
}

/// Small networks as a machine would measure them whose host costs are the profile's, with noise.
std::vector<MeasuredStep> synthetic(const HostProfile& truth, double noise) {
  std::mt19937 random(11);
  std::normal_distribution<double> factor(1.0, std::max(noise, 1e-300));  // of none: a spread above zero
  std::vector<MeasuredStep> steps;
  for (const Precision precision : {Precision::fp32, Precision::bf16, Precision::amp_bf16})
    for (const Optimizer optimizer : {Optimizer::sgd, Optimizer::momentum, Optimizer::adam})
      for (const std::int64_t layers : {4, 8, 16, 32, 64}) {
        MeasuredStep m{.network = {.layers = layers, .hidden = 64},
                       .recipe = {.batch = 64, .precision = precision, .optimizer = optimizer},
                       .family = "l" + std::to_string(layers),
                       .held_out = layers == 16};
        m.step = factor(random) * step_time(fcnn(m.network), m.recipe, h200(), truth).total;
        m.lowest = (1.0 - noise) * m.step;
        m.highest = (1.0 + noise) * m.step;
        steps.push_back(m);
      }
  return steps;
}

}  // namespace

TEST_CASE("a machine whose host is slower by a factor gets that factor and a profile that predicts its steps") {
  const HostProfile prior = host_profile(Framework::libtorch, "2.11");
  constexpr double noise = 0.02;
  const HostCalibration c = calibrate_host(synthetic(scaled(prior, 1.3), noise), h200(), prior);
  CHECK(std::abs(c.scale - 1.3) < 0.02);  // the median of 45 with 2 % of noise
  CHECK(std::abs(c.noise - noise) < 1e-6);
  CHECK(c.host_held_out.count == 9);
  CHECK(c.host_fitted.mean < 1.5 * noise);  // and the pull to the prior
  CHECK(c.host_held_out.mean < 1.5 * noise);
  CHECK(c.host_cross_validated.count == c.host_fitted.count);
  CHECK(c.host_cross_validated.mean < 2.0 * noise);
  StepModel model = h200();
  model.host_scale = every_framework(c.scale);
  const MeasuredStep m = synthetic(scaled(prior, 1.3), 0.0).back();
  CHECK(std::abs(in(step_time(fcnn(m.network), m.recipe, model).total, m.step) - 1.0) < 0.03);
}

TEST_CASE(
    "the factor of a machine makes the median step right, held out or not; without host-bound steps there is none") {
  const HostProfile prior = host_profile(Framework::libtorch, "2.11");
  for (const double truth : {0.7, 1.0, 2.5}) {
    const HostFactor host = host_factor(synthetic(scaled(prior, truth), 0.0), h200(), prior);
    CHECK(std::abs(host.factor / truth - 1.0) < 2e-3);
    CHECK(host.steps == 45);
    CHECK(host.noise < 1e-9);
  }
  CHECK(host_factor({}, h200(), prior).steps == 0);
  CHECK(host_factor({}, h200(), prior).factor == 1.0);
}

TEST_CASE("too few host-bound steps are refused") {
  std::vector<MeasuredStep> few = synthetic(host_profile(Framework::libtorch, "2.11"), 0.01);
  few.resize(5);
  CHECK_THROWS_AS((void)calibrate_host(few, h200(), host_profile(Framework::libtorch, "2.11")), Error);
}

TEST_CASE("the committed H200 steps give the committed profile: fitting again changes little") {
  std::ifstream file(source + "/data/raw/h200-sxm/fcnn_steps.csv", std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const std::vector<MeasuredStep> steps =
      measured_steps(parse_raw(text, "fcnn_steps.csv", "fcnn_steps", "h200-sxm").csv);
  const HostCalibration c = calibrate_host(steps, h200(), host_profile(Framework::libtorch, "2.11"));
  MESSAGE("host-bound: fitted " << 100 * c.host_fitted.mean << " %, cross-validated "
                                << 100 * c.host_cross_validated.mean << " %, held out " << 100 * c.host_held_out.mean
                                << " %, noise " << 100 * c.noise << " %");
  constexpr double middle_machine = 1.3;                   // notes of data/host/libtorch_2_11.json
  CHECK(std::abs(c.scale * middle_machine - 1.0) < 0.03);  // it was the quiet machine; noisy steps
  CHECK(c.host_held_out.mean < 1.1 * 0.042);               // docs/lab/2026-11-21-hosts.md
  CHECK(c.host_cross_validated.mean < 1.25 * c.host_fitted.mean);
}
}  // namespace calibrate_fit_host_steps_test

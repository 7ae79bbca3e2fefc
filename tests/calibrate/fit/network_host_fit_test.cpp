#include "calibrate/fit/network_host_fit.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/network/named.hpp>

namespace calibrate_fit_network_host_fit_test {
using namespace perfmodel;

namespace {
const StepModel& h200() {
  static const StepModel model = make_step_model(json::load_device("h200-sxm", "test", PERFMODEL_DEVICES_DIR).device);
  return model;
}

/// Steps of small batches whose host works as `truth` says, `factor` times as long.
MachineSteps machine(const std::string& table, const HostProfile& truth, double factor) {
  MachineSteps out{.table = table};
  for (const char* name : {"resnet18", "dcgan", "ncf", "minigo"})
    for (const Mode mode : {Mode::train, Mode::infer}) {
      NetworkStep step{.network = named_network(name),
                       .measured = {.recipe = {.batch = 1, .precision = Precision::amp_bf16, .mode = mode},
                                    .step = 1.0 * second,
                                    .family = name,
                                    .held_out = std::string(name) == "minigo"}};
      const StepTrace trace = steady_step(step.network, step.measured.recipe, h200().software(), h200().target);
      OperationPrices prices = prices_of(trace, h200().kernels);
      const HostSample whole = detail::step_samples(step.measured, trace.step, prices).whole.front();
      const double inference = mode == Mode::infer ? truth.inference : 1.0;
      step.measured.step = factor * inference * detail::host_seconds(whole, truth) * second;
      out.steps.push_back(std::move(step));
    }
  return out;
}
}  // namespace

TEST_CASE("known machines are found again: their factors, and a step that no fit saw") {
  HostProfile truth = host_profile(Framework::pytorch, "2.11");
  for (const HostOp op : {HostOp::linear, HostOp::convolution, HostOp::normalization})
    truth.cost[static_cast<std::size_t>(op)] *= 1.5;
  const HostProfile prior = host_profile(Framework::pytorch, "2.11");
  const NetworkHostFit fit =
      fit_network_host({machine("first", truth, 1.0), machine("second", truth, 1.8)}, h200(), prior);
  CHECK(fit.factors.at("first") == 1.0);
  CHECK(std::abs(fit.factors.at("second") - 1.8) < 0.01);
  CHECK(fit.fitted.size() == 12);
  CHECK(fit.held_out.size() == 4);
  // the pull towards the prior keeps some of the difference
  CHECK(error_statistics(fit.fitted).mean < 0.6 * error_statistics(fit.prior_fitted).mean);
  CHECK(error_statistics(fit.held_out).mean < error_statistics(fit.prior_held_out).mean);
  CHECK(fit.left_out.size() == 12);
}

TEST_CASE("what no step contains keeps the cost that it had") {
  const HostProfile prior = host_profile(Framework::pytorch, "2.11");
  HostFeatures told{};
  told[static_cast<std::size_t>(HostOp::linear)] = 3.0;
  HostProfile profile = scaled(prior, 2.0);
  keep_untold(profile, prior, told);
  CHECK(cost(profile, HostOp::linear) == 2.0 * cost(prior, HostOp::linear));
  CHECK(cost(profile, HostOp::pooling) == cost(prior, HostOp::pooling));
  CHECK(profile.launch == prior.launch);
}
}  // namespace calibrate_fit_network_host_fit_test

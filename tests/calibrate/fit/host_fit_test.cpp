#include "calibrate/fit/host_fit.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <perfmodel/network/fcnn.hpp>
#include <perfmodel/software/host_profiles.hpp>
#include <perfmodel/step/step_builder.hpp>
#include <random>

namespace calibrate_fit_host_fit_test {
using namespace perfmodel;

namespace {
double predicted(const HostSample& sample, const HostProfile& profile) {
  const HostFeatures x = host_features(sample, profile), cost = detail::host_costs(profile);
  double t = 0.0;
  for (std::size_t j = 0; j < host_feature_count; ++j) t += x[j] * cost[j];
  return t;
}
}  // namespace

TEST_CASE("the fit recovers the times of a known profile from noisy steps, also of steps it has not seen") {
  HostProfile truth = host_profile(Framework::libtorch, "2.11");
  for (Time& cost : truth.cost) cost = 1.4 * cost;
  truth.cost[static_cast<std::size_t>(HostOp::linear)] = 15.0 * micro * second;
  truth.thread_wake = 250.0 * micro * second;
  truth.thread_wake_sleep = 800.0 * micro * second;
  std::mt19937 random(7);
  std::normal_distribution<double> noise(1.0, 0.03);
  std::vector<HostSample> samples, unseen;
  for (const Optimizer optimizer : {Optimizer::sgd, Optimizer::momentum, Optimizer::adam})
    for (const std::int64_t layers : {4, 6, 8, 12, 16, 32, 64, 128}) {
      HostSample s{.events = steady_step(fcnn(FcnnOptions{.layers = layers, .hidden = 64}),
                                         {.batch = 64, .optimizer = optimizer}, software_of(Framework::libtorch))
                                 .step};
      s.seconds = predicted(s, truth);
      if (layers == 6 || layers == 32) {
        unseen.push_back(s);
      } else {
        s.seconds *= noise(random);
        samples.push_back(s);
      }
    }
  const HostFit fit = fit_host(samples, host_profile(Framework::libtorch, "2.11"));
  CHECK(fit.mean_error < 0.03);  // the noise put in
  for (const HostSample& s : unseen) CHECK(std::abs(predicted(s, fit.profile) / s.seconds - 1.0) < 0.05);
}
}  // namespace calibrate_fit_host_fit_test

#include "calibrate/fit/measured_step.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/refusal.hpp"

namespace calibrate_fit_measured_step_test {
using namespace perfmodel;

namespace {
const std::string header =
    "layers,hidden,inputs,outputs,batch,precision,optimizer,loss,accumulate,checkpoint,family,held_out,step_s,"
    "step_low_s,step_high_s,host_zero_s,host_forward_s,host_loss_s,host_backward_s,host_optimizer_s\n";
CsvTable table(const std::string& rows) { return parse_csv(header + rows, "steps.csv"); }
}  // namespace

TEST_CASE("rows of measured steps: failed ones are skipped, bad cells are named") {
  const std::string good =
      "8,1024,6000,200,2048,amp_bf16,momentum,cross_entropy,2,1,l8_h1024,1,2e-3,1.9e-3,2.2e-3,1e-5,5e-4,5e-5,9e-4,4e-"
      "4\n";
  const std::string failed = "8,1024,6000,200,2048,bf16,sgd,mse,1,0,l8_h1024,1,,,,,,,,\n";
  const std::vector<MeasuredStep> steps = measured_steps(table(good + failed));
  REQUIRE(steps.size() == 1);
  CHECK(steps[0].network.hidden == 1024);
  CHECK(steps[0].recipe.precision == Precision::amp_bf16);
  CHECK(steps[0].recipe.accumulation == 2);
  CHECK(steps[0].recipe.checkpoint_every == 1);
  CHECK(steps[0].held_out);
  CHECK(std::abs(in(steps[0].host[static_cast<std::size_t>(Phase::backward)], second) - 9e-4) < 1e-12);
  const auto message = [](const std::string& rows) { return refusal([&] { (void)measured_steps(table(rows)); }); };
  const std::string negative = message("8,1024,6000,200,2048,bf16,sgd,mse,1,0,f,1,-2e-3,1e-3,1e-3,1,1,1,1,1\n");
  CHECK(negative.find("steps.csv:2: step_s") != std::string::npos);
  CHECK(message("8,0,6000,200,2048,bf16,sgd,mse,1,0,f,1,2e-3,1e-3,1e-3,1,1,1,1,1\n").find("hidden") !=
        std::string::npos);
  CHECK(message("8,1,6000,200,2048,bf16,sgd,hinge,1,0,f,1,2e-3,1e-3,1e-3,1,1,1,1,1\n").find("loss") !=
        std::string::npos);
  CHECK(message("8,1,6000,200,2048,bf16,sgd,mse,1,0,f,1,2e-3,3e-3,1e-3,1,1,1,1,1\n") ==
        "steps.csv:2: step_low_s: got \"3e-3\"; must not be over step_high_s");
  CHECK_THROWS_AS((void)measured_steps(parse_csv("layers,hidden\n8,64\n", "steps.csv")), Error);
}

TEST_CASE("rounds apart in time average the noise of a machine") {
  MeasuredStep m{.step = 1.0 * second, .lowest = 0.9 * second, .highest = 1.3 * second};
  CHECK(std::abs(noise(m) - 0.2) < 1e-12);
  m.rounds = 4;
  CHECK(std::abs(noise(m) - 0.1) < 1e-12);
}
}  // namespace calibrate_fit_measured_step_test

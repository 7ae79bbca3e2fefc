#include "calibrate/fit/network_steps.hpp"

#include <doctest/doctest.h>

#include <perfmodel/json/file.hpp>
#include <perfmodel/measurement/raw_csv.hpp>

#include "tests/refusal.hpp"

namespace calibrate_fit_network_steps_test {
using namespace perfmodel;

namespace {
const std::string header =
    "network,batch,precision,optimizer,mode,memory_format,options,held_out,step_us,step_p10_us,step_p90_us,host_"
    "forward_"
    "us,host_loss_us,host_backward_us,host_optimizer_us,host_zero_us,probe_before_us,probe_after_us\n";

std::vector<NetworkStep> steps_of(const std::string& rows) { return network_steps(parse_csv(header + rows, "t.csv")); }
}  // namespace

TEST_CASE("a row of a network becomes its network, recipe and times") {
  const std::vector<NetworkStep> steps = steps_of(
      "resnet18,2,amp_fp16,momentum,train,nhwc,fused: 1; scaler: 1,0,9000,8000,9500,4000,30,5000,700,0.0,2600,2600\n"
      "gpt2-124m:seq=64,1,bf16,,infer,nchw,,1,5000,4900,5200,5000,,,,,3800,4000\n");
  REQUIRE(steps.size() == 2);
  const MeasuredStep& training = steps[0].measured;
  CHECK(training.recipe.batch == 2);
  CHECK(training.recipe.precision == Precision::amp_fp16);
  CHECK(training.recipe.optimizer == Optimizer::momentum);
  CHECK(training.recipe.memory_format == MemoryFormat::nhwc);
  CHECK(training.recipe.optimizer_loop == OptimizerLoop::fused);
  CHECK(training.recipe.gradient_scaler);
  CHECK(in(training.step, micro * second) == 9000.0);
  CHECK(in(training.host[static_cast<std::size_t>(Phase::backward)], micro * second) == 5000.0);
  CHECK(training.host[static_cast<std::size_t>(Phase::zero_gradients)] == Time{});  // not known
  CHECK_FALSE(training.held_out);
  CHECK(steps[0].speed == 1.0);
  CHECK(steps[1].measured.recipe.mode == Mode::infer);
  CHECK(steps[1].measured.held_out);
  CHECK(steps[1].speed == 1.5);
}

TEST_CASE("networks without a name and rows that failed are left out") {
  CHECK(steps_of("hf:t5-base.json,8,bf16,,infer,nchw,,0,5000,4900,5200,5000,,,,,1,1\n"
                 "lstm:inputs=4,8,fp32,,infer,nchw,,0,5000,4900,5200,5000,,,,,1,1\n"
                 "resnet18,8,fp32,,infer,nchw,,0,,,,,,,,,,\n")
            .empty());
}

TEST_CASE("a cell that is no time is refused with its place") {
  CHECK(refusal([] { (void)steps_of("resnet18,2,fp32,,infer,nchw,,0,x,1,1,1,,,,,1,1\n"); }) ==
        "t.csv:2: step_us: got \"x\"; must be a number > 0");
}

TEST_CASE("the H200's table: every network that has a name") {
  const std::string file = std::string(PERFMODEL_DATA_DIR) + "/raw/h200-sxm/pytorch_networks.csv";
  CHECK(network_steps(parse_raw(json::read_file(file), file, "pytorch_networks").csv).size() == 110);
}
}  // namespace calibrate_fit_network_steps_test

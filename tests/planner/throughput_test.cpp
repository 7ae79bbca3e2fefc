#include <doctest/doctest.h>

#include <perfmodel/json/card_model.hpp>
#include <perfmodel/network/fcnn.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/planner/throughput.hpp>

namespace planner_throughput_test {
using namespace perfmodel;

TEST_CASE("tokens_per_sample(): networks that read rows of token numbers") {
  CHECK(tokens_per_sample(named_network("gpt2-124m:seq=96")) == 96);
  CHECK(tokens_per_sample(named_network("bert-base")) == 512);
  CHECK(tokens_per_sample(named_network("llama-8b:seq=1")) == 1);  // a step of an answer
  for (const char* name : {"resnet18", "ncf", "dlrm:rows=100", "fcnn:layers=1,hidden=8,inputs=8,outputs=8"}) {
    CAPTURE(std::string(name));
    CHECK(!tokens_per_sample(named_network(name)));
  }
}

TEST_CASE("model_work() counts three forward passes for training, whatever is computed again") {
  const Network network = fcnn({.layers = 1, .hidden = 64, .inputs = 32, .outputs = 16, .bias = false});
  const double forward = 2.0 * (32 * 64 + 64 * 16);  // of the products; the activation adds one per element
  const double one = in(model_work(network, Mode::infer, 1), flop);
  CHECK(one >= forward);
  CHECK(one <= forward + 2 * 64);
  CHECK(in(model_work(network, Mode::train, 10), flop) == 30 * one);
}

static_assert(model_passes(Mode::infer) == 1.0 && model_passes(Mode::train) == 3.0);
static_assert(model_passes(Mode::train, true) == 2.0);  // weights beside adapters have no gradients

TEST_CASE("utilizations: shares of the elapsed time and of the published peak") {
  Device device;
  device.sms = 10.0 * sm;
  device.tensor_clock = 1e9 * cycle / second;
  device.rates.dense[static_cast<std::size_t>(MathUnit::tensor_core)][index(NumberFormat::fp16)] =
      512.0 * mac / (cycle * sm);  // 10.24 TFLOPS
  CHECK(flop_utilization(5.12e12 * flop, 1.0 * second, device, NumberFormat::fp16) == doctest::Approx(0.5));
  CHECK(flop_utilization(5.12e12 * flop, 1.0 * second, device, NumberFormat::fp16, 2) == doctest::Approx(0.25));
  CHECK(flop_utilization(5.12e12 * flop, 1.0 * second, device, NumberFormat::fp64) == 0.0);
  CHECK(gpu_utilization({.step = 4.0 * second, .device_busy = 3.0 * second}) == 0.75);
  CHECK(gpu_utilization({}) == 0.0);
}
}  // namespace planner_throughput_test

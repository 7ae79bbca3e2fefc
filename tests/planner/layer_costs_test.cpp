#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/network/fcnn.hpp>
#include <perfmodel/planner/layer_costs.hpp>
#include <perfmodel/timeline/step_time.hpp>

namespace planner_layer_costs_test {
using namespace perfmodel;

TEST_CASE("layer_costs() finds the product of each linear layer and sums all kernels by class") {
  const Device device = json::load_device("A100-SXM4-80GB").device;
  const KernelModel model = make_kernel_model(device);
  const Network network = fcnn({.layers = 2, .hidden = 1024, .inputs = 512, .outputs = 128});
  const StepTrace trace =
      steady_step(network, {.batch = 256, .precision = Precision::fp16}, model.software, trace_target(device));
  OperationPrices prices = prices_of(trace, model);
  const LayerCosts costs = layer_costs(trace, network.layers, model, prices);
  REQUIRE(costs.products.size() == 5);
  for (const std::size_t linear : {0u, 2u, 4u}) CHECK(costs.products[linear].has_value());
  for (const std::size_t relu : {1u, 3u}) CHECK_FALSE(costs.products[relu].has_value());
  CHECK(in(costs.products[2]->work, flop) == 2.0 * 256 * 1024 * 1024);
  std::int64_t kernels = 0;
  Time time{};
  for (const ClassCosts& c : costs.classes) {
    kernels += c.kernels;
    time += c.time;
  }
  CHECK(kernels == costs.all.kernels);
  CHECK(std::abs(in(time - costs.all.time, second)) <=
        1e-12 * in(costs.all.time, second));  // order of a sum of doubles
  // three forward products, three weight gradients, two input gradients
  CHECK(costs.classes[static_cast<std::size_t>(OperatorClass::tensor_contraction)].kernels == 8);
  CHECK(costs.classes[static_cast<std::size_t>(OperatorClass::tensor_contraction)].work / costs.all.work > 0.98);
}

TEST_CASE("operator_class() as in Data Movement Is All You Need, Table 1: contraction, normalization, elementwise") {
  CHECK(operator_class(Gemm{}) == OperatorClass::tensor_contraction);
  CHECK(operator_class(Attention{}) == OperatorClass::tensor_contraction);
  CHECK(operator_class(op::Softmax{}) == OperatorClass::normalization);
  CHECK(operator_class(op::LayerNorm{}) == OperatorClass::normalization);
  CHECK(operator_class(op::Pointwise{}) == OperatorClass::elementwise);
  CHECK(operator_class(op::Update{}) == OperatorClass::elementwise);
  CHECK(operator_class(HostCopy{}) == OperatorClass::other);
}
}  // namespace planner_layer_costs_test

#include <perfmodel/layer/stochastic_depth.hpp>

#include "support.hpp"

namespace layer_stochastic_depth_test {
using namespace perfmodel;
using layer_test::pointwise;

TEST_CASE("in training one random number for each sample is drawn, divided and multiplied onto it") {
  const auto run = layer_test::run(StochasticDepth{}, {{4, 8, 2, 2}});
  CHECK(run.saved_bytes == 16.0 * byte);
  REQUIRE(run.forward.operations.size() == 3);
  CHECK(pointwise(run.forward, PointwiseFunction::random).at(0).outputs[0].shape == Shape{4, 1, 1, 1});
  CHECK(pointwise(run.forward, PointwiseFunction::divide_scalar).at(0).outputs[0].shape == Shape{4, 1, 1, 1});
  const op::Pointwise product = pointwise(run.forward, PointwiseFunction::multiply).at(0);
  CHECK(product.outputs[0].shape == Shape{4, 8, 2, 2});
  CHECK(stored_elements(product.inputs[1]) == 4);
}

TEST_CASE("in inference nothing happens") {
  CHECK(layer_test::run(StochasticDepth{}, {{4, 8, 2, 2}}, Precision::fp32, false).forward.events.empty());
}
}  // namespace layer_stochastic_depth_test

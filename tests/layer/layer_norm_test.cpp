#include <perfmodel/layer/layer_norm.hpp>

#include "support.hpp"

namespace layer_layer_norm_test {
using namespace perfmodel;
using layer_test::operations;

TEST_CASE("layer norm saves mean and deviation of each row and has two operations backward") {
  const auto r = layer_test::run(LayerNorm{768}, {{8, 512, 768}});
  CHECK(r.output == Shape{8, 512, 768});
  CHECK(r.saved_bytes == 2.0 * 8 * 512 * 4 * byte);
  CHECK(layer_test::total_work(r.forward) == forward_work(LayerNorm{768}, std::vector<Shape>{{8, 512, 768}}));
  const auto backward = operations<op::LayerNorm>(r.backward);
  REQUIRE(backward.size() == 2);
  CHECK(backward[0].pass == op::NormPass::input_gradient);
  CHECK(backward[1].pass == op::NormPass::parameter_gradient);
  CHECK_THROWS_AS((void)output_shape(LayerKind{LayerNorm{768}}, std::vector<Shape>{{8, 512}}), Error);
}

TEST_CASE("without weight and bias there is one gradient") {
  const auto r = layer_test::run(LayerNorm{.size = 64, .affine = false}, {{8, 64}});
  const auto backward = operations<op::LayerNorm>(r.backward);
  REQUIRE(backward.size() == 1);
  CHECK((backward[0].pass == op::NormPass::input_gradient && !backward[0].gain && !backward[0].shift));
}

TEST_CASE("a transposed view is copied into the usual order first, each way; not on a fused path") {
  const LayerNorm layer{.size = 64, .transposed_input = true};
  const auto training = layer_test::run(layer, {{8, 16, 64}}),
             inference = layer_test::run(layer, {{8, 16, 64}}, Precision::fp32, false);
  const auto copies = layer_test::pointwise(training.forward, PointwiseFunction::copy);
  REQUIRE(copies.size() == 1);
  CHECK_FALSE(same_order(copies[0].inputs[0], copies[0].outputs[0]));
  CHECK(same_order(copies[0].outputs[0], packed({8, 16, 64}, NumberFormat::fp32)));
  CHECK(layer_test::pointwise(training.backward, PointwiseFunction::copy).size() == 1);
  CHECK(inference.forward.operations.size() == 1);
}
}  // namespace layer_layer_norm_test

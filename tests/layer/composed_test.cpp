#include <perfmodel/layer/composed.hpp>

#include "support.hpp"

namespace layer_composed_test {
using namespace perfmodel;
using layer_test::operations;
using layer_test::pointwise;

TEST_CASE("GPT-2's GELU is eight operations that save four tensors beside their input; under autocast most are FP32") {
  const std::vector<Shape> in{{2, 8, 64}};
  const layer_test::Run run = layer_test::run(ComposedGelu{}, in);
  CHECK(run.forward.operations.size() == 8);
  CHECK(layer_test::total_work(run.forward) == forward_work(ComposedGelu{}, in));
  CHECK(run.saved_bytes == 3.0 * 4 * 2 * 8 * 64 * byte);  // half x, tanh, 1 + tanh (and the input, which lives anyway)
  CHECK(run.output == in[0]);
}

TEST_CASE("RMS norm: one operation if fused, a chain if not") {
  const std::vector<Shape> in{{2, 8, 64}};
  const RmsNorm fused{.width = 64, .fused = true};
  const layer_test::Run one = layer_test::run(fused, in), chain = layer_test::run(RmsNorm{.width = 64}, in);
  REQUIRE(operations<op::LayerNorm>(one.forward).size() == 1);
  CHECK(one.forward.operations.size() == 1);
  const op::LayerNorm norm = operations<op::LayerNorm>(one.forward)[0];
  CHECK((norm.mean_square && norm.gain && !norm.shift && norm.rows == 16 && norm.columns == 64));
  CHECK(work(norm) == forward_work(fused, in));
  CHECK(operations<op::LayerNorm>(one.backward).size() == 2);
  CHECK(chain.forward.operations.size() == 6);
  CHECK(operations<op::Reduction>(chain.forward).size() == 1);
  CHECK(parameters(RmsNorm{.width = 64}, in)[0].shape == Shape{64});
  CHECK_THROWS_AS((void)output_shape(RmsNorm{.width = 32}, in), Error);
}

TEST_CASE("rotary embedding keeps the shape and saves nothing of it") {
  const std::vector<Shape> in{{2, 8, 64}};
  const layer_test::Run run = layer_test::run(Rotary{.heads = 4}, in);
  CHECK(run.output == in[0]);
  CHECK(run.saved == 0);
  CHECK(layer_test::total_work(run.forward) == forward_work(Rotary{.heads = 4}, in));
  const auto products = pointwise(run.forward, PointwiseFunction::multiply);
  REQUIRE(products.size() == 2);
  for (const op::Pointwise& p : products) CHECK(bytes(p.inputs[1]) == 4.0 * 8 * 16 * byte);  // the same for each head
  CHECK(operations<op::Concatenation>(run.forward).size() == 1);
  CHECK_THROWS_AS((void)output_shape(Rotary{.heads = 3}, in), Error);
}

TEST_CASE("a cast to the format that a tensor has costs nothing") {
  CHECK(layer_test::run(Cast{NumberFormat::fp32}, {{4, 4}}).forward.events.empty());
  CHECK(layer_test::run(Cast{NumberFormat::fp32}, {{4, 4}}, Precision::bf16).output_format == NumberFormat::fp32);
  CHECK(layer_test::run(Cast{.to_weights = true}, {{4, 4}}, Precision::bf16)
            .forward.events.empty());  // the weights are BF16, too
}
}  // namespace layer_composed_test

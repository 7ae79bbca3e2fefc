#include <perfmodel/layer/composed.hpp>
#include "support.hpp"

using namespace perfmodel;

TEST_CASE("GPT-2's GELU is eight kernels that save four tensors beside their input; under autocast most are FP32") {
  const std::vector<Shape> in{{2, 8, 64}};
  const layer_test::Run run = layer_test::run(ComposedGelu{}, in);
  CHECK(layer_test::kernels<Streaming>(run.forward).size() == 8);
  CHECK(run.saved_bytes == 3.0 * 4 * 2 * 8 * 64 * byte);  // half x, tanh, 1 + tanh (and the input, which lives anyway)
  CHECK(run.output == in[0]);
}

TEST_CASE("RMS norm: one kernel if fused, a chain with two saved tensors if not") {
  const std::vector<Shape> in{{2, 8, 64}};
  CHECK(layer_test::kernels<Streaming>(layer_test::run(RmsNorm{.width = 64, .fused = true}, in).forward).size() == 1);
  CHECK(layer_test::kernels<Streaming>(layer_test::run(RmsNorm{.width = 64}, in).forward).size() == 6);
  CHECK(parameters(RmsNorm{.width = 64}, in)[0].shape == Shape{64});
  CHECK_THROWS_AS((void)output_shape(RmsNorm{.width = 32}, in), Error);
}

TEST_CASE("rotary embedding keeps the shape and saves nothing of it") {
  const std::vector<Shape> in{{2, 8, 64}};
  const layer_test::Run run = layer_test::run(Rotary{.heads = 4}, in);
  CHECK(run.output == in[0]);
  CHECK(run.saved == 0);
  CHECK_THROWS_AS((void)output_shape(Rotary{.heads = 3}, in), Error);
}

TEST_CASE("a cast to the format that a tensor has costs nothing") {
  CHECK(layer_test::run(Cast{NumberFormat::fp32}, {{4, 4}}).forward.empty());
  CHECK(layer_test::run(Cast{NumberFormat::fp32}, {{4, 4}}, Precision::bf16).output_format == NumberFormat::fp32);
  CHECK(layer_test::run(Cast{.to_weights = true}, {{4, 4}}, Precision::bf16).forward.empty());  // the weights are BF16, too
}

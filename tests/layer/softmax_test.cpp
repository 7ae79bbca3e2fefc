#include <perfmodel/layer/softmax.hpp>
#include "support.hpp"

using namespace perfmodel;

TEST_CASE("softmax saves its result; backward reads result and gradient") {
  const auto r = layer_test::run(Softmax{}, {{32, 1000}});
  CHECK(r.saved == 0);
  const auto back = layer_test::kernels<Streaming>(r.backward).back();
  CHECK((back.kind == StreamingKind::softmax && back.backward && back.rows == 32 && back.columns == 1000));
  CHECK(traffic(back) == 3.0 * 32 * 1000 * 4 * byte);
}

TEST_CASE("softmax's backward takes the product of gradient and result first, log_softmax's does not") {
  constexpr std::size_t seed = 1;  // the pass starts by filling the result's gradient
  CHECK(layer_test::kernels<Streaming>(layer_test::run(Softmax{}, {{32, 1000}}).backward).size() == seed + 2);
  CHECK(layer_test::kernels<Streaming>(layer_test::run(Softmax{.logarithm = true}, {{32, 1000}}).backward).size() == seed + 1);
}

TEST_CASE("under autocast the result is FP32") {
  CHECK(layer_test::run(Softmax{}, {{32, 1000}}, Precision::amp_bf16).output_format == NumberFormat::fp32);
  CHECK(layer_test::run(Softmax{}, {{32, 1000}}, Precision::bf16).output_format == NumberFormat::bf16);
}

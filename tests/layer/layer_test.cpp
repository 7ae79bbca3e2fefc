#include <doctest/doctest.h>

#include <perfmodel/layer/layer.hpp>

namespace layer_layer_test {
using namespace perfmodel;

namespace {
double flop_per_byte(const LayerKind& layer, const std::vector<Shape>& inputs) {
  return in(intensity(layer, inputs, NumberFormat::fp16), flop / byte);
}
}  // namespace

TEST_CASE("the operation's intensity counts input, parameters and output once each") {
  // 2 m n k / 2 (m k + k n + m n + n) bytes of FP16
  const double m = 512, n = 4096, k = 1024;
  const LayerKind linear = Linear{.inputs = 1024, .outputs = 4096};
  CHECK(flop_per_byte(linear, {{512, 1024}}) == 2 * m * n * k / (2 * (m * k + k * n + m * n + n)));
  CHECK(flop_per_byte(Activation{}, {{512, 1024}}) == 0.25);
}

TEST_CASE("every kind of layer answers kind, shape, parameters and work") {
  const std::vector<Shape> image{{2, 16, 8, 8}};
  CHECK(kind(LayerKind{Pooling{}}) == "max_pool");
  CHECK(output_shape(LayerKind{Flatten{}}, image) == Shape{2, 1024});
  CHECK(parameters(LayerKind{BatchNorm{16}}, image).size() == 5);
  CHECK(forward_work(LayerKind{Flatten{}}, image) == Work{});
}
}  // namespace layer_layer_test

#include <perfmodel/layer/pooling.hpp>
#include "support.hpp"

using namespace perfmodel;

static_assert(detail::pooled(112, 3, 2, 1, false) == 56);  // ResNet's first pooling
static_assert(detail::pooled(5, 2, 2, 0, false) == 2 && detail::pooled(5, 2, 2, 0, true) == 3);
static_assert(detail::pooled(4, 2, 3, 1, true) == 2);  // a window may not start in the right padding

TEST_CASE("maximum pooling saves int64 indices, average pooling does not") {
  const Pooling maximum{.what = PoolingKind::maximum, .window_h = 3, .window_w = 3, .stride_h = 2, .stride_w = 2, .pad_h = 1, .pad_w = 1};
  Pooling average = maximum;
  average.what = PoolingKind::average;
  const std::vector<Shape> in{{8, 64, 112, 112}};
  CHECK(layer_test::run(maximum, in).saved_bytes == 8.0 * 8 * 64 * 56 * 56 * byte);
  CHECK(layer_test::run(average, in).saved == 0);
  CHECK(layer_test::run(AdaptivePooling{}, in).output == Shape{8, 64, 1, 1});
}

TEST_CASE("a window larger than its input, or padding beyond half of it, is refused") {
  const std::vector<Shape> in{{1, 1, 2, 2}};
  CHECK_THROWS_AS((void)output_shape(LayerKind{Pooling{.window_h = 3, .window_w = 3}}, in), Error);
  CHECK_THROWS_AS((void)output_shape(LayerKind{Pooling{.pad_h = 2, .pad_w = 2}}, in), Error);
  CHECK_THROWS_AS((void)output_shape(LayerKind{Pooling{.stride_h = 0}}, in), Error);
}

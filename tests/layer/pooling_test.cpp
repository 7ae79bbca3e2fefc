#include <perfmodel/layer/pooling.hpp>
#include <vector>

#include "support.hpp"

namespace layer_pooling_test {
using namespace perfmodel;
using layer_test::operations;
using layer_test::pointwise;

static_assert(detail::pooled(112, 3, 2, 1, false) == 56);  // ResNet's first pooling
static_assert(detail::pooled(5, 2, 2, 0, false) == 2 && detail::pooled(5, 2, 2, 0, true) == 3);
static_assert(detail::pooled(4, 2, 3, 1, true) == 2);  // a window may not start in the right padding

TEST_CASE("maximum pooling saves int64 indices, average pooling does not") {
  const Pooling maximum{
      .what = PoolingKind::maximum, .window_h = 3, .window_w = 3, .stride_h = 2, .stride_w = 2, .pad_h = 1, .pad_w = 1};
  Pooling average = maximum;
  average.what = PoolingKind::average;
  const std::vector<Shape> in{{8, 64, 112, 112}};
  CHECK(layer_test::run(maximum, in).saved_bytes == 8.0 * 8 * 64 * 56 * 56 * byte);
  CHECK(layer_test::run(average, in).saved == 0);
  CHECK(layer_test::run(AdaptivePooling{}, in).output == Shape{8, 64, 1, 1});
}

TEST_CASE("one operation each way; maximum pooling adds into a zeroed gradient") {
  const Pooling maximum{.what = PoolingKind::maximum}, average{.what = PoolingKind::average};
  const std::vector<Shape> in{{2, 8, 6, 6}};
  for (const Pooling& p : {maximum, average}) {
    CAPTURE(kind(p));
    const auto run = layer_test::run(p, in);
    REQUIRE(run.forward.operations.size() == 1);
    const op::Pooling expected{
        .what = p.what, .image = packed(in[0], NumberFormat::fp32), .result = {2, 8, 3, 3}, .window = 4.0};
    CHECK(std::get<op::Pooling>(run.forward.operations[0]) == expected);
    CHECK(layer_test::total_work(run.forward) == forward_work(p, in));
    op::Pooling back = expected;
    back.backward = true;
    CHECK(operations<op::Pooling>(run.backward).at(0) == back);
    // the gradient of one that starts the pass, and the zeros
    CHECK(operations<op::Fill>(run.backward).size() == (p.what == PoolingKind::maximum ? 2 : 1));
  }
}

TEST_CASE("the average over all positions is a mean, whose gradient is spread") {
  const std::vector<Shape> in{{2, 8, 6, 6}};
  const auto run = layer_test::run(AdaptivePooling{}, in);
  REQUIRE(run.forward.operations.size() == 1);
  const op::Reduction mean{.input = packed(in[0], NumberFormat::fp32),
                           .output = packed({2, 8, 1, 1}, NumberFormat::fp32)};
  CHECK(std::get<op::Reduction>(run.forward.operations[0]) == mean);
  const op::Pointwise spread = pointwise(run.backward, PointwiseFunction::divide_scalar).at(0);
  CHECK(read_bytes(spread) == 4.0 * 2 * 8 * byte);
  CHECK(written_bytes(spread) == 4.0 * 2 * 8 * 36 * byte);
  const auto windows = layer_test::run(AdaptivePooling{.height = 2, .width = 3}, in);
  CHECK(operations<op::Pooling>(windows.forward).at(0).window == 6.0);
}

TEST_CASE("results lie as their input") {
  TraceWriter w(TraceOptions{});
  for (const bool together : {false, true}) {
    const std::array<Tensor, 1> image{w.allocate_images({2, 8, 6, 6}, NumberFormat::fp16, together)};
    CHECK(has_channels_together(forward(w, Pooling{}, image, {}).operand()) == together);
    CHECK(has_channels_together(forward(w, AdaptivePooling{.height = 2, .width = 2}, image, {}).operand()) == together);
  }
}

TEST_CASE("a window larger than its input, or padding beyond half of it, is refused") {
  const std::vector<Shape> in{{1, 1, 2, 2}};
  CHECK_THROWS_AS((void)output_shape(LayerKind{Pooling{.window_h = 3, .window_w = 3}}, in), Error);
  CHECK_THROWS_AS((void)output_shape(LayerKind{Pooling{.pad_h = 2, .pad_w = 2}}, in), Error);
  CHECK_THROWS_AS((void)output_shape(LayerKind{Pooling{.stride_h = 0}}, in), Error);
}

TEST_CASE("padding is at most half the window in each direction, and an image must hold a window with it") {
  const std::vector<Shape> two{{1, 1, 2, 2}}, flat{{1, 1, 1, 9}}, thin{{1, 1, 9, 1}};
  const auto taken = [](const Pooling& p, const std::vector<Shape>& in) {
    try {
      (void)output_shape(LayerKind{p}, in);
    } catch (const Error&) {
      return false;
    }
    return true;
  };
  CHECK(taken({.window_h = 4, .window_w = 4, .pad_h = 2, .pad_w = 2}, two));
  CHECK(taken({.window_h = 4, .window_w = 2, .pad_h = 1}, two));  // just as large with its padding
  CHECK_FALSE(taken({.window_h = 5, .window_w = 2, .pad_h = 1}, two));
  CHECK_FALSE(taken({.window_h = 2, .window_w = 4, .pad_h = 1}, two));
  CHECK_FALSE(taken({.window_h = 3, .window_w = 4, .pad_h = 2, .pad_w = 2}, two));
  CHECK_FALSE(taken({.window_h = 4, .window_w = 3, .pad_h = 2, .pad_w = 2}, two));
  CHECK_FALSE(taken({.pad_h = -1}, flat));
  CHECK_FALSE(taken({.pad_w = -1}, thin));
  CHECK_FALSE(taken({.pad_w = -1}, two));
  CHECK_FALSE(taken({}, flat));
  CHECK_FALSE(taken({}, thin));
}
}  // namespace layer_pooling_test

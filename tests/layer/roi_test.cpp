#include <perfmodel/layer/roi.hpp>

#include "support.hpp"

namespace layer_roi_test {
using namespace perfmodel;
using layer_test::operations;
using layer_test::pointwise;
using Method = op::Resampling::Method;

TEST_CASE("regions multiply the batch; up-sampling multiplies the image") {
  CHECK(output_shape(RoiAlign{.regions = 100, .size = 7}, std::vector<Shape>{{2, 256, 50, 84}}) ==
        Shape{200, 256, 7, 7});
  CHECK(output_shape(Upsample{2}, std::vector<Shape>{{2, 8, 5, 6}}) == Shape{2, 8, 10, 12});
  CHECK(output_shape(ResizeLike{}, std::vector<Shape>{{2, 8, 5, 6}, {2, 4, 9, 9}}) == Shape{2, 8, 9, 9});
  CHECK_THROWS_AS((void)output_shape(RoiAlign{}, std::vector<Shape>{{2, 256, 50, 84}}), Error);
}

TEST_CASE("one resampling each way; that of regions adds into a zeroed gradient") {
  const std::vector<Shape> in{{2, 8, 5, 6}};
  const auto check = [&](const LayerKind& layer, Method method, std::size_t fills) {
    const auto run = layer_test::run(layer, in);
    const op::Resampling expected{
        .method = method, .image = packed(in[0], NumberFormat::fp32), .result = output_shape(layer, in)};
    REQUIRE(run.forward.operations.size() == 1);
    CHECK(std::get<op::Resampling>(run.forward.operations[0]) == expected);
    CHECK(layer_test::total_work(run.forward) == forward_work(layer, in));
    op::Resampling back = expected;
    back.backward = true;
    CHECK(operations<op::Resampling>(run.backward).at(0) == back);
    CHECK(operations<op::Fill>(run.backward).size() == fills);  // one starts the pass
  };
  check(RoiAlign{.regions = 10, .size = 7}, Method::regions, 2);
  check(Upsample{2}, Method::nearest, 1);
}

TEST_CASE("regions are cut out in FP32 under autocast") {
  const auto run = layer_test::run(RoiAlign{.regions = 10}, {{2, 8, 5, 6}}, Precision::amp_fp16);
  CHECK(operations<op::Resampling>(run.forward).at(0).image.format == NumberFormat::fp32);
}

TEST_CASE("nearest neighbours keep channels together, regions do not") {
  TraceWriter w(TraceOptions{});
  const std::array<Tensor, 1> image{w.allocate_images({2, 8, 5, 6}, NumberFormat::fp16, true)};
  CHECK(has_channels_together(forward(w, Upsample{2}, image, {}).operand()));
  CHECK_FALSE(has_channels_together(forward(w, RoiAlign{.regions = 10}, image, {}).operand()));
}

TEST_CASE("a padding by nothing copies each way") {
  const auto run = layer_test::run(ResizeLike{}, {{2, 16, 8, 8}, {2, 4, 8, 8}});
  CHECK(run.forward.operations.size() == 1);
  CHECK(pointwise(run.forward, PointwiseFunction::copy).size() == 1);
  CHECK(run.backward.operations.size() == 2);
  CHECK(pointwise(run.backward, PointwiseFunction::copy).size() == 1);
}
}  // namespace layer_roi_test

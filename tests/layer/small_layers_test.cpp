#include <perfmodel/layer/group_norm.hpp>
#include <perfmodel/layer/matmul.hpp>
#include <perfmodel/layer/roi.hpp>
#include <perfmodel/layer/stochastic_depth.hpp>
#include <perfmodel/layer/token.hpp>
#include "support.hpp"

using namespace perfmodel;

TEST_CASE("group norm: groups must divide the channels") {
  CHECK(layer_test::run(GroupNorm{.groups = 4, .channels = 16}, {{2, 16, 8, 8}}).saved_bytes == 2.0 * 4 * 2 * 4 * byte);
  CHECK_THROWS_AS((void)output_shape(GroupNorm{.groups = 3, .channels = 16}, std::vector<Shape>{{2, 16, 8, 8}}), Error);
}

TEST_CASE("batched products: two backward with the work of one forward each") {
  const std::vector<Shape> in{{3, 4, 5}, {3, 6, 5}};
  const Matmul m{.transpose_second = true};
  CHECK(forward_work(m, in) == 3.0 * 4 * 6 * 5 * mac);
  const auto backward = layer_test::kernels<Gemm>(layer_test::run(m, in).backward);
  REQUIRE(backward.size() == 2);
  for (const Gemm& g : backward) CHECK(work(g) == forward_work(m, in));
  CHECK_THROWS_AS((void)output_shape(Matmul{}, in), Error);
}

TEST_CASE("regions multiply the batch; up-sampling multiplies the image") {
  CHECK(output_shape(RoiAlign{.regions = 100, .size = 7}, std::vector<Shape>{{2, 256, 50, 84}}) == Shape{200, 256, 7, 7});
  CHECK(output_shape(Upsample{2}, std::vector<Shape>{{2, 8, 5, 6}}) == Shape{2, 8, 10, 12});
  CHECK(output_shape(ResizeLike{}, std::vector<Shape>{{2, 8, 5, 6}, {2, 4, 9, 9}}) == Shape{2, 8, 9, 9});
  CHECK_THROWS_AS((void)output_shape(RoiAlign{}, std::vector<Shape>{{2, 256, 50, 84}}), Error);
}

TEST_CASE("class token, position table, stochastic depth") {
  CHECK(output_shape(ClassToken{.width = 8}, std::vector<Shape>{{2, 196, 8}}) == Shape{2, 197, 8});
  CHECK_THROWS_AS((void)output_shape(ClassToken{.width = 9}, std::vector<Shape>{{2, 196, 8}}), Error);
  CHECK_THROWS_AS((void)output_shape(AddParameter{.length = 196, .width = 8}, std::vector<Shape>{{2, 197, 8}}), Error);
  CHECK(layer_test::run(StochasticDepth{}, {{4, 8, 2, 2}}).saved_bytes == 16.0 * byte);
  CHECK(layer_test::run(StochasticDepth{}, {{4, 8, 2, 2}}, Precision::fp32, false).forward.empty());
  // nn.MultiheadAttention takes q, k and v by indexing: beside the gradient of one that starts backward, three fills, three
  // copies and two sums of the whole
  CHECK(layer_test::kernels<Streaming>(layer_test::run(Copy{.parts = 3}, {{2, 4, 6}}).backward).size() == 1 + 3 + 3 + 2);
}

TEST_CASE("a constant for each channel: FP32 under autocast, no gradient of its own; a padding by nothing copies") {
  const std::vector<Shape> in{{2, 16, 8, 8}};
  CHECK(layer_test::run(Scale{Scale::By::channel}, in, Precision::amp_fp16).output_format == NumberFormat::fp32);
  CHECK(layer_test::run(Scale{Scale::By::channel}, in, Precision::fp16).output_format == NumberFormat::fp16);
  CHECK(layer_test::kernels<Streaming>(layer_test::run(Scale{Scale::By::channel}, in).backward).size() == 2);  // the pass starts with a fill of the gradient
  CHECK(layer_test::kernels<Streaming>(layer_test::run(Scale{Scale::By::channel_shift}, in).backward).size() == 2);  // and here ends with a copy: the caller holds what arrives
  const layer_test::Run copy = layer_test::run(ResizeLike{}, {{2, 16, 8, 8}, {2, 4, 8, 8}});
  CHECK(layer_test::kernels<Streaming>(copy.forward).size() == 1);
  CHECK(layer_test::kernels<Streaming>(copy.backward).size() == 2);
}

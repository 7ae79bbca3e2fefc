#include <perfmodel/layer/elementwise.hpp>

#include "support.hpp"

namespace layer_elementwise_test {
using namespace perfmodel;
using layer_test::operations;
using layer_test::pointwise;

TEST_CASE("the backward of a sum hands the same gradient to both: no operation moves it") {
  const auto r = layer_test::run(Add{}, {{64, 256}, {64, 256}});
  const auto sums = pointwise(r.forward, PointwiseFunction::add);
  REQUIRE(sums.size() == 1);
  CHECK(traffic(sums[0]) == 3.0 * 64 * 256 * 4 * byte);
  // only a parameter's gradient that somebody else holds is copied: the two inputs of this test
  CHECK(operations<op::Pointwise>(r.backward).size() <= 2);
}

TEST_CASE("a product saves both operands; a repeated operand's gradient is summed over where it was repeated") {
  const auto r = layer_test::run(Multiply{}, {{8, 64, 16, 16}, {8, 64, 1, 1}});
  CHECK(r.output == Shape{8, 64, 16, 16});
  const auto products = pointwise(r.forward, PointwiseFunction::multiply);
  REQUIRE(products.size() == 1);
  CHECK(products[0].inputs[1].shape == Shape{8, 64, 16, 16});
  CHECK((products[0].inputs[1].strides[1] == 1 && products[0].inputs[1].strides[2] == 0 &&
         products[0].inputs[1].strides[3] == 0));
  const auto sums = operations<op::Reduction>(r.backward);
  REQUIRE(sums.size() == 1);
  CHECK(sums[0].input.shape == Shape{8, 64, 16, 16});
  CHECK(sums[0].output.shape == Shape{8, 64, 1, 1});
  CHECK_THROWS_AS((void)output_shape(LayerKind{Multiply{}}, std::vector<Shape>{{8, 3}, {8, 4}}), Error);
}

TEST_CASE("a result lies as the first operand of its shape: images keep their channels together") {
  TraceWriter w(TraceOptions{});
  const Tensor nhwc = w.allocate_images({2, 8, 4, 4}, NumberFormat::fp16, true),
               gate = w.allocate({2, 8, 1, 1}, NumberFormat::fp16),
               strided = w.allocate({2, 16, 4, 4}, NumberFormat::fp16).narrow({2, 8, 4, 4});
  const auto together = [&](const Tensor& a, const Tensor& b) {
    const std::array<Tensor, 2> both{a, b};
    return has_channels_together(forward(w, Multiply{}, both, {}).operand());
  };
  CHECK(together(nhwc, gate));
  CHECK(together(gate, nhwc));
  CHECK(together(strided, nhwc));
  CHECK_FALSE(together(strided, gate));
}

TEST_CASE("dropout saves a mask of one byte per element in training and does nothing in inference") {
  const auto r = layer_test::run(Dropout{0.1}, {{64, 1024}});
  CHECK(r.saved_bytes == 64.0 * 1024 * byte);
  const auto drops = pointwise(r.forward, PointwiseFunction::dropout);
  REQUIRE(drops.size() == 1);
  CHECK(drops[0].output_count == 2);
  CHECK(written_bytes(drops[0]) == 5.0 * 64 * 1024 * byte);
  CHECK(layer_test::run(Dropout{0.1}, {{64, 1024}}, Precision::fp32, false).forward.events.empty());
  CHECK_THROWS_AS((void)output_shape(LayerKind{Dropout{1.0}}, std::vector<Shape>{{8, 3}}), Error);
}

TEST_CASE("a sum with a transposed view reads it in another order, except where a fused path leaves all in order") {
  const auto in_order = [](bool transposed, Precision precision, bool training) {
    const auto r = layer_test::run(Add{.transposed = transposed}, {{4, 8, 64}, {4, 8, 64}}, precision, training);
    const op::Pointwise sum = pointwise(r.forward, PointwiseFunction::add).at(0);
    CHECK(same_order(sum.inputs[1], sum.outputs[0]));
    return same_order(sum.inputs[0], sum.outputs[0]);
  };
  CHECK(in_order(false, Precision::bf16, true));
  CHECK_FALSE(in_order(true, Precision::bf16, true));
  CHECK_FALSE(in_order(true, Precision::amp_bf16, false));
  CHECK(in_order(true, Precision::bf16, false));
}

TEST_CASE("a constant for each channel is repeated; FP32 under autocast, no gradient of its own") {
  const std::vector<Shape> in{{2, 16, 8, 8}};
  CHECK(layer_test::run(Scale{Scale::By::channel}, in, Precision::amp_fp16).output_format == NumberFormat::fp32);
  CHECK(layer_test::run(Scale{Scale::By::channel}, in, Precision::fp16).output_format == NumberFormat::fp16);
  const auto scaled = layer_test::run(Scale{Scale::By::channel}, in),
             shifted = layer_test::run(Scale{Scale::By::channel_shift}, in);
  // the constants are made of the buffers: three operations for a scale, two for a shift
  REQUIRE(scaled.forward.operations.size() == 4);
  REQUIRE(shifted.forward.operations.size() == 3);
  const op::Pointwise product = std::get<op::Pointwise>(scaled.forward.operations.back());
  CHECK(product.function == PointwiseFunction::multiply);
  CHECK(product.inputs[1].shape == in[0]);
  CHECK(stored_elements(product.inputs[1]) == 16);
  CHECK(std::get<op::Pointwise>(shifted.forward.operations.back()).function == PointwiseFunction::add);
  CHECK(pointwise(scaled.backward, PointwiseFunction::multiply).size() == 1);
  CHECK(pointwise(shifted.backward, PointwiseFunction::multiply).empty());
}

TEST_CASE("a number times a tensor: one operation each way") {
  const auto run = layer_test::run(Scale{}, {{64, 256}});
  CHECK(run.forward.operations.size() == 1);
  CHECK(pointwise(run.forward, PointwiseFunction::multiply_scalar).size() == 1);
  CHECK(pointwise(run.backward, PointwiseFunction::multiply_scalar).size() == 1);
}
}  // namespace layer_elementwise_test

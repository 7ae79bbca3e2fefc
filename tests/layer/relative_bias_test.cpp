#include <perfmodel/layer/relative_bias.hpp>

#include "support.hpp"

namespace layer_relative_bias_test {
using namespace perfmodel;
using layer_test::operations;
using layer_test::pointwise;

TEST_CASE("a relative bias is one number for each head and pair of positions, whatever the batch") {
  const RelativeBias bias{.heads = 12, .buckets = 32};
  CHECK(output_shape(bias, std::vector<Shape>{{8, 512}}) == Shape{1, 12, 512, 512});
  CHECK(output_shape(bias, std::vector<Shape>{{8, 512, 768}}) == Shape{1, 12, 512, 512});
  CHECK(elements(parameters(bias, {})[0].shape) == 32 * 12);
  CHECK_THROWS_AS((void)output_shape(bias, std::vector<Shape>{{8}}), Error);
  CHECK_THROWS_AS((void)output_shape(RelativeBias{.heads = 0}, std::vector<Shape>{{8, 512}}), Error);
}

TEST_CASE("a masked bias keeps its shape and hands one gradient back") {
  CHECK(output_shape(CausalBias{}, std::vector<Shape>{{1, 12, 64, 64}}) == Shape{1, 12, 64, 64});
  CHECK_THROWS_AS((void)output_shape(CausalBias{}, std::vector<Shape>{{2, 12, 64, 64}}), Error);
  const layer_test::Run run = layer_test::run(CausalBias{}, {{1, 12, 64, 64}});
  const auto choices = pointwise(run.forward, PointwiseFunction::where);
  REQUIRE(choices.size() == 1);
  CHECK(bytes(choices[0].inputs[0]) == 64.0 * 64 * byte);  // one mask for all heads
  CHECK(pointwise(run.backward, PointwiseFunction::where).size() == 1);
  CHECK(run.output == Shape{1, 12, 64, 64});
}

TEST_CASE("attention with a bias runs in FP32 whatever its operands, and sums the bias's gradient over the batch") {
  const DotProductAttention attention{.heads = 4, .key_heads = 4, .head_size = 16, .biased = true};
  const std::vector<Shape> in{{2, 32, 64}, {2, 32, 64}, {2, 32, 64}, {1, 4, 32, 32}};
  CHECK(output_shape(attention, in) == Shape{2, 32, 64});
  for (const Precision precision : {Precision::bf16, Precision::fp32}) {
    const layer_test::Run run = layer_test::run(attention, in, precision);
    for (const Gemm& g : operations<Gemm>(run.forward)) CHECK(g.format == NumberFormat::fp32);
    CHECK(operations<Gemm>(run.forward).size() == 2);
    CHECK(operations<Gemm>(run.backward).size() == 4);
    const auto sums = operations<op::Reduction>(run.backward);
    REQUIRE(sums.size() == 1);
    CHECK((sums[0].input.shape == Shape{2, 4, 32, 32} && sums[0].output.shape == Shape{1, 4, 32, 32}));
  }
  std::vector<Shape> short_bias = in;
  short_bias[3] = {1, 4, 32, 31};
  CHECK_THROWS_AS((void)output_shape(attention, short_bias), Error);
  CHECK_THROWS_AS((void)output_shape(attention, std::vector<Shape>(in.begin(), in.begin() + 3)), Error);
}

TEST_CASE("the table is looked up for each pair and seen with its heads in front, without a copy") {
  TraceWriter writer(TraceOptions{.training = false});
  const std::vector<ParameterId> ids{writer.add_parameter({32, 12}, NumberFormat::fp32, true)};
  const std::vector<Tensor> inputs{writer.allocate({8, 64}, int64_storage)};
  const Tensor y = forward(writer, RelativeBias{.heads = 12, .buckets = 32}, inputs, ids);
  CHECK(y.shape() == Shape{1, 12, 64, 64});
  const Strides& strides = y.operand().strides;
  CHECK((strides[1] == 1 && strides[2] == 64 * 12 && strides[3] == 12));
}
}  // namespace layer_relative_bias_test

#include <perfmodel/layer/unfused_attention.hpp>

#include "support.hpp"

namespace layer_unfused_attention_test {
using namespace perfmodel;
using layer_test::operations;
using layer_test::pointwise;

namespace {
const DotProductAttention naive{
    .heads = 12, .key_heads = 12, .head_size = 64, .causal = true, .fused = false, .dropout = 0.1};
const std::vector<Shape> apart{{2, 128, 768}, {2, 96, 768}, {2, 96, 768}};
}  // namespace

TEST_CASE("unfused attention: a product, a scaling, a mask, a softmax, dropout, a product and a copy") {
  const layer_test::Run run = layer_test::run(naive, apart);
  const auto products = operations<Gemm>(run.forward);
  REQUIRE(products.size() == 2);
  CHECK((products[0].batch == 24 && products[0].m == 128 && products[0].n == 96 && products[0].k == 64));
  CHECK((products[1].batch == 24 && products[1].m == 128 && products[1].n == 64 && products[1].k == 96));
  CHECK(work(products[0]) + work(products[1]) == forward_work(naive, apart));
  CHECK(pointwise(run.forward, PointwiseFunction::multiply_scalar).size() == 1);
  const auto masks = pointwise(run.forward, PointwiseFunction::where);
  REQUIRE(masks.size() == 1);
  CHECK(bytes(masks[0].inputs[0]) == 128.0 * 96 * byte);  // one mask for all heads
  CHECK(operations<op::Softmax>(run.forward).size() == 1);
  const auto dropouts = pointwise(run.forward, PointwiseFunction::dropout);
  REQUIRE(dropouts.size() == 1);
  CHECK(dropouts[0].output_count == 2);
  CHECK(pointwise(run.forward, PointwiseFunction::copy).size() == 1);
}

TEST_CASE("its backward has two products for each of the forward pass, with the same work") {
  const layer_test::Run run = layer_test::run(naive, apart);
  const auto products = operations<Gemm>(run.backward);
  REQUIRE(products.size() == 4);
  for (const Gemm& g : products) CHECK(work(g) == 0.5 * forward_work(naive, apart));
  CHECK(pointwise(run.backward, PointwiseFunction::dropout_backward).size() == 1);
  const auto softmax = operations<op::Softmax>(run.backward);
  REQUIRE(softmax.size() == 1);
  CHECK((softmax[0].backward && softmax[0].rows == 2 * 12 * 128 && softmax[0].columns == 96));
}

TEST_CASE("scale, mask and softmax in one kernel: nothing else changes") {
  // Megatron-LM, megatron/fused_kernels: scaled_upper_triang_masked_softmax keeps its result, as the softmax does
  DotProductAttention joined = naive;
  joined.joined_softmax = true;
  const layer_test::Run run = layer_test::run(joined, apart), single = layer_test::run(naive, apart);
  CHECK(pointwise(run.forward, PointwiseFunction::multiply_scalar).empty());
  CHECK(pointwise(run.forward, PointwiseFunction::where).empty());
  CHECK(operations<op::Softmax>(run.forward).size() == 1);
  CHECK(pointwise(run.forward, PointwiseFunction::dropout).size() == 1);
  CHECK(operations<Gemm>(run.forward).size() == 2);
  CHECK(pointwise(single.backward, PointwiseFunction::multiply_scalar).size() == 1);
  CHECK(pointwise(run.backward, PointwiseFunction::multiply_scalar).empty());
  CHECK(operations<op::Softmax>(run.backward).size() == 1);
  CHECK(operations<Gemm>(run.backward).size() == 4);
  CHECK(run.saved_bytes == single.saved_bytes);
}

TEST_CASE("inference draws nothing and keeps nothing") {
  const layer_test::Run run = layer_test::run(naive, apart, Precision::fp32, false);
  CHECK(pointwise(run.forward, PointwiseFunction::dropout).empty());
  CHECK(run.saved == 0);
}
}  // namespace layer_unfused_attention_test

#include <perfmodel/layer/attention.hpp>

#include "support.hpp"

namespace layer_attention_test {
using namespace perfmodel;
using layer_test::operations;

namespace {
constexpr DotProductAttention gpt{.heads = 12, .key_heads = 12, .head_size = 64, .causal = true};
const std::vector<Shape> together{{2, 128, 3 * 768}}, apart{{2, 128, 768}, {2, 128, 768}, {2, 128, 768}};
}  // namespace

TEST_CASE("attention takes Q, K and V side by side or apart") {
  CHECK(output_shape(gpt, together) == Shape{2, 128, 768});
  CHECK(output_shape(gpt, apart) == Shape{2, 128, 768});
  CHECK(forward_work(gpt, together) == 0.5 * 2.0 * 2 * 12 * 128 * 128 * 64 * mac);
  CHECK_THROWS_AS((void)output_shape(gpt, std::vector<Shape>{{2, 128, 768}}), Error);
  CHECK_THROWS_AS((void)output_shape(DotProductAttention{.heads = 12, .key_heads = 5, .head_size = 64}, apart), Error);
  CHECK_THROWS_AS((void)output_shape(gpt, std::vector<Shape>{{2, 128, 768}, {2, 64, 768}, {2, 128, 256}}), Error);
}

TEST_CASE("grouped-query attention reads smaller keys and values; cross-attention longer ones") {
  const DotProductAttention llama{.heads = 32, .key_heads = 8, .head_size = 64, .causal = true};
  CHECK(output_shape(llama, std::vector<Shape>{{1, 16, 2048}, {1, 16, 512}, {1, 16, 512}}) == Shape{1, 16, 2048});
  const auto kernel = operations<Attention>(layer_test::run(gpt, {{2, 7, 768}, {2, 50, 768}, {2, 50, 768}}).forward)[0];
  CHECK(kernel.queries == 7);
  CHECK(kernel.keys == 50);
}

TEST_CASE("fused attention keeps its result and a logarithm per row; unfused attention keeps the probabilities") {
  DotProductAttention naive = gpt;
  naive.fused = false;
  const layer_test::Run fused = layer_test::run(gpt, together), unfused = layer_test::run(naive, together);
  CHECK(fused.saved_bytes == (4.0 * 2 * 12 * 128 + 16.0) * byte);
  CHECK(unfused.saved_bytes == 4.0 * 2 * 12 * 128 * 128 * byte);
  CHECK(operations<Attention>(fused.backward).size() == 1);
  CHECK(operations<Gemm>(unfused.forward).size() == 2);
  CHECK(operations<Gemm>(unfused.backward).size() == 4);
  // both masks of a causal product are calculated where the scores are
  CHECK(forward_work(naive, together) == 2.0 * forward_work(gpt, together));
}

TEST_CASE("dropout is drawn in training only") {
  DotProductAttention dropped = gpt;
  dropped.dropout = 0.1;
  CHECK(operations<Attention>(layer_test::run(dropped, together).forward)[0].dropout);
  CHECK_FALSE(operations<Attention>(layer_test::run(dropped, together, Precision::fp32, false).forward)[0].dropout);
}

TEST_CASE("attention with a mask whose elements lie apart is products in FP32, by 16-bit operands too") {
  DotProductAttention masked{.heads = 12, .key_heads = 12, .head_size = 64, .mask = AttentionMask::kept};
  const layer_test::Run run = layer_test::run(masked, apart, Precision::bf16);
  CHECK(operations<Attention>(run.forward).empty());
  REQUIRE(operations<Gemm>(run.forward).size() == 2);
  CHECK(operations<Gemm>(run.forward)[0].format == NumberFormat::fp32);
  CHECK(operations<Gemm>(run.backward).size() == 4);
  CHECK(operations<Gemm>(layer_test::run(masked, together, Precision::bf16).forward).size() == 2);
  DotProductAttention grouped = masked;
  grouped.key_heads = 4;
  CHECK_THROWS_WITH_AS((void)output_shape(grouped, std::vector<Shape>{{2, 128, 768}, {2, 128, 256}, {2, 128, 256}}),
                       doctest::Contains("as many key_heads as heads"), Error);
  masked.mask = AttentionMask::compiled;  // which an eager step drops
  CHECK(operations<Attention>(layer_test::run(masked, apart, Precision::bf16).forward).size() == 1);
}

TEST_CASE("a cache holds copies of keys and values, whose heads then lie apart") {
  DotProductAttention cached = gpt;
  cached.cached = true;
  for (const auto& inputs : {together, apart}) {
    const auto copies = layer_test::pointwise(layer_test::run(cached, inputs).forward, PointwiseFunction::copy);
    REQUIRE(copies.size() == 2);
    const std::int64_t width = inputs[0].back();
    for (const op::Pointwise& copy : copies) {
      CHECK(copy.outputs[0] == perfmodel::packed({2, 12, 128, 64}, NumberFormat::fp32));
      CHECK(copy.inputs[0].shape == Shape{2, 12, 128, 64});
      CHECK((copy.inputs[0].strides[1] == 64 && copy.inputs[0].strides[2] == width));
    }
  }
}

TEST_CASE("new tokens attend to a cache, which holds them too") {
  DotProductAttention later{.heads = 32, .key_heads = 8, .head_size = 64, .causal = true, .past = 1000};
  const std::vector<Shape> one{{4, 1, 2048}, {4, 1, 512}, {4, 1, 512}};
  REQUIRE(parameters(later, one).size() == 1);
  CHECK(parameters(later, one)[0].shape == Shape{4, 1001, 2 * 512});
  CHECK(forward_work(later, one) == 2.0 * 4 * 32 * 1001 * 64 * mac);
  const auto run = layer_test::run(later, one, Precision::bf16, false);
  const auto kernels = operations<Attention>(run.forward);
  REQUIRE(kernels.size() == 1);
  CHECK(kernels[0].keys == 1001);
  CHECK_FALSE(kernels[0].causal);
  const auto written = operations<op::Gather>(run.forward);
  REQUIRE(written.size() == 1);
  CHECK(traffic(written[0]) == 2.0 * 4 * 2 * 512 * 2 * byte);  // read and written: keys and values of four tokens
  later.narrow_cache = true;
  CHECK(parameters(later, one)[0].format == NumberFormat::fp8);
  const Attention narrow = operations<Attention>(layer_test::run(later, one, Precision::bf16, false).forward)[0];
  CHECK(traffic(kernels[0]) - traffic(narrow) == 2.0 * 4 * 8 * 1001 * 64 * byte);
  CHECK_THROWS_AS((void)layer_test::run(later, one, Precision::bf16, true), Error);   // training
  CHECK_THROWS_AS((void)layer_test::run(later, one, Precision::fp32, false), Error);  // grouped keys
  CHECK(output_shape(later, one) == Shape{4, 1, 2048});
  const auto refused = [&](auto change) {
    DotProductAttention other = later;
    change(other);
    std::vector<Shape> inputs = one;
    if (other.biased) {  // grouped keys have none
      other.key_heads = 32;
      inputs = {one[0], one[0], one[0], Shape{1, 32, 1, 1}};
    }
    CHECK_THROWS_WITH_AS((void)output_shape(other, inputs), doctest::Contains("only causal fused attention"), Error);
  };
  refused([](DotProductAttention& a) { a.causal = false; });
  refused([](DotProductAttention& a) { a.fused = false; });
  refused([](DotProductAttention& a) { a.context_ranks = 2; });
  refused([](DotProductAttention& a) { a.biased = true; });
  later.past = -1;
  CHECK_THROWS_WITH_AS((void)output_shape(later, one), doctest::Contains("past"), Error);
}
}  // namespace layer_attention_test

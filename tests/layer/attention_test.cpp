#include <perfmodel/layer/attention.hpp>
#include "support.hpp"

using namespace perfmodel;

namespace {
constexpr DotProductAttention gpt{.heads = 12, .key_heads = 12, .head_size = 64, .causal = true};
const std::vector<Shape> packed{{2, 128, 3 * 768}}, apart{{2, 128, 768}, {2, 128, 768}, {2, 128, 768}};
}  // namespace

TEST_CASE("attention takes Q, K and V side by side or apart") {
  CHECK(output_shape(gpt, packed) == Shape{2, 128, 768});
  CHECK(output_shape(gpt, apart) == Shape{2, 128, 768});
  CHECK(forward_work(gpt, packed) == 0.5 * 2.0 * 2 * 12 * 128 * 128 * 64 * mac);
  CHECK_THROWS_AS((void)output_shape(gpt, std::vector<Shape>{{2, 128, 768}}), Error);
  CHECK_THROWS_AS((void)output_shape(DotProductAttention{.heads = 12, .key_heads = 5, .head_size = 64}, apart), Error);
  CHECK_THROWS_AS((void)output_shape(gpt, std::vector<Shape>{{2, 128, 768}, {2, 64, 768}, {2, 128, 256}}), Error);
}

TEST_CASE("grouped-query attention reads smaller keys and values; cross-attention longer ones") {
  const DotProductAttention llama{.heads = 32, .key_heads = 8, .head_size = 64, .causal = true};
  CHECK(output_shape(llama, std::vector<Shape>{{1, 16, 2048}, {1, 16, 512}, {1, 16, 512}}) == Shape{1, 16, 2048});
  const auto kernel = layer_test::kernels<Attention>(layer_test::run(gpt, {{2, 7, 768}, {2, 50, 768}, {2, 50, 768}}).forward)[0];
  CHECK(kernel.queries == 7);
  CHECK(kernel.keys == 50);
}

TEST_CASE("fused attention keeps its result and a logarithm per row; unfused attention keeps the probabilities") {
  DotProductAttention naive = gpt;
  naive.fused = false;
  const layer_test::Run fused = layer_test::run(gpt, packed), unfused = layer_test::run(naive, packed);
  CHECK(fused.saved_bytes == (4.0 * 2 * 12 * 128 + 16.0) * byte);
  CHECK(unfused.saved_bytes == 4.0 * 2 * 12 * 128 * 128 * byte);
  CHECK(layer_test::kernels<Attention>(fused.backward).size() == 1);
  CHECK(layer_test::kernels<Gemm>(unfused.forward).size() == 2);
  CHECK(layer_test::kernels<Gemm>(unfused.backward).size() == 4);
  // both masks of a causal product are calculated where the scores are
  CHECK(forward_work(naive, packed) == 2.0 * forward_work(gpt, packed));
}

TEST_CASE("dropout is drawn in training only") {
  DotProductAttention dropped = gpt;
  dropped.dropout = 0.1;
  CHECK(layer_test::kernels<Attention>(layer_test::run(dropped, packed).forward)[0].dropout);
  CHECK_FALSE(layer_test::kernels<Attention>(layer_test::run(dropped, packed, Precision::fp32, false).forward)[0].dropout);
}

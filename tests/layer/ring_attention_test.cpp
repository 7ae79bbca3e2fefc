#include <perfmodel/layer/attention.hpp>

#include "support.hpp"

namespace layer_ring_attention_test {
using namespace perfmodel;
using layer_test::most_alive;
using layer_test::operations;

namespace {
constexpr DotProductAttention own{.heads = 12, .key_heads = 12, .head_size = 64, .causal = true};
constexpr DotProductAttention of_four = [] {
  DotProductAttention a = own;
  a.context_ranks = 4;
  return a;
}();
const std::vector<Shape> apart{{2, 128, 768}, {2, 128, 768}, {2, 128, 768}};
}  // namespace

TEST_CASE("a card works on its own part under the mask, then on half of each other part") {
  const layer_test::Run run = layer_test::run(of_four, apart, Precision::bf16);
  const auto forward = operations<Attention>(run.forward), backward = operations<Attention>(run.backward);
  REQUIRE(forward.size() == 4);
  REQUIRE(backward.size() == 4);
  CHECK((forward[0].causal && forward[0].keys == 128));
  Work sum{}, back{};
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(forward[i].queries == 128);
    if (i > 0) CHECK((!forward[i].causal && forward[i].keys == 64));
    sum += work(forward[i]);
    back += work(backward[i]);
  }
  CHECK(sum == forward_work(of_four, apart));
  CHECK(back == 2.5 * sum);
  // a quarter of what one card does with all 512 tokens
  CHECK(4.0 * sum == forward_work(own, std::vector<Shape>{{2, 512, 768}, {2, 512, 768}, {2, 512, 768}}));
}

TEST_CASE("without a mask a card works on all of each part") {
  DotProductAttention open = of_four;
  open.causal = false;
  const auto forward = operations<Attention>(layer_test::run(open, apart, Precision::bf16).forward);
  REQUIRE(forward.size() == 4);
  for (const Attention& step : forward) CHECK(step.keys == 128);
}

TEST_CASE("it keeps what attention on one card keeps, and holds keys and values of all cards while it works") {
  const layer_test::Run one = layer_test::run(own, apart, Precision::bf16),
                        ring = layer_test::run(of_four, apart, Precision::bf16);
  CHECK(ring.saved_bytes == one.saved_bytes);
  CHECK(ring.output == one.output);
  constexpr double numbers = 2.0 * 128 * 768;
  CHECK(most_alive(ring.forward) >= 4.0 * 2.0 * 2.0 * numbers);
  CHECK(most_alive(ring.backward) >= 4.0 * 2.0 * 2.0 * numbers + 3.0 * 4.0 * numbers);  // and FP32 gradients
}
}  // namespace layer_ring_attention_test

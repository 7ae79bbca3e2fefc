#include <perfmodel/layer/fused_attention.hpp>

#include "support.hpp"

namespace layer_fused_attention_test {
using namespace perfmodel;
using layer_test::operations;
using layer_test::pointwise;

namespace {
const DotProductAttention gpt{.heads = 12, .key_heads = 12, .head_size = 64, .causal = true};
const std::vector<Shape> packed_inputs{{2, 128, 3 * 768}}, apart{{2, 128, 768}, {2, 128, 768}, {2, 128, 768}};
}  // namespace

TEST_CASE("fused attention is one operation forward, which keeps its result and a logarithm per row") {
  const layer_test::Run run = layer_test::run(gpt, apart);
  CHECK(run.forward.operations.size() == 1);
  CHECK(layer_test::total_work(run.forward) == forward_work(gpt, apart));
  CHECK(run.saved_bytes == (4.0 * 2 * 12 * 128 + 16.0) * byte);
}

TEST_CASE("its backward multiplies output and gradient row by row and casts the accumulator of Q's gradient") {
  const layer_test::Run run = layer_test::run(gpt, apart, Precision::bf16);
  const auto gradients = operations<Attention>(run.backward);
  REQUIRE(gradients.size() == 1);
  CHECK(gradients[0].backward);
  CHECK(work(gradients[0]) == 2.5 * forward_work(gpt, apart));
  const auto products = operations<op::Reduction>(run.backward);
  REQUIRE(products.size() == 1);
  constexpr double elements = 2.0 * 128 * 768, rows = 2.0 * 128 * 12;
  CHECK(work(products[0]) == 2.0 * elements * flop);
  CHECK(traffic(products[0]) == (2.0 * 2.0 * elements + 4.0 * rows) * byte);
  const auto casts = pointwise(run.backward, PointwiseFunction::copy);
  REQUIRE(casts.size() >= 1);
  CHECK(casts[0].inputs[0].format == NumberFormat::fp32);
  CHECK(casts[0].outputs[0].format == NumberFormat::bf16);
  CHECK(operations<op::Concatenation>(run.backward).empty());
}

TEST_CASE("gradients of Q, K and V that came side by side are put side by side") {
  const auto joined = operations<op::Concatenation>(layer_test::run(gpt, packed_inputs).backward);
  REQUIRE(joined.size() == 1);
  CHECK(joined[0].output.shape == packed_inputs[0]);
  CHECK(joined[0].inputs == 3);
}

TEST_CASE("gradients have the shapes of what they are of, in its format; the kernel's own are padded and FP32") {
  const DotProductAttention grouped{.heads = 6, .key_heads = 2, .head_size = 40, .causal = true};
  const std::vector<Shape> inputs{{3, 200, 240}, {3, 72, 80}, {3, 72, 80}};
  const layer_test::Run run = layer_test::run(grouped, inputs, Precision::bf16);
  std::vector<std::int64_t> bytes;
  for (const TraceEvent& e : run.backward.events)
    if (const auto* a = std::get_if<Allocate>(&e.what)) bytes.push_back(a->bytes);
  // of one, of Q, K and V, row sums of 256 rows a head, an accumulator of 64 columns a head
  const std::vector<std::int64_t> expected{3 * 200 * 240 * 2, 3 * 200 * 240 * 2, 3 * 72 * 80 * 2,
                                           3 * 72 * 80 * 2,   3 * 6 * 256 * 4,   3 * 256 * 6 * 64 * 4};
  REQUIRE(bytes.size() >= expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) CHECK(bytes[i] == expected[i]);
}
}  // namespace layer_fused_attention_test

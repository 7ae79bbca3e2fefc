#include <perfmodel/layer/attention.hpp>
#include <perfmodel/layer/composite_attention.hpp>

#include "support.hpp"

namespace layer_composite_attention_test {
using namespace perfmodel;
using layer_test::operations;
using layer_test::pointwise;

namespace {
const DotProductAttention grouped{.heads = 8, .key_heads = 2, .head_size = 64, .causal = true};
const std::vector<Shape> shapes{{2, 128, 512}, {2, 128, 128}, {2, 128, 128}};
}  // namespace

TEST_CASE("grouped keys in FP32 have no fused kernel: two products forward, four backward, scores in memory") {
  const auto run = layer_test::run(grouped, shapes);
  const auto forward = operations<Gemm>(run.forward), backward = operations<Gemm>(run.backward);
  REQUIRE(forward.size() == 2);
  CHECK(backward.size() == 4);
  CHECK((forward[0].batch == 16 && forward[0].m == 128 && forward[0].n == 128 && forward[0].k == 64));
  CHECK((forward[1].batch == 16 && forward[1].m == 128 && forward[1].n == 64 && forward[1].k == 128));
  CHECK(run.output == Shape{2, 128, 512});
  // saved: the probabilities, scaled queries, and keys and values once for every head; 512-byte blocks
  const double scores = 2.0 * 8 * 128 * 128 * 4, heads = 2.0 * 128 * 512 * 4;
  CHECK(in(run.saved_bytes, byte) == scores + 3.0 * heads);
}

TEST_CASE("16-bit formats, and as many keys as heads, keep the fused kernel") {
  CHECK(operations<Attention>(layer_test::run(grouped, shapes, Precision::bf16).forward).size() == 1);
  DotProductAttention plain = grouped;
  plain.key_heads = 8;
  const std::vector<Shape> same{{2, 128, 512}, {2, 128, 512}, {2, 128, 512}};
  CHECK(operations<Attention>(layer_test::run(plain, same).forward).size() == 1);
}

TEST_CASE("keys are repeated for their group by a copy, and their gradients summed over it") {
  const auto run = layer_test::run(grouped, shapes);
  std::size_t repeats = 0;
  for (const op::Pointwise& p : pointwise(run.forward, PointwiseFunction::copy))
    if (p.outputs[0].shape == Shape{2, 2, 4, 128, 64}) {
      ++repeats;
      CHECK(p.inputs[0].strides[2] == 0);
      CHECK(bytes(p.inputs[0]) == 0.25 * bytes(p.outputs[0]));
    }
  CHECK(repeats == 2);
  const auto sums = operations<op::Reduction>(run.backward);
  REQUIRE(sums.size() == 2);
  for (const op::Reduction& r : sums) CHECK(r.output.shape == Shape{2, 2, 1, 128, 64});
}
}  // namespace layer_composite_attention_test

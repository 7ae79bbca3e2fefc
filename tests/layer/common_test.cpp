#include <doctest/doctest.h>

#include <algorithm>
#include <perfmodel/layer/common.hpp>

namespace layer_common_test {
using namespace perfmodel;

namespace {
op::Reduction summed(const Shape& from, const Shape& to) {
  return detail::sum_to(packed(from, NumberFormat::fp32), to);
}
}  // namespace

TEST_CASE("a sum keeps the dimensions of its result, aligned at the innermost one") {
  CHECK(summed({8, 16, 4}, {4}).output.shape == Shape{1, 1, 4});
  CHECK(summed({8, 16, 4}, {1, 16, 4}).output.shape == Shape{1, 16, 4});
  CHECK(summed({2, 8, 5, 5}, {1, 8, 1, 1}).output.shape == Shape{1, 8, 1, 1});
  CHECK_FALSE(is_contiguous(summed({8, 16, 4}, {4})));
  CHECK(is_contiguous(summed({2, 8, 5, 5}, {2, 8, 1, 1})));
  CHECK(work(summed({8, 16, 4}, {4})) == 512.0 * flop);
  CHECK(summed({8, 16, 4}, {1}).output.shape == Shape{1, 1, 1});
}

TEST_CASE("shapes that do not align are a matrix summed over its rows") {
  const op::Reduction r = summed({8, 4, 5}, {2, 10});
  CHECK(r.input.shape == Shape{8, 20});
  CHECK(r.output.shape == Shape{1, 20});
}

TEST_CASE("positions first: the shape stays, neighbours along the batch lie together") {
  TraceWriter writer(TraceOptions{});
  const Tensor x = writer.allocate({4, 10, 8}, NumberFormat::fp16);
  const Tensor seen = detail::positions_first(x);
  CHECK(seen.shape() == x.shape());
  CHECK(seen.id() == x.id());
  CHECK((seen.operand().strides[0] == 8 && seen.operand().strides[1] == 32 && seen.operand().strides[2] == 1));
}

TEST_CASE("a sum of two formats is of the wider one") {
  CHECK(promote(NumberFormat::fp16, NumberFormat::bf16) == NumberFormat::fp32);
  CHECK(promote(NumberFormat::fp16, NumberFormat::fp32) == NumberFormat::fp32);
  CHECK(promote(NumberFormat::bf16, NumberFormat::bf16) == NumberFormat::bf16);
}

TEST_CASE("no pair of formats becomes narrower, and two of 16 bits, neither of which holds the other, become FP32") {
  for (const NumberFormat a : {NumberFormat::fp16, NumberFormat::bf16, NumberFormat::fp32, NumberFormat::fp64})
    for (const NumberFormat b : {NumberFormat::fp16, NumberFormat::bf16, NumberFormat::fp32, NumberFormat::fp64}) {
      const NumberFormat sum = promote(a, b);
      CHECK(sum == promote(b, a));
      CHECK(bits(sum) >= std::max(bits(a), bits(b)));
      if (bits(a) != bits(b)) CHECK(sum == (bits(a) > bits(b) ? a : b));
      if (bits(a) == bits(b) && a != b) CHECK(sum == NumberFormat::fp32);
    }
}

TEST_CASE("errors name what came and what is accepted") {
  CHECK_THROWS_WITH_AS(require_inputs({}, 2), "inputs: got 0; the layer takes 2", Error);
  CHECK_THROWS_WITH_AS(require_at_least("heads", 0, 1), "heads: got 0; must be >= 1", Error);
}
}  // namespace layer_common_test

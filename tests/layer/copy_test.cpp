#include <perfmodel/layer/copy.hpp>

#include "support.hpp"

namespace layer_copy_test {
using namespace perfmodel;
using layer_test::operations;
using layer_test::pointwise;

TEST_CASE("parts taken by indexing: one copy puts them one after the other; each gradient is zeros, a copy and a sum") {
  const layer_test::Run run = layer_test::run(Copy{.parts = 3}, {{2, 4, 6}});
  const auto copies = pointwise(run.forward, PointwiseFunction::copy);
  REQUIRE(copies.size() == 1);
  const Operand &from = copies[0].inputs[0], &to = copies[0].outputs[0];
  CHECK(from.shape == Shape{2, 4, 3, 2});  // batch, positions, parts, width
  CHECK((from.strides[0] == 6 && from.strides[1] == 12 && from.strides[2] == 2 && from.strides[3] == 1));
  CHECK((to.strides[0] == 2 && to.strides[1] == 4 && to.strides[2] == 16 && to.strides[3] == 1));
  // beside the gradient of one that starts the pass
  CHECK(operations<op::Fill>(run.backward).size() == 1 + 3);
  const auto parts = pointwise(run.backward, PointwiseFunction::copy);
  CHECK(parts.size() == 3);
  for (const op::Pointwise& p : parts) CHECK(traffic(p) == 2.0 * 2 * 4 * 2 * 4 * byte);
  CHECK(pointwise(run.backward, PointwiseFunction::add).size() == 2);
  CHECK(layer_test::run(Copy{.parts = 3}, {{2, 4, 6}}, Precision::fp32, false).forward.operations.empty());
  CHECK_THROWS_WITH_AS((void)output_shape(Copy{.parts = 4}, std::vector<Shape>{{2, 4, 6}}),
                       "input shape: got [2, 4, 6]; must be [batch, ..., a multiple of 4]", Error);
}

TEST_CASE("a copy exchanges the innermost dimensions; a result of attention goes into order by positions") {
  const auto copied = [](const Copy& c, Precision p) {
    return pointwise(layer_test::run(c, {{2, 4, 6}}, p).forward, PointwiseFunction::copy);
  };
  const auto plain = copied({}, Precision::fp32);
  REQUIRE(plain.size() == 1);
  CHECK((innermost(plain[0].inputs[0]) == 1 && innermost(plain[0].outputs[0]) == 2));
  const auto result = copied({.attention_result = true}, Precision::fp32);
  REQUIRE(result.size() == 1);
  CHECK(innermost(result[0].inputs[0]) == innermost(result[0].outputs[0]));
  CHECK_FALSE(same_order(result[0].inputs[0], result[0].outputs[0]));
  CHECK(copied({.attention_result = true}, Precision::bf16).empty());  // written in that order
}
}  // namespace layer_copy_test

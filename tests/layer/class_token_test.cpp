#include <perfmodel/layer/class_token.hpp>

#include "support.hpp"

namespace layer_class_token_test {
using namespace perfmodel;
using layer_test::operations;
using layer_test::pointwise;

TEST_CASE("a class token is put in front of each sequence; its gradient is summed over the batch") {
  const ClassToken token{.width = 8};
  CHECK(output_shape(token, std::vector<Shape>{{2, 196, 8}}) == Shape{2, 197, 8});
  CHECK_THROWS_AS((void)output_shape(ClassToken{.width = 9}, std::vector<Shape>{{2, 196, 8}}), Error);
  const layer_test::Run run = layer_test::run(token, {{2, 196, 8}});
  const auto joined = operations<op::Concatenation>(run.forward);
  REQUIRE(joined.size() == 1);
  CHECK(joined[0].output.shape == Shape{2, 197, 8});
  const auto sums = operations<op::Reduction>(run.backward);
  REQUIRE(sums.size() == 1);
  CHECK(sums[0].input.shape == Shape{2, 1, 8});
  CHECK(sums[0].input.strides[0] == 197 * 8);  // the first position of each sequence
  CHECK(sums[0].output.shape == Shape{1, 1, 8});
}

TEST_CASE("a table is added to every sample") {
  CHECK_THROWS_AS((void)output_shape(AddParameter{.length = 196, .width = 8}, std::vector<Shape>{{2, 197, 8}}), Error);
  const layer_test::Run run = layer_test::run(AddParameter{.length = 16, .width = 8}, {{4, 16, 8}});
  const auto sums = pointwise(run.forward, PointwiseFunction::add);
  REQUIRE(sums.size() == 1);
  CHECK(bytes(sums[0].inputs[1]) == 4.0 * 16 * 8 * byte);  // the table is stored once
  CHECK(operations<op::Reduction>(run.backward).size() == 1);
}
}  // namespace layer_class_token_test

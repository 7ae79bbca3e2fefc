#include <perfmodel/layer/embedding.hpp>

#include "support.hpp"

namespace layer_embedding_test {
using namespace perfmodel;

TEST_CASE("an embedding turns indices into rows; positions need no batch") {
  CHECK(output_shape(Embedding{.count = 100, .width = 16}, std::vector<Shape>{{4, 7}}) == Shape{4, 7, 16});
  CHECK(output_shape(Embedding{.count = 100, .width = 16, .positions = true}, std::vector<Shape>{{4, 7}}) ==
        Shape{1, 7, 16});
  CHECK_THROWS_AS((void)output_shape(Embedding{.count = 5, .width = 16, .positions = true}, std::vector<Shape>{{4, 7}}),
                  Error);
  CHECK_THROWS_AS((void)output_shape(Embedding{.count = 5}, std::vector<Shape>{{4, 7}}), Error);
}

TEST_CASE("one look-up forward; backward zeroes a gradient of the whole table and adds to it") {
  const auto run = layer_test::run(Embedding{.count = 50, .width = 8}, {{48, 64}});
  const op::Embedding lookup{.indices = 48 * 64, .width = 8, .table_rows = 50};
  REQUIRE(run.forward.operations.size() == 1);
  CHECK(std::get<op::Embedding>(run.forward.operations[0]) == lookup);
  REQUIRE(run.backward.operations.size() == 3);  // gradient of one, zeros, addition
  CHECK(std::get<op::Fill>(run.backward.operations[1]).output.shape == Shape{50, 8});
  op::Embedding addition = lookup;
  addition.backward = true;
  CHECK(std::get<op::Embedding>(run.backward.operations[2]) == addition);
}

TEST_CASE("positions are counted first, one for each place of a sequence") {
  const auto run = layer_test::run(Embedding{.count = 100, .width = 16, .positions = true}, {{4, 7}});
  REQUIRE(run.forward.operations.size() == 2);
  const auto counted = layer_test::pointwise(run.forward, PointwiseFunction::range);
  REQUIRE(counted.size() == 1);
  CHECK(traffic(counted[0]) == 7.0 * 8.0 * byte);
  CHECK(std::get<op::Embedding>(run.forward.operations[1]).indices == 7);
}
}  // namespace layer_embedding_test

#include <perfmodel/layer/reshape.hpp>
#include "support.hpp"

using namespace perfmodel;

TEST_CASE("shapes of views and concatenations") {
  const std::vector<Shape> x{{2, 3, 4, 5}};
  CHECK(output_shape(Flatten{}, x) == Shape{2, 60});
  CHECK(output_shape(Flatten{2}, x) == Shape{2, 3, 20});
  CHECK(output_shape(Reshape{{12, 5}}, x) == Shape{2, 12, 5});
  CHECK(output_shape(Transpose{}, x) == Shape{2, 4, 3, 5});
  CHECK(output_shape(Slice{.dimension = 2, .begin = 1, .length = 3}, x) == Shape{2, 3, 3, 5});
  CHECK(output_shape(Concat{}, std::vector<Shape>{{2, 3, 4}, {2, 5, 4}}) == Shape{2, 8, 4});
}

TEST_CASE("views move no byte, concatenations each byte once each way") {
  CHECK(layer_test::kernels<Streaming>(layer_test::run(Flatten{}, {{2, 3, 4}}).forward).empty());
  CHECK(layer_test::kernels<Streaming>(layer_test::run(Reshape{{12}}, {{2, 3, 4}}).forward).empty());
  const auto copied = layer_test::kernels<Streaming>(layer_test::run(Concat{}, {{2, 3, 4}, {2, 5, 4}}).forward);
  REQUIRE(copied.size() == 1);
  CHECK(copied[0].written == 4.0 * 2 * 8 * 4 * byte);
}

TEST_CASE("what does not fit names the shapes") {
  CHECK_THROWS_AS((void)output_shape(Reshape{{7}}, std::vector<Shape>{{2, 3, 4}}), Error);
  CHECK_THROWS_AS((void)output_shape(Concat{}, std::vector<Shape>{{2, 3, 4}, {2, 5, 3}}), Error);
  CHECK_THROWS_AS((void)output_shape(Concat{7}, std::vector<Shape>{{2, 3, 4}}), Error);
  CHECK_THROWS_AS((void)output_shape(Slice{.dimension = 1, .begin = 2, .length = 2}, std::vector<Shape>{{2, 3, 4}}), Error);
  CHECK_THROWS_AS((void)output_shape(Transpose{.first = 1, .second = 3}, std::vector<Shape>{{2, 3, 4}}), Error);
}

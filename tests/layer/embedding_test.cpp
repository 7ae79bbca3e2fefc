#include <perfmodel/layer/embedding.hpp>
#include "support.hpp"

using namespace perfmodel;

TEST_CASE("an embedding turns indices into rows; positions need no batch") {
  CHECK(output_shape(Embedding{.count = 100, .width = 16}, std::vector<Shape>{{4, 7}}) == Shape{4, 7, 16});
  CHECK(output_shape(Embedding{.count = 100, .width = 16, .positions = true}, std::vector<Shape>{{4, 7}}) == Shape{1, 7, 16});
  CHECK_THROWS_AS((void)output_shape(Embedding{.count = 5, .width = 16, .positions = true}, std::vector<Shape>{{4, 7}}), Error);
  CHECK_THROWS_AS((void)output_shape(Embedding{.count = 5}, std::vector<Shape>{{4, 7}}), Error);
}

TEST_CASE("backward zeroes a gradient of the whole table and sorts many indices first") {
  const auto count = [](std::int64_t batch) {
    return layer_test::kernels<Streaming>(layer_test::run(Embedding{.count = 50, .width = 8}, {{batch, 64}}).backward).size();
  };
  CHECK(count(48) < count(49));  // 3,072 indices and more
}

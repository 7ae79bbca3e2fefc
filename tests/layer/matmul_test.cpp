#include <perfmodel/layer/matmul.hpp>

#include "support.hpp"

namespace layer_matmul_test {
using namespace perfmodel;
using layer_test::operations;

TEST_CASE("batched products: two backward with the work of one forward each") {
  const std::vector<Shape> in{{3, 4, 5}, {3, 6, 5}};
  const Matmul m{.transpose_second = true};
  CHECK(forward_work(m, in) == 3.0 * 4 * 6 * 5 * mac);
  const layer_test::Run run = layer_test::run(m, in);
  CHECK(layer_test::total_work(run.forward) == forward_work(m, in));
  const auto backward = operations<Gemm>(run.backward);
  REQUIRE(backward.size() == 2);
  for (const Gemm& g : backward) {
    CHECK(g.batch == 3);
    CHECK(work(g) == forward_work(m, in));
  }
  CHECK_THROWS_AS((void)output_shape(Matmul{}, in), Error);
}
}  // namespace layer_matmul_test

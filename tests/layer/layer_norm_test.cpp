#include <perfmodel/layer/layer_norm.hpp>
#include "support.hpp"

using namespace perfmodel;

TEST_CASE("layer norm saves mean and deviation of each row and has two kernels backward") {
  const auto r = layer_test::run(LayerNorm{768}, {{8, 512, 768}});
  CHECK(r.output == Shape{8, 512, 768});
  CHECK(r.saved_bytes == 2.0 * 8 * 512 * 4 * byte);
  std::size_t norm = 0, sums = 0;
  for (const Streaming& s : layer_test::kernels<Streaming>(r.backward)) {
    norm += s.kind == StreamingKind::layer_norm ? 1 : 0;
    sums += s.kind == StreamingKind::column_reduction ? 1 : 0;
  }
  CHECK(norm == 1);
  CHECK(sums == 1);
  CHECK_THROWS_AS((void)output_shape(LayerKind{LayerNorm{768}}, std::vector<Shape>{{8, 512}}), Error);
}

TEST_CASE("without weight and bias there is no column reduction") {
  const auto r = layer_test::run(LayerNorm{.size = 64, .affine = false}, {{8, 64}});
  for (const Streaming& s : layer_test::kernels<Streaming>(r.backward)) CHECK(s.kind != StreamingKind::column_reduction);
}

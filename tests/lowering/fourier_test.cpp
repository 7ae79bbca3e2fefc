#include <doctest/doctest.h>

#include "support.hpp"

namespace lowering_fourier_test {
using namespace perfmodel;

TEST_CASE("a transform along one dimension is one kernel, which reads and writes its points once") {
  const op::Fourier f{.side = op::Fourier::Side::real_input, .count = 6, .length = 10, .apart = true};
  const std::vector<Streaming> kernels = streaming_kernels(f);
  REQUIRE(kernels.size() == 1);
  CHECK(kernels[0].kind == StreamingKind::fourier);
  CHECK(in_bytes(kernels[0].read) == 6.0 * 10.0 * 4.0);
  CHECK(in_bytes(kernels[0].written) == 6.0 * 6.0 * 8.0);
  CHECK(kernels[0].rows == 6);
  CHECK(kernels[0].columns == 10);
  CHECK(kernels[0].images == 1);
  CHECK(kernels[0].visits == 1.0);
  CHECK(kernels[0].work == work(f));
}
}  // namespace lowering_fourier_test

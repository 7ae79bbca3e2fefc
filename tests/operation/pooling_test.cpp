#include <doctest/doctest.h>

#include <perfmodel/operation/pooling.hpp>

namespace operation_pooling_test {
using namespace perfmodel;

namespace {
constexpr Operand image = packed({2, 8, 4, 4}, NumberFormat::fp16);
constexpr op::Pooling maximum{.image = image, .result = {2, 8, 2, 2}, .window = 9.0};

op::Resampling resampled(op::Resampling::Method method) {
  return {.method = method, .image = image, .result = {2, 8, 8, 8}};
}
}  // namespace

// NVIDIA, "GPU Performance Background User's Guide", Table 1: one operation for each element of each window.
static_assert(work(maximum) == 64.0 * 9.0 * flop);
static_assert(traffic(maximum) == (256.0 * 2.0 + 64.0 * 2.0 + 64.0 * 8.0) * byte);

TEST_CASE("an average keeps no index") {
  op::Pooling average = maximum;
  average.what = PoolingKind::average;
  CHECK(index_bytes(average) == Bytes{});
  CHECK(traffic(average) == (256.0 * 2.0 + 64.0 * 2.0) * byte);
  CHECK(work(average) == work(maximum));
}

TEST_CASE("two operations for each neighbour of a resampled result, none where the nearest is copied") {
  using enum op::Resampling::Method;
  CHECK(work(resampled(nearest)) == Work{});
  CHECK(work(resampled(bilinear)) == 1024.0 * 4.0 * 2.0 * flop);
  CHECK(work(resampled(bicubic)) == 1024.0 * 16.0 * 2.0 * flop);
  CHECK(work(resampled(regions)) == 1024.0 * 4.0 * 4.0 * 2.0 * flop);  // four bilinear samples
  CHECK(traffic(resampled(bilinear)) == (256.0 + 1024.0) * 2.0 * byte);
}
}  // namespace operation_pooling_test

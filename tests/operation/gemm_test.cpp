#include <doctest/doctest.h>

#include <perfmodel/operation/gemm.hpp>

namespace operation_gemm_test {
using namespace perfmodel;

// By definition: 2 M N K; A, B and C once, C once more where it is added into, B once where all products share it.
constexpr Gemm product{.format = NumberFormat::fp16, .batch = 3, .m = 5, .n = 7, .k = 11};
static_assert(work(product) == 2.0 * 3.0 * 5.0 * 7.0 * 11.0 * flop);
static_assert(product.output == NumberFormat::fp16);
static_assert(traffic(product) == 2.0 * 3.0 * (5.0 * 11.0 + 11.0 * 7.0 + 5.0 * 7.0) * byte);

TEST_CASE("a product that adds into C moves C twice, one with a bias or an activation does not") {
  Gemm g = product;
  g.epilogue = Epilogue::accumulate;
  CHECK(traffic(g) - traffic(product) == 2.0 * 3.0 * 5.0 * 7.0 * byte);
  CHECK(work(g) == work(product));
  for (const Epilogue other : {Epilogue::bias, Epilogue::bias_activation}) {
    g.epilogue = other;
    CHECK(traffic(g) == traffic(product));
  }
}

TEST_CASE("operands and results count in their own formats, a shared B once") {
  Gemm g = product;
  g.output = NumberFormat::fp32;
  CHECK(traffic(g) - traffic(product) == 2.0 * 3.0 * 5.0 * 7.0 * byte);
  g = product;
  g.repeated_b = true;
  CHECK(traffic(product) - traffic(g) == 2.0 * 2.0 * 11.0 * 7.0 * byte);
}

TEST_CASE("intensity of 8192 x 128 x 8192 in FP16, as NVIDIA's guide on matrix products prints it") {
  const Gemm g{.format = NumberFormat::fp16, .m = 8192, .n = 128, .k = 8192};
  CHECK(in(intensity(g), flop / byte) == doctest::Approx(124.1).epsilon(0.0005));  // four digits are printed
}
}  // namespace operation_gemm_test

#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/gemm/padding.hpp>

namespace pricing_gemm_padding_test {
using namespace perfmodel;

namespace {

GemmModels models_of(const char* card) { return make_gemm_models(json::load_device(card, "test").device); }

}  // namespace

TEST_CASE(
    "Matrix Multiplication Background, Tensor Core requirements: the vocabulary of 50,257 is worth padding, to 50,264 "
    "or 50,304") {
  for (const char* card : {"v100-sxm2-16gb", "a100-sxm4-80gb", "h200-sxm"}) {
    const GemmModels models = models_of(card);
    const Gemm logits{.format = NumberFormat::fp16, .layout = Layout::nt, .m = 5120, .n = 50257, .k = 1024};
    const auto advice = best_padding(logits, models);
    REQUIRE(advice.has_value());
    CHECK(advice->product.m == 5120);
    CHECK(advice->product.k == 1024);
    CHECK((advice->product.n == 50264 || advice->product.n == 50304));
    CHECK(advice->prediction.total <
          0.8 * predict(logits, models).total);  // 16 bytes against 2 at a time: never a small gain
  }
}

TEST_CASE("a product that is aligned already has nothing to gain") {
  const GemmModels models = models_of("a100-sxm4-80gb");
  for (const std::int64_t size : {1024, 4096, 8192})
    CHECK_FALSE(
        best_padding({.format = NumberFormat::fp16, .layout = Layout::nn, .m = size, .n = size, .k = size}, models)
            .has_value());
}

TEST_CASE("advice never slows down, never shrinks, and leaves all but the sizes as it was") {
  for (const char* card : {"t4", "p100-pcie-16gb", "h100-sxm5-80gb"}) {
    const GemmModels models = models_of(card);
    for (const NumberFormat format : {NumberFormat::fp32, NumberFormat::fp16})
      for (const Layout layout : {Layout::nn, Layout::nt, Layout::tn})
        for (const std::int64_t m : {1, 63, 777})
          for (const std::int64_t n : {1, 130, 2049})
            for (const std::int64_t k : {33, 1000, 4095}) {
              const Gemm g{.format = format, .layout = layout, .batch = 3, .m = m, .n = n, .k = k};
              const auto advice = best_padding(g, models);
              if (!advice) continue;
              CHECK(advice->prediction.total <= padding_worth * predict(g, models).total);
              CHECK(advice->product.m >= m);
              CHECK(advice->product.n >= n);
              CHECK(advice->product.k >= k);
              CHECK(advice->product.m + advice->product.n + advice->product.k > m + n + k);
              CHECK(advice->product.batch == 3);
              CHECK(advice->product.layout == layout);
            }
  }
}

TEST_CASE("a product that cannot be is refused as predict() refuses it") {
  CHECK_THROWS_AS((void)best_padding({.format = NumberFormat::fp16, .m = 0, .n = 64, .k = 64}, models_of("t4")), Error);
}
}  // namespace pricing_gemm_padding_test

// "NN Performance optimization: How to achieve more with less cost" (Molchanov), slides "Optimality" and "Linear
// Layers": which sizes of products are best, with the cards and the versions of cuBLAS that they print.
#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/gemm/padding.hpp>

namespace documents_nn_optimization_products_test {
using namespace perfmodel;

namespace {
GemmModels models_of(const char* card, LibraryVersion library) {
  return make_gemm_models(json::load_device(card).device, Load::isolated, library);
}
Gemm half(std::int64_t m, std::int64_t n, std::int64_t k, Layout layout) {
  return {.format = NumberFormat::fp16, .layout = layout, .m = m, .n = n, .k = k, .output = NumberFormat::fp16};
}
/// The weight gradient of the Transformer's first fully-connected layer: 4096 outputs, 1024 inputs.
Gemm weight_gradient(std::int64_t batch) { return half(4096, 1024, batch, Layout::tn); }
}  // namespace

// "Always but most efficient with multiples of 8; on A100, multiples of 64": work per time.
TEST_CASE("on an A100 K is most efficient as a multiple of 64: 4096 x 4096 x K in FP16, cuBLAS 11.4") {
  const GemmModels a100 = models_of("A100-SXM4-80GB", 1104);
  for (const Layout layout : {Layout::nn, Layout::nt})
    for (const std::int64_t best : {std::int64_t{4032}, std::int64_t{4096}}) {
      const auto rate = [&](std::int64_t k) {
        const Gemm g = half(4096, 4096, k, layout);
        return work(g) / predict(g, a100).total;
      };
      for (std::int64_t k = best - 56; k < best; k += 8) {
        CAPTURE(k);
        CHECK(rate(k) < rate(best));
      }
    }
}

TEST_CASE("K as a multiple of 8 is fastest: 1024 x 1024 x K in FP16, NN, V100, cuBLAS 10.1 and 11.0") {
  for (const LibraryVersion library : {1010, 1100}) {
    const GemmModels v100 = models_of("V100-SXM2-16GB", library);
    const Time padded = predict(half(1024, 1024, 1024, Layout::nn), v100).total;
    for (std::int64_t k = 1017; k < 1024; ++k) CHECK(predict(half(1024, 1024, k, Layout::nn), v100).total > padded);
  }
}

TEST_CASE("a weight gradient is faster with the batch padded to a multiple of 8: V100, cuBLAS 10.1 and 11.0") {
  for (const LibraryVersion library : {1010, 1100}) {
    const GemmModels v100 = models_of("V100-SXM2-16GB", library);
    for (const std::int64_t batch : {5113, 5114, 5116, 5119}) {
      CAPTURE(batch);
      const auto advice = best_padding(weight_gradient(batch), v100);
      REQUIRE(advice.has_value());
      CHECK(advice->product.k == 5120);
      CHECK(advice->product.m == 4096);
      CHECK(advice->product.n == 1024);
    }
    CHECK_FALSE(best_padding(weight_gradient(5120), v100).has_value());
  }
  // before 11.0 tensor cores do not run at all otherwise
  CHECK(predict(weight_gradient(5119), models_of("V100-SXM2-16GB", 1010)).family == GemmFamily::pascal_hgemm);
  CHECK(predict(weight_gradient(5119), models_of("V100-SXM2-16GB", 1100)).family == GemmFamily::volta_s884);
}

TEST_CASE("from Ampere on a weight gradient may have any batch") {
  const GemmModels a100 = models_of("A100-SXM4-80GB", 1104);
  CHECK(predict(weight_gradient(5119), a100).total <= predict(weight_gradient(5120), a100).total);
}

// Table "Tensor Core requirements": in FP64 multiples of 2, on an A100 best of 16.
TEST_CASE("FP64 on an A100: K that is no multiple of 2 loses the tensor cores' rate") {
  const GemmModels a100 = models_of("A100-SXM4-80GB", 1104);
  const auto time = [&](std::int64_t k) {
    return predict(Gemm{.format = NumberFormat::fp64,
                        .layout = Layout::nt,
                        .m = 4096,
                        .n = 4096,
                        .k = k,
                        .output = NumberFormat::fp64},
                   a100)
        .total;
  };
  for (const std::int64_t k : {4081, 4083, 4095}) CHECK(time(k) > 1.2 * time(4096));
  // multiples of 2 keep it, though K as a multiple of 16 is better
  CHECK(time(4094) < 1.2 * time(4096));
  CHECK(time(4094) > time(4096));
}
}  // namespace documents_nn_optimization_products_test

#include <doctest/doctest.h>

#include <perfmodel/compile/padding.hpp>

namespace compile_padding_test {
using namespace perfmodel;
using compile::elements_a;
using compile::elements_b;
using compile::padded;

namespace {
/// GPT-2's output layer on 8 x 1,024 tokens: its vocabulary of 50,257 is odd.
constexpr Gemm logits{.format = NumberFormat::bf16, .layout = Layout::nt, .m = 8192, .n = 50257, .k = 768};
constexpr Gemm with(Layout layout, std::int64_t m, std::int64_t n, std::int64_t k,
                    NumberFormat format = NumberFormat::bf16) {
  return {.format = format, .layout = layout, .m = m, .n = n, .k = k};
}
}  // namespace

// PyTorch 2.11 under a profiler: products of 50,264 columns, and copies of the weight and of the gradient.
static_assert(padded(logits).n == 50264);
static_assert(padded(logits).m == 8192 && padded(logits).k == 768);
static_assert(elements_a(padded(logits)) == elements_a(logits));
static_assert(elements_b(padded(logits)) - elements_b(logits) == 7 * 768);
static_assert(padded(with(Layout::nn, 8192, 768, 50257)).k == 50264);  // gradient of the input
static_assert(padded(with(Layout::tn, 50257, 768, 8192)).m == 50264);  // and of the weight

TEST_CASE("extents whose neighbours lie a row apart stay as they are") {
  CHECK(padded(with(Layout::nt, 4099, 4096, 4096)) == with(Layout::nt, 4099, 4096, 4096));
  CHECK(padded(with(Layout::tn, 4096, 4096, 4099)) == with(Layout::tn, 4096, 4096, 4099));
  CHECK(padded(with(Layout::tt, 4099, 4099, 4099)).m == 4104);
}

TEST_CASE("whole 16 bytes are 8 elements of 16 bits and 4 of TF32, and other formats are not padded") {
  CHECK(padded(with(Layout::nn, 4096, 4092, 4096)).n == 4096);
  CHECK(padded(with(Layout::nn, 4096, 4092, 4096, NumberFormat::tf32)).n == 4092);
  CHECK(padded(with(Layout::nn, 4096, 4091, 4096, NumberFormat::tf32)).n == 4092);
  for (const NumberFormat format : {NumberFormat::fp32, NumberFormat::fp64})
    CHECK(padded(with(Layout::nn, 4096, 4091, 4096, format)).n == 4091);
}

TEST_CASE("products bound by memory stay as they are") {
  CHECK(padded(with(Layout::nn, 16, 4091, 4096)).n == 4091);
  CHECK(padded(with(Layout::nn, 4096, 4091, 16)).n == 4091);
}
}  // namespace compile_padding_test

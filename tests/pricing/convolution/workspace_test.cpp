#include <doctest/doctest.h>

#include <cstdlib>
#include <perfmodel/pricing/convolution/workspace.hpp>

namespace pricing_convolution_workspace_test {
using namespace perfmodel;

TEST_CASE("NCHW half-precision convolutions take room for both activations as NHWC") {
  // data/raw/h200-sxm/pytorch_allocations.csv, ResNet-50, amp_fp16, batch 64: the stem took 128,475,664
  // bytes, the first 3 x 3 convolution 51,454,099; up to 147 bytes of alignment are not modelled
  const Convolution stem{.format = NumberFormat::fp16,
                         .n = 64,
                         .c = 3,
                         .h = 224,
                         .w = 224,
                         .k = 64,
                         .r = 7,
                         .s = 7,
                         .stride_h = 2,
                         .stride_w = 2,
                         .pad_h = 3,
                         .pad_w = 3};
  CHECK(128'475'664 - cudnn_workspace_bytes(stem, architecture_of(90), 132.0) == 16);
  Convolution inner{.format = NumberFormat::fp16,
                    .n = 64,
                    .c = 64,
                    .h = 56,
                    .w = 56,
                    .k = 64,
                    .r = 3,
                    .s = 3,
                    .pad_h = 1,
                    .pad_w = 1};
  CHECK(51'454'099 - cudnn_workspace_bytes(inner, architecture_of(90), 132.0) == 147);
  inner.memory_format = MemoryFormat::nhwc;
  CHECK(cudnn_workspace_bytes(inner, architecture_of(90), 132.0) == 0);
}

TEST_CASE("FP32 convolutions by Fourier transforms take the room for their tiles") {
  // data/raw/h200-sxm/pytorch_convolution_engines.csv, column workspace_bytes
  struct Row {
    ConvolutionPass pass;
    std::int64_t n, c, h, w, k, r, s, bytes;
  };
  for (const Row& row : {Row{ConvolutionPass::forward, 16, 256, 56, 56, 256, 3, 3, 2'355'363'840},
                         Row{ConvolutionPass::forward, 16, 192, 35, 48, 192, 1, 7, 1'350'549'504},
                         Row{ConvolutionPass::forward, 64, 128, 28, 28, 32, 3, 3, 107'102'208},
                         Row{ConvolutionPass::forward, 32, 512, 28, 28, 512, 3, 3, 2'433'744'896},
                         Row{ConvolutionPass::input_gradient, 40, 512, 28, 28, 512, 3, 3, 1'319'108'608},
                         Row{ConvolutionPass::weight_gradient, 8, 192, 35, 48, 192, 1, 7, 1'256'030'208}}) {
    const Convolution c{.pass = row.pass,
                        .n = row.n,
                        .c = row.c,
                        .h = row.h,
                        .w = row.w,
                        .k = row.k,
                        .r = row.r,
                        .s = row.s,
                        .pad_h = row.r / 2,
                        .pad_w = row.s / 2};
    CAPTURE(row.bytes);
    CHECK(std::abs(cudnn_workspace_bytes(c, architecture_of(90), 132.0) - row.bytes) <= 1024);
  }
}

TEST_CASE("groups on tensor cores take room for copies with gaps, whole tiles over NHWC none") {
  Convolution c{.format = NumberFormat::bf16,
                .n = 24,
                .c = 432,
                .h = 14,
                .w = 14,
                .k = 432,
                .r = 3,
                .s = 3,
                .pad_h = 1,
                .pad_w = 1,
                .groups = 9};
  // 48 channels a group become 64: 9 x 64 channels of image and result, and the filter.
  const std::int64_t padded = 2 * (2 * 24 * 9 * 64 * 196 + 432 * 64 * 9);
  const auto bytes = [&] { return cudnn_workspace_bytes(c, architecture_of(90), 132.0); };
  CHECK(bytes() == padded);
  c.memory_format = MemoryFormat::nhwc;
  CHECK(bytes() == padded);
  c.c = c.k = 9 * 64;
  CHECK(bytes() == 0);
  c.format = NumberFormat::tf32, c.pass = ConvolutionPass::weight_gradient;
  CHECK(bytes() == 2 * padded - 4 * (432 * 64 * 9) + 4 * (576 * 64 * 9));
  c.memory_format = MemoryFormat::nchw, c.format = NumberFormat::bf16;
  CHECK(bytes() == 2 * (2 * 24 * 576 * 196 + 576 * 64 * 9));
}

TEST_CASE("products for each image of a signal keep FP32 results until they are added") {
  // 1 x 1 filters over 4,096 samples of 16 places (the step's peak says so, docs/lab/2026-11-27-eighth-list.md)
  Convolution c{.pass = ConvolutionPass::weight_gradient,
                .format = NumberFormat::bf16,
                .n = 4096,
                .c = 3328,
                .h = 1,
                .w = 16,
                .k = 128};
  const auto bytes = [&] { return cudnn_workspace_bytes(c, architecture_of(90), 132.0); };
  const std::int64_t partials = 4'096LL * 4 * 3328 * 128;
  CHECK(bytes() == partials);
  c.format = NumberFormat::tf32;
  CHECK(bytes() == partials);
  c.w = 1;  // one product of all
  CHECK(bytes() == 0);
  c.w = 16, c.memory_format = MemoryFormat::nhwc;
  CHECK(bytes() == 0);
}

// Bytes worked out by hand.
namespace {
using Pass = ConvolutionPass;
using enum NumberFormat;

constexpr WorkspaceRules rules{.most_partials = 100 << 20,
                               .few_images = 32,
                               .small_image = 64,
                               .even_pixels = 8,
                               .many_weights = 1 << 19,
                               .winograd_work = 5'000'000,
                               .winograd_channels = 64,
                               .winograd_sum = 160,
                               .few_channels = 8};

/// A 1 x 1 weight gradient of n images of h x w.
constexpr std::int64_t partial(NumberFormat format, std::int64_t n, std::int64_t c, std::int64_t k, std::int64_t h,
                               std::int64_t w, Pass pass = Pass::weight_gradient) {
  return partial_filters_bytes({.pass = pass, .format = format, .n = n, .c = c, .h = h, .w = w, .k = k}, rules);
}
// 64 x 64 weights of 4 bytes for each image, against copies of 2 x 128 bytes a pixel
static_assert(partial(bf16, 33, 64, 64, 8, 8) == 33 * 16384);
static_assert(partial(bf16, 33, 64, 64, 7, 9) == 33 * 256 * 63);  // the copies are less
static_assert(partial(bf16, 32, 64, 64, 7, 9) == 32 * 16384);     // few images, uneven rows: must be half
static_assert(partial(bf16, 32, 64, 64, 1, 31) == 32 * 256 * 31);
static_assert(partial(bf16, 32, 64, 64, 7, 8) == 32 * 256 * 56);
static_assert(partial(bf16, 33, 64, 64, 8, 9) == 0 && partial(bf16, 32, 64, 64, 8, 9) == 32 * 16384);
// FP16: copies from 2^19 weights on, over uneven planes of few images
static_assert(partial(fp16, 32, 1024, 512, 7, 9) == 32 * 2 * 1536 * 63);
static_assert(partial(fp16, 32, 1024, 511, 7, 9) == 32 * 4 * 1024 * 511);
static_assert(partial(fp16, 33, 1024, 512, 7, 9) == 33 * 4 * 1024 * 512);
static_assert(partial(fp16, 32, 1024, 512, 8, 8) == 32 * 4 * 1024 * 512);
// 100 MiB at most
static_assert(partial(fp16, 50, 1024, 512, 8, 8) == 100 << 20 && partial(fp16, 51, 1024, 512, 8, 8) == 0);
static_assert(partial(fp16, 32, 64, 64, 8, 8, Pass::forward) == 0 && partial(tf32, 32, 64, 64, 8, 8) == 0);

constexpr Convolution three(std::int64_t n, std::int64_t c, std::int64_t k) {
  return {.pass = Pass::weight_gradient,
          .format = tf32,
          .n = n,
          .c = c,
          .h = 8,
          .w = 9,
          .k = k,
          .r = 3,
          .s = 3,
          .pad_h = 1,
          .pad_w = 1};
}
/// The same with one thing changed.
template <class Value>
constexpr std::int64_t winograd_with(Value Convolution::*member, Value value) {
  Convolution c = three(2, 64, 96);
  c.*member = value;
  return winograd_weight_bytes(c, rules);
}
// 2 x 2 x 3 tiles: 36 numbers of each channel and filter, and of the products
static_assert(winograd_weight_bytes(three(2, 64, 96), rules) == 36 * 4 * (12 * 160 + 64 * 96));
static_assert(winograd_weight_bytes(three(2, 63, 97), rules) == 0 &&
              winograd_weight_bytes(three(2, 64, 95), rules) == 0);
static_assert(winograd_weight_bytes(three(135, 64, 96), rules) > 0 &&
              winograd_weight_bytes(three(136, 64, 96), rules) == 0);
static_assert(winograd_with(&Convolution::format, fp32) == 0 && winograd_with(&Convolution::pass, Pass::forward) == 0 &&
              winograd_with(&Convolution::memory_format, MemoryFormat::nhwc) == 0 &&
              winograd_with<std::int64_t>(&Convolution::groups, 2) == 0 &&
              winograd_with<std::int64_t>(&Convolution::t, 2) == 0 &&
              winograd_with<std::int64_t>(&Convolution::r, 1) == 0 &&
              winograd_with<std::int64_t>(&Convolution::s, 1) == 0 &&
              winograd_with<std::int64_t>(&Convolution::stride_h, 2) == 0 &&
              winograd_with<std::int64_t>(&Convolution::stride_w, 2) == 0);

constexpr std::int64_t copies(NumberFormat format, MemoryFormat memory_format, std::int64_t channels,
                              Pass pass = Pass::forward) {
  return grouped_copies_bytes({.pass = pass,
                               .format = format,
                               .memory_format = memory_format,
                               .n = 2,
                               .c = channels,
                               .h = 14,
                               .w = 14,
                               .k = channels,
                               .r = 3,
                               .s = 3,
                               .pad_h = 1,
                               .pad_w = 1,
                               .groups = 4});
}
// 24 channels a group in places of 32: both activations of 2 x 196 pixels, and the filter
static_assert(copies(fp16, MemoryFormat::nhwc, 96) == 2 * (2 * 128 * 392 + 96 * 32 * 9));
static_assert(copies(fp16, MemoryFormat::nhwc, 128) == 0);
static_assert(copies(fp16, MemoryFormat::nchw, 128) == 2 * (2 * 128 * 392 + 128 * 32 * 9));
static_assert(copies(tf32, MemoryFormat::nhwc, 128, Pass::weight_gradient) == 4 * (2 * 128 * 392 + 128 * 32 * 9));
}  // namespace
}  // namespace pricing_convolution_workspace_test

#include <doctest/doctest.h>

#include <cstdlib>
#include <perfmodel/pricing/convolution/workspace.hpp>

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

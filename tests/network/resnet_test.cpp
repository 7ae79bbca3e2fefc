#include <perfmodel/network/resnet.hpp>
#include <perfmodel/network/counting.hpp>
#include <doctest/doctest.h>
#include <algorithm>
#include <array>
#include <cmath>

using namespace perfmodel;

TEST_CASE("ImageNet Analysis using Roofline Model, Table 2: FLOP by the counting convention of pytorch-estimate-flops") {
  CHECK(pthflops_count(build(resnet18, "resnet18")) == 1'826'793'960);
  CHECK(pthflops_count(build(resnet34, "resnet34")) == 3'682'754'024);
  CHECK(pthflops_count(build(resnet50, "resnet50")) == 4'143'375'336);
}

TEST_CASE("ImageNet Analysis using Roofline Model, section 2: FLOP of a convolution") {
  // [(Ci Kw Kh) + (Ci Kw Kh - 1) + 1] (Co Ho Wo): products, sums, bias
  const auto formula = [](double ci, double kw, double kh, double co, double ho, double wo) {
    return (ci * kw * kh + (ci * kw * kh - 1) + 1) * co * ho * wo;
  };
  const std::array<Shape, 1> image{Shape{1, 3, 224, 224}};
  const Convolution2d first{.in = 3, .out = 64, .kernel_h = 7, .kernel_w = 7, .stride_h = 2, .stride_w = 2, .pad_h = 3, .pad_w = 3};
  CHECK(in(forward_work(first, image), flop) == formula(3, 7, 7, 64, 112, 112));
}

TEST_CASE("ImageNet Analysis using Roofline Model, Table 2: bytes and operational intensity within 0.2 %") {
  // The paper's script is not public. Inputs, outputs and weights of every convolution inside the four stages come within
  // 0.15 % of its bytes; what it adds beyond (27,776 bytes for ResNet-18) is not known.
  struct Row { ResNet net; double flop, bytes, intensity; };
  for (const Row& row : {Row{resnet18, 1'826'793'960, 59'509'888, 30.70}, Row{resnet34, 3'682'754'024, 1.0995e8, 33.50},
                         Row{resnet50, 4'143'375'336, 1.7728e8, 23.37}}) {
    CAPTURE(row.flop);
    const double bytes = in(stage_convolution_bytes(build(row.net, "resnet")), byte);
    CHECK(std::abs(bytes / row.bytes - 1.0) < 0.0015);
    CHECK(std::abs(row.flop / bytes / row.intensity - 1.0) < 0.002);
  }
}

TEST_CASE("ImageNet Analysis using Roofline Model: all three networks are memory bound on V100 and A100") {
  // Table 1: 125 and 312 TFLOP/s, 0.900 and 1.555 TB/s; Tables 3 and 4: attainable = min(OI x bandwidth, peak), cut to whole GFLOP/s
  struct Row { double peak, bandwidth, intensity, attainable; };
  for (const Row& row : {Row{125e3, 900, 16.54, 14886}, Row{125e3, 900, 16.76, 15084}, Row{125e3, 900, 12.16, 10944},
                         Row{312e3, 1555, 17.65, 27445}, Row{312e3, 1555, 18.33, 28503}, Row{312e3, 1555, 13.62, 21179}}) {
    CAPTURE(row.attainable);
    CHECK(row.intensity < row.peak / row.bandwidth);
    CHECK(std::abs(std::min(row.intensity * row.bandwidth, row.peak) - row.attainable) <= 1.0);
  }
  for (const ResNet& net : {resnet18, resnet34, resnet50}) {
    const Network network = build(net, "resnet");
    const double intensity = static_cast<double>(pthflops_count(network)) / in(stage_convolution_bytes(network), byte);
    CHECK(intensity < 125e12 / 0.900e12);
    CHECK(intensity < 312e12 / 1.555e12);
  }
}

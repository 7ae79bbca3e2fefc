#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <perfmodel/network/counting.hpp>
#include <perfmodel/network/resnet.hpp>

namespace network_resnet_test {
using namespace perfmodel;

TEST_CASE(
    "ImageNet Analysis using Roofline Model, Table 2: FLOP by the counting convention of pytorch-estimate-flops") {
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
  const Convolution2d first{
      .in = 3, .out = 64, .kernel_h = 7, .kernel_w = 7, .stride_h = 2, .stride_w = 2, .pad_h = 3, .pad_w = 3};
  CHECK(in(forward_work(first, image), flop) == formula(3, 7, 7, 64, 112, 112));
}

TEST_CASE(
    "ImageNet Analysis using Roofline Model, Table 2: bytes and theoretical operational intensity, to the last digit "
    "printed") {
  // The paper prints the first to the last digit, the others as 1.0995e8 and 1.7728e8, and intensities with two
  // decimals.
  struct Row {
    ResNet net;
    std::int64_t bytes;
    double printed, unit, intensity;
  };
  for (const Row& row :
       {Row{resnet18, 59'509'888, 59'509'888, 1, 30.70}, Row{resnet34, 109'948'032, 1.0995e8, 1e4, 33.50},
        Row{resnet50, 177'277'824, 1.7728e8, 1e4, 23.37}}) {
    CAPTURE(row.printed);
    const Network network = build(row.net, "resnet");
    CHECK(module_walk_numbers(network) == row.bytes);
    CHECK(std::round(static_cast<double>(module_walk_numbers(network)) / row.unit) ==
          std::round(row.printed / row.unit));
    CHECK(std::round(100.0 * forward_counts(network)[1].intensity()) == std::round(100.0 * row.intensity));
  }
}

TEST_CASE(
    "ImageNet Analysis using Roofline Model, Table 2: exact bytes of the convolutions beside the paper's numbers") {
  // Four bytes, each convolution once, inputs at their own size. The paper's are 2 to 6 % less, as its stem counts
  // twice instead of 4 times.
  struct Row {
    ResNet net;
    double bytes;
  };
  for (const Row& row : {Row{resnet18, 63'333'120}, Row{resnet34, 113'771'264}, Row{resnet50, 180'925'184}}) {
    const Network network = build(row.net, "resnet");
    CHECK(in(convolution_bytes(network), byte) == row.bytes);
    CHECK(static_cast<double>(module_walk_numbers(network)) < row.bytes);
    CHECK(forward_counts(network)[0].memory > row.bytes);  // batch norms, ReLUs and sums move bytes too
  }
}

TEST_CASE("module_walk_numbers: modules in modules count more often, layers that are no convolutions not at all") {
  const Convolution2d one{
      .in = 4, .out = 8, .kernel_h = 3, .kernel_w = 3, .stride_h = 2, .stride_w = 2, .pad_h = 1, .pad_w = 1};
  Network network{.name = "one", .inputs = {{.shape = {4, 8, 8}}}, .layers = {{.name = "conv", .what = one}}};
  CHECK(module_walk_numbers(network) == 2 * (4 * 8 * 9 + 4 * 4 * 4 + 8 * 4 * 4));
  network.layers[0].name = "stage.block.conv";
  CHECK(module_walk_numbers(network) == 4 * (4 * 8 * 9 + 4 * 4 * 4 + 8 * 4 * 4));
  network.layers.push_back({.name = "relu", .what = Activation{}});
  CHECK(module_walk_numbers(network) == 4 * (4 * 8 * 9 + 4 * 4 * 4 + 8 * 4 * 4));
}

TEST_CASE("ImageNet Analysis using Roofline Model: all three networks are memory bound on V100 and A100") {
  // Table 1: 125 and 312 TFLOP/s, 0.900 and 1.555 TB/s; Tables 3 and 4: attainable = min(OI x bandwidth, peak), cut to
  // whole GFLOP/s
  struct Row {
    double peak, bandwidth, intensity, attainable;
  };
  for (const Row& row :
       {Row{125e3, 900, 16.54, 14886}, Row{125e3, 900, 16.76, 15084}, Row{125e3, 900, 12.16, 10944},
        Row{312e3, 1555, 17.65, 27445}, Row{312e3, 1555, 18.33, 28503}, Row{312e3, 1555, 13.62, 21179}}) {
    CAPTURE(row.attainable);
    CHECK(row.intensity < row.peak / row.bandwidth);
    CHECK(std::abs(std::min(row.intensity * row.bandwidth, row.peak) - row.attainable) <= 1.0);
  }
  for (const ResNet& net : {resnet18, resnet34, resnet50}) {
    const Network network = build(net, "resnet");
    const double intensity = forward_counts(network)[1].intensity();
    CHECK(intensity < 125e12 / 0.900e12);
    CHECK(intensity < 312e12 / 1.555e12);
  }
}
}  // namespace network_resnet_test

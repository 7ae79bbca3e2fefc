#include <doctest/doctest.h>

#include <algorithm>
#include <perfmodel/pricing/convolution/kernel_choice.hpp>
#include <string_view>
#include <vector>

namespace pricing_convolution_kernel_choice_test {
using namespace perfmodel;

namespace {

/// 20 volumes of 3 x 10 x 12, 180 channels and 400 filters in two groups: results of 2 x 5 x 4.
constexpr Convolution volume{.format = NumberFormat::fp16,
                             .n = 20,
                             .c = 180,
                             .h = 10,
                             .w = 12,
                             .k = 400,
                             .r = 3,
                             .s = 5,
                             .stride_h = 2,
                             .stride_w = 3,
                             .pad_h = 1,
                             .pad_w = 2,
                             .groups = 2,
                             .d = 3,
                             .t = 2};

float feature(const Convolution& c, std::string_view name, double sms = 10.0) {
  const auto at = std::find(convolution_feature_names.begin(), convolution_feature_names.end(), name);
  REQUIRE(at != convolution_feature_names.end());
  return convolution_features(c, sms)[static_cast<std::size_t>(at - convolution_feature_names.begin())];
}
/// A tree of one leaf.
ConvolutionChoiceTree leaf(ConvolutionPass pass, ConvolutionUnit unit, ConvolutionKernel kernel) {
  return {.pass = pass,
          .unit = unit,
          .nodes = {{.feature = choice_leaf, .share = 255, .candidate = candidate_of({.kernel = kernel})}}};
}

}  // namespace

TEST_CASE("features by name: sizes of a group, of images and of results") {
  struct Row {
    std::string_view name;
    float value;
  };
  for (const Row& row : {Row{"format", 2},          Row{"channels_together", 0}, Row{"groups", 2},
                         Row{"channels", 90},       Row{"filters", 200},         Row{"most_channels", 200},
                         Row{"least_channels", 90}, Row{"channel_evenness", 1},  Row{"filter_evenness", 3},
                         Row{"images", 20},         Row{"height", 10},           Row{"width", 12},
                         Row{"depth", 3},           Row{"input_pixels", 360},    Row{"output_height", 5},
                         Row{"output_width", 4},    Row{"output_pixels", 40},    Row{"taps", 30},
                         Row{"filter_height", 3},   Row{"filter_width", 5},      Row{"filter_depth", 2},
                         Row{"stride_h", 2},        Row{"stride_w", 3},          Row{"pad_h", 1},
                         Row{"pad_w", 2},           Row{"dilation_w", 1},        Row{"input_rows", 7200},
                         Row{"output_rows", 800},   Row{"channel_taps", 2700},   Row{"filter_taps", 6000},
                         Row{"mega_products", 864}, Row{"all_channels", 180},    Row{"all_filters", 400},
                         Row{"weights", 18000},     Row{"input_size", 1296},     Row{"output_size", 320},
                         Row{"same_size", 0}}) {
    CAPTURE(row.name);
    CHECK(feature(volume, row.name) == row.value);
  }
}

TEST_CASE("waves: tiles that cover the product of each pass, over SMs") {
  CHECK(feature(volume, "forward_waves_128x128") == 1.4F);  // 7 x 2 of 800 x 200
  CHECK(feature(volume, "forward_waves_128x64") == 2.8F);   // 7 x 4
  CHECK(feature(volume, "forward_waves_64x64") == 5.2F);    // 13 x 4
  CHECK(feature(volume, "input_waves_128x128") == 5.7F);    // 57 x 1 of 7,200 x 90
  CHECK(feature(volume, "input_waves_128x64") == 11.4F);    // 57 x 2
  CHECK(feature(volume, "weight_waves_128x128") == 4.4F);   // 22 x 2 of 2,700 x 200
  CHECK(feature(volume, "weight_waves_64x64") == 17.2F);    // 43 x 4
  CHECK(feature(volume, "weight_waves_64x64", 172.0) == 1.0F);
  const Convolution whole{.n = 128, .c = 128, .h = 1, .w = 1, .k = 128};
  CHECK(feature(whole, "forward_waves_128x128", 1.0) == 1.0F);
  CHECK(feature(whole, "forward_waves_64x64", 1.0) == 4.0F);
}

TEST_CASE("formats, layouts, evenness up to eight twos, results as large as images") {
  Convolution c{.n = 1, .c = 1024, .h = 8, .w = 8, .k = 7, .r = 3, .s = 3, .pad_h = 1, .pad_w = 1};
  CHECK(feature(c, "format") == 0.0F);
  CHECK(feature(c, "channel_evenness") == 8.0F);
  CHECK(feature(c, "filter_evenness") == 0.0F);
  CHECK(feature(c, "same_size") == 1.0F);
  c.format = NumberFormat::tf32, c.memory_format = MemoryFormat::nhwc;
  CHECK(feature(c, "format") == 1.0F);
  CHECK(feature(c, "channels_together") == 1.0F);
  c.format = NumberFormat::bf16, c.pad_h = 0;
  CHECK(feature(c, "format") == 3.0F);
  CHECK(feature(c, "same_size") == 0.0F);  // as wide, less high
  c.pad_h = 1, c.pad_w = 0;
  CHECK(feature(c, "same_size") == 0.0F);
}

TEST_CASE("the tree of the pass and the unit is asked; none of FP32 in one group, whose kernels rules name") {
  const std::vector<ConvolutionChoiceTree> trees{
      leaf(ConvolutionPass::forward, ConvolutionUnit::cuda_core, ConvolutionKernel::direct),
      leaf(ConvolutionPass::forward, ConvolutionUnit::tf32, ConvolutionKernel::mma),
      leaf(ConvolutionPass::weight_gradient, ConvolutionUnit::tensor_core, ConvolutionKernel::reduced),
      leaf(ConvolutionPass::forward, ConvolutionUnit::tensor_core, ConvolutionKernel::wgmma)};
  const auto kernel = [&](ConvolutionPass pass, NumberFormat format, std::int64_t groups) {
    const auto choice =
        choose_kernel({.pass = pass, .format = format, .c = 8, .h = 8, .w = 8, .k = 8, .groups = groups}, trees, 100.0);
    return choice ? name(choice->kernel) : "none";
  };
  CHECK(kernel(ConvolutionPass::forward, NumberFormat::fp16, 1) == "wgmma");
  CHECK(kernel(ConvolutionPass::forward, NumberFormat::fp16, 2) == "wgmma");
  CHECK(kernel(ConvolutionPass::weight_gradient, NumberFormat::bf16, 1) == "reduced");
  CHECK(kernel(ConvolutionPass::forward, NumberFormat::tf32, 1) == "mma");
  CHECK(kernel(ConvolutionPass::forward, NumberFormat::fp32, 2) == "direct");
  CHECK(kernel(ConvolutionPass::forward, NumberFormat::fp32, 1) == "none");
  CHECK(kernel(ConvolutionPass::weight_gradient, NumberFormat::tf32, 1) == "none");
  CHECK(kernel(ConvolutionPass::input_gradient, NumberFormat::fp16, 1) == "none");
}
TEST_CASE("groups of several channels ask a tree of their own, but those of volumes and of one channel") {
  std::vector<ConvolutionChoiceTree> trees{
      leaf(ConvolutionPass::forward, ConvolutionUnit::tf32, ConvolutionKernel::mma),
      leaf(ConvolutionPass::forward, ConvolutionUnit::tf32, ConvolutionKernel::cutlass),
      leaf(ConvolutionPass::forward, ConvolutionUnit::tensor_core, ConvolutionKernel::wgmma)};
  trees[1].draws = ConvolutionDraws::groups;
  trees.push_back(leaf(ConvolutionPass::forward, ConvolutionUnit::tf32, ConvolutionKernel::direct));
  const auto kernel = [&](const Convolution& c) { return name(choose_kernel(c, trees, 100.0).value().kernel); };
  constexpr Convolution groups{
      .pass = ConvolutionPass::forward, .format = NumberFormat::tf32, .c = 8, .h = 8, .w = 8, .k = 8, .groups = 4};
  CHECK(kernel(groups) == "cutlass");
  Convolution c = groups;
  c.format = NumberFormat::bf16;
  CHECK(kernel(c) == "wgmma");  // there is none
  c = groups, c.groups = 8;
  CHECK(kernel(c) == "mma");
  trees[3].draws = ConvolutionDraws::depthwise;
  CHECK(kernel(c) == "direct");
  CHECK(kernel(groups) == "cutlass");
  c = groups, c.groups = 1;
  CHECK(kernel(c) == "mma");
  c = groups, c.d = 2;
  CHECK(kernel(c) == "mma");
}
TEST_CASE("signals ask the tree that knows no images, and the other where there is none") {
  std::vector<ConvolutionChoiceTree> trees{
      leaf(ConvolutionPass::forward, ConvolutionUnit::tf32, ConvolutionKernel::fourier),
      leaf(ConvolutionPass::forward, ConvolutionUnit::tf32, ConvolutionKernel::mma),
      leaf(ConvolutionPass::forward, ConvolutionUnit::tensor_core, ConvolutionKernel::wgmma)};
  trees[0].draws = ConvolutionDraws::signals;
  const auto kernel = [&](const Convolution& c) { return name(choose_kernel(c, trees, 100.0).value().kernel); };
  constexpr Convolution signal{
      .pass = ConvolutionPass::forward, .format = NumberFormat::tf32, .c = 8, .h = 1, .w = 100, .k = 8, .r = 1, .s = 3};
  CHECK(kernel(signal) == "fourier");
  Convolution c = signal;
  c.format = NumberFormat::bf16;
  CHECK(kernel(c) == "wgmma");
  c = signal, c.h = 2;
  CHECK(kernel(c) == "mma");
  c = signal, c.h = c.r = 3;
  CHECK(kernel(c) == "mma");
  c = signal, c.s = 1;  // a product
  CHECK(kernel(c) == "mma");
  c = signal, c.groups = 2;
  CHECK(kernel(c) == "mma");
  c = signal, c.d = 2;
  CHECK_FALSE(is_signal(c));
  c = signal, c.t = 2;
  CHECK_FALSE(is_signal(c));
}

TEST_CASE("planes of volumes: short sums in 16 bits run on them as they lie, which no tree of images knows") {
  const std::vector<ConvolutionChoiceTree> trees{
      leaf(ConvolutionPass::forward, ConvolutionUnit::tensor_core, ConvolutionKernel::wgmma),
      leaf(ConvolutionPass::forward, ConvolutionUnit::tf32, ConvolutionKernel::wgmma),
      leaf(ConvolutionPass::input_gradient, ConvolutionUnit::tensor_core, ConvolutionKernel::wgmma),
      leaf(ConvolutionPass::weight_gradient, ConvolutionUnit::tensor_core, ConvolutionKernel::wgmma)};
  // 8 volumes of 4 planes of 14 x 14: 32 images
  constexpr Convolution few = as_images({.format = NumberFormat::bf16,
                                         .n = 8,
                                         .c = 32,
                                         .h = 14,
                                         .w = 14,
                                         .k = 64,
                                         .r = 3,
                                         .s = 3,
                                         .pad_h = 1,
                                         .pad_w = 1,
                                         .d = 4});
  const auto kernel = [&](Convolution c, ConvolutionPass pass) {
    c.pass = pass;
    return name(choose_kernel(c, trees, 132.0)->kernel);
  };
  using enum ConvolutionPass;
  CHECK(kernel(few, forward) == "gathered");  // s3d of network_layers.csv, H200 and H100, and the next
  CHECK(kernel(few, input_gradient) == "direct");
  CHECK(kernel(few, weight_gradient) == "wgmma");
  Convolution c = few;
  c.planes = 0;  // images
  CHECK(kernel(c, forward) == "wgmma");
  CHECK(kernel(c, input_gradient) == "wgmma");
  c = few, c.k = 72;  // 648 terms
  CHECK(kernel(c, input_gradient) == "wgmma");
  c = few, c.stride_h = c.stride_w = 2;
  CHECK(kernel(c, input_gradient) == "wgmma");
  c = few, c.c = 48;
  CHECK(kernel(c, forward) == "wgmma");
  c.r = c.s = 7, c.pad_h = c.pad_w = 3;
  CHECK(kernel(c, forward) == "gathered");
  c = few, c.planes = 8, c.n = 64, c.h = c.w = 28;  // large volumes
  CHECK(kernel(c, forward) == "wgmma");
  c = few, c.format = NumberFormat::tf32;
  CHECK(kernel(c, forward) == "wgmma");
  CHECK_FALSE(choose_kernel(few, {}, 132.0).has_value());
}
}  // namespace pricing_convolution_kernel_choice_test

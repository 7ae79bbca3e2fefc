#include <doctest/doctest.h>

#include <algorithm>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/convolution/choice_trees.hpp>
#include <perfmodel/pricing/convolution/known_kernel.hpp>
#include <perfmodel/pricing/convolution/routes.hpp>
#include <perfmodel/pricing/convolution/time.hpp>
#include <perfmodel/pricing/kernel_model.hpp>

#include "square.hpp"

namespace pricing_convolution_routes_test {
using namespace perfmodel;

namespace {
/// 3 x 3 over 14 x 14 images; groups of `channels` channels.
constexpr Convolution grouped(std::int64_t groups, std::int64_t channels) {
  Convolution out = square(32, groups * channels, 14, groups * channels, 3, NumberFormat::bf16);
  out.groups = groups;
  return out;
}

/// Groups of up to 16 channels side by side, others one by one.
ConvolutionChoiceTree by_channels() {
  const auto feature = std::find(convolution_feature_names.begin(), convolution_feature_names.end(), "most_channels");
  const auto leaf = [](ConvolutionKernel kernel) {
    return ChoiceNode{.feature = choice_leaf,
                      .share = 255,
                      .candidate = candidate_of({kernel, static_cast<std::uint8_t>(index_of({64, 64, 32}))})};
  };
  return {.pass = ConvolutionPass::forward,
          .unit = ConvolutionUnit::tensor_core,
          .sms = 132.0,
          .nodes = {{.feature = static_cast<std::uint8_t>(feature - convolution_feature_names.begin()),
                     .above = 2,
                     .threshold = 16.5F},
                    leaf(ConvolutionKernel::wgmma),
                    leaf(ConvolutionKernel::cutlass)}};
}
}  // namespace

// Widths of the kernels' names and copies in data/raw/h200-sxm/network_operations.csv.
static_assert(detail::group_width(grouped(4, 3)) == 8 && detail::group_width(grouped(4, 24)) == 32 &&
              detail::group_width(grouped(4, 4)) == 4 && detail::group_width(grouped(5, 4)) == 8 &&
              detail::group_width(grouped(4, 48)) == 64 && detail::group_width(grouped(4, 80)) == 128 &&
              detail::group_width(grouped(4, 128)) == 128 && detail::group_width(grouped(4, 175)) == 192);

TEST_CASE("groups side by side: planes are moved, and what does not fill its place gets gaps") {
  const auto changes = [](std::int64_t channels, MemoryFormat format) {
    Convolution c = grouped(6, channels);
    c.memory_format = format;
    return layout_changes(c, true);
  };
  CHECK(changes(64, MemoryFormat::nhwc).kernels() == 0);
  CHECK(changes(64, MemoryFormat::nchw).kernels() == 2);  // image and result
  // Gaps are zeroed in the image, which is then copied into them, the filter is spread out, the result copied back.
  CHECK(changes(48, MemoryFormat::nchw).kernels() == 4);
  CHECK(changes(48, MemoryFormat::nhwc).kernels() == 4);
  CHECK(in(changes(48, MemoryFormat::nhwc).traffic(), byte) < in(changes(56, MemoryFormat::nhwc).traffic(), byte));
  CHECK(implicit_gemm(grouped(6, 48)).n == 64);
}

TEST_CASE("trees name kernels, by pass and unit; kernels say how they take groups") {
  const std::vector<ConvolutionChoiceTree> trees{by_channels()};
  const auto route = [&](const Convolution& c) { return route_of(choose_kernel(c, trees, 132.0)->kernel); };
  CHECK(route(grouped(4, 16)) == ConvolutionRoute::products);
  CHECK(route(grouped(4, 24)) == ConvolutionRoute::apart);
  Convolution gradient = grouped(4, 24);
  gradient.pass = ConvolutionPass::weight_gradient;
  CHECK_FALSE(choose_kernel(gradient, trees, 132.0).has_value());
  CHECK_FALSE(choose_kernel(grouped(4, 24), {}, 132.0).has_value());
}

TEST_CASE("candidates and tiles: there and back") {
  for (std::size_t kernel = 0; kernel < convolution_kernel_count; ++kernel)
    for (const std::size_t tile : {std::size_t{0}, convolution_tile_count - 1}) {
      const ConvolutionChoice choice{.kernel = static_cast<ConvolutionKernel>(kernel),
                                     .tile = static_cast<std::uint8_t>(tile),
                                     .split = static_cast<std::uint8_t>(convolution_splits.size() - 1)};
      CHECK(convolution_choice_of(candidate_of(choice)) == choice);
    }
  for (std::size_t tile = 1; tile < convolution_tile_count; ++tile) CHECK(index_of(convolution_tile(tile)) == tile);
  CHECK(index_of({63, 64, 32}) == 0);
}

TEST_CASE("sums are cut so that blocks come near a number per SM, into whole steps") {
  CHECK(parts_of(0, 1.0, 1000.0, 132.0) == 1.0);
  CHECK(parts_of(6, 10.0, 1000.0, 132.0) == 13.0);  // one block an SM
  CHECK(parts_of(6, 10.0, 4.0, 132.0) == 4.0);
  CHECK(parts_of(6, 500.0, 1000.0, 132.0) == 1.0);
}

TEST_CASE("the embedded trees cover each pass and unit") {
  for (std::size_t pass = 0; pass < convolution_pass_count; ++pass)
    for (const NumberFormat format : {NumberFormat::fp32, NumberFormat::tf32, NumberFormat::bf16}) {
      Convolution c = grouped(2, 64);
      c.pass = static_cast<ConvolutionPass>(pass), c.format = format;
      CHECK(choose_kernel(c, convolution_choice_trees(), 132.0).has_value());
    }
}

TEST_CASE("groups that follow each other take as long as one of them, so many times") {
  const KernelModel h200 = make_kernel_model(json::load_device("h200-sxm").device);
  ConvolutionTable table = h200.convolution[1];
  const std::vector<ConvolutionChoiceTree> trees{by_channels()};
  table.trees = trees;
  const auto kernel = [&](const Convolution& c) {
    const Prediction p = predict(c, h200.gemm, h200.streaming, table);
    return in(p.total, second);
  };
  const Convolution c = grouped(5, 24);
  const auto alone = [&](const Convolution& group) {  // by the kernel that the groups take
    const ConvolutionParts parts = detail::chosen_parts(group, convolution_choice_of(trees[0].nodes[2].candidate),
                                                        h200.gemm, h200.streaming, convolution_tables()[1].blocks);
    return convolution_time(parts, table).total;
  };
  CHECK(kernel(c) == doctest::Approx(5.0 * alone(one_group(c))).scale(0.0));
  CHECK(predict(c, h200.gemm, h200.streaming, table).kernels % 5 == 0);
}

TEST_CASE("kernels on images as they lie: the longest of work, memory and chain, and what a kernel takes at least") {
  LyingTable table{};
  table[0][0] = {.seconds = {1e-6, 1e-6, 1e-6},
                 .mac_cycles = {0.5, 0.5, 0.5},
                 .passes = {1.0, 1.0, 1.0},
                 .step_cycles = {100.0, 100.0, 10.0}};
  const Convolution c = grouped(8, 3);
  const LyingTime t = lying_time(c, ConvolutionRoute::direct, table, 100e9, 1e9, 1e12);
  CHECK(t.math == doctest::Approx(0.5 * 32 * 24 * 196 * 27 / 100e9).scale(0.0));
  CHECK(t.chain == doctest::Approx(100.0 * 27 / 1e9).scale(0.0));
  CHECK(t.total() >= t.fixed + t.math);
  Convolution weights = c;
  weights.pass = ConvolutionPass::weight_gradient;
  CHECK(lying_time(weights, ConvolutionRoute::direct, table, 100e9, 1e9, 1e12).chain ==
        doctest::Approx(10.0 * 32 * 196 / 1e9).scale(0.0));
}

TEST_CASE("copies of each group's planes follow its kernels: their time is added, element by element") {
  LyingTable table{};
  LyingConstants& k = table[static_cast<std::size_t>(LyingKernel::cuda_cores)][0];
  k.mac_cycles = {0.5, 0.5, 0.5};
  const Convolution c = grouped(8, 3);
  const auto time = [&] { return lying_time(c, ConvolutionRoute::cuda_cores, table, 100e9, 1e9, 1e12); };
  const LyingTime without = time();
  k.copied_cycles = {20.0, 20.0, 20.0};
  const double copies = 20.0 * 2.0 * 32 * 24 * 196 / 100e9;  // image and result, on SMs x clock
  CHECK(time().copies == doctest::Approx(copies).scale(0.0));
  CHECK(time().total() == doctest::Approx(without.total() + copies).scale(0.0));
}

TEST_CASE("the GEMM library's weight gradients of 1 x 1 over NCHW: a product an image, and their sum") {
  const KernelModel h200 = make_kernel_model(json::load_device("h200-sxm").device);
  const auto microseconds = [&](std::int64_t images, std::int64_t channels, std::int64_t filters, std::int64_t side) {
    const Convolution c{.pass = ConvolutionPass::weight_gradient,
                        .format = NumberFormat::tf32,
                        .n = images,
                        .c = channels,
                        .h = side,
                        .w = side,
                        .k = filters};
    const ConvolutionParts parts = detail::chosen_parts(c, {.kernel = ConvolutionKernel::library_product}, h200.gemm,
                                                        h200.streaming, convolution_tables()[1].blocks);
    CHECK(parts.layout.count == 0);
    return 1e6 * parts.pointwise;
  };
  // kernels of layers that set no constant, H100 (recorded_operations.csv, run 5: RegNetX, RegNetY, PoolFormer,
  // ResNeXt): product and sum, us; within the model's 30 % for single convolutions
  CHECK(microseconds(64, 432, 432, 14) == doctest::Approx(31.8 + 10.4).epsilon(0.3));
  CHECK(microseconds(80, 336, 336, 14) == doctest::Approx(22.7 + 7.8).epsilon(0.3));
  CHECK(microseconds(48, 320, 1280, 14) == doctest::Approx(43.6 + 16.4).epsilon(0.3));
  CHECK(microseconds(48, 512, 1024, 14) == doctest::Approx(45.9 + 21.2).epsilon(0.3));
}
}  // namespace pricing_convolution_routes_test

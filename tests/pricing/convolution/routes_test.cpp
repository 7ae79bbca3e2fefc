#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/convolution/model.hpp>
#include <perfmodel/pricing/convolution/routes.hpp>
#include <perfmodel/pricing/convolution/time.hpp>
#include <perfmodel/pricing/kernel_model.hpp>

using namespace perfmodel;

namespace {
/// 3 x 3 over 14 x 14 images; groups of `channels` channels.
constexpr Convolution grouped(std::int64_t groups, std::int64_t channels) {
  return {.format = NumberFormat::bf16,
          .n = 32,
          .c = groups * channels,
          .h = 14,
          .w = 14,
          .k = groups * channels,
          .r = 3,
          .s = 3,
          .pad_h = 1,
          .pad_w = 1,
          .groups = groups};
}

/// Groups of up to 16 channels side by side, others one by one.
constexpr ConvolutionRoutes by_channels = [] {
  ConvolutionRoutes tree{};
  tree.nodes[0] = {.feature = RouteFeature::most_channels, .threshold = 16.5, .above = 2};
  tree.nodes[1] = {.route = ConvolutionRoute::products};
  tree.nodes[2] = {.route = ConvolutionRoute::apart};
  tree.count = 3;
  return tree;
}();
}  // namespace

// Widths of the kernels' names and copies in data/raw/h200-sxm/network_operations.csv.
static_assert(detail::group_width(grouped(4, 3)) == 8 && detail::group_width(grouped(4, 24)) == 32 &&
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

TEST_CASE("a tree of routes is asked for grouped convolutions alone") {
  CHECK(route_of(grouped(4, 16), by_channels) == ConvolutionRoute::products);
  CHECK(route_of(grouped(4, 24), by_channels) == ConvolutionRoute::apart);
  CHECK(route_of(grouped(1, 24), by_channels) == ConvolutionRoute::products);
  CHECK(route_of(grouped(4, 24), no_routes) == ConvolutionRoute::products);
  CHECK(route_of(grouped(64, 1), no_routes) == ConvolutionRoute::own);
}

TEST_CASE("a tree whose branches lead back or outside is left") {
  for (const int above : {0, 1, 3, 1000, -5}) {
    CAPTURE(above);
    ConvolutionRoutes damaged = by_channels;
    damaged.nodes[0].above = above;
    const ConvolutionRoute route = route_of(grouped(4, 24), damaged);
    CHECK(route == ConvolutionRoute::products);
  }
}

TEST_CASE("groups that follow each other take as long as one of them, so many times") {
  const KernelModel h200 = make_kernel_model(json::load_device("h200-sxm").device);
  ConvolutionTable table = h200.convolution[1];
  table.routes = by_channels;
  const auto kernel = [&](const Convolution& c) {
    const Prediction p = predict(c, h200.gemm, h200.streaming, table);
    return in(p.total, second);
  };
  const Convolution c = grouped(5, 24);
  CHECK(kernel(c) == doctest::Approx(5.0 * kernel(one_group(c))));
  CHECK(predict(c, h200.gemm, h200.streaming, table).kernels ==
        5 * predict(one_group(c), h200.gemm, h200.streaming, table).kernels);
}

TEST_CASE("kernels on images as they lie: the longest of work, memory and chain, and what a kernel takes at least") {
  LyingTable table{};
  table[0][0] = {.seconds = {1e-6, 1e-6, 1e-6},
                 .mac_cycles = {0.5, 0.5, 0.5},
                 .passes = {1.0, 1.0, 1.0},
                 .step_cycles = {100.0, 100.0, 10.0}};
  const Convolution c = grouped(8, 3);
  const LyingTime t = lying_time(c, ConvolutionRoute::direct, table, 100e9, 1e9, 1e12);
  CHECK(t.math == doctest::Approx(0.5 * 32 * 24 * 196 * 27 / 100e9));
  CHECK(t.chain == doctest::Approx(100.0 * 27 / 1e9));
  CHECK(t.total() >= t.fixed + t.math);
  Convolution weights = c;
  weights.pass = ConvolutionPass::weight_gradient;
  CHECK(lying_time(weights, ConvolutionRoute::direct, table, 100e9, 1e9, 1e12).chain ==
        doctest::Approx(10.0 * 32 * 196 / 1e9));
}

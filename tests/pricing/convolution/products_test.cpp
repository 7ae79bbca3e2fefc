#include <doctest/doctest.h>

#include <perfmodel/pricing/convolution/products.hpp>

#include "../../refusal.hpp"
#include "square.hpp"

namespace pricing_convolution_products_test {
using namespace perfmodel;

// Exact counts, worked out by hand from the definitions beside the functions.

namespace {
using Pass = ConvolutionPass;

constexpr Convolution image(std::int64_t c, std::int64_t k, std::int64_t filter,
                            NumberFormat format = NumberFormat::fp16, Pass pass = Pass::forward,
                            std::int64_t groups = 1, std::int64_t stride = 1) {
  Convolution out = square(2, c, 14, k, filter, format, MemoryFormat::nhwc);
  out.pass = pass, out.groups = groups, out.stride_h = out.stride_w = stride;
  return out;
}

constexpr bool is(const Gemm& g, Layout layout, std::int64_t batch, std::int64_t m, std::int64_t n, std::int64_t k) {
  return g.layout == layout && g.batch == batch && g.m == m && g.n == n && g.k == k;
}

// How it is computed.
static_assert(convolution_unit(NumberFormat::fp64) == 0 && convolution_unit(NumberFormat::bf16) == 1 &&
              convolution_unit(NumberFormat::tf32) == 2);
static_assert(detail::method_of(image(64, 64, 1)) == ConvolutionMethod::pointwise);
static_assert(detail::method_of(image(64, 64, 1, NumberFormat::fp16, Pass::forward, 1, 2)) ==
              ConvolutionMethod::implicit);
static_assert(detail::method_of(image(4, 64, 3)) == ConvolutionMethod::few_channels);
static_assert(detail::method_of(image(5, 64, 3)) == ConvolutionMethod::implicit);
static_assert(detail::method_of(image(8, 8, 3, NumberFormat::fp16, Pass::forward, 8)) == ConvolutionMethod::depthwise);
static_assert(detail::method_of(image(8, 8, 3, NumberFormat::fp16, Pass::forward, 4)) == ConvolutionMethod::grouped);
static_assert(detail::winograd_possible(image(8, 8, 3, NumberFormat::fp32)) &&
              !detail::winograd_possible(image(8, 8, 3, NumberFormat::tf32)) &&
              !detail::winograd_possible(image(8, 8, 5, NumberFormat::fp32)) &&
              !detail::winograd_possible(image(8, 8, 3, NumberFormat::fp32, Pass::forward, 1, 2)) &&
              !detail::winograd_possible(image(8, 8, 3, NumberFormat::fp32, Pass::forward, 2)));

// 16 bytes a load; 128 bytes of channels a step of a tap.
static_assert(detail::channel_granule(NumberFormat::fp16) == 8 && detail::channel_granule(NumberFormat::tf32) == 4 &&
              detail::channel_granule(NumberFormat::fp32) == 1);
static_assert(detail::channels_of_steps(image(72, 64, 3), 72) == 128);
static_assert(detail::channels_of_steps(image(72, 64, 3, NumberFormat::tf32), 72) == 96);
static_assert(detail::channels_of_steps(image(72, 64, 3, NumberFormat::fp32), 72) == 72);
static_assert(detail::channels_of_steps(image(72, 64, 1), 72) == 72);
static_assert(step_bytes_of(TensorInstruction::wgmma) == 128 && step_bytes_of(TensorInstruction::tcgen05) == 128 &&
              step_bytes_of(TensorInstruction::mma_m16n8k16) == 64);
static_assert(detail::channels_of_steps(image(72, 64, 3), 72, 64) == 96);
static_assert(detail::channels_of_steps(image(72, 64, 3, NumberFormat::tf32), 72, 64) == 80);
static_assert(is(implicit_gemm(image(24, 96, 3), 64), Layout::nt, 1, 2 * 196, 96, 9 * 32));

// The product: rows are results, columns filters, K channels x taps.
static_assert(is(implicit_gemm(image(64, 96, 3)), Layout::nt, 1, 2 * 196, 96, 9 * 64));
static_assert(is(implicit_gemm(image(3, 96, 3)), Layout::nt, 1, 2 * 196, 96, 9 * 8));  // padded to a load
static_assert(is(implicit_gemm(image(64, 96, 3, NumberFormat::fp16, Pass::input_gradient)), Layout::nn, 1, 2 * 196, 64,
                 9 * 128));  // 96 filters are two steps
static_assert(is(implicit_gemm(image(64, 96, 3, NumberFormat::fp16, Pass::weight_gradient)), Layout::tn, 1, 96, 9 * 64,
                 2 * 196));
// With a stride the input gradient is a product for each of four phases of 7 x 7 pixels, a quarter of the taps each.
static_assert(is(implicit_gemm(image(64, 64, 3, NumberFormat::fp16, Pass::input_gradient, 1, 2)), Layout::nn, 1,
                 4 * 2 * 49, 64, 64 * 9 / 4));
static_assert(is(implicit_gemm(image(64, 64, 1, NumberFormat::fp16, Pass::input_gradient, 1, 2)), Layout::nn, 1, 2 * 49,
                 64, 64));

// Groups share tiles 64 channels wide (TF32 forward: 32), each in the next power of two of its channels.
static_assert(detail::group_width(image(96, 96, 3, NumberFormat::fp16, Pass::forward, 4)) == 32);     // 24
static_assert(detail::group_width(image(160, 160, 3, NumberFormat::fp16, Pass::forward, 4)) == 64);   // 40
static_assert(detail::group_width(image(260, 260, 3, NumberFormat::fp16, Pass::forward, 2)) == 192);  // 130
static_assert(detail::group_width(image(256, 256, 3, NumberFormat::fp16, Pass::forward, 2)) == 128);
static_assert(detail::group_width(image(8, 8, 3, NumberFormat::fp16, Pass::forward, 2)) == 4);    // pairs of four
static_assert(detail::group_width(image(12, 12, 3, NumberFormat::fp16, Pass::forward, 3)) == 8);  // no pairs
static_assert(detail::group_width(image(8, 8, 3, NumberFormat::tf32, Pass::forward, 4)) == 4);    // one load
static_assert(is(implicit_gemm(image(256, 256, 3, NumberFormat::fp16, Pass::forward, 32)), Layout::nt, 4, 2 * 196, 64,
                 9 * 64));  // 8 groups of 8 together
static_assert(is(implicit_gemm(image(256, 256, 3, NumberFormat::tf32, Pass::forward, 32)), Layout::nt, 8, 2 * 196, 32,
                 9 * 32));
static_assert(is(implicit_gemm(image(256, 256, 3, NumberFormat::fp16, Pass::weight_gradient, 32)), Layout::tn, 1, 64,
                 4 * 9 * 64, 2 * 196));
static_assert(is(implicit_gemm(image(256, 256, 3, NumberFormat::fp16, Pass::input_gradient, 32, 2)), Layout::nn, 4,
                 2 * 196, 64, 9 * 64));  // grouped kernels know no phases
static_assert(detail::group_packing(image(96, 96, 3, NumberFormat::fp16, Pass::forward, 4)).apart);
static_assert(!detail::group_packing(image(128, 128, 3, NumberFormat::fp16, Pass::forward, 4)).apart);
static_assert(detail::few_channels_a_group(image(28, 28, 3, NumberFormat::fp16, Pass::weight_gradient, 4)) &&
              !detail::few_channels_a_group(image(32, 32, 3, NumberFormat::fp16, Pass::weight_gradient, 4)) &&
              !detail::few_channels_a_group(image(28, 28, 3, NumberFormat::tf32, Pass::weight_gradient, 4)));

// A 1 x 1 convolution over planes: a product an image, the filter on the left.
static_assert(is(plane_product(image(64, 96, 1)), Layout::nn, 2, 96, 196, 64));
static_assert(is(plane_product(image(64, 96, 1, NumberFormat::fp16, Pass::input_gradient)), Layout::tn, 2, 64, 196,
                 96));

// Winograd: (m + 2)^2 products over tiles of m x m results, of which the last ones count as whole.
static_assert(is(winograd_gemm(image(64, 96, 3, NumberFormat::fp32)), Layout::nt, 16, 2 * 49, 96, 64));
static_assert(is(winograd_gemm(image(64, 96, 3, NumberFormat::fp32), 4), Layout::nt, 36, 2 * 16, 96, 64));
static_assert(is(winograd_gemm(image(64, 96, 3, NumberFormat::fp32, Pass::input_gradient)), Layout::nt, 16, 2 * 49, 64,
                 96));
static_assert(is(winograd_gemm(image(64, 96, 3, NumberFormat::fp32, Pass::weight_gradient)), Layout::tn, 16, 96, 64,
                 2 * 49));

static_assert(is_first_layer(image(3, 64, 7, NumberFormat::fp16, Pass::forward, 1, 2)) &&
              !is_first_layer(image(3, 64, 7, NumberFormat::bf16, Pass::forward, 1, 2)) &&
              !is_first_layer(image(3, 64, 7)) &&
              !is_first_layer(image(3, 64, 5, NumberFormat::fp16, Pass::forward, 1, 2)));
static_assert(gathers_channels(image(3, 64, 3)) &&
              !gathers_channels(image(3, 64, 3, NumberFormat::fp16, Pass::weight_gradient)) &&
              !gathers_channels(image(3, 64, 7, NumberFormat::fp16, Pass::forward, 1, 2)));

constexpr Convolution as_planes(Convolution c) {
  c.memory_format = MemoryFormat::nchw;
  return c;
}
static_assert(runs_as_it_lies(as_planes(image(3, 64, 5))) && !runs_as_it_lies(image(3, 64, 5)) &&
              !runs_as_it_lies(as_planes(image(4, 64, 5))) && !runs_as_it_lies(as_planes(image(3, 128, 5))) &&
              !runs_as_it_lies(as_planes(image(3, 64, 7))) && !runs_as_it_lies(as_planes(image(3, 64, 1))));
constexpr double direct_ends = 30.0, fused_ends = 20.0;  // steps of a block's main loop
}  // namespace

TEST_CASE(
    "cycles of the busiest SM: direct kernels take whole blocks of 128 results and the filters that waste least") {
  // 392 results are four blocks of 128, 40 filters two of 32: eight blocks on eight SMs, one each.
  const Gemm g = implicit_gemm(image(16, 40, 3, NumberFormat::fp32));
  CHECK(direct_cycles(g, 8.0, 64.0, direct_ends) == doctest::Approx(128.0 * 32.0 * (9.0 * 16.0 + 30.0) / 64.0));
  // Four SMs: two of 32, or one of 64, each.
  CHECK(direct_cycles(g, 4.0, 64.0, direct_ends) == doctest::Approx(128.0 * 64.0 * (9.0 * 16.0 + 30.0) / 64.0));
}

TEST_CASE("cycles of the busiest SM: fused Winograd, 32 tiles of 2 x 2 results and 32 filters a block") {
  // 14 x 14 results are 7 x 7 tiles; of an image alone 2 x 1 blocks of 4 x 8, of two images 2 x 2 of 4 x 4 and so on:
  // no way of lying takes fewer than four blocks for both.
  const Convolution c = image(16, 40, 3, NumberFormat::fp32);
  const double block = 32.0 * 32.0 * 16.0 * (16.0 + 20.0) / 128.0;
  CHECK(fused_winograd_cycles(c, 8.0, 128.0, true, fused_ends) == doctest::Approx(block));
  CHECK(fused_winograd_cycles(c, 4.0, 128.0, false, fused_ends) == doctest::Approx(2.0 * block));
  Convolution one = c;
  one.n = 1, one.h = one.w = 4;
  CHECK(fused_winograd_cycles(one, 1.0, 128.0, true, fused_ends) ==
        doctest::Approx(2.0 * block));  // 40 filters: two blocks
}

TEST_CASE("cycles of few channels on tensor cores: K x filters at 256 a clock, 64 steps for a tile's ends") {
  constexpr ConvolutionBlocks blocks{.few_channel_rate = 256.0, .few_channel_ends = 64.0, .lying_rate = 27.5};
  CHECK(few_channel_cycles(image(3, 40, 3), blocks) == doctest::Approx(392.0 * 64.0 * (72.0 + 64.0) / 256.0));
  CHECK(few_channel_cycles(as_planes(image(3, 40, 3)), blocks) == doctest::Approx(392.0 * 40.0 * 27.0 / 27.5));
}

TEST_CASE("impossible convolutions are refused by the field that is wrong") {
  const auto refused = [](auto change) {
    Convolution c = image(8, 8, 3);
    change(c);
    return refusal([&] { detail::check(c); });
  };
  CHECK(refused([](Convolution& c) { c.groups = 3; }) == "groups: got 3; must divide 8 channels and 8 filters");
  CHECK(refused([](Convolution& c) { c.k = 6, c.groups = 4; }) ==
        "groups: got 4; must divide 8 channels and 6 filters");
  CHECK(refused([](Convolution& c) { c.c = 6, c.groups = 4; }) ==
        "groups: got 4; must divide 6 channels and 8 filters");
  CHECK(refused([](Convolution& c) { c.k = 0; }) == "k: got 0; must be a whole number > 0");
  CHECK(refused([](Convolution& c) { c.pad_w = -1; }) == "pad: got -1; must be a whole number >= 0");
  CHECK(refused([](Convolution& c) { c.h = 1, c.pad_h = 0; }).find("filter: got 3 x 3") == 0);
  CHECK(refused([](Convolution& c) { c.w = (std::int64_t{1} << 30) + 1; }).find("convolution: got 1073741825") == 0);
  CHECK(refused([](Convolution& c) { c.n = c.h = c.w = std::int64_t{1} << 20; }).find("2^53") != std::string::npos);
  CHECK(refused([](Convolution&) {}).empty());
}

// TF32 forward over NCHW: up to 13 channels of an image's first layer run as in FP32, if the filter has 2 to 25 taps.
namespace {
constexpr bool as_fp32(std::int64_t channels, std::int64_t filter, MemoryFormat format = MemoryFormat::nchw,
                       Pass pass = Pass::forward, std::int64_t stride = 1, std::int64_t groups = 1) {
  Convolution c = image(channels, 64, filter, NumberFormat::tf32, pass, groups, stride);
  c.memory_format = format;
  return runs_on_cuda_cores(c);
}
}  // namespace
static_assert(as_fp32(13, 3) && !as_fp32(14, 3) && !as_fp32(13, 1) && as_fp32(13, 5) && !as_fp32(13, 7) &&
              !as_fp32(13, 3, MemoryFormat::nhwc) && !as_fp32(12, 3, MemoryFormat::nchw, Pass::forward, 1, 2));
static_assert(!as_fp32(13, 3, MemoryFormat::nchw, Pass::weight_gradient) &&
              as_fp32(4, 3, MemoryFormat::nchw, Pass::weight_gradient) &&
              as_fp32(4, 3, MemoryFormat::nhwc, Pass::weight_gradient) &&
              !as_fp32(4, 7, MemoryFormat::nchw, Pass::weight_gradient));
static_assert(as_fp32(4, 3, MemoryFormat::nchw, Pass::input_gradient) &&
              as_fp32(4, 3, MemoryFormat::nhwc, Pass::input_gradient, 2) &&
              !as_fp32(4, 3, MemoryFormat::nhwc, Pass::input_gradient));
static_assert(!runs_on_cuda_cores(image(4, 64, 3)));

TEST_CASE("a filter has to fit into the padded image, each way") {
  const auto fits = [](std::int64_t h, std::int64_t w, std::int64_t pad, std::int64_t dilation = 1) {
    Convolution c{.n = 1, .c = 1, .h = h, .w = w, .k = 1, .r = 3, .s = 3, .pad_h = pad, .pad_w = pad};
    c.dilation_h = c.dilation_w = dilation;
    return refusal([&] { detail::check(c); }).empty();
  };
  CHECK(fits(3, 3, 0));
  CHECK_FALSE(fits(2, 3, 0));
  CHECK_FALSE(fits(3, 2, 0));
  CHECK(fits(1, 1, 1));
  CHECK(fits(5, 5, 0, 2));
  CHECK_FALSE(fits(4, 5, 0, 2));
  CHECK_FALSE(fits(5, 4, 0, 2));
}

namespace {
/// A 3 x 3 or other convolution of FP32 with one thing changed to two.
template <auto member>
constexpr Convolution with_two(std::int64_t filter, std::int64_t channels = 8) {
  Convolution c = image(channels, 8, filter, NumberFormat::fp32);
  c.*member = 2;
  return c;
}
template <auto... members>
constexpr bool none_is_pointwise() {
  return (!detail::is_pointwise(with_two<members>(1)) && ...);
}
template <auto... members>
constexpr bool none_is_winograd() {
  return (!detail::winograd_possible(with_two<members>(3)) && ...);
}
}  // namespace
static_assert(detail::is_pointwise(image(8, 8, 1)) && !detail::is_pointwise(image(8, 8, 3)));
static_assert(none_is_pointwise<&Convolution::stride_h, &Convolution::stride_w, &Convolution::pad_h,
                                &Convolution::pad_w, &Convolution::groups>());
static_assert(
    none_is_winograd<&Convolution::t, &Convolution::r, &Convolution::s, &Convolution::stride_h, &Convolution::stride_w,
                     &Convolution::dilation_h, &Convolution::dilation_w, &Convolution::groups>());
}  // namespace pricing_convolution_products_test

#include <doctest/doctest.h>

#include <perfmodel/pricing/convolution/grouped.hpp>

namespace pricing_convolution_grouped_test {
using namespace perfmodel;

// Kernels of few channels a group: which runs, and cycles worked out by hand for a card of four SMs at 1 kHz.

namespace {
using Pass = ConvolutionPass;
using enum NumberFormat;
using enum MemoryFormat;

StreamingModel four_sms(double l2_bytes = 1e9) {
  StreamingModel model;
  model.sms = 4.0, model.clock = 1000.0, model.warp_scale = 2.0, model.l2_bytes = l2_bytes;
  model.table.fresh_kept = 0.1, model.table.fresh_fall = 0.8;
  WalkConstants& w = model.table.walks;
  w.filter_block = 660.0, w.filter_step = 1.2, w.filter_missed_step = 0.9, w.filter_result = 6.5, w.filter_tap = 0.1;
  w.filter_sums = 12e-6, w.filter_sums_strided = 42e-6, w.filter_sums_large = 65e-6, w.filter_sums_large_narrow = 30e-6;
  w.grouped_filter_result = 8.0, w.grouped_filter_rate = 13.4;
  return model;
}
struct Change {
  Pass pass{Pass::forward};
  NumberFormat format{fp32};
  MemoryFormat memory_format{nchw};
  std::int64_t channels{8}, filter{3}, stride{1}, images{2}, side{6};
};
constexpr Convolution depthwise(const Change& a) {
  return {.pass = a.pass,
          .format = a.format,
          .memory_format = a.memory_format,
          .n = a.images,
          .c = a.channels,
          .h = a.side,
          .w = a.side,
          .k = a.channels,
          .r = a.filter,
          .s = a.filter,
          .stride_h = a.stride,
          .stride_w = a.stride,
          .pad_h = a.filter / 2,
          .pad_w = a.filter / 2,
          .groups = a.channels};
}
constexpr Pass to_input = Pass::input_gradient, to_weight = Pass::weight_gradient;

// FP16 over NCHW: what PyTorch's source leaves to the library, and the other side of each of its conditions.
constexpr Change large{.channels = 32, .side = 7};
constexpr Change with_channels(std::int64_t channels, Change other = large) {
  other.channels = channels;
  return other;
}
constexpr bool in_framework(const Change& a) { return framework_depthwise(depthwise(a)); }
constexpr bool strided(std::int64_t channels, std::int64_t side, std::int64_t images, std::int64_t filter) {
  return in_framework({.channels = channels, .filter = filter, .stride = 2, .images = images, .side = side});
}
static_assert(!in_framework(large) && in_framework(with_channels(31)));
static_assert(!in_framework(with_channels(32, {.filter = 1, .side = 7})) &&
              in_framework(with_channels(32, {.filter = 2, .side = 7})) &&
              !in_framework(with_channels(32, {.filter = 5, .side = 7})) &&
              in_framework(with_channels(32, {.filter = 7, .side = 7})));
static_assert(in_framework(with_channels(32, {.side = 6})) &&
              in_framework(with_channels(999, {.stride = 3, .side = 99})));
static_assert(!strided(511, 28, 2, 3) && strided(511, 27, 2, 3) && !strided(512, 27, 2, 3) && strided(255, 28, 2, 3) &&
              !strided(256, 28, 2, 5));
static_assert(!strided(32, 99, 1, 3) && !strided(32, 28, 1, 1) && strided(32, 29, 1, 1));
static_assert(!strided(128, 7, 16, 1) && strided(127, 7, 16, 1) && strided(128, 8, 16, 1) && strided(128, 7, 17, 1));
// Lines by any filter, without a stride; squares alone of planes; no gaps between taps.
static_assert(!framework_depthwise({.c = 32, .h = 1, .w = 4, .r = 1, .s = 64}) &&
              framework_depthwise({.c = 32, .h = 1, .w = 4, .r = 1, .s = 3, .stride_w = 2}) &&
              framework_depthwise({.c = 32, .h = 9, .w = 9, .r = 1, .s = 3}) &&
              framework_depthwise({.c = 32, .h = 9, .w = 9, .r = 3, .s = 3, .stride_h = 2}) &&
              framework_depthwise({.c = 32, .h = 9, .w = 9, .r = 3, .s = 3, .dilation_h = 2}) &&
              framework_depthwise({.c = 32, .h = 9, .w = 9, .r = 3, .s = 3, .dilation_w = 2}));
// One channel a group over NCHW.
static_assert(shares_rows({.n = 8, .c = 2}) && !shares_rows({.n = 7, .c = 2}) && !shares_rows({.n = 8, .c = 3}) &&
              !shares_rows({.n = 8, .c = 2, .stride_h = 2}) && !shares_rows({.n = 8, .c = 2, .stride_w = 2}));
static_assert(runs_in_framework(depthwise({})) && runs_in_framework(depthwise({.format = bf16})) &&
              !runs_in_framework(depthwise({.format = fp16, .channels = 32, .side = 7})) &&
              runs_in_framework(depthwise({.format = fp16})));
static_assert(!runs_in_framework(depthwise({.memory_format = nhwc})) && !runs_in_framework(depthwise({.channels = 1})));
static_assert(!runs_in_framework({.c = 8, .h = 9, .w = 9, .k = 8, .groups = 4}));
// Weight gradients of NHWC that walk over images: 32 bits, above 5 x 5 or channels that are no fours.
constexpr bool walks(Change a) {
  a.pass = to_weight, a.memory_format = nhwc;
  return walks_over_images(depthwise(a));
}
static_assert(walks({.filter = 7}) && !walks({.filter = 5}) && walks({.channels = 6}) && !walks({.channels = 12}) &&
              !walks({.format = fp16, .filter = 7}));
static_assert(!walks_over_images(depthwise({.pass = to_weight, .filter = 7})) &&
              !walks_over_images(depthwise({.memory_format = nhwc, .filter = 7})));
static_assert(walks_over_images({.pass = to_weight, .memory_format = nhwc, .h = 9, .w = 9, .k = 8, .r = 1, .s = 7}) &&
              walks_over_images({.pass = to_weight, .memory_format = nhwc, .h = 9, .w = 9, .k = 8, .r = 7, .s = 1}));
}  // namespace

TEST_CASE("results of a depthwise convolution over SMs and clock") {
  const StreamingModel card = four_sms();
  // 2 images x 8 channels x 3 x 3 of 6 x 6; schedulers half as many
  CHECK(depthwise_results(depthwise({.stride = 2}), card) == doctest::Approx(2.0 * 144.0 / 4000.0));
  CHECK(depthwise_results(depthwise({.pass = to_input, .stride = 2}), card) == doctest::Approx(2.0 * 576.0 / 4000.0));
  // weights: 72 blocks on four SMs are even, 63 are not
  CHECK(depthwise_results(depthwise({.pass = to_weight}), card) == doctest::Approx(2.0 * 576.0 / 4000.0));
  CHECK(depthwise_results(depthwise({.pass = to_weight, .channels = 7}), card) ==
        doctest::Approx(2.0 * 504.0 / 4000.0 * 16.0 / 15.75));
  CHECK(depthwise_results(depthwise({.pass = to_weight, .memory_format = nhwc, .channels = 7}), card) ==
        doctest::Approx(2.0 * 504.0 / 4000.0));
}

TEST_CASE("seconds beside loads and products of a weight gradient") {
  const auto seconds = [](Change a, std::size_t width = 0, const StreamingModel& card = four_sms()) {
    return depthwise_block_seconds(depthwise(a), width, card);
  };
  CHECK(seconds({}) == 0.0);
  CHECK(seconds({.pass = to_weight}) == doctest::Approx(660.0 * 72.0 / 4000.0));
  CHECK(seconds({.pass = to_weight}, 1) == doctest::Approx(660.0 * 72.0 / 4000.0));
  CHECK(seconds({.pass = to_weight}, 2) == 0.0);
  // walking: two channels an SM, 49 taps of 72 results; few channels wait for each result
  const Change seven{.pass = to_weight, .memory_format = nhwc, .filter = 7};
  CHECK(seconds(seven) == doctest::Approx(72.0 * 1.2 * 2.0 * 49.0 / 1000.0));
  StreamingModel many = four_sms();
  many.sms = 400.0;
  CHECK(seconds(seven, 0, many) == doctest::Approx(72.0 * (6.5 + 4.9) / 1000.0));
  // images of 2,304 bytes in an L2 of twice that: half is not found
  CHECK(seconds(seven, 0, four_sms(4608.0)) == doctest::Approx(72.0 * (1.2 + 0.45) * 2.0 * 49.0 / 1000.0));
  // tiled: sums over all SMs
  const auto tiled = [&](NumberFormat format, std::int64_t filter, std::int64_t stride = 1, std::int64_t images = 2,
                         std::int64_t side = 6) {
    return seconds({.pass = to_weight,
                    .format = format,
                    .memory_format = nhwc,
                    .filter = filter,
                    .stride = stride,
                    .images = images,
                    .side = side});
  };
  CHECK(tiled(fp32, 3) == 12e-6);
  CHECK(tiled(fp32, 3, 2) == 42e-6);
  CHECK(tiled(fp32, 5) == 65e-6);
  CHECK(tiled(fp16, 5, 1, 32) == 30e-6);
  CHECK(tiled(fp16, 3, 1, 32) == 12e-6);
  CHECK(tiled(fp16, 3, 1, 31) == 0.0);
  CHECK(tiled(fp16, 3, 1, 31, 56) == 12e-6);
  CHECK(tiled(fp16, 3, 1, 31, 55) == 0.0);
  CHECK(tiled(fp16, 7, 1, 32) == 0.0);
  CHECK(tiled(bf16, 3, 1, 32) == 0.0);
}

TEST_CASE("weight gradients of few channels a group, and of groups that share tiles") {
  // 2 images x 65 filters x 36 results x one channel x 9 taps
  const Convolution planes = depthwise({.pass = to_weight, .channels = 65}),
                    last = depthwise({.pass = to_weight, .memory_format = nhwc, .channels = 65});
  CHECK(few_channels_a_group_seconds(planes, four_sms()) == doctest::Approx(2.0 * 65 * 36 * 9 / (13.4 * 4.0 * 1000.0)));
  CHECK(few_channels_a_group_seconds(last, four_sms()) == doctest::Approx(5.0 * 8.0 * 72.0 / 1000.0));  // 18 blocks
  const auto cycles = [](std::int64_t k, double sms) {
    return packed_weight_cycles({.m = 128, .n = 65, .k = k}, 128.0, sms, 600.0);
  };
  CHECK(cycles(1000, 12.0) == doctest::Approx(32.0 * (1000.0 / 3.0 + 600.0)));  // four blocks in three parts each
  CHECK(cycles(1000, 3.0) == 2.0 * 32.0 * 1600.0);
  CHECK(cycles(64, 12.0) == 32.0 * 664.0);
  CHECK(cycles(128, 12.0) == 32.0 * 664.0);
}
}  // namespace pricing_convolution_grouped_test

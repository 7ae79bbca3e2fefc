#include <doctest/doctest.h>

#include <perfmodel/pricing/convolution/constants.hpp>
#include <perfmodel/pricing/convolution/engine_choice.hpp>

#include "square.hpp"

namespace pricing_convolution_engine_choice_test {
using namespace perfmodel;

// Each bound of a rule, from both sides. The bounds are the test's own, so that other ones in the table move nothing
// here.

namespace {
using enum ConvolutionEngine;
using Pass = ConvolutionPass;

constexpr EngineRules bounds{.forward_side = 7.0,
                             .forward_channels_16 = 32.0,
                             .forward_channels_32 = 64.0,
                             .forward_channels_64 = 160.0,
                             .forward_images = 32.0,
                             .forward_images_64 = 16.0,
                             .forward_results = 1.7e+06,
                             .forward_results_any = 900000.0,
                             .forward_filled_64 = 44.0,
                             .any_channels_side = 8.0,
                             .even_channels = 128.0,
                             .gradient_channels = 16.0,
                             .gradient_small_side = 16.0,
                             .gradient_wide = 448.0,
                             .gradient_least_side = 14.0,
                             .gradient_images = 32.0,
                             .gradient_even_filters = 16.0,
                             .gradient_widening = 3.0,
                             .gradient_large = 256.0,
                             .gradient_positions = 80.0,
                             .gradient_equal = 64.0,
                             .gradient_equal_positions = 4.0,
                             .gradient_equal_images = 4.0,
                             .fourier_loss = 1e6,
                             .indexed_tiles = 400.0,
                             .indexed_tiles_small = 140.0,
                             .indexed_tiles_tiny = 65.0,
                             .indexed_small = 300.0,
                             .indexed_tiny = 49.0,
                             .indexed_columns = 128.0,
                             .indexed_filled = 0.8,
                             .indexed_steps = 30.0,
                             .smallest_taps = 25.0,
                             .smallest_images = 64.0,
                             .smallest_images_unequal = 40.0,
                             .smallest_sum = 2304.0,
                             .smallest_filters = 192.0,
                             .smallest_pixels = 12000.0,
                             .columns_channels = 16.0,
                             .row_channels = 128.0,
                             .row_channels_wide = 192.0,
                             .row_few_images = 8.0,
                             .row_many_images = 32.0,
                             .row_least_side = 14.0,
                             .winograd_channels = 64.0,
                             .winograd_filters = 32.0,
                             .winograd_few_channels = 32.0,
                             .winograd_many_filters = 128.0,
                             .winograd_few_filters = 16.0,
                             .winograd_fourier_images = 200.0,
                             .winograd_large_channels = 256.0,
                             .weight_pixels = 512.0,
                             .cold_cycles = 150.0,
                             .cold_terms = 8.0,
                             .indexed_cycles = 1.43};

struct Sizes {
  std::int64_t n{64}, c{}, k{}, h{}, w{}, r{3}, s{3}, stride{1};
};
constexpr Convolution shape(Pass pass, const Sizes& a) {
  return {.pass = pass,
          .n = a.n,
          .c = a.c,
          .h = a.h,
          .w = a.w,
          .k = a.k,
          .r = a.r,
          .s = a.s,
          .stride_h = a.stride,
          .stride_w = a.stride,
          .pad_h = a.r / 2,
          .pad_w = a.s / 2};
}
constexpr bool forward_may(const Sizes& a, bool smallest = false) {
  const Convolution v = shape(Pass::forward, a);
  return detail::forward_by_fourier(v, engine_problem(v), smallest, bounds).possible;
}
constexpr bool forward_does(const Sizes& a) {
  const Convolution v = shape(Pass::forward, a);
  return detail::forward_by_fourier(v, engine_problem(v), false, bounds).sure;
}
bool gradient_may(const Sizes& a) {
  const Convolution v = shape(Pass::input_gradient, a);
  return detail::gradient_by_fourier(v, engine_problem(v), bounds).possible;
}
bool gradient_does(const Sizes& a) {
  const Convolution v = shape(Pass::input_gradient, a);
  return detail::gradient_by_fourier(v, engine_problem(v), bounds).sure;
}
bool by_index(const Sizes& a) {
  return detail::weight_by_index(engine_problem(shape(Pass::weight_gradient, a)), bounds);
}

constexpr EngineCard one_sm{.sms = 1.0, .lanes = 1024.0, .copied = 1e9};
/// All engines alike, but one that is a thousand times as fast, for shapes that may take it.
EngineTable fastest(ConvolutionEngine engine) {
  EngineTable table;
  table.rules = bounds;
  table.shares = {.lanes = 1.0, .fourier_products = 0.28, .fourier_weights = 0.5};
  table.each.fill({.together = 0.001, .lag = 0.0, .depth = 0.0});
  table[static_cast<std::size_t>(engine)].together = 1.0;
  return table;
}
EngineRun chosen(Pass pass, const Sizes& a, ConvolutionEngine fast) {
  return choose_engine(shape(pass, a), fastest(fast), one_sm);
}
ConvolutionEngine engine_of(Pass pass, const Sizes& a, ConvolutionEngine fast) { return chosen(pass, a, fast).engine; }
}  // namespace

// Forward by Fourier, small images: at least 7 x 7.
static_assert(forward_may({.n = 512, .c = 128, .k = 128, .h = 7, .w = 7}));
static_assert(forward_may({.n = 1024, .c = 128, .k = 128, .h = 3, .w = 7}));
static_assert(!forward_may({.n = 1024, .c = 128, .k = 128, .h = 6, .w = 6}));
// 32 channels in one tile of 16 x 16, 64 above
static_assert(forward_may({.n = 512, .c = 32, .k = 32, .h = 14, .w = 14}));
static_assert(!forward_may({.n = 512, .c = 31, .k = 64, .h = 14, .w = 14}));
static_assert(!forward_may({.n = 512, .c = 64, .k = 31, .h = 14, .w = 14}));
static_assert(!forward_may({.n = 512, .c = 32, .k = 63, .h = 15, .w = 15}));
static_assert(!forward_may({.n = 512, .c = 32, .k = 32, .h = 5, .w = 15}));
static_assert(forward_may({.n = 512, .c = 32, .k = 64, .h = 15, .w = 15}));
static_assert(forward_may({.n = 512, .c = 64, .k = 32, .h = 15, .w = 15}));
// 32 images, 1.7 million results of the wider side
static_assert(forward_may({.n = 32, .c = 32, .k = 128, .h = 30, .w = 30}));
static_assert(!forward_may({.n = 31, .c = 32, .k = 128, .h = 30, .w = 30}));
static_assert(forward_may({.n = 100, .c = 100, .k = 50, .h = 10, .w = 17}));  // 1.7 million
static_assert(!forward_may({.n = 99, .c = 100, .k = 50, .h = 10, .w = 17}));
static_assert(!forward_may({.n = 100, .c = 99, .k = 99, .h = 10, .w = 17}));
static_assert(!forward_may({.n = 100, .c = 100, .k = 100, .h = 9, .w = 17}));
// channels up to 128, or multiples of it, on either side, unless the image fits 8 x 8
static_assert(forward_may({.n = 512, .c = 128, .k = 256, .h = 9, .w = 9}));
static_assert(forward_may({.n = 512, .c = 256, .k = 128, .h = 9, .w = 9}));
static_assert(!forward_may({.n = 512, .c = 128, .k = 192, .h = 9, .w = 9}));
static_assert(!forward_may({.n = 512, .c = 192, .k = 128, .h = 9, .w = 9}));
static_assert(forward_may({.n = 512, .c = 127, .k = 127, .h = 9, .w = 9}));
static_assert(forward_may({.n = 512, .c = 192, .k = 192, .h = 8, .w = 8}));
// images of 8 x 8 from 0.9 million results on, always
static_assert(forward_does({.n = 150, .c = 150, .k = 150, .h = 5, .w = 8}));  // 0.9 million
static_assert(!forward_may({.n = 149, .c = 150, .k = 150, .h = 5, .w = 8}));
static_assert(!forward_does({.n = 512, .c = 128, .k = 128, .h = 9, .w = 9}));
static_assert(!forward_does({.n = 512, .c = 128, .k = 128, .h = 7, .w = 7}));
// 3 x 3 only, on neighbouring pixels, one group
static_assert(!forward_may({.n = 512, .c = 128, .k = 128, .h = 9, .w = 9, .r = 5, .s = 3}));
static_assert(!forward_may({.n = 512, .c = 128, .k = 128, .h = 9, .w = 9, .r = 3, .s = 5}));
static_assert(!forward_may({.n = 512, .c = 128, .k = 128, .h = 9, .w = 9, .r = 5, .s = 5}));
// where the smallest direct kernel is taken: as many channels as filters, images of up to 30 x 30
static_assert(forward_may({.n = 512, .c = 128, .k = 128, .h = 30, .w = 30}, true));
static_assert(!forward_may({.n = 512, .c = 128, .k = 256, .h = 30, .w = 30}, true));
static_assert(!forward_may({.n = 512, .c = 256, .k = 256, .h = 44, .w = 44}, true));
// one tile of 64 x 64: 16 images, 160 channels, square filters from 44 x 44 on
static_assert(forward_does({.n = 16, .c = 160, .k = 160, .h = 44, .w = 44}));
static_assert(forward_does({.n = 16, .c = 160, .k = 160, .h = 62, .w = 10}));
static_assert(!forward_may({.n = 16, .c = 160, .k = 160, .h = 63, .w = 10}));
static_assert(!forward_may({.n = 16, .c = 160, .k = 160, .h = 43, .w = 43}));
static_assert(!forward_may({.n = 15, .c = 160, .k = 160, .h = 44, .w = 44}));
static_assert(!forward_may({.n = 16, .c = 159, .k = 160, .h = 44, .w = 44}));
static_assert(!forward_may({.n = 16, .c = 160, .k = 160, .h = 44, .w = 44, .r = 1, .s = 1}));
static_assert(forward_does({.n = 16, .c = 160, .k = 160, .h = 31, .w = 31, .r = 1, .s = 3}));
static_assert(!forward_may({.n = 16, .c = 160, .k = 160, .h = 44, .w = 44, .r = 3, .s = 1}));

namespace {
/// The first case above with one thing changed that the engine does not do.
template <auto member>
constexpr bool forward_with_two() {
  Convolution v = shape(Pass::forward, {.n = 512, .c = 128, .k = 128, .h = 9, .w = 9});
  v.*member = 2;
  return detail::forward_by_fourier(v, engine_problem(v), false, bounds).possible;
}
}  // namespace
static_assert(!forward_with_two<&Convolution::stride_h>() && !forward_with_two<&Convolution::stride_w>() &&
              !forward_with_two<&Convolution::dilation_h>() && !forward_with_two<&Convolution::dilation_w>() &&
              !forward_with_two<&Convolution::groups>() && !forward_with_two<&Convolution::t>());

TEST_CASE("input gradients by Fourier") {
  // equal channels: from 16 on; always from 64 on and four positions of 30 x 30, four images
  CHECK(gradient_may({.n = 1, .c = 16, .k = 16, .h = 17, .w = 17}));
  CHECK_FALSE(gradient_may({.n = 1, .c = 15, .k = 15, .h = 17, .w = 17}));
  CHECK(gradient_does({.n = 4, .c = 64, .k = 64, .h = 31, .w = 31}));
  CHECK_FALSE(gradient_does({.n = 4, .c = 63, .k = 63, .h = 31, .w = 31}));
  CHECK_FALSE(gradient_does({.n = 3, .c = 64, .k = 64, .h = 31, .w = 31}));
  CHECK_FALSE(gradient_does({.n = 4, .c = 64, .k = 64, .h = 31, .w = 30}));
  CHECK_FALSE(gradient_does({.n = 4, .c = 64, .k = 64, .h = 30, .w = 90}));
  CHECK_FALSE(gradient_does({.n = 4, .c = 65, .k = 64, .h = 31, .w = 31}));
  CHECK_FALSE(gradient_does({.n = 4, .c = 64, .k = 64, .h = 31, .w = 31, .r = 5, .s = 5}));
  CHECK(gradient_may({.n = 4, .c = 64, .k = 64, .h = 31, .w = 31, .r = 5, .s = 5}));
  // 192 channels of a larger filter take columns, 128 and 512 do not
  CHECK_FALSE(gradient_may({.c = 192, .k = 192, .h = 31, .w = 31, .r = 5, .s = 5}));
  CHECK(gradient_may({.c = 128, .k = 128, .h = 31, .w = 31, .r = 5, .s = 5}));
  CHECK(gradient_may({.c = 512, .k = 512, .h = 31, .w = 31, .r = 5, .s = 5}));
  CHECK(gradient_may({.c = 192, .k = 192, .h = 31, .w = 31}));
  // images of up to 16 x 16: at least 14 x 14, 448 channels, over 32 images
  CHECK(gradient_does({.n = 33, .c = 448, .k = 448, .h = 14, .w = 14}));
  CHECK(gradient_does({.n = 33, .c = 448, .k = 448, .h = 5, .w = 16}));
  CHECK_FALSE(gradient_may({.n = 32, .c = 448, .k = 448, .h = 14, .w = 14}));
  CHECK_FALSE(gradient_may({.n = 33, .c = 447, .k = 448, .h = 14, .w = 14}));
  CHECK_FALSE(gradient_may({.n = 33, .c = 448, .k = 448, .h = 13, .w = 13}));
  CHECK_FALSE(gradient_may({.n = 33, .c = 512, .k = 512, .h = 14, .w = 14, .r = 5, .s = 5}));
  // 448 channels from fewer filters, multiples of 16: 32 images of 14 x 14 or as many pixels, of 3 x 3
  CHECK(gradient_does({.n = 32, .c = 448, .k = 432, .h = 17, .w = 17}));
  CHECK_FALSE(gradient_may({.n = 32, .c = 448, .k = 440, .h = 17, .w = 17}));
  CHECK_FALSE(gradient_may({.n = 31, .c = 448, .k = 432, .h = 17, .w = 17}));
  CHECK(gradient_does({.n = 49, .c = 448, .k = 432, .h = 4, .w = 32}));  // 49 x 128 = 32 x 196
  CHECK_FALSE(gradient_may({.n = 48, .c = 448, .k = 432, .h = 4, .w = 32}));
  CHECK(gradient_may({.n = 1, .c = 447, .k = 440, .h = 17, .w = 17}));
  CHECK(gradient_may({.n = 1, .c = 512, .k = 440, .h = 17, .w = 17, .r = 5, .s = 5}));
  // more filters than channels: up to three times as many, less than 256 channels, 80 positions in all
  CHECK(gradient_may({.n = 20, .c = 32, .k = 96, .h = 31, .w = 31}));
  CHECK(gradient_may({.n = 20, .c = 32, .k = 33, .h = 120, .w = 17}));
  CHECK_FALSE(gradient_does({.n = 20, .c = 64, .k = 96, .h = 31, .w = 31}));
  CHECK_FALSE(gradient_may({.n = 20, .c = 32, .k = 97, .h = 31, .w = 31}));
  CHECK_FALSE(gradient_may({.n = 19, .c = 32, .k = 96, .h = 31, .w = 31}));
  CHECK_FALSE(gradient_may({.n = 20, .c = 256, .k = 257, .h = 31, .w = 31}));
  CHECK(gradient_may({.n = 20, .c = 255, .k = 257, .h = 31, .w = 31}));
  // square filters on neighbouring pixels
  const Sizes good{.n = 1, .c = 16, .k = 16, .h = 17, .w = 17};
  CHECK_FALSE(gradient_may({.n = 1, .c = 16, .k = 16, .h = 17, .w = 17, .r = 1, .s = 1}));
  CHECK_FALSE(gradient_may({.n = 1, .c = 16, .k = 16, .h = 17, .w = 17, .r = 3, .s = 5}));
  for (const auto member : {&Convolution::stride_h, &Convolution::stride_w, &Convolution::dilation_h,
                            &Convolution::dilation_w, &Convolution::groups}) {
    Convolution v = shape(Pass::input_gradient, good);
    v.*member = 2, v.c = v.k = 64;
    CHECK_FALSE(detail::gradient_by_fourier(v, engine_problem(v), bounds).possible);
  }
}

TEST_CASE("implicit weight gradients where tiles of 128 filters are full") {
  CHECK(by_index({.n = 1000, .c = 3200, .k = 128, .h = 20, .w = 20, .r = 1, .s = 1}));  // 100 x 4 tiles
  CHECK_FALSE(by_index({.n = 1000, .c = 3168, .k = 128, .h = 20, .w = 20, .r = 1, .s = 1}));
  CHECK(by_index({.n = 1000, .c = 356, .k = 128, .h = 20, .w = 20}));  // 3,204 rows
  CHECK_FALSE(by_index({.n = 1000, .c = 6400, .k = 204, .h = 20, .w = 20, .r = 1, .s = 1}));
  CHECK(by_index({.n = 1000, .c = 6400, .k = 205, .h = 20, .w = 20, .r = 1, .s = 1}));
  CHECK(by_index({.n = 1000, .c = 6400, .k = 256, .h = 20, .w = 20, .r = 1, .s = 1}));
  // 140 tiles, 300 results an image, 30 of all images a tile
  CHECK(by_index({.n = 14, .c = 1120, .k = 128, .h = 15, .w = 20, .r = 1, .s = 1}));
  CHECK_FALSE(by_index({.n = 15, .c = 1120, .k = 128, .h = 15, .w = 20, .r = 1, .s = 1}));
  CHECK_FALSE(by_index({.n = 13, .c = 1120, .k = 128, .h = 7, .w = 43, .r = 1, .s = 1}));
  CHECK_FALSE(by_index({.n = 10, .c = 1088, .k = 128, .h = 15, .w = 20, .r = 1, .s = 1}));
  // 65 tiles, images of 7 x 7
  CHECK(by_index({.n = 1000, .c = 2080, .k = 32, .h = 7, .w = 7, .r = 1, .s = 1}));
  CHECK_FALSE(by_index({.n = 1000, .c = 2048, .k = 32, .h = 7, .w = 7, .r = 1, .s = 1}));
  CHECK_FALSE(by_index({.n = 10, .c = 2080, .k = 32, .h = 5, .w = 10, .r = 1, .s = 1}));
}

TEST_CASE("the smallest kernels wait for a filter where a block has an SM to itself") {
  constexpr EngineCard four_sms{.sms = 4.0, .lanes = 128.0, .copied = 1.0};
  const auto cycles = [&](Pass pass, const Sizes& a, ConvolutionEngine engine) {
    return cold_filter_cycles(shape(pass, a), engine, fastest(engine), four_sms);
  };
  // 64 pixels x 64 filters are four blocks; 10 x 9 terms are twelve steps of 8
  CHECK(cycles(Pass::forward, {.n = 1, .c = 10, .k = 64, .h = 8, .w = 8}, forward_32x32) == 12.0 * 150.0);
  CHECK(cycles(Pass::forward, {.n = 1, .c = 10, .k = 65, .h = 8, .w = 8}, forward_32x32) == 0.0);
  CHECK(cycles(Pass::forward, {.n = 2, .c = 10, .k = 64, .h = 8, .w = 8}, forward_32x32) == 0.0);
  CHECK(cycles(Pass::forward, {.n = 1, .c = 10, .k = 64, .h = 8, .w = 8}, forward_128x32) == 0.0);
  // results of a stride are a quarter of the pixels, which only the forward pass counts by
  CHECK(cycles(Pass::forward, {.n = 4, .c = 10, .k = 64, .h = 8, .w = 8, .stride = 2}, forward_32x32) == 1800.0);
  CHECK(cycles(Pass::input_gradient, {.n = 1, .c = 64, .k = 10, .h = 8, .w = 8, .stride = 2}, gradient_32x32) ==
        1800.0);
  CHECK(cycles(Pass::input_gradient, {.n = 2, .c = 64, .k = 10, .h = 8, .w = 8, .stride = 2}, gradient_32x32) == 0.0);
  CHECK(cycles(Pass::input_gradient, {.n = 1, .c = 65, .k = 10, .h = 8, .w = 8, .stride = 2}, gradient_32x32) == 0.0);
}

TEST_CASE("forward: the fastest of three tiles, but for few channels, many taps and long sums") {
  const Sizes wide{.n = 4, .c = 256, .k = 64, .h = 64, .w = 64};
  for (const ConvolutionEngine fast : {forward_256x64, forward_128x32, forward_32x32})
    CHECK(engine_of(Pass::forward, wide, fast) == fast);
  // up to four channels and more than 25 taps: the smallest, without the price of many taps
  const auto cycles = [&](const Sizes& a) { return chosen(Pass::forward, a, forward_256x64).cycles; };
  const auto plain_cycles = [&](const Sizes& a) {
    return plain_run(forward_32x32, shape(Pass::forward, a), fastest(forward_256x64), one_sm).cycles;
  };
  const Sizes few{.n = 4, .c = 4, .k = 64, .h = 64, .w = 64, .r = 7, .s = 7};
  Sizes five = few, narrow = few, five_taps = few;
  five.c = 5, narrow.r = narrow.s = 5, five_taps.r = 4, five_taps.s = 8, five_taps.c = 5;
  CHECK(engine_of(Pass::forward, few, forward_256x64) == forward_32x32);
  CHECK(cycles(few) == plain_cycles(few));
  CHECK(engine_of(Pass::forward, narrow, forward_256x64) == forward_256x64);
  CHECK(cycles(five) == doctest::Approx(1.43 * plain_cycles(five)));
  CHECK(engine_of(Pass::forward, five_taps, forward_256x64) == forward_256x64);  // 32 taps are bits of a word
  // long sums: 2,304 terms, 192 filters, 12,000 results, 40 images or 64 where there are as many channels as filters
  const auto smallest = [](const Sizes& a) { return engine_of(Pass::forward, a, forward_256x64) == forward_32x32; };
  CHECK(smallest({.n = 40, .c = 256, .k = 192, .h = 15, .w = 20}));
  CHECK_FALSE(smallest({.n = 39, .c = 256, .k = 192, .h = 20, .w = 20}));
  CHECK_FALSE(smallest({.n = 40, .c = 255, .k = 192, .h = 20, .w = 20}));
  CHECK_FALSE(smallest({.n = 40, .c = 256, .k = 191, .h = 20, .w = 20}));
  CHECK_FALSE(smallest({.n = 40, .c = 256, .k = 192, .h = 13, .w = 23}));  // 299 results
  CHECK_FALSE(smallest({.n = 40, .c = 256, .k = 192, .h = 40, .w = 40, .stride = 2}));
  CHECK(smallest({.n = 64, .c = 320, .k = 320, .h = 20, .w = 20}));
  CHECK_FALSE(smallest({.n = 63, .c = 320, .k = 320, .h = 20, .w = 20}));
  CHECK(smallest({.n = 63, .c = 320, .k = 321, .h = 20, .w = 20}));
}

TEST_CASE("Fourier is taken where it must be, and where it is faster") {
  const Sizes sure{.n = 150, .c = 150, .k = 150, .h = 5, .w = 8}, may{.n = 512, .c = 128, .k = 128, .h = 9, .w = 9};
  CHECK(engine_of(Pass::forward, sure, forward_128x32) == fourier);
  CHECK(engine_of(Pass::forward, may, forward_128x32) == forward_128x32);
  CHECK(engine_of(Pass::forward, may, fourier) == fourier);
  CHECK(engine_of(Pass::forward, {.n = 512, .c = 192, .k = 128, .h = 9, .w = 9}, fourier) != fourier);
  const Sizes back{.n = 1, .c = 32, .k = 32, .h = 17, .w = 17};
  CHECK(engine_of(Pass::input_gradient, {.n = 4, .c = 64, .k = 64, .h = 31, .w = 31}, gradient_columns) == fourier);
  CHECK(engine_of(Pass::input_gradient, back, gradient_columns) == gradient_columns);
  CHECK(engine_of(Pass::input_gradient, back, fourier) == fourier);
  // what its tiles cost to write and read counts
  EngineCard slow_memory = one_sm;
  slow_memory.copied = 1e-9;
  CHECK(choose_engine(shape(Pass::input_gradient, back), fastest(fourier), slow_memory).engine != fourier);
  // no library takes what is slower by far on the card at hand
  EngineTable weighed = fastest(forward_128x32);
  weighed.rules.fourier_loss = 2.5;
  CHECK(choose_engine(shape(Pass::forward, sure), weighed, one_sm).engine == forward_128x32);
  weighed = fastest(fourier);
  weighed.rules.fourier_loss = 2.5;
  CHECK(choose_engine(shape(Pass::forward, sure), weighed, one_sm).engine == fourier);
  CHECK(choose_engine(shape(Pass::forward, sure), weighed, slow_memory).engine != fourier);
}

TEST_CASE("input gradients: columns alone for larger filters and strides from 17 channels on") {
  const auto columns = [](const Sizes& a) {
    return engine_of(Pass::input_gradient, a, gradient_32x32) == gradient_columns;
  };
  CHECK(columns({.n = 1, .c = 17, .k = 17, .h = 20, .w = 20, .stride = 2}));
  CHECK_FALSE(columns({.n = 1, .c = 16, .k = 17, .h = 20, .w = 20, .stride = 2}));
  CHECK_FALSE(columns({.n = 1, .c = 17, .k = 16, .h = 20, .w = 20, .stride = 2}));
  CHECK_FALSE(columns({.n = 1, .c = 17, .k = 17, .h = 20, .w = 20, .r = 1, .s = 1, .stride = 2}));
  CHECK_FALSE(columns({.n = 1, .c = 17, .k = 17, .h = 20, .w = 20}));
  CHECK(columns({.n = 1, .c = 17, .k = 17, .h = 20, .w = 20, .r = 5, .s = 5}));
  CHECK(columns({.n = 1, .c = 17, .k = 17, .h = 20, .w = 20, .r = 3, .s = 5}));
  CHECK(engine_of(Pass::input_gradient, {.n = 1, .c = 16, .k = 17, .h = 20, .w = 20, .stride = 2}, gradient_columns) ==
        gradient_columns);
  for (const auto member : {&Convolution::dilation_h, &Convolution::dilation_w, &Convolution::stride_h,
                            &Convolution::stride_w, &Convolution::groups, &Convolution::t}) {
    Convolution v = shape(Pass::input_gradient, {.n = 1, .c = 40, .k = 40, .h = 20, .w = 20});
    v.*member = 2, v.d = v.t;
    CHECK(choose_engine(v, fastest(gradient_32x32), one_sm).engine == gradient_columns);
  }
}

TEST_CASE("weight gradients: rows of seven by Fourier, squares by Winograd or Fourier, others directly") {
  const auto run = [](const Sizes& a, ConvolutionEngine fast = weight_direct) {
    return chosen(Pass::weight_gradient, a, fast);
  };
  const auto kernels = [&](const Sizes& a) { return run(a).kernels; };  // 8: rows; 5: small Fourier; 4: Winograd
  // rows: 128 channels in, images of 15 to 58; of up to 26: 192 on both sides and 32 images; else 192 or 8 images
  CHECK(kernels({.n = 32, .c = 192, .k = 192, .h = 15, .w = 15, .r = 1, .s = 7}) == 8);
  CHECK(kernels({.n = 32, .c = 192, .k = 192, .h = 26, .w = 5, .r = 1, .s = 7}) == 8);
  CHECK(kernels({.n = 31, .c = 192, .k = 192, .h = 26, .w = 26, .r = 1, .s = 7}) == 1);
  CHECK(kernels({.n = 8, .c = 191, .k = 192, .h = 26, .w = 26, .r = 1, .s = 7}) == 1);
  CHECK(kernels({.n = 32, .c = 192, .k = 191, .h = 26, .w = 26, .r = 1, .s = 7}) == 1);
  CHECK(kernels({.n = 32, .c = 192, .k = 192, .h = 14, .w = 14, .r = 1, .s = 7}) == 1);
  CHECK(kernels({.n = 31, .c = 192, .k = 192, .h = 27, .w = 27, .r = 1, .s = 7}) == 8);
  CHECK(kernels({.n = 8, .c = 128, .k = 128, .h = 27, .w = 58, .r = 1, .s = 7}) == 8);
  CHECK(kernels({.n = 9, .c = 128, .k = 128, .h = 27, .w = 58, .r = 1, .s = 7}) == 1);
  CHECK(kernels({.n = 8, .c = 127, .k = 192, .h = 27, .w = 58, .r = 1, .s = 7}) == 1);
  CHECK(kernels({.n = 8, .c = 128, .k = 128, .h = 27, .w = 59, .r = 1, .s = 7}) == 1);
  CHECK(kernels({.n = 8, .c = 128, .k = 128, .h = 27, .w = 58, .r = 7, .s = 1}) == 1);
  CHECK(kernels({.n = 8, .c = 128, .k = 128, .h = 27, .w = 58, .r = 1, .s = 5}) == 1);
  CHECK(kernels({.n = 8, .c = 128, .k = 128, .h = 27, .w = 58, .r = 1, .s = 7, .stride = 2}) == 1);
  // squares of three: enough channels are 64 to 32, 32 to 128, or more than 128 to 16
  CHECK(kernels({.c = 64, .k = 32, .h = 15, .w = 15}) == 4);
  CHECK(kernels({.c = 63, .k = 32, .h = 15, .w = 15}) == 1);
  CHECK(kernels({.c = 64, .k = 31, .h = 15, .w = 15}) == 1);
  CHECK(kernels({.c = 32, .k = 128, .h = 15, .w = 15}) == 4);
  CHECK(kernels({.c = 31, .k = 128, .h = 15, .w = 15}) == 1);
  CHECK(kernels({.c = 32, .k = 127, .h = 15, .w = 15}) == 1);
  CHECK(kernels({.c = 129, .k = 16, .h = 15, .w = 15}) == 4);
  CHECK(kernels({.c = 128, .k = 16, .h = 15, .w = 15}) == 1);
  CHECK(kernels({.c = 129, .k = 15, .h = 15, .w = 15}) == 1);
  CHECK(kernels({.c = 64, .k = 32, .h = 30, .w = 30, .stride = 2}) == 1);
  // less, of up to 14 x 14 and from 32 on: Winograd up to 199 images, then Fourier
  CHECK(kernels({.n = 199, .c = 32, .k = 32, .h = 14, .w = 14}) == 4);
  CHECK(kernels({.n = 200, .c = 32, .k = 32, .h = 14, .w = 14}) == 5);
  CHECK(kernels({.n = 200, .c = 31, .k = 32, .h = 14, .w = 14}) == 1);
  CHECK(kernels({.n = 200, .c = 64, .k = 32, .h = 14, .w = 14}) == 4);
  CHECK(kernels({.n = 200, .c = 32, .k = 32, .h = 5, .w = 15}) == 1);
  // of five: 16 and 64 channels, the faster
  CHECK(run({.c = 16, .k = 64, .h = 15, .w = 15, .r = 5, .s = 5}, winograd_small).kernels == 4);
  CHECK(run({.c = 64, .k = 16, .h = 15, .w = 15, .r = 5, .s = 5}, winograd_small).kernels == 4);
  CHECK(run({.c = 16, .k = 64, .h = 15, .w = 15, .r = 5, .s = 5}).kernels == 1);
  CHECK(run({.c = 15, .k = 64, .h = 15, .w = 15, .r = 5, .s = 5}, winograd_small).kernels == 1);
  CHECK(run({.c = 16, .k = 63, .h = 15, .w = 15, .r = 5, .s = 5}, winograd_small).kernels == 1);
  CHECK(run({.c = 16, .k = 64, .h = 15, .w = 15, .r = 7, .s = 7}, winograd_small).kernels == 1);
  // directly
  CHECK(run({.c = 16, .k = 16, .h = 15, .w = 15, .r = 5, .s = 5}).engine == weight_direct);
  CHECK(run({.c = 16, .k = 16, .h = 15, .w = 15, .r = 1, .s = 1}).engine == weight_planes);
  CHECK(run({.n = 1000, .c = 3200, .k = 128, .h = 20, .w = 20, .r = 1, .s = 1}).engine == weight_indexed);
  Convolution last = shape(Pass::weight_gradient, {.c = 16, .k = 16, .h = 15, .w = 15, .r = 1, .s = 1});
  last.memory_format = MemoryFormat::nhwc;
  CHECK(choose_engine(last, fastest(weight_direct), one_sm).engine == weight_direct);
}

TEST_CASE("a kernel that the library is known to choose") {
  const auto run = [](ConvolutionKernel kernel, ConvolutionTile tile, Pass pass, const Sizes& a,
                      ConvolutionEngine fast = weight_direct) {
    return engine_run({.kernel = kernel, .tile = static_cast<std::uint8_t>(index_of(tile))}, shape(pass, a),
                      fastest(fast), one_sm);
  };
  using Kernel = ConvolutionKernel;
  const Sizes plain{.n = 4, .c = 40, .k = 64, .h = 15, .w = 15},
      seven{.n = 4, .c = 40, .k = 64, .h = 15, .w = 15, .r = 7, .s = 7};
  CHECK(run(Kernel::simt_forward, {256, 64, 8}, Pass::forward, plain).engine == forward_256x64);
  CHECK(run(Kernel::simt_forward, {128, 32, 8}, Pass::forward, plain).engine == forward_128x32);
  CHECK(run(Kernel::simt_forward, {32, 32, 8}, Pass::forward, plain).engine == forward_32x32);
  for (const ConvolutionEngine fast : {forward_256x64, forward_128x32, forward_32x32})
    CHECK(run(Kernel::simt_forward, {}, Pass::forward, plain, fast).engine == fast);
  const double direct = plain_run(forward_32x32, shape(Pass::forward, seven), fastest(weight_direct), one_sm).cycles;
  CHECK(run(Kernel::simt_forward, {32, 32, 8}, Pass::forward, seven).cycles == doctest::Approx(1.43 * direct));
  const double nine = plain_run(forward_32x32, shape(Pass::forward, plain), fastest(weight_direct), one_sm).cycles;
  CHECK(run(Kernel::simt_forward, {32, 32, 8}, Pass::forward, plain).cycles == nine);
  CHECK(run(Kernel::simt_columns, {}, Pass::input_gradient, plain).engine == gradient_columns);
  CHECK(run(Kernel::simt_gradient, {}, Pass::input_gradient, plain).engine == gradient_32x32);
  CHECK(run(Kernel::simt_weights, {}, Pass::weight_gradient, plain).engine == weight_direct);
  CHECK(run(Kernel::simt_weights, {}, Pass::weight_gradient, {.c = 8, .k = 8, .h = 9, .w = 9, .r = 1, .s = 1}).engine ==
        weight_planes);
  CHECK(run(Kernel::simt_indexed, {}, Pass::weight_gradient, plain).engine == weight_indexed);
  CHECK(run(Kernel::winograd, {}, Pass::weight_gradient, {.c = 8, .k = 8, .h = 9, .w = 9}).kernels == 4);
  CHECK(run(Kernel::fourier, {}, Pass::forward, plain).engine == fourier);
  CHECK(run(Kernel::fourier, {}, Pass::weight_gradient, plain).kernels == 5);
  CHECK(run(Kernel::fourier, {}, Pass::weight_gradient, {.c = 8, .k = 8, .h = 9, .w = 9, .r = 1, .s = 7}).kernels == 8);
}

// Which engine is taken where follows from the numbers in the table, not from numbers in code.

namespace {
constexpr EngineCard h200{.sms = 132.0, .lanes = 128.0, .copied = 2112.0};

Convolution fp32(std::int64_t n, std::int64_t c, std::int64_t side, std::int64_t k, std::int64_t filter,
                 ConvolutionPass pass) {
  Convolution out = square(n, c, side, k, filter, NumberFormat::fp32);
  out.pass = pass;
  return out;
}
}  // namespace

TEST_CASE("FP32 engines: where each pass changes over stands in the table's rules") {
  using enum ConvolutionEngine;
  using enum ConvolutionPass;
  EngineTable table = convolution_tables()[1].engines;
  const auto engine = [&](const Convolution& c) { return choose_engine(c, table, h200).engine; };

  const Convolution tile_64 = fp32(16, 256, 56, 256, 3, forward);
  CHECK(engine(tile_64) == fourier);
  table.rules.forward_images_64 = 17.0;
  CHECK(engine(tile_64) == forward_256x64);

  const Convolution equal = fp32(16, 64, 56, 64, 3, input_gradient);
  CHECK(engine(equal) == fourier);
  table.rules.gradient_channels = 65.0;
  CHECK(engine(equal) != fourier);

  const Convolution enough = fp32(16, 64, 56, 64, 3, weight_gradient);
  CHECK(engine(enough) == winograd_small);
  table.rules.winograd_channels = table.rules.winograd_many_filters = 65.0;
  CHECK(engine(enough) == weight_direct);

  const Convolution many_tiles = fp32(16, 1024, 14, 1024, 1, weight_gradient);
  CHECK(engine(many_tiles) == weight_indexed);
  table.rules.indexed_tiles = table.rules.indexed_tiles_small = table.rules.indexed_tiles_tiny = 1e6;
  CHECK(engine(many_tiles) == weight_planes);
}

TEST_CASE("the smallest kernels wait for a filter that has left the L2, as long as the table says") {
  EngineTable table = convolution_tables()[1].engines;
  const Convolution c = fp32(1, 512, 7, 512, 3, ConvolutionPass::forward);
  const double steps = 512.0 * 9.0 / 8.0;  // of 8 terms; 2 x 16 blocks, fewer than SMs
  const auto wait = [&](ConvolutionEngine engine) { return cold_filter_cycles(c, engine, table, h200); };
  CHECK(wait(ConvolutionEngine::forward_32x32) == steps * table.rules.cold_cycles);
  CHECK(wait(ConvolutionEngine::forward_256x64) == 0.0);
  table.rules.cold_cycles = 1.0;
  CHECK(wait(ConvolutionEngine::forward_32x32) == steps);
}
}  // namespace pricing_convolution_engine_choice_test

#include <doctest/doctest.h>

#include <perfmodel/operation/convolution.hpp>

namespace operation_convolution_test {
using namespace perfmodel;

namespace {
constexpr Convolution volume{.n = 2,
                             .c = 16,
                             .h = 20,
                             .w = 30,
                             .k = 32,
                             .r = 3,
                             .s = 3,
                             .pad_h = 1,
                             .pad_w = 1,
                             .d = 8,
                             .t = 3,
                             .stride_d = 2,
                             .pad_d = 1};
constexpr Convolution planes = [] {
  Convolution c = volume;
  c.t = 1, c.pad_d = 0;
  return c;
}();
constexpr Convolution points = [] {
  Convolution c = volume;
  c.t = c.r = c.s = 1, c.stride_d = 1, c.pad_d = c.pad_h = c.pad_w = 0;
  return c;
}();
}  // namespace

// Depth 8, filter 3, padding 1, stride 2: (8 + 2 - 3) / 2 + 1 = 4 planes of results.
static_assert(volume.o() == 4 && volume.pixels_in() == 8 * 20 * 30 && volume.pixels_out() == 4 * 20 * 30);
static_assert(volume.taps() == 27);
static_assert(work(volume) == 2.0 * 32.0 * (4.0 * 20.0 * 30.0) * 16.0 * 27.0 * mac);
static_assert(traffic(volume) ==
              (2.0 * 16.0 * 4800.0 + 32.0 * 16.0 * 27.0 + 2.0 * 32.0 * 2400.0) * element_size(NumberFormat::fp32));
static_assert(as_images(volume) == volume);
// (20 + 2 - 3) / 2 + 1 = 10 rows, (31 - 5 x 2 - 1) / 3 + 1 = 7 columns; 16 channels in 4 groups.
constexpr Convolution strided{.c = 16,
                              .h = 20,
                              .w = 31,
                              .k = 8,
                              .r = 3,
                              .s = 6,
                              .stride_h = 2,
                              .stride_w = 3,
                              .pad_h = 1,
                              .dilation_w = 2,
                              .groups = 4};
static_assert(strided.p() == 10 && strided.q() == 7 && strided.channels_a_group() == 4);

// A filter without depth: every second plane gets a result, each is an image.
static_assert(as_images(planes).n == 8 && as_images(planes).d == 1 && as_images(planes).o() == 1);
static_assert(work(as_images(planes)) == work(planes));
// Whoever looks at an image can tell how many planes its volume has.
static_assert(as_images(planes).planes == 8 && as_images(points).planes == 0 && as_images(volume).planes == 0);

// A filter of one number: two images of 8 x 20 rows.
static_assert(as_images(points).n == 2 && as_images(points).h == 160);
static_assert(work(as_images(points)) == work(points) && traffic(as_images(points)) == traffic(points));

TEST_CASE("a filter with a stride in depth that it does not fill skips planes") {
  Convolution sparse = planes;
  const double all = in(traffic(volume), byte), some = in(traffic(sparse), byte);
  CHECK(some < all);
  sparse.pass = ConvolutionPass::input_gradient;  // writes all of them
  CHECK(in(traffic(sparse), byte) > some);
}

namespace {
/// 1 x 1 x 1 over a volume of 4 x 5 x 6, with one thing changed.
template <auto member>
constexpr Convolution number_with(std::int64_t value) {
  Convolution c{.n = 2, .c = 8, .h = 5, .w = 6, .k = 8};
  c.d = 4;
  c.*member = value;
  return c;
}
}  // namespace
// A single number sees all planes as rows of one image; any other filter without depth sees planes, or those with a
// result, as images.
static_assert(as_images(number_with<&Convolution::n>(2)).h == 20 && as_images(number_with<&Convolution::n>(2)).n == 2);
static_assert(as_images(number_with<&Convolution::r>(3)).h == 5 && as_images(number_with<&Convolution::s>(3)).n == 8 &&
              as_images(number_with<&Convolution::stride_h>(2)).n == 8 &&
              as_images(number_with<&Convolution::stride_w>(2)).n == 8 &&
              as_images(number_with<&Convolution::stride_d>(2)).n == 4 &&
              as_images(number_with<&Convolution::pad_d>(1)).n == 12);
static_assert(as_images(number_with<&Convolution::t>(3)).d == 4);
// A stride of two each way leaves an eighth of the input unread, and an eighth of the results.
static_assert(traffic([] {
                Convolution c = number_with<&Convolution::n>(2);
                c.h = c.w = 6, c.stride_h = c.stride_w = c.stride_d = 2;
                return c;
              }()) == 4.0 * (2 * 8 * 144 / 8.0 + 64 + 2 * 8 * 18) * byte);
}  // namespace operation_convolution_test

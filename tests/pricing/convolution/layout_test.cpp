#include <doctest/doctest.h>

#include <initializer_list>
#include <perfmodel/pricing/convolution/layout.hpp>

#include "square.hpp"

namespace pricing_convolution_layout_test {
using namespace perfmodel;

// Exact counts, worked out by hand: which tensors a library copies around its kernels, and what moves.

namespace {
using Kind = LayoutCopyKind;
using Pass = ConvolutionPass;

constexpr Convolution image(std::int64_t c, std::int64_t k, MemoryFormat memory, Pass pass = Pass::forward,
                            std::int64_t filter = 3, std::int64_t groups = 1) {
  Convolution out = square(2, c, 10, k, filter, NumberFormat::fp16, memory);
  out.pass = pass, out.groups = groups;
  return out;
}
constexpr bool are(const LayoutChanges& changes, std::initializer_list<Kind> kinds) {
  if (changes.count != kinds.size()) return false;
  std::size_t i = 0;
  for (const Kind kind : kinds)
    if (changes.copies[i++].kind != kind) return false;
  return true;
}
constexpr MemoryFormat planes = MemoryFormat::nchw, together = MemoryFormat::nhwc;

// Channels together, as many as loads take: nothing is copied.
static_assert(are(layout_changes(image(64, 64, together)), {}));
// Planes are transposed there (image, filter) and back (result).
static_assert(are(layout_changes(image(64, 64, planes)), {Kind::transpose, Kind::transpose, Kind::transpose}));
static_assert(are(layout_changes(image(64, 64, planes, Pass::weight_gradient)),
                  {Kind::transpose, Kind::transpose, Kind::transpose}));
// 60 channels become 64: zeroed memory, then a copy; so does the filter. 60 filters: the result is cut.
static_assert(are(layout_changes(image(60, 64, together)), {Kind::fill, Kind::pad, Kind::fill, Kind::pad}));
static_assert(are(layout_changes(image(64, 60, together)), {Kind::fill, Kind::pad, Kind::pad}));
static_assert(are(layout_changes(image(64, 60, planes)),
                  {Kind::transpose, Kind::fill, Kind::rearrange, Kind::transpose}));
// 1 x 1: planes of whole 16 bytes (200 a plane here) are not touched, others are; the filter's order is the same.
static_assert(are(layout_changes(image(64, 64, together, Pass::forward, 1)), {}));
static_assert(are(layout_changes(image(64, 64, planes, Pass::forward, 1)), {Kind::transpose, Kind::transpose}));
constexpr Convolution whole_planes = [] {
  Convolution c = image(64, 64, planes, Pass::forward, 1);
  c.w = 12;
  return c;
}();
static_assert(are(layout_changes(whole_planes), {}));
// One pixel lies the same in both.
constexpr Convolution one_pixel = [] {
  Convolution c = image(64, 64, planes);
  c.h = c.w = 1;
  return c;
}();
static_assert(are(layout_changes(one_pixel), {}));
// CUDA cores and depthwise kernels take tensors as they are.
constexpr Convolution on_cuda_cores = [] {
  Convolution c = image(60, 64, planes);
  c.format = NumberFormat::fp32;
  return c;
}();
static_assert(are(layout_changes(on_cuda_cores), {}));
static_assert(are(layout_changes(image(64, 64, planes, Pass::forward, 3, 64)), {}));
// Groups of 24, which fill no tile: each is cut out and put back alone, or all tensors get gaps.
static_assert(are(layout_changes(image(96, 96, planes, Pass::forward, 3, 4)),
                  {Kind::transpose, Kind::transpose, Kind::transpose}) &&
              layout_changes(image(96, 96, planes, Pass::forward, 3, 4)).kernels() == 2 * 4);
static_assert(are(layout_changes(image(96, 96, together, Pass::forward, 3, 4), true),
                  {Kind::fill, Kind::rearrange, Kind::rearrange, Kind::rearrange}));
static_assert(are(layout_changes(image(96, 96, together, Pass::weight_gradient, 3, 4), true),
                  {Kind::fill, Kind::rearrange, Kind::fill, Kind::rearrange, Kind::rearrange}));
static_assert(are(layout_changes(image(128, 128, together, Pass::forward, 3, 4)), {}));
static_assert(are(layout_changes(image(128, 128, planes, Pass::forward, 3, 4)), {Kind::transpose, Kind::transpose}));
}  // namespace

TEST_CASE("what copies move: each number once in and once out, padded ones out alone; tiles of transposes are whole") {
  const LayoutChanges changes = layout_changes(image(60, 64, together));
  const double own = 2.0 * 100.0 * 60.0, padded = 2.0 * 100.0 * 64.0, filter = 64.0 * 9.0 * 60.0,
               wide_filter = 64.0 * 9.0 * 64.0;
  CHECK(in(changes.copies[0].traffic, byte) == padded * 2.0);
  CHECK(in(changes.copies[1].traffic, byte) == (own + padded) * 2.0);
  CHECK(in(changes.copies[2].traffic, byte) == wide_filter * 2.0);
  CHECK(in(changes.copies[3].traffic, byte) == (filter + wide_filter) * 2.0);
  CHECK(in(changes.traffic(), byte) == (own + 2.0 * padded + filter + 2.0 * wide_filter) * 2.0);
  CHECK(changes.kernels() == 4);
  const LayoutCopy turned = layout_changes(image(40, 64, planes)).copies[0];
  CHECK(turned.elements == 2.0 * 64.0 * 128.0);  // 40 channels x 100 pixels in tiles of 32 x 32
  CHECK(in(turned.traffic, byte) == 2.0 * 2.0 * 100.0 * 40.0 * 2.0);
}

TEST_CASE("known kernels: few channels as they are, TF32 writes planes itself, or reads rounded copies") {
  Convolution c = image(3, 64, together);
  CHECK(are(layout_changes(c, ConvolutionKernel::unstaged), {}));
  CHECK(are(layout_changes(c, ConvolutionKernel::mma), {Kind::fill, Kind::pad, Kind::fill, Kind::pad}));
  c = image(64, 64, planes);
  c.format = NumberFormat::tf32;
  CHECK(are(layout_changes(c, ConvolutionKernel::mma), {Kind::transpose, Kind::transpose}));
}
}  // namespace pricing_convolution_layout_test

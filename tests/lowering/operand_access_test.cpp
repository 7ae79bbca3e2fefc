#include <doctest/doctest.h>

#include <perfmodel/lowering/operand_access.hpp>

namespace lowering_operand_access_test {
using namespace perfmodel;

namespace {
/// [batch, channels, height, width] seen through an order of its dimensions.
constexpr Operand channels_last(const Shape& shape, NumberFormat format) {
  return {.shape = shape, .strides = channels_last_strides(shape), .format = format};
}
}  // namespace

TEST_CASE("threads in the operand's own order take each line once") {
  constexpr Operand x = packed({64, 1024}, NumberFormat::fp32);
  // a block's 256 elements of 4 bytes are eight lines of 128; a run that begins anywhere in a line counts one more
  static_assert(lines_touched(x, x) >= 64.0 * 1024.0 / 32.0);
  static_assert(lines_touched(x, x) < 64.0 * 1024.0 / 32.0 * (1.0 + 1.0 / 8.0));
}

TEST_CASE("channels far apart: what a block's channels hold of a line is fetched once") {
  // NHWC from NCHW: threads go along 64 channels, which lie 56 x 56 elements apart
  constexpr Shape shape{8, 64, 56, 56};
  constexpr double n = 8.0 * 64.0 * 56.0 * 56.0;
  // a block's 256 elements are 64 channels of four pixels, an eighth of each line's 32
  static_assert(lines_touched(packed(shape, NumberFormat::fp32), channels_last(shape, NumberFormat::fp32)) ==
                n / 4.0 * (1.0 + 3.0 / 32.0));
  // NCHW from NHWC: neighbours lie 64 elements apart, a line for each
  static_assert(lines_touched(channels_last(shape, NumberFormat::fp32), packed(shape, NumberFormat::fp32)) == n);
}

TEST_CASE("few channels: a block finds whole lines again") {
  constexpr Shape shape{8, 4, 64, 64};
  constexpr double bytes = 8.0 * 4.0 * 64.0 * 64.0 * 2.0;
  constexpr double near = lines_touched(packed(shape, NumberFormat::bf16), channels_last(shape, NumberFormat::bf16)),
                   far = lines_touched(packed({8, 512, 64, 64}, NumberFormat::bf16),
                                       channels_last({8, 512, 64, 64}, NumberFormat::bf16));
  static_assert(near < 1.5 * bytes / 128.0);           // 128 pixels of a channel: two lines, begun anywhere
  static_assert(far == 64.0 * 128.0 * bytes / 128.0);  // 512 / 4 times the elements, a line of 64 for each
}

TEST_CASE("a repeated operand costs one element a step along the others") {
  constexpr Operand row = expanded(packed({1, 1024}, NumberFormat::fp32), Shape{512, 1024});
  constexpr double touched = lines_touched(row, packed({512, 1024}, NumberFormat::fp32));
  constexpr Operand one = expanded(packed({1, 1}, NumberFormat::fp32), Shape{512, 1024});
  constexpr double scalar = lines_touched(one, packed({512, 1024}, NumberFormat::fp32));
  static_assert(scalar == 512.0 * 1024.0 / 256.0);  // a line for each block
  static_assert(touched >= scalar);
  static_assert(lines_touched(packed({0, 4}, NumberFormat::fp32), packed({0, 4}, NumberFormat::fp32)) == 0.0);
}

// By hand: in which order dimensions are walked through, and what is touched on the way.

namespace {
bool is(const detail::Walk::Dimension& d, std::int64_t extent, std::int64_t stride, std::int64_t of_result) {
  return d.extent == extent && d.stride == stride && d.of_result == of_result;
}
detail::Walk walk(std::initializer_list<detail::Walk::Dimension> dimensions) {
  detail::Walk w;
  for (const auto& d : dimensions) w.dimensions[w.count++] = d;
  return w;
}
}  // namespace

TEST_CASE("neighbours that are one run for both are one dimension, innermost first") {
  const Operand x = packed({2, 3, 4}, NumberFormat::fp32);
  const detail::Walk whole = detail::walk_through(x, x);
  CHECK(whole.count == 1);
  CHECK(is(whole.dimensions[0], 24, 1, 1));
  Operand turned = packed({3, 4}, NumberFormat::fp32);
  turned.strides[0] = 1, turned.strides[1] = 3;
  const detail::Walk across = detail::walk_through(turned, packed({3, 4}, NumberFormat::fp32));
  CHECK(across.count == 2);
  CHECK(is(across.dimensions[0], 4, 3, 1));
  CHECK(is(across.dimensions[1], 3, 1, 4));
  const detail::Walk along = detail::walk_through(packed({3, 4}, NumberFormat::fp32), turned);  // the result's order
  CHECK(is(along.dimensions[0], 3, 4, 1));
  CHECK(is(along.dimensions[1], 4, 1, 3));
  const Shape two{2, 1, 4};  // a dimension of one is none
  CHECK(detail::walk_through(packed(two, NumberFormat::fp32), packed(two, NumberFormat::fp32)).count == 1);
  CHECK(detail::walk_through(packed({1, 1}, NumberFormat::fp32), packed({1, 1}, NumberFormat::fp32)).count == 0);
  Operand gap = packed({3, 4}, NumberFormat::fp32);
  gap.strides[0] = 8;  // of the operand alone: two dimensions
  CHECK(detail::walk_through(gap, packed({3, 4}, NumberFormat::fp32)).count == 2);
  CHECK(detail::walk_through(packed({3, 4}, NumberFormat::fp32), gap).count == 2);
}

TEST_CASE("pieces: steps of a piece and more each touch another one, shorter ones share") {
  CHECK(detail::pieces_touched(walk({{4, 3, 1}, {3, 1, 4}}), 8.0, 8.0) == 1.0 + (3 * 3 + 1) / 8.0);
  CHECK(detail::pieces_touched(walk({{4, 8, 1}, {3, 1, 4}}), 8.0, 8.0) == 4.0 * (1.0 + 1 / 8.0));
  CHECK(detail::pieces_touched(walk({{4, 0, 1}, {3, 8, 4}}), 8.0, 8.0) == 2.0);  // a repeated one none
  CHECK(detail::pieces_touched(walk({{16, 1, 1}, {9, 16, 16}}), 8.0, 8.0) == 1.0 + 7 / 8.0);
  CHECK(detail::pieces_touched(walk({{16, 1, 1}}), 1.0, 8.0) == 1.0);
}

TEST_CASE("blocks of 128 threads with two or four elements each") {
  const Operand wide = packed({2048}, NumberFormat::fp32), narrow = packed({2048}, NumberFormat::fp16);
  CHECK(lines_touched(wide, wide) == 8.0 * (1.0 + 255 / 32.0));
  CHECK(lines_touched(narrow, narrow) == 4.0 * (1.0 + 511 / 64.0));
  CHECK(lines_touched(wide, narrow) == 4.0 * (1.0 + 511 / 32.0));
  const Operand few = packed({8}, NumberFormat::fp32);
  CHECK(lines_touched(few, few) == 1.0 + 7 / 32.0);
}
}  // namespace lowering_operand_access_test

#include <doctest/doctest.h>

#include <perfmodel/lowering/operand_access.hpp>

namespace lowering_operand_access_test {
using namespace perfmodel;

namespace {
/// [batch, channels, height, width] seen through an order of its dimensions.
constexpr Operand channels_last(const Shape& shape, NumberFormat format) {
  return {.shape = shape, .strides = channels_last_strides(shape), .format = format};
}
constexpr double sectors(const OperandAccess& access) { return in(access.sectors, byte); }
}  // namespace

TEST_CASE("threads in the operand's own order take each line and each sector once") {
  constexpr Operand x = packed({64, 1024}, NumberFormat::fp32);
  constexpr OperandAccess access = access_to(x, x);
  // 32 elements of 4 bytes are a line of 128; the first of a run that begins anywhere in its piece counts one more
  static_assert(access.lines / (64.0 * 1024.0 / 32.0) < 1.0 + 31.0 / 32.0 + 1e-9);
  static_assert(sectors(access) < 1.01 * 4.0 * 64.0 * 1024.0 + 32.0 * 256.0);
}

TEST_CASE("channels far apart: each element of a warp is a line of its own") {
  // NHWC from NCHW: threads go along 64 channels, which lie 56 x 56 elements apart
  constexpr Shape shape{8, 64, 56, 56};
  constexpr double n = 8.0 * 64.0 * 56.0 * 56.0;
  constexpr OperandAccess access =
      access_to(packed(shape, NumberFormat::fp32), channels_last(shape, NumberFormat::fp32));
  static_assert(access.lines == n);
  // a block's 256 elements are 64 channels of four pixels, half of each sector's eight
  static_assert(sectors(access) > 0.99 * n * 32.0 / 4.0 * (1.0 + 3.0 / 8.0));
  static_assert(sectors(access) < 1.01 * n * 32.0 / 4.0 * (1.0 + 3.0 / 8.0));
}

TEST_CASE("few channels: a block finds whole sectors again") {
  constexpr Shape shape{8, 4, 64, 64};
  constexpr double bytes = 8.0 * 4.0 * 64.0 * 64.0 * 2.0;
  constexpr OperandAccess near = access_to(packed(shape, NumberFormat::bf16), channels_last(shape, NumberFormat::bf16)),
                          far = access_to(packed({8, 512, 64, 64}, NumberFormat::bf16),
                                          channels_last({8, 512, 64, 64}, NumberFormat::bf16));
  static_assert(sectors(near) < 1.2 * bytes);
  static_assert(sectors(far) == 16.0 * 128.0 * bytes);  // 512 / 4 times the elements, a sector of 16 for each
}

TEST_CASE("a repeated operand costs one element a step along the others") {
  constexpr Operand row = expanded(packed({1, 1024}, NumberFormat::fp32), Shape{512, 1024});
  constexpr OperandAccess access = access_to(row, packed({512, 1024}, NumberFormat::fp32));
  constexpr Operand one = expanded(packed({1, 1}, NumberFormat::fp32), Shape{512, 1024});
  constexpr OperandAccess scalar = access_to(one, packed({512, 1024}, NumberFormat::fp32));
  static_assert(scalar.lines == 512.0 * 1024.0 / 32.0);  // a line for each warp
  static_assert(access.lines >= scalar.lines);
  static_assert(access_to(packed({0, 4}, NumberFormat::fp32), packed({0, 4}, NumberFormat::fp32)).lines == 0.0);
}
}  // namespace lowering_operand_access_test

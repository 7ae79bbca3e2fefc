#include <doctest/doctest.h>

#include <perfmodel/lowering/pointwise.hpp>

namespace lowering_pointwise_test {
using namespace perfmodel;

// How elementwise kernels reach their operands, and what they move, worked out by hand.

namespace {
using enum AccessPattern;
constexpr auto fp16 = NumberFormat::fp16, fp32 = NumberFormat::fp32, fp8 = NumberFormat::fp8;
constexpr auto add = PointwiseFunction::add, copy = PointwiseFunction::copy;

constexpr Operand rows(NumberFormat format = fp32) { return packed({8, 16}, format); }
constexpr Operand turned() { return {.shape = {8, 16}, .strides = {1, 8}}; }
constexpr AccessPattern access(PointwiseFunction function, const Operand& a, const Operand& b, const Operand& y) {
  return access_of(op::pointwise(function, {a, b}, y));
}

// Vectors where all lie alike and are of one format; a copy casts as it goes; a byte is no format to convert.
static_assert(access(add, rows(), rows(), rows()) == vectorized);
static_assert(access(add, rows(fp16), rows(), rows()) == converting &&
              access(add, rows(), rows(fp16), rows()) == converting);
static_assert(access(add, rows(fp16), rows(fp16), rows()) == converting);
static_assert(access(copy, rows(fp16), rows(fp16), rows()) == vectorized &&
              access(copy, rows(NumberFormat::bf16), rows(NumberFormat::bf16), rows(fp16)) == converting);
static_assert(access(add, rows(fp8), rows(), rows()) == vectorized &&
              access(add, rows(), rows(), rows(fp8)) == vectorized);
static_assert(access(add, turned(), rows(), rows()) == strided && access(add, rows(), turned(), rows()) == strided);
static_assert(access(add, rows(fp16), turned(), rows()) == strided_converting);
static_assert(access(add, turned(), turned(), turned()) == vectorized);
constexpr Operand gaps{.shape = {8, 16}, .strides = {20, 1}};
static_assert(access(add, gaps, gaps, gaps) == strided);

constexpr op::Pointwise halves = op::pointwise(copy, {rows(fp16)}, rows());
static_assert(lowered(halves).columns == 128 && lowered(halves).read == 256.0 * byte &&
              lowered(halves).written == 512.0 * byte && lowered(halves).format == fp32);
static_assert(lowered(halves).lines == 0.0);
// the larger operand is what the kernel before may just have written
static_assert(lowered(op::pointwise(add, {rows(fp16), rows()}, rows())).just_written == 512.0 * byte);
static_assert(lowered(op::pointwise(add, {rows(), rows(fp16)}, rows())).just_written == 512.0 * byte);
// of strided operands the lines of all inputs count
constexpr Streaming one = lowered(op::pointwise(add, {turned(), rows()}, rows())),
                    two = lowered(op::pointwise(add, {turned(), turned()}, rows())),
                    none = lowered(op::pointwise(add, {gaps, gaps}, gaps));
// one block touches all 128 numbers, in whatever order
static_assert(one.lines == 2.0 * (1.0 + 127 / 32.0) && two.lines == one.lines && none.lines > one.lines);

static_assert(lowered(op::Fill{.output = rows()}).written == 512.0 * byte &&
              lowered(op::Fill{.output = rows()}).read == Bytes{} &&
              lowered(op::Fill{.output = rows()}).columns == 128);

/// Up to eight tensors write one line.
constexpr Streaming joined(const op::Concatenation& c) { return lowered(c, {.most_writers = 8.0}); }
constexpr Operand image{.shape = {2, 4, 3, 3}, .strides = channels_last_strides({2, 4, 3, 3})};
static_assert(joined({.output = image}).channels_together &&
              !joined({.output = packed({2, 4, 3, 3}, fp32)}).channels_together &&
              !joined({.output = rows()}).channels_together);
static_assert(joined({.output = rows()}).read == 512.0 * byte && joined({.output = rows()}).visits == 0.0 &&
              joined({.output = rows(), .pieces = true}).visits == 1.0);
// 512 bytes are four lines; two tensors of 4 bytes each write all of them, of 64 two have a part in each, of 128 one
static_assert(joined({.output = rows(), .inputs = 2, .piece_bytes = 4}).lines == 4.0 &&
              joined({.output = rows(), .inputs = 16, .piece_bytes = 4}).lines == 28.0 &&
              joined({.output = rows(), .inputs = 16, .piece_bytes = 64}).lines == 4.0 &&
              joined({.output = rows(), .inputs = 16, .piece_bytes = 128}).lines == 0.0 &&
              joined({.output = rows(), .inputs = 16}).lines == 0.0);
static_assert(joined({.output = rows(), .strided = true}).access == AccessPattern::strided);
}  // namespace

TEST_CASE("work counts each element once") {
  const op::Pointwise sum = op::pointwise(add, {rows(), rows()}, rows());
  CHECK(lowered(sum).work == 128.0 * sum.each.operations * flop);
  op::Pointwise costly = sum;
  costly.each = {.operations = 3.0, .special_functions = 2.0};
  CHECK(lowered(costly).work == 384.0 * flop);
  CHECK(lowered(costly).special_functions == 256.0);
}
}  // namespace lowering_pointwise_test

#include <doctest/doctest.h>

#include <perfmodel/operation/operand.hpp>

namespace operation_operand_test {
using namespace perfmodel;

// Exact: what strides say about memory.
static_assert(packed_strides({2, 3, 4})[0] == 12 && packed_strides({2, 3, 4})[2] == 1);
static_assert(channels_last_strides({2, 3, 4, 5})[1] == 1 && channels_last_strides({2, 3, 4, 5})[3] == 3);
static_assert(bytes(packed({2, 3}, NumberFormat::bf16)) == 12.0 * byte);
static_assert(bytes(expanded(packed({1, 3}, NumberFormat::fp32), {7, 3})) == 12.0 * byte);  // repeated rows exist once
static_assert(is_dense(packed({4, 5}, NumberFormat::fp32)));
static_assert(!is_dense(expanded(packed({1, 5}, NumberFormat::fp32), {4, 5})));
static_assert(innermost(packed({4, 5}, NumberFormat::fp32)) == 1);

namespace {
constexpr Operand transposed() {
  Operand x = packed({4, 5}, NumberFormat::fp32);
  std::swap(x.shape.extent[0], x.shape.extent[1]);
  std::swap(x.strides[0], x.strides[1]);
  return x;
}
constexpr Operand images(const Shape& shape, bool together) {
  Operand x = packed(shape, NumberFormat::fp16);
  if (together) x.strides = channels_last_strides(shape);
  return x;
}
}  // namespace

static_assert(is_dense(transposed()) && innermost(transposed()) == 0);
static_assert(!same_order(transposed(), packed({5, 4}, NumberFormat::fp32)));
static_assert(has_channels_together(images({2, 8, 4, 4}, true)) && !has_channels_together(images({2, 8, 4, 4}, false)));
// of images of one pixel the pixel's stride tells it, as c10/core/MemoryFormat.h has it
static_assert(has_channels_together(images({2, 8, 1, 1}, true)) && !has_channels_together(images({2, 8, 1, 1}, false)));
static_assert(has_channels_together(packed({32, 64}, NumberFormat::fp32)));  // features of a batch

static_assert(channels_last_strides({2, 8, 4, 5}) == Strides{8 * 4 * 5, 1, 5 * 8, 8});
static_assert(channels_last_strides({2, 0, 4, 0}) == Strides{4, 1, 1, 1});
// Six dimensions, as many as there are, with a gap: the order of dimensions stays, the gap goes.
static_assert(dense_strides({.shape = {2, 2, 2, 2, 2, 3}, .strides = {64, 32, 16, 8, 4, 1}}) ==
              Strides{48, 24, 12, 6, 3, 1});
static_assert(dense_strides({.shape = {4, 8, 3}, .strides = {1, 12, 4}}) == Strides{1, 12, 4});
static_assert(dense_strides({.shape = {4, 8, 3}, .strides = {2, 24, 8}}) == Strides{1, 12, 4});

TEST_CASE("expanded() aligns at the innermost dimension and repeats extents of one") {
  const Operand bias = expanded(packed({64}, NumberFormat::fp32), {8, 64});
  CHECK(bias.strides[0] == 0);
  CHECK(bias.strides[1] == 1);
  CHECK(stored_elements(bias) == 64);
}
}  // namespace operation_operand_test

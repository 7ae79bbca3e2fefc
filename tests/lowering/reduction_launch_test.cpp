#include <doctest/doctest.h>

#include <perfmodel/lowering/reduction.hpp>
#include <perfmodel/lowering/reduction_launch.hpp>

namespace lowering_reduction_launch_test {
using namespace perfmodel;

namespace {
constexpr std::int64_t sms = 132, threads_per_sm = 2048;
constexpr op::Reduction sum(const Operand& x, const Shape& kept) {
  return {.input = x, .output = packed(kept, x.format)};
}
constexpr Operand dense(const Shape& shape) { return packed(shape, NumberFormat::fp32); }
constexpr ReductionLaunch launch(const op::Reduction& r) {
  return reduction_launch(reduction_sizes(r), sms, threads_per_sm);
}

// Instantiations that ran on an H200 under PyTorch 2.11: reduce_kernel<512, 1> along a row, <128, 4> down columns of
// fours, <256, 2> of twos, <512, 1> of odd ones (data/raw/h200-sxm/random_operations.csv).
static_assert(reduction_sizes(sum(dense({1962, 32, 667}), {1, 32, 667})).at_once == 4);
static_assert(reduction_sizes(sum(dense({952, 54}), {1, 54})).at_once == 2);
static_assert(reduction_sizes(sum(dense({18704, 281}), {1, 281})).at_once == 1);
static_assert(reduction_sizes(sum(dense({64, 8192}), {64, 1})).at_once == 1);
// a gap between rows that is no whole vector
static_assert(reduction_sizes(sum({.shape = {1024, 64}, .strides = {65, 1}}, {1, 64})).at_once == 1);

// What is one run in memory is one dimension: images of NCHW summed for each channel are two runs, of NHWC one.
static_assert(reduction_sizes(sum(dense({8, 16, 4, 4}), {1, 16, 1, 1})).runs == 2);
static_assert(reduction_sizes(sum(dense({8, 16, 4, 4}), {1, 16, 1, 1})).along);
constexpr Operand nhwc{.shape = {8, 16, 4, 4}, .strides = channels_last_strides({8, 16, 4, 4})};
static_assert(reduction_sizes(sum(nhwc, {1, 16, 1, 1})).runs == 1);
static_assert(!reduction_sizes(sum(nhwc, {1, 16, 1, 1})).along);

// One result has one dimension, as many as what it is made of, or none.
static_assert(reduction_sizes(sum(dense({8, 16, 4}), {})) == reduction_sizes(sum(dense({8, 16, 4}), {1, 1, 1})));
static_assert(reduction_sizes(sum(dense({8, 16, 4}), {1})) == reduction_sizes(sum(dense({8, 16, 4}), {1, 1, 1})));
static_assert(reduction_sizes(sum(dense({8, 16, 4}), {})).along &&
              reduction_sizes(sum(dense({8, 16, 4}), {})).kept_runs == 0);

// 2,048 rows of 512 columns: 32 x 4 threads take 128 columns, and 512 rows each, in 32 blocks a column block.
constexpr ReductionLaunch bias = launch(sum(dense({2048, 512}), {1, 512}));
static_assert(bias.width == 32 && bias.height == 4 && bias.blocks == 4);
static_assert(bias.blocks_per_result == 32 && bias.values == 16);

// All of one tensor: 512 threads a block, as many blocks as the card holds, four values a load.
constexpr ReductionLaunch all = launch(sum(dense({1 << 26}), {1}));
static_assert(all.width == 512 && all.height == 1 && all.vectors);
static_assert(all.blocks_per_result == sms * threads_per_sm / 512);
// not where several runs are summed
static_assert(!launch(sum({.shape = {4096, 1024}, .strides = {1028, 1}}, {1, 1})).vectors);
// One result: it has no neighbours, and no kept run. Nothing summed: neighbours are those of the result.
static_assert(reduction_sizes(sum(dense({4096}), {1})).side == 1);
static_assert(reduction_sizes(sum(dense({4096}), {1})).kept_runs == 0);
static_assert(reduction_sizes(sum(dense({4096}), {1})).along);
static_assert(reduction_sizes(sum({.shape = {4096}, .strides = {3}}, {1})).distance == 3);
static_assert(reduction_sizes(sum(dense({64, 32}), {64, 32})).runs == 1);
static_assert(reduction_sizes(sum(dense({64, 32}), {64, 32})).distance == 1);
static_assert(reduction_sizes(sum(dense({64, 32}), {64, 32})).side == 64 * 32);
}  // namespace

TEST_CASE("a packed matrix is told the same way by its operand and by its sizes") {
  for (const std::int64_t columns : {1, 3, 6, 64, 1000})
    for (const std::int64_t rows : {2, 300, 70000}) {
      const ReductionLaunch over_rows = launch(sum(dense({rows, columns}), {1, columns})),
                            by_sizes = reduction_launch(sums_over_rows(rows, columns), sms, threads_per_sm);
      CHECK(over_rows.blocks == by_sizes.blocks);
      CHECK(over_rows.blocks_per_result == by_sizes.blocks_per_result);
      CHECK(over_rows.values == by_sizes.values);
      CHECK(over_rows.vectors == by_sizes.vectors);
    }
}

TEST_CASE("a launch covers every value once and leaves no thread of a block without a place") {
  for (const std::int64_t outer : {1, 5, 48, 1000})
    for (const std::int64_t inner : {1, 7, 64, 5000})
      for (const bool rows : {true, false}) {
        const op::Reduction r = rows ? sum(dense({outer, inner}), {outer, 1}) : sum(dense({outer, inner}), {1, inner});
        const ReductionLaunch l = launch(r);
        CAPTURE(outer);
        CAPTURE(inner);
        CHECK(l.width * l.height * l.at_once <= 512);
        const double places = static_cast<double>(l.values) * static_cast<double>(l.blocks * l.blocks_per_result) *
                              static_cast<double>(l.width * l.height * l.at_once);
        CHECK(places >= static_cast<double>(outer * inner));
      }
}

TEST_CASE("sectors count where neighbouring threads read no neighbours") {
  const Operand columns{.shape = {4096, 64}, .strides = {1, 4096}};
  CHECK(scattered_sectors(sum(dense({4096, 64}), {1, 64})) == Bytes{});
  CHECK(scattered_sectors(sum(columns, {4096, 1})) == Bytes{});  // down columns that lie side by side
  const Operand apart{.shape = {4096, 64}, .strides = {64 * 16, 16}};
  CHECK(scattered_sectors(sum(apart, {1, 64})) == 4096.0 * 64.0 * 32.0 * byte);
}
}  // namespace lowering_reduction_launch_test

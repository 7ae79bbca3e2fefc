#include <doctest/doctest.h>

#include <perfmodel/lowering/sorting.hpp>
#include <vector>

namespace lowering_sorting_test {
using namespace perfmodel;

// What each kernel of a sort reads, writes and is sized by, worked out by hand.

namespace {
using Kind = StreamingKind;
constexpr auto fp16 = NumberFormat::fp16, fp32 = NumberFormat::fp32, fp64 = NumberFormat::fp64;

template <class Operation>
std::vector<Streaming> kernels_of(const Operation& operation) {
  std::vector<Streaming> kernels;
  lower(operation, kernels);
  return kernels;
}
bool is(const Streaming& s, Kind kind, NumberFormat format, std::int64_t rows, std::int64_t columns, double read,
        double written) {
  return s.kind == kind && s.format == format && s.rows == rows && s.columns == columns && s.read == read * byte &&
         s.written == written * byte;
}
}  // namespace

static_assert(op::traffic(op::Sort{.keys = 100}) == 1600.0 * byte);
static_assert(op::traffic(op::Sort{.keys = 100, .rows = 3, .format = fp16}) == 3.0 * 100.0 * 12.0 * byte);
static_assert(op::traffic(op::TopK{.rows = 5, .columns = 100, .chosen = 0}) == 80.0 * byte);
static_assert(op::traffic(op::TopK{.rows = 5, .columns = 100, .chosen = 7}) == 5.0 * (400.0 + 7.0 * 12.0) * byte);
static_assert(op::work(op::TopK{.rows = 5, .columns = 100, .chosen = 7}) == 500.0 * flop);

TEST_CASE("a list of keys, and rows of up to 4,096: a copy, places of one row, of all, a copy, a block a row") {
  CHECK(is(kernels_of(op::Sort{.keys = 100}).at(0), Kind::sort_block, fp64, 1, 100, 800, 800));
  const std::vector<Streaming> rows = kernels_of(op::Sort{.keys = 4096, .rows = 2, .format = fp16});
  REQUIRE(rows.size() == 5);
  CHECK(is(rows[0], Kind::elementwise, fp16, 1, 8192, 16384, 16384));
  CHECK(is(rows[1], Kind::elementwise, fp64, 1, 8192, 0, 65536));
  CHECK(is(rows[2], Kind::elementwise, fp64, 1, 4096, 0, 32768));
  CHECK(is(rows[3], Kind::elementwise, fp16, 1, 8192, 16384, 16384));
  CHECK(is(rows[4], Kind::sorted_rows, fp16, 2, 4096, 16384 + 65536, 16384 + 65536));
}

TEST_CASE("longer rows: three counts of 256 numbers, a look at the keys, a pass for each 8 bits of them") {
  const std::vector<Streaming> rows = kernels_of(op::Sort{.keys = 4097, .rows = 2, .format = fp32});
  REQUIRE(rows.size() == 2 + 3 + 1 + 4);
  for (std::size_t i = 2; i < 5; ++i) CHECK(is(rows[i], Kind::fill, fp64, 1, 256, 0, 2048));
  CHECK(is(rows[5], Kind::elementwise, fp32, 1, 8194, 4.0 * 8194, 0));
  for (std::size_t i = 6; i < 10; ++i) CHECK(is(rows[i], Kind::sorted_list, fp32, 1, 8194, 12.0 * 8194, 12.0 * 8194));
}

TEST_CASE("the largest of rows: a choice, and an order where there is more than one") {
  const std::vector<Streaming> many = kernels_of(op::TopK{.rows = 5, .columns = 100, .chosen = 7});
  REQUIRE(many.size() == 2);
  CHECK(is(many[0], Kind::row_choice, fp32, 5, 100, 2000, 5 * 7 * 12));
  CHECK(many[0].work == 500.0 * flop);
  CHECK(is(many[1], Kind::choice_order, fp32, 5, 7, 5 * 7 * 12, 5 * 7 * 12));
  CHECK(kernels_of(op::TopK{.rows = 5, .columns = 100, .chosen = 1}).size() == 1);
  CHECK(is(kernels_of(op::TopK{.rows = 5, .columns = 100, .chosen = 0}).at(0), Kind::sort_block, fp64, 0, 5, 40, 40));
}
}  // namespace lowering_sorting_test

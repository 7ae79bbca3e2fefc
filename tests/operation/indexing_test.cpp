#include <doctest/doctest.h>

#include <perfmodel/operation/indexing.hpp>

namespace operation_indexing_test {
using namespace perfmodel;

// Rows of 4 numbers by 8 indices of 8 bytes: read and written once; backward each number is added once.
static_assert(traffic(op::Embedding{.indices = 8, .width = 4, .table_rows = 100}) ==
              (2.0 * 8.0 * 4.0 * 4.0 + 8.0 * 8.0) * byte);
static_assert(work(op::Embedding{.indices = 8, .width = 4, .table_rows = 100}) == Work{});
static_assert(work(op::Embedding{.backward = true, .indices = 8, .width = 4, .table_rows = 100}) == 32.0 * flop);

TEST_CASE("several tables repeat the rows, not the indices") {
  const op::Embedding e{.backward = true, .indices = 8, .width = 4, .table_rows = 100, .indexed = true, .repeats = 3};
  CHECK(work(e) == 96.0 * flop);
  CHECK(traffic(e) == (2.0 * 3.0 * 8.0 * 4.0 * 4.0 + 8.0 * 8.0) * byte);
}

TEST_CASE("gathered rows cross the bus twice, each in its own format") {
  const op::Gather g{.input = NumberFormat::fp16, .output = NumberFormat::fp32, .rows = 3, .columns = 5};
  CHECK(traffic(g) == 15.0 * 6.0 * byte);
  CHECK(work(g) == Work{});
}

TEST_CASE("a loss reads one number and one label a row, writes two numbers, or one a row backward") {
  CHECK(traffic(op::NllLoss{.rows = 10}) == (10.0 * 12.0 + 8.0) * byte);
  CHECK(traffic(op::NllLoss{.backward = true, .rows = 10}) == (10.0 * 12.0 + 40.0) * byte);
  CHECK(work(op::NllLoss{.rows = 10}) == 10.0 * flop);
}

TEST_CASE("keys and places of a sort are int64; the largest of each row come with theirs") {
  CHECK(traffic(op::Sort{.keys = 10}) == 160.0 * byte);
  CHECK(work(op::TopK{.rows = 3, .columns = 5}) == 15.0 * flop);
  CHECK(traffic(op::TopK{.rows = 3, .columns = 5}) == 48.0 * byte);
  CHECK(traffic(op::TopK{.rows = 3, .columns = 5, .chosen = 2}) == (60.0 + 3.0 * 2.0 * 12.0) * byte);
}
}  // namespace operation_indexing_test

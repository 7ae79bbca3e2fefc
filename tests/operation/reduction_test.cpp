#include <doctest/doctest.h>

#include <perfmodel/operation/reduction.hpp>

namespace operation_reduction_test {
using namespace perfmodel;
using op::ReducedDimension;

namespace {
constexpr op::Reduction over_rows = op::matrix_sum(5, 7, NumberFormat::fp16, ReducedDimension::rows),
                        over_columns = op::matrix_sum(5, 7, NumberFormat::fp16, ReducedDimension::columns);
}  // namespace

static_assert(work(over_rows) == 35.0 * flop && work(over_columns) == 35.0 * flop);
static_assert(outputs_of(over_rows) == 7 && values_of(over_rows) == 5 && !is_contiguous(over_rows));
static_assert(outputs_of(over_columns) == 5 && values_of(over_columns) == 7 && is_contiguous(over_columns));
static_assert(traffic(over_rows) == 2.0 * (35.0 + 7.0) * byte);

TEST_CASE("a sum of everything is contiguous, a sum of nothing has no values") {
  const op::Reduction all{.input = packed({5, 7}, NumberFormat::fp32), .output = packed({1, 1}, NumberFormat::fp32)};
  CHECK(is_contiguous(all));
  CHECK(values_of(all) == 35);
  const op::Reduction none{.input = packed({0, 7}, NumberFormat::fp32), .output = packed({0, 1}, NumberFormat::fp32)};
  CHECK(values_of(none) == 0);
}

static_assert(work(op::Scan{.rows = 3, .columns = 5}) == 15.0 * flop);
static_assert(traffic(op::Scan{.format = NumberFormat::fp16, .rows = 3, .columns = 5}) == 60.0 * byte);
}  // namespace operation_reduction_test

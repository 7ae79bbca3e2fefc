#include <doctest/doctest.h>

#include <perfmodel/operation/pointwise.hpp>

namespace operation_pointwise_test {
using namespace perfmodel;

namespace {
constexpr Operand matrix = packed({8, 16}, NumberFormat::fp16), row = packed({16}, NumberFormat::fp32);
constexpr op::Pointwise sum = op::pointwise(PointwiseFunction::add, {matrix, row}, matrix);
}  // namespace

// A row that is added to every row of a matrix is read once.
static_assert(calculated_elements(sum) == 128.0 && work(sum) == 128.0 * flop);
static_assert(read_bytes(sum) == (128.0 * 2.0 + 16.0 * 4.0) * byte && written_bytes(sum) == 256.0 * byte);
static_assert(traffic(sum) == read_bytes(sum) + written_bytes(sum));

TEST_CASE("functions count arithmetic and special functions by their formulas") {
  CHECK(cost(PointwiseFunction::copy) == PerElement{0.0, 0.0});
  CHECK(cost(PointwiseFunction::relu) == PerElement{1.0, 0.0});
  CHECK(cost(PointwiseFunction::sigmoid) == PerElement{3.0, 2.0});   // negate, add, divide; exp and the division
  CHECK(cost(PointwiseFunction::softplus) == PerElement{5.0, 3.0});  // scale, exp, log of 1 +, divide; compare
  CHECK(cost(PointwiseFunction::mish) == PerElement{4.0, 3.0});      // exp, log of 1 +, tanh; multiply
  CHECK(cost(PointwiseFunction::arc_tangent) == PerElement{2.0, 2.0});
  CHECK(cost(PointwiseFunction::silu).operations == cost(PointwiseFunction::sigmoid).operations + 1.0);
  for (std::size_t i = 0; i < pointwise_function_count; ++i) {
    const auto function = static_cast<PointwiseFunction>(i);
    CAPTURE(name(function));
    CHECK_FALSE(name(function).empty());
    CHECK(cost(function).operations >= cost(function).special_functions);
    CHECK(work(op::pointwise(function, {matrix}, matrix)) == cost(function).operations * 128.0 * flop);
  }
}

TEST_CASE("a mask beside the result is written, too") {
  op::Pointwise dropout = op::pointwise(PointwiseFunction::dropout, {matrix}, matrix);
  dropout.outputs[1] = packed({8, 16}, NumberFormat::int8);
  dropout.output_count = 2;
  CHECK(written_bytes(dropout) == (256.0 + 128.0) * byte);
}

TEST_CASE("filling writes, concatenating reads and writes, neither calculates") {
  CHECK(traffic(op::Fill{matrix}) == 256.0 * byte);
  CHECK(work(op::Fill{matrix}) == Work{});
  CHECK(traffic(op::Concatenation{.output = matrix}) == 512.0 * byte);
  CHECK(work(op::Concatenation{.output = matrix}) == Work{});
}
}  // namespace operation_pointwise_test

#include <doctest/doctest.h>

#include <perfmodel/operation/softmax.hpp>

namespace operation_softmax_test {
using namespace perfmodel;

// Five operations an element (maximum, subtraction, exponential, sum, division), backward four.
static_assert(work(op::Softmax{.rows = 3, .columns = 4}) == 60.0 * flop);
static_assert(work(op::Softmax{.rows = 3, .columns = 4, .backward = true}) == 48.0 * flop);

TEST_CASE("forward reads its input and writes its result, backward reads result and gradient") {
  op::Softmax s{.input = NumberFormat::fp16, .output = NumberFormat::fp32, .rows = 3, .columns = 4};
  CHECK(traffic(s) == 12.0 * (2.0 + 4.0) * byte);
  s.backward = true;
  CHECK(traffic(s) == 12.0 * (2.0 * 2.0 + 4.0) * byte);
}
}  // namespace operation_softmax_test

#include <doctest/doctest.h>

#include <perfmodel/operation/attention.hpp>

namespace operation_attention_test {
using namespace perfmodel;

// 4 B H Sq Sk D operations; Q, K, V and the result once, K and V of fewer heads where they are shared.
constexpr Attention forward{.batch = 2, .heads = 6, .key_heads = 3, .queries = 5, .keys = 7, .head_size = 16};
static_assert(work(forward) == 4.0 * 2.0 * 6.0 * 5.0 * 7.0 * 16.0 * flop);
static_assert(traffic(forward) == 2.0 * (2.0 * 2.0 * 6.0 * 5.0 * 16.0 + 2.0 * 2.0 * 3.0 * 7.0 * 16.0) * byte);

TEST_CASE("causal attention does half of the work, backward two and a half times as much with twice the bytes") {
  Attention a = forward;
  a.causal = true;
  CHECK(work(a) == 0.5 * work(forward));
  CHECK(traffic(a) == traffic(forward));
  a.backward = true;
  CHECK(work(a) == 1.25 * work(forward));
  CHECK(traffic(a) == 2.0 * traffic(forward));
}
}  // namespace operation_attention_test

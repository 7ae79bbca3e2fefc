#include <doctest/doctest.h>

#include <perfmodel/operation/aligned_loss.hpp>

namespace operation_aligned_loss_test {
using namespace perfmodel;

namespace {
constexpr op::AlignedLoss forward{.batch = 2, .steps = 5, .classes = 7, .labels = 3},
    backward{.backward = true, .batch = 2, .steps = 5, .classes = 7, .labels = 3};
}  // namespace

// a state for each label, and one before, between and behind them
static_assert(states(forward) == 7);
static_assert(table_bytes(forward) == 2.0 * 5.0 * 7.0 * 4.0 * byte);
static_assert(logarithm_bytes(forward) == 2.0 * 5.0 * 7.0 * 4.0 * byte);
static_assert(traffic(forward) == table_bytes(forward) + logarithm_bytes(forward));
static_assert(traffic(backward) == table_bytes(forward) + 2.0 * logarithm_bytes(forward));
static_assert(work(backward) == 2.0 * work(forward) && work(forward) == 6.0 * 70.0 * flop);

TEST_CASE("a longer sequence of labels has a larger table, not more logarithms") {
  op::AlignedLoss more = forward;
  more.labels = 6;
  CHECK(table_bytes(more) > table_bytes(forward));
  CHECK(logarithm_bytes(more) == logarithm_bytes(forward));
}
}  // namespace operation_aligned_loss_test

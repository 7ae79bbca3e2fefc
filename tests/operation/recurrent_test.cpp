#include <doctest/doctest.h>

#include <perfmodel/operation/recurrent.hpp>

namespace operation_recurrent_test {
using namespace perfmodel;

namespace {
constexpr op::Recurrent one{.inputs = 3, .hidden = 5, .batch = 2, .length = 7};
constexpr op::Recurrent stacked{
    .cell = Cell::gru, .bidirectional = true, .inputs = 3, .hidden = 5, .layers = 2, .batch = 2, .length = 7};
}  // namespace

// Batch x length x gates x hidden x (inputs + hidden) of each layer and direction; a second layer reads both.
static_assert(work(one) == 14.0 * 20.0 * 8.0 * mac);
static_assert(width_in(stacked, 0) == 3 && width_in(stacked, 1) == 10 && directions(stacked) == 2);
static_assert(work(stacked) == 14.0 * 30.0 * ((3.0 + 5.0) + (10.0 + 5.0)) * mac);

TEST_CASE("inputs, results and weights cross the bus once") {
  CHECK(traffic(one) == (20.0 * 8.0 + 14.0 * (3.0 + 5.0)) * 4.0 * byte);
  CHECK(traffic(stacked) == (30.0 * 8.0 + 14.0 * 13.0 + 30.0 * 15.0 + 14.0 * 20.0) * 4.0 * byte);
}

TEST_CASE("cuDNN keeps gates and cell of each step, and what goes from layer to layer") {
  CHECK(op::reserved_elements(one) == 14 * 5 * 5);
  CHECK(op::reserved_elements(stacked) == 14 * 5 * 2 * (6 * 2 + 1));
}
}  // namespace operation_recurrent_test

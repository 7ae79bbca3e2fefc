#include <doctest/doctest.h>

#include <perfmodel/operation/custom.hpp>
#include <perfmodel/operation/fused.hpp>

namespace operation_fused_test {
using namespace perfmodel;

// What comes in and goes out once each; operations are those of all elements together.
constexpr op::Fused rows{.loop = op::FusedLoop::rows,
                         .outputs = 8,
                         .values = 16,
                         .read = 512.0 * byte,
                         .written = 32.0 * byte,
                         .operations = 300.0,
                         .special_functions = 128.0};
static_assert(elements_of(rows) == 128.0 && work(rows) == 300.0 * flop && traffic(rows) == 544.0 * byte);

TEST_CASE("each loop of a fused kernel has a name") {
  CHECK(name(op::FusedLoop::elements) == "fused");
  CHECK(name(op::FusedLoop::rows) == "fused_rows");
  CHECK(name(op::FusedLoop::columns) == "fused_columns");
}

TEST_CASE("a custom operation has the work and bytes that its body states, none without one") {
  const op::CustomBody body{.work = 7.0 * flop, .read = 3.0 * byte, .written = 2.0 * byte};
  const op::Custom custom{std::make_shared<const op::CustomBody>(body)};
  CHECK(work(custom) == 7.0 * flop);
  CHECK(traffic(custom) == 5.0 * byte);
  CHECK(work(op::Custom{}) == Work{});
  CHECK(traffic(op::Custom{}) == Bytes{});
}
}  // namespace operation_fused_test

#include <doctest/doctest.h>

#include <perfmodel/measurement/eager_call.hpp>
#include <stdexcept>

namespace measurement_eager_call_test {
using namespace perfmodel;

TEST_CASE("each operation has its own shortest call, and what is below ten of it stands apart") {
  ShortestCalls calls;
  for (const double seconds : {40e-6, 30e-6, 900e-6}) calls.add("add", seconds);
  calls.add("softmax", 60e-6);
  CHECK(calls.of("add") == 30e-6);
  CHECK(calls.of("softmax") == 60e-6);
  CHECK(calls.near("add", 299e-6));
  CHECK_FALSE(calls.near("add", 10.0 * 30e-6));
  CHECK(calls.near("softmax", 301e-6));
  CHECK_THROWS_AS((void)calls.of("gelu"), std::out_of_range);
}

TEST_CASE("a short kernel's call takes as long as the shortest one, a long kernel's shows a share of it besides") {
  static_assert(eager_seconds(30e-6, 1e-6) == 30e-6);
  static_assert(eager_seconds(30e-6, 300e-6) > 300e-6 && eager_seconds(30e-6, 300e-6) < 330e-6);
  static_assert(eager_seconds(100e-6, 1e-3, eager_share_of("conv2d_fwd")) >
                eager_seconds(100e-6, 1e-3, eager_share_of("softmax")));
  for (const char* operation : {"add", "conv2d_fwd"}) {
    CHECK(eager_share_range_of(operation).least < eager_share_of(operation));
    CHECK(eager_share_range_of(operation).most > eager_share_of(operation));
  }
  for (const double kernel : {0.0, 5e-6, 12e-6, 13e-6, 1e-3})
    CHECK(eager_seconds(30e-6, kernel) <= eager_seconds(30e-6, kernel + 1e-6));
}
}  // namespace measurement_eager_call_test

#include <doctest/doctest.h>

#include <perfmodel/parallel/communication.hpp>

namespace parallel_communication_test {
using namespace perfmodel;

TEST_CASE("sequences are gathered and cut, everything else keeps its shape") {
  const Shape x{2, 64, 16};
  const auto shape = [&](Exchange what) {
    const Shape in[1] = {x};
    return output_shape(Communication{what, 4}, in);
  };
  CHECK(shape(Exchange::gather) == Shape{2, 256, 16});
  CHECK(shape(Exchange::scatter) == Shape{2, 16, 16});
  CHECK(shape(Exchange::split) == Shape{2, 16, 16});
  for (const Exchange what : {Exchange::copy, Exchange::reduce, Exchange::receive, Exchange::loss})
    CHECK(shape(what) == x);
  const Shape odd[1] = {{2, 63, 16}};
  CHECK_THROWS_AS((void)output_shape(Communication{Exchange::scatter, 4}, odd), Error);
}
}  // namespace parallel_communication_test

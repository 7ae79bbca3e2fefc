#include <doctest/doctest.h>

#include <perfmodel/parallel/overlap.hpp>

namespace parallel_overlap_test {
using namespace perfmodel;

TEST_CASE("buckets travel behind the backward pass, the last one after it") {
  const auto cost = [](double bytes, double experts) { return bytes + 2.0 * experts; };  // one second a byte, or two
  const std::vector<ComputeUnit> units{{.backward = 10.0, .bytes = 2.0}, {.backward = 10.0, .bytes = 2.0}};
  const Overlapped small = buckets_behind_backward(units, 2.0, cost);
  CHECK(small.communication == 4.0);
  CHECK(small.exposed == 2.0);  // the first part's bucket is full when the pass ends
  CHECK(buckets_behind_backward(units, 100.0, cost).exposed == 4.0);  // one bucket: nothing overlaps
  const std::vector<ComputeUnit> slow{{.backward = 1.0, .bytes = 20.0}, {.backward = 1.0, .bytes = 20.0}};
  CHECK(buckets_behind_backward(slow, 1.0, cost).exposed == doctest::Approx(39.0));  // all but what one second hides
  const std::vector<ComputeUnit> mixed{{.bytes = 1.0}, {.bytes = 7.0}, {.bytes = 1.0}, {.bytes = 1.0}};
  int calls = 0;
  const auto counted = [&](double bytes, double) { return ++calls, bytes; };
  CHECK(buckets_behind_backward(mixed, 3.0, counted).communication == 10.0);
  const std::vector<ComputeUnit> mixture{{.bytes = 1.0, .experts = 3.0}, {.experts = 4.0}};
  CHECK(buckets_behind_backward(mixture, 2.0, cost).communication == 15.0);
  CHECK(calls == 2);  // a large layer is not cut: it closes its bucket; the first layer is left
}

TEST_CASE("parameters are gathered one part ahead, gradients scattered behind") {
  const ComputeUnit even{.forward = 4.0, .backward = 8.0, .gather = 1.0, .reduce = 2.0};
  const Overlapped hidden = sharded_pass({even, even, even}, true);
  CHECK(hidden.communication == 3.0 * 1.0 + 2.0 * 1.0 + 3.0 * 2.0);  // what lies outside the blocks is kept
  CHECK(hidden.exposed == 1.0 + 1.0 + 2.0);  // the first gathering, that of the last block again, the last scatter
  ComputeUnit head = even;
  head.gather = head.reduce = 0.0;
  CHECK(sharded_pass({even, even, even, head}, true).exposed == 1.0 + 2.0);  // the head hides the second
  CHECK(sharded_pass({even, even, even}, false).communication == 3.0 + 6.0);
  const ComputeUnit slow{.forward = 1.0, .backward = 2.0, .gather = 10.0, .reduce = 10.0};
  const Overlapped bound = sharded_pass({slow, slow}, true);
  CHECK(bound.exposed <= bound.communication);
  CHECK(bound.exposed >= bound.communication - 6.0);  // no more than the computation hides
}
}  // namespace parallel_overlap_test

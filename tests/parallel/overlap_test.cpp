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

TEST_CASE("a bucket closes with the layer that fills it; the next one waits for the network and for its layers") {
  const auto cost = [](double bytes, double) { return bytes; };
  // backward 1, 2, 4, 8 from the last layer on; buckets of 3, 3 and 1 bytes close after 3, 7 and 15 seconds
  const std::vector<ComputeUnit> units{{.backward = 8.0, .bytes = 1.0},
                                       {.backward = 4.0, .bytes = 3.0},
                                       {.backward = 2.0, .bytes = 2.0},
                                       {.backward = 1.0, .bytes = 1.0}};
  CHECK(buckets_behind_backward(units, 3.0, cost).communication == 7.0);
  CHECK(buckets_behind_backward(units, 3.0, cost).exposed == 1.0);  // 3 to 6, 7 to 10, 15 to 16
  CHECK(buckets_behind_backward(units, 3.5, cost).exposed == 1.0);  // 6 bytes until 7 + 6, then one
  CHECK(buckets_behind_backward(units, 7.5, cost).exposed == 7.0);
  const auto slow = [](double bytes, double) { return 4.0 * bytes; };
  CHECK(buckets_behind_backward(units, 3.0, slow).exposed == 3.0 + 4.0 * 7.0 - 15.0);  // one behind the other
  const auto apart = [](double bytes, double experts) { return 10.0 * bytes + experts; };
  const std::vector<ComputeUnit> mixed{{.bytes = 1.0, .experts = 2.0}, {.experts = 1.0}};
  CHECK(buckets_behind_backward(mixed, 1.0, apart).communication == 1.0 + 12.0);  // what is full counts both
  CHECK(buckets_behind_backward(mixed, 5.0, apart).communication == 13.0);
  CHECK(buckets_behind_backward({{.backward = 1.0}}, 1.0, apart).communication == 0.0);
}

TEST_CASE("sharded parts by hand: what waits for what") {
  // gather 2, forward 3, backward 5, reduce 4: what lies outside, two blocks
  const ComputeUnit part{.forward = 3.0, .backward = 5.0, .gather = 2.0, .reduce = 4.0};
  const std::vector<ComputeUnit> three{part, part, part};
  // forward: parts are there at 2, 4, 6 (asked for as the part before the last begins), and work to 5, 8, 11.
  // backward: the last block is gathered again to 13, works to 18 while the one before is gathered to 15; gradients go
  // from 18 to 22; the next works from 18 to 23, its gradients go to 27; what lies outside works to 28, and goes to 32.
  const Overlapped again = sharded_pass(three, true);
  CHECK(again.communication == 3 * 2.0 + 2 * 2.0 + 3 * 4.0);
  CHECK(again.exposed == 32.0 - 24.0);
  // kept: the last block works from 11 to 16, gradients to 20; to 21, to 25; to 26, to 30
  const Overlapped kept = sharded_pass(three, false);
  CHECK(kept.communication == 3 * 2.0 + 3 * 4.0);
  CHECK(kept.exposed == 30.0 - 24.0);
  // gathering takes 10: parts are there at 10, 20 and 30; to 33; again to 43, works to 48, the one before is there at
  // 53 and works to 58; gradients of the last block go behind it from 53 to 57, those of the next to 62, the rest works
  // to 63 and goes to 67
  ComputeUnit slow = part;
  slow.gather = 10.0;
  CHECK(sharded_pass({slow, slow, slow}, true).exposed == 67.0 - 24.0);
  // reducing takes 10: gradients of a part are copied once those of the part before are reduced
  ComputeUnit sums = part;
  sums.reduce = 10.0;
  // 18 to 28; the next is done at 23 and waits until 28, to 38; the rest is done at 33, waits until 38, to 48
  CHECK(sharded_pass({sums, sums, sums}, true).exposed == 48.0 - 24.0);
}
}  // namespace parallel_overlap_test

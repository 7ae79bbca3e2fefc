#include <doctest/doctest.h>

#include "support.hpp"

namespace lowering_reduction_test {
using namespace perfmodel;

namespace {
op::Reduction sum(const Shape& from, const Shape& to) {
  return {.input = packed(from, NumberFormat::fp32), .output = packed(to, NumberFormat::fp32)};
}
}  // namespace

TEST_CASE("sums along rows and down columns: neighbours are added, or results lie side by side") {
  const Streaming along = streaming_kernels(sum({1000, 64}, {1000, 1})).at(0),
                  down = streaming_kernels(sum({64, 1000}, {1, 1000})).at(0);
  CHECK(along.kind == StreamingKind::row_reduction);
  CHECK(along.rows == 1000);
  CHECK(along.columns == 64);
  CHECK(in_bytes(along.read) == 64000.0 * 4.0);
  CHECK(in_bytes(along.written) == 1000.0 * 4.0);
  CHECK(down.kind == StreamingKind::column_reduction);
  CHECK(down.rows == 64);
  CHECK(down.columns == 1000);
  CHECK(in_bytes(down.written) == 1000.0 * 4.0);
}

// What several blocks add up together they leave in memory, and count how many of them are done; the counters are
// cleared by a kernel before. Nobody else needs one: each launch costs microseconds.
TEST_CASE("a sum inside one block is one kernel; one that blocks share is cleared for first") {
  const LoweringTarget h200{.card = {.compute_capability = 90, .sms = 132}};
  const op::Reduction alone = sum({64, 1000}, {1, 1000}), shared = sum({1 << 20, 32}, {1, 32});
  CHECK(reduction_scratch(alone, h200.card).semaphore_bytes == 0);
  CHECK(streaming_kernels(alone, h200).size() == 1);
  const std::vector<Streaming> kernels = streaming_kernels(shared, h200);
  REQUIRE(kernels.size() == 2);
  CHECK(kernels[0].kind == StreamingKind::fill);
  CHECK(kernels[0].columns == reduction_scratch(shared, h200.card).semaphore_bytes);
  CHECK(in_bytes(kernels[0].written) == static_cast<double>(reduction_scratch(shared, h200.card).semaphore_bytes));
  CHECK(streaming_kernels(sum({1 << 20, 32}, {1 << 20, 1}), h200).size() == 1);  // contiguous rows, many results
}

TEST_CASE("running sums and softmax: what is read and written once, and which kernel runs") {
  constexpr Streaming scan = lowered(op::Scan{.rows = 3, .columns = 100, .stride = 7});
  static_assert(scan.kind == StreamingKind::strided_scan && scan.rows == 3 && scan.columns == 100);
  static_assert(scan.read == 1200.0 * byte && scan.written == 1200.0 * byte && scan.work == 300.0 * flop);
  static_assert(lowered(op::Scan{.rows = 1, .columns = 9}).kind == StreamingKind::whole_scan &&
                lowered(op::Scan{.rows = 2, .columns = 9}).kind == StreamingKind::row_scan);
  static_assert(scan.visits == 0.0 && lowered(op::Scan{.rows = 2, .columns = 9, .pairs = true}).visits == 1.0);
  op::Softmax s{.rows = 3, .columns = 100};
  s.input = NumberFormat::fp16, s.output = NumberFormat::fp32;
  CHECK(in_bytes(lowered(s).read) == 600.0);
  CHECK(in_bytes(lowered(s).written) == 1200.0);
  CHECK(lowered(s).special_functions == 300.0);
  s.backward = true;
  CHECK(in_bytes(lowered(s).read) == 1200.0);
  CHECK(lowered(s).special_functions == 0.0);
}
}  // namespace lowering_reduction_test

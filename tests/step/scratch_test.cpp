#include <doctest/doctest.h>

#include <perfmodel/step/scratch.hpp>

namespace step_scratch_test {
using namespace perfmodel;

namespace {
std::int64_t bytes_of(const op::Embedding& e) {
  const Scratch scratch = scratch_of(Operation(e), TraceOptions{});
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < scratch.count; ++i) sum += scratch.parts[i].bytes;
  return sum;
}
}  // namespace

TEST_CASE("an embedding's gradient keeps sorted lists, bounds of runs and of their pieces, and sums in FP32") {
  op::Embedding e{.backward = true, .format = NumberFormat::bf16, .indices = 4000, .width = 16, .table_rows = 1000};
  constexpr std::int64_t pieces = 4000 / 10 + 1000;
  CHECK(bytes_of(e) == 8 * (3 * 4000 + 2 * 1000 + pieces) + 4 * pieces * 16);
  e.indices = 3072;  // few are not sorted
  CHECK(bytes_of(e) == 0);
  e.indices = 4000, e.backward = false;
  CHECK(bytes_of(e) == 0);
}

TEST_CASE("rows added by several indices: four lists, and two that a sort of many goes to and fro between") {
  op::Embedding e{.backward = true, .indices = 2304, .width = 16, .table_rows = 1000, .indexed = true};
  CHECK(bytes_of(e) == 8 * 4 * 2304);
  e.indices = 2305;
  CHECK(bytes_of(e) == 8 * 6 * 2305);
}
}  // namespace step_scratch_test

#include <doctest/doctest.h>

#include <perfmodel/operation/update.hpp>

namespace operation_update_test {
using namespace perfmodel;

namespace {
op::Update adam(std::vector<std::int64_t> sizes) {
  return {.sizes = std::make_shared<const std::vector<std::int64_t>>(std::move(sizes)),
          .lists = 4,
          .reads = 4.0,
          .writes = 3.0,
          .each = {12.0, 2.0}};
}
}  // namespace

TEST_CASE("an update reads and writes so many numbers of each element of all tensors") {
  const op::Update u = adam({100, 28});
  CHECK(updated_elements(u) == 128.0);
  CHECK(work(u) == 12.0 * 128.0 * flop);
  CHECK(traffic(u) == 7.0 * 128.0 * 4.0 * byte);
}

TEST_CASE("quantized state is read and written beside them") {
  op::Update u = adam({128});
  u.state = 264.0 * byte;
  CHECK(traffic(u) == (7.0 * 128.0 * 4.0 + 2.0 * 264.0) * byte);
}

TEST_CASE("updates are equal by their sizes, not by where those lie") {
  CHECK(adam({100, 28}) == adam({100, 28}));
  CHECK_FALSE(adam({100, 28}) == adam({28, 100}));
  CHECK_FALSE(adam({128}) == op::Update{});
  CHECK(work(op::Update{}) == Work{});
}

TEST_CASE("updates that differ in one thing differ") {
  const op::Update one = adam({100, 28});
  std::vector<op::Update> others(8, one);
  others[0].format = NumberFormat::bf16;
  others[1].lists = 5;
  others[2].reads = 5.0;
  others[3].writes = 2.0;
  others[4].each = {12.0, 3.0};
  others[5].state = 1.0 * byte;
  others[6].list = false;
  others[7].sizes = nullptr;
  for (const op::Update& other : others) CHECK_FALSE(other == one);
}
}  // namespace operation_update_test

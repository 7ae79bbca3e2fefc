#include <doctest/doctest.h>

#include <memory>
#include <vector>

#include "support.hpp"

namespace lowering_update_test {
using namespace perfmodel;

// The limits are those of PyTorch's MultiTensorApply.cuh: 110, 64, 48, 36, 30 tensors by number of lists, 320 chunks of
// 65,536 elements.

namespace {
std::vector<MultiTensorLaunch> launches(const std::vector<std::int64_t>& sizes, int lists, bool wide = false) {
  std::vector<MultiTensorLaunch> out;
  for_each_multi_tensor_launch(lowering_table().multi_tensor, sizes, lists, wide,
                               [&](const MultiTensorLaunch& l) { out.push_back(l); });
  return out;
}
}  // namespace

TEST_CASE("a launch is full at so many tensors, by the number of lists") {
  const std::vector<std::int64_t> small(111, 10);
  const std::vector<MultiTensorLaunch> one = launches(small, 1);
  REQUIRE(one.size() == 2);
  CHECK(one[0].tensors == 110);
  CHECK(one[0].blocks == 110);
  CHECK(one[0].elements == 1100);
  CHECK(one[0].longest == 10);
  CHECK(one[1].tensors == 1);
  CHECK(launches(small, 2).size() == 2);  // 64 each
  CHECK(launches(small, 3).size() == 3);  // 48
  CHECK(launches(small, 4).size() == 4);  // 36
  CHECK(launches(small, 5).size() == 4);  // 30
  CHECK(launches(small, 9).size() == 4);
  CHECK(launches(small, 5, true).size() == 1);
  CHECK(launches({}, 1).empty());
  CHECK(launches({0, 0}, 1).empty());
}

TEST_CASE("a launch is full at 320 chunks: a long tensor goes on in the next, and counts in both") {
  constexpr std::int64_t chunk = 65'536;
  const std::vector<MultiTensorLaunch> l = launches({chunk * 300 + 1, chunk * 25}, 1);
  REQUIRE(l.size() == 2);
  CHECK(l[0].blocks == 320);  // 301 of the first, whose last holds one element, and 19 of the second
  CHECK(l[0].tensors == 2);
  CHECK(l[0].elements == chunk * 319 + 1);
  CHECK(l[0].longest == chunk);
  CHECK(l[1].blocks == 6);
  CHECK(l[1].tensors == 1);
  CHECK(l[1].elements == chunk * 6);
  CHECK(launches({chunk * 320}, 1).size() == 1);
  CHECK(launches({chunk * 320 + 1}, 1).size() == 2);
  CHECK(launches({chunk * 320 + 1}, 1, true).size() == 1);
}

TEST_CASE("chunks of tensors that no vector of four divides are told apart") {
  constexpr std::int64_t chunk = 65'536;
  const std::vector<MultiTensorLaunch> l = launches({chunk + 4, 2 * chunk + 1, 30, 8}, 1);
  REQUIRE(l.size() == 1);
  CHECK(l[0].longest == chunk);
  CHECK(l[0].longest_uneven == chunk);
  CHECK(l[0].uneven == 2 * chunk + 1 + 30);
  CHECK(launches({chunk + 4, 30, 8}, 1)[0].longest_uneven == 30);
  CHECK(launches({chunk + 4, 8}, 1)[0].longest_uneven == 0);
}

TEST_CASE("an update as kernels: bytes of each element read and written, and of what is shared") {
  const auto sizes = std::make_shared<const std::vector<std::int64_t>>(std::vector<std::int64_t>{1000, 24});
  op::Update u{.format = NumberFormat::fp32, .sizes = sizes, .lists = 4, .reads = 4.0, .writes = 3.0};
  u.each = {10.0, 1.0};
  std::vector<Streaming> kernels = streaming_kernels(u);
  REQUIRE(kernels.size() == 1);
  CHECK(kernels[0].kind == StreamingKind::optimizer);
  CHECK(kernels[0].tensors == 2);
  CHECK(kernels[0].chunks == 2);
  CHECK(kernels[0].longest_chunk == 1000);
  CHECK(kernels[0].longest_uneven_chunk == 0);
  CHECK(kernels[0].visits == 0.0);
  CHECK(in_bytes(kernels[0].read) == 4.0 * 1024.0 * 4.0);
  CHECK(in_bytes(kernels[0].written) == 3.0 * 1024.0 * 4.0);
  CHECK(in(kernels[0].work, flop) == 10.0 * 1024.0);
  CHECK(kernels[0].special_functions == 1024.0);
  u.list = false;
  kernels = streaming_kernels(u);
  REQUIRE(kernels.size() == 1);
  CHECK(kernels[0].tensors == 1);
  CHECK(kernels[0].columns == 1024);
  CHECK(kernels[0].chunks == 0);
}
}  // namespace lowering_update_test

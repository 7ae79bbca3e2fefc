#include <perfmodel/layer/group_norm.hpp>

#include "support.hpp"

namespace layer_group_norm_test {
using namespace perfmodel;

TEST_CASE("group norm: one operation each way, moments of each sample's groups saved") {
  const GroupNorm layer{.groups = 4, .channels = 16};
  const std::vector<Shape> in{{2, 16, 8, 8}};
  const auto run = layer_test::run(layer, in);
  CHECK(run.saved_bytes == 2.0 * 4 * 2 * 4 * byte);
  const op::GroupNorm norm{.samples = 2, .groups = 4, .channels = 16, .pixels = 64};
  REQUIRE(run.forward.operations.size() == 1);
  CHECK(std::get<op::GroupNorm>(run.forward.operations[0]) == norm);
  CHECK(layer_test::total_work(run.forward) == forward_work(layer, in));
  op::GroupNorm back = norm;
  back.backward = true;
  const auto backward = layer_test::operations<op::GroupNorm>(run.backward);
  REQUIRE(backward.size() == 1);
  CHECK(backward[0] == back);
}

TEST_CASE("group norm: groups must divide the channels") {
  CHECK_THROWS_AS((void)output_shape(GroupNorm{.groups = 3, .channels = 16}, std::vector<Shape>{{2, 16, 8, 8}}), Error);
}
}  // namespace layer_group_norm_test

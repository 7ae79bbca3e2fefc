#include <doctest/doctest.h>

#include <perfmodel/software/host_op.hpp>
#include <set>

namespace software_host_op_test {
using namespace perfmodel;

TEST_CASE("every host operation has its own name") {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < host_op_count; ++i) names.insert(name(static_cast<HostOp>(i)));
  CHECK(names.size() == host_op_count);
  CHECK(name(HostOp::linear) == "linear");
  CHECK(name(HostOp::checkpoint_segment) == "checkpoint_segment");
}
}  // namespace software_host_op_test

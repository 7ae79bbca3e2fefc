#include <doctest/doctest.h>

#include <cmath>
#include <perfmodel/software/host_profile.hpp>
#include <perfmodel/software/host_profiles.hpp>

namespace software_host_profile_test {
using namespace perfmodel;

TEST_CASE("every framework has a profile with a source and no negative cost") {
  for (const Framework framework : all_frameworks) {
    const HostProfile profile = host_profile(framework, "2.11");
    CHECK(profile.framework == framework);
    CHECK(!profile.source.empty());
    for (const Time& cost : profile.cost) CHECK(cost >= Time{});
    CHECK(profile.launch >= Time{});
    CHECK(profile.queue_depth > 0);
    CHECK((profile.spread > 0.0 && profile.spread < 1.0));
  }
}

TEST_CASE("C++ costs less than Python, and a captured graph costs next to nothing") {
  const HostProfile cpp = host_profile(Framework::libtorch, "2.11"), python = host_profile(Framework::pytorch, "2.11");
  const HostProfile graph = host_profile(Framework::cuda_graph, "2.11");
  for (const HostOp op : {HostOp::linear, HostOp::activation, HostOp::linear_backward, HostOp::activation_backward}) {
    CHECK(cost(cpp, op) < cost(python, op));
    CHECK(cost(graph, op) == Time{});
  }
}

TEST_CASE(
    "a measured factor scales every host cost, threads of a crowded machine wake sooner; the relative interval stays") {
  const HostProfile profile = host_profile(Framework::libtorch, "2.11"), slow = scaled(profile, 2.0);
  CHECK(profile.crowded > 0.0);
  CHECK(slow.crowded == profile.crowded);
  CHECK(slow.spread == profile.spread);
  for (std::size_t i = 0; i < host_op_count; ++i) CHECK(slow.cost[i] == 2.0 * profile.cost[i]);
  CHECK(slow.launch == 2.0 * profile.launch);
  CHECK(slow.wide_product == 2.0 * profile.wide_product);
  CHECK(slow.allocation == 2.0 * profile.allocation);
  CHECK(slow.thread_wake < profile.thread_wake);
  CHECK(slow.thread_wake >
        0.5 * profile.thread_wake);  // two scaled steps cost no less than one: the product still grows
  // The shipped row is of the middle machine, 1.3 times the quiet one, whose thread_wake was fitted: 380.4 us.
  constexpr double middle_machine = 1.3;
  const Time quiet = scaled(profile, 1.0 / middle_machine).thread_wake;
  CHECK(std::abs(in(quiet, second) / 380.4e-6 - 1.0) < 1e-3);
}
}  // namespace software_host_profile_test

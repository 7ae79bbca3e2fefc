#include <doctest/doctest.h>

#include <cmath>
#include <perfmodel/software/host.hpp>
#include <perfmodel/software/software.hpp>

namespace software_host_test {
using namespace perfmodel;

TEST_CASE("on a host the processor's work takes its factor; its own interval takes the place of the profile's") {
  const HostProfile profile = software_of(Framework::libtorch).host;
  const HostProfile plain = on_host(profile, 2.0, {});
  CHECK(plain.launch == 2.0 * profile.launch);
  CHECK(plain.thread_wake < profile.thread_wake);  // threads wake sooner where others keep the cores busy
  CHECK(plain.spread == profile.spread);
  CHECK(plain.crowded == profile.crowded);
  const HostProfile known = on_host(profile, 1.0, {.spread = 0.05, .crowded = 0.0});
  CHECK(known.spread == 0.05);
  CHECK(known.crowded == 0.0);
}

TEST_CASE("the default host is the fastest of the known ones and has a name that --host takes") {
  for (const Host& host : known_hosts()) CHECK(default_host().factor <= host.factor);
  CHECK(host_names().find(std::string(default_host_name)) == 0);
}
}  // namespace software_host_test

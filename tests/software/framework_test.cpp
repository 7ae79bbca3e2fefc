#include <doctest/doctest.h>

#include <perfmodel/software/framework.hpp>

#include "../refusal.hpp"

namespace software_framework_test {
using namespace perfmodel;

TEST_CASE("versions are compared as numbers, not as text") {
  CHECK(version_number("2.11", "v") > version_number("2.9", "v"));
  CHECK(version_number("1.13.1", "v") == 1013);
  for (const char* bad : {"", "2", "two", "2.", ".1", "2,11"})
    CHECK(refusal([&] { (void)version_number(bad, "v"); }) ==
          "v: got \"" + std::string(bad) + "\"; must be a version such as 2.11");
}

TEST_CASE("framework words are read back, others are refused with the list") {
  for (const Framework f : all_frameworks) CHECK(framework_from(name(f), "framework") == f);
  CHECK(refusal([] { (void)framework_from("jax", "framework"); }) ==
        "framework: got \"jax\"; must be one of libtorch, pytorch, cuda_graph, compile, compile_graph");
}
}  // namespace software_framework_test

#include <perfmodel/trace/framework.hpp>
#include <doctest/doctest.h>

using namespace perfmodel;

TEST_CASE("versions are compared as numbers, not as text") {
  CHECK(version_number("2.11", "v") > version_number("2.9", "v"));
  CHECK(version_number("1.13.1", "v") == 1013);
  for (const char* bad : {"", "2", "two", "2.", ".1", "2,11"}) CHECK_THROWS_AS((void)version_number(bad, "v"), Error);
}

TEST_CASE("the rules of a version are the newest row not newer than it") {
  CHECK(rules(Framework::pytorch, "1.13").optimizer_loop == OptimizerLoop::per_tensor);
  CHECK(rules(Framework::pytorch, "2.11").optimizer_loop == OptimizerLoop::foreach);
  CHECK(rules(Framework::libtorch, "2.11").optimizer_loop == OptimizerLoop::per_tensor);
  CHECK(rules(Framework::libtorch, "1.0").first_version == rules(Framework::libtorch, "1.13").first_version);
  for (const Framework f : all_frameworks) CHECK(framework_from(name(f), "framework") == f);
  CHECK_THROWS_AS((void)framework_from("jax", "framework"), Error);
}

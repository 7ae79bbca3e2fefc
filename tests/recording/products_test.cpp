#include <doctest/doctest.h>

#include <perfmodel/recording/operations.hpp>
#include <variant>
#include <vector>

#include "call_of.hpp"

namespace recording_products_test {
using namespace perfmodel;
using recording_test::Given;
using recording_test::Made;

namespace {
constexpr auto bf16 = NumberFormat::bf16;

/// Products of `a` and `b` whose groups, four of them, end somewhere.
std::vector<Operation> grouped(const Given& a, const Given& b, const Given& y) {
  Made made;
  made.tensors({a}).tensors({b}).tensors({{.shape = {4}}});
  return made.result(y).operations("aten._grouped_mm.default");
}
}  // namespace

TEST_CASE("rows of groups by a matrix of each: one product of a batch in 16 bits, one for each group in others") {
  const std::vector<Operation> together =
      grouped({.shape = {1000, 64}, .format = bf16}, {.shape = {4, 64, 96}, .strides = {6144, 1, 64}, .format = bf16},
              {.shape = {1000, 96}, .format = bf16});
  REQUIRE(together.size() == 1);
  const Gemm& g = std::get<Gemm>(together[0]);
  CHECK(g.batch == 4);
  CHECK(g.m == 250);
  CHECK(g.n == 96);
  CHECK(g.k == 64);
  CHECK(g.layout == Layout::nt);  // weights lie as outputs x inputs
  const std::vector<Operation> apart = grouped({.shape = {1002, 64}}, {.shape = {4, 64, 96}}, {.shape = {1002, 96}});
  REQUIRE(apart.size() == 4);
  for (const Operation& each : apart) {
    const Gemm& one = std::get<Gemm>(each);
    CHECK(one.batch == 1);
    CHECK(one.m == 251);  // rounded up
    CHECK(one.n == 96);
  }
}

TEST_CASE("gradients of each group's matrix sum over its rows") {
  const std::vector<Operation> sums =
      grouped({.shape = {64, 1000}, .strides = {1, 64}, .format = bf16}, {.shape = {1000, 96}, .format = bf16},
              {.shape = {4, 64, 96}, .format = bf16});
  REQUIRE(sums.size() == 1);
  const Gemm& g = std::get<Gemm>(sums[0]);
  CHECK(g.batch == 4);
  CHECK(g.m == 64);
  CHECK(g.n == 96);
  CHECK(g.k == 250);
  CHECK(g.layout == Layout::tn);
}
}  // namespace recording_products_test

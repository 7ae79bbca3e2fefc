#include <doctest/doctest.h>

#include <algorithm>
#include <perfmodel/recording/operations.hpp>
#include <variant>
#include <vector>

#include "call_of.hpp"

namespace recording_distances_test {
using namespace perfmodel;
using recording_test::Given;
using recording_test::Made;

namespace {
std::vector<Operation> distances(bool compiled) {
  Made made;
  made.rules.compiled = compiled;
  made.tensors({{.shape = {4, 512, 3}}}).tensors({{.shape = {4, 2048, 3}}}).result({.shape = {4, 512, 2048}});
  return made.operations("aten._euclidean_dist.default");
}
template <class Kind>
std::ptrdiff_t count(const std::vector<Operation>& all) {
  return std::count_if(all.begin(), all.end(), [](const Operation& o) { return std::holds_alternative<Kind>(o); });
}
}  // namespace

TEST_CASE("distances are a product of points with their squares' sums and ones beside them, and roots of it") {
  for (const bool compiled : {false, true}) {
    const std::vector<Operation> all = distances(compiled);
    REQUIRE(count<Gemm>(all) == 1);
    for (const Operation& o : all)
      if (const auto* g = std::get_if<Gemm>(&o)) {
        CHECK(g->batch == 4);
        CHECK(g->m == 512);
        CHECK(g->n == 2048);
        CHECK(g->k == 3 + 2);
        CHECK(g->layout == Layout::nt);
      }
    CHECK(count<op::Concatenation>(all) == 2);
    CHECK(std::get<op::Pointwise>(all.back()).function == PointwiseFunction::square_root);
  }
  CHECK(count<op::Reduction>(distances(false)) == 2);  // a compiler makes the squares' sums where it writes them
  CHECK(count<op::Reduction>(distances(true)) == 0);
}

TEST_CASE("distances are an operation that is known") {
  CHECK(recorded::rule_of("aten._euclidean_dist.default") != nullptr);
}
}  // namespace recording_distances_test

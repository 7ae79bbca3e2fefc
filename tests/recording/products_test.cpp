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

TEST_CASE("each part of a convolution's gradients reads and writes what is its own") {
  Made made;
  const Given image{.shape = {2, 8, 10, 10}}, filter{.shape = {8, 8, 3, 3}};
  made.tensors({image}).tensors({image}).tensors({filter}).number(8);
  for (int i = 0; i < 3; ++i) made.event.arguments.push_back({.numbers = {{1, 0}, {1, 0}}});
  made.number(0);
  made.event.arguments.push_back({.numbers = {{0, 0}, {0, 0}}});
  made.number(1);
  made.event.arguments.push_back({.numbers = {{1, 0}, {1, 0}, {1, 0}}});
  made.result(image).result(filter).result({.shape = {8}});
  made.event.name = "aten.convolution_backward.default";
  recorded::Plan plan;
  recorded::plan({.recording = made.recording, .event = made.event, .batch = 1, .rules = made.rules},
                 recorded::rule_of(made.event.name), plan);
  std::vector<recorded::PartUses> uses;
  for (const recorded::Plan::Part& part : plan.parts)
    if (part.what == recorded::Plan::Part::What::run) uses.push_back(part.uses);
  REQUIRE(uses.size() == 3);
  CHECK(uses[0].arguments == 0b101U);  // dy and the filter
  CHECK(uses[0].results == 0b001U);
  CHECK(uses[1].arguments == 0b011U);  // dy and the image
  CHECK(uses[1].results == 0b010U);
  CHECK(uses[2].arguments == 0b001U);  // dy alone: the bias
  CHECK(uses[2].results == 0b100U);
}
}  // namespace recording_products_test

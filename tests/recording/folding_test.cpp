#include <doctest/doctest.h>

#include <perfmodel/recording/folding.hpp>

#include "call_of.hpp"

namespace recording_folding_test {
using recording_test::Made;
using namespace perfmodel;

TEST_CASE("eight dimensions are read as the runs that they are for all operands") {
  Made made;
  made.tensors({{.shape = {2, 4, 8, 14, 14, 1, 7, 1}, .strides = {21952, 5488, 686, 49, 3, 1, 1, 1}}})
      .tensors({{.shape = {2, 4, 8, 14, 14, 1, 1, 7}, .strides = {21952, 5488, 686, 49, 3, 1, 7, 1}}})
      .result({.shape = {2, 4, 8, 14, 14, 1, 7, 7}});
  const std::vector<Operation> run = made.operations("aten.add.Tensor");
  REQUIRE(run.size() == 1);
  const auto& sum = std::get<op::Pointwise>(run[0]);
  CHECK(elements(sum.outputs[0].shape) == 2 * 4 * 8 * 14 * 14 * 7 * 7);
  CHECK(sum.outputs[0].shape.rank <= Shape::max_rank);
  CHECK(stored_elements(sum.inputs[0]) == 2 * 4 * 8 * 14 * 14 * 7);
}

TEST_CASE("joining keeps strides: a copy between orders of seven dimensions reads the same addresses") {
  Made made;
  made.tensors({{.shape = {14, 2, 4, 8, 14, 96, 1}, .strides = {1344, 602496, 150624, 18816, 96, 1, 1}}})
      .result({.shape = {14, 2, 4, 8, 14, 96, 1}});
  const auto joined = recorded::folded(made.event, 1);
  REQUIRE(joined.has_value());
  const Operand x = operand_of(joined->arguments[0].tensors[0], 1);
  CHECK(text(x.shape) == "[14, 8, 8, 1344]");
  CHECK(x.strides == Strides{1344, 150624, 18816, 1});
}

TEST_CASE("what cannot be joined is priced by its bytes") {
  Made made;
  made.tensors({{.shape = {2, 3, 2, 3, 2, 3, 2}, .strides = {1, 2, 6, 12, 36, 72, 216}}})
      .result({.shape = {2, 3, 2, 3, 2, 3, 2}});
  CHECK_FALSE(recorded::folded(made.event, 1).has_value());
  const std::vector<Operation> run = made.operations("aten.clone.default");
  REQUIRE(run.size() == 1);
  CHECK(name(run[0]) == "aten.clone.default");
  CHECK(traffic(run[0]) == 2.0 * 432 * 4 * byte);
}

TEST_CASE("a sum names its dimensions, which joining would move: by bytes") {
  Made made;
  made.tensors({{.shape = {2, 4, 8, 14, 14, 8, 7, 7}}}).number(-1).result({.shape = {2, 4, 8, 14, 14, 8, 7}});
  const std::vector<Operation> run = made.operations("aten.sum.dim_IntList");
  REQUIRE(run.size() == 1);
  CHECK(std::holds_alternative<op::Custom>(run[0]));
}
}  // namespace recording_folding_test

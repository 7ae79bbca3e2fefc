#include <perfmodel/layer/opaque_operator.hpp>
#include <perfmodel/network/network.hpp>

#include "support.hpp"

namespace layer_opaque_operator_test {
using namespace perfmodel;
using layer_test::operations;
using Pattern = OpaqueOperator::Pattern;

TEST_CASE("an operator known by its shapes: parameter, operations per element") {
  const OpaqueOperator layer{.word = "fancy", .sample = {8, 16}, .parameter = {16}, .each = {3, 0}};
  const std::vector<Shape> inputs{{4, 128}, {4, 1}};
  CHECK(kind(layer) == "fancy");
  CHECK(output_shape(layer, inputs) == Shape{4, 8, 16});
  CHECK(parameters(layer, inputs).size() == 1);
  CHECK(forward_work(layer, inputs) == 3.0 * 4 * 8 * 16 * flop);
  CHECK(parameters(OpaqueOperator{.sample = {8}}, inputs).empty());
  CHECK_THROWS_AS((void)output_shape(layer, {}), Error);
  CHECK_THROWS_AS((void)output_shape(OpaqueOperator{.sample = {0}}, inputs), Error);
}

TEST_CASE("arithmetic on each element where operands can be repeated to the result: inputs, parameter, output once") {
  const auto run = layer_test::run(OpaqueOperator{.word = "op", .sample = {128}, .parameter = {128}, .each = {1, 0}},
                                   {{32, 128}, {32, 128}});
  REQUIRE(run.forward.operations.size() == 1);
  const op::Pointwise p = std::get<op::Pointwise>(run.forward.operations[0]);
  CHECK(p.function == PointwiseFunction::arithmetic);
  CHECK(in(read_bytes(p), byte) == 4.0 * (2 * 32 * 128 + 128));
  CHECK(in(written_bytes(p), byte) == 4.0 * 32 * 128);
  CHECK(in(work(p), flop) == 32.0 * 128);
  // each input's gradient from the incoming one and the input; the parameter's is a sum
  CHECK(layer_test::pointwise(run.backward, PointwiseFunction::arithmetic).size() == 2);
  const auto sums = operations<op::Reduction>(run.backward);
  REQUIRE(sums.size() == 1);
  CHECK((values_of(sums[0]) == 32 && outputs_of(sums[0]) == 128));
  CHECK(run.output == Shape{32, 128});
}

TEST_CASE("other shapes, or many inputs, count by their bytes") {
  const OpaqueOperator layer{.word = "mixer", .sample = {64}, .each = {2, 0}};
  const auto run = layer_test::run(layer, {{32, 128}});
  const auto custom = operations<op::Custom>(run.forward);
  REQUIRE(custom.size() == 1);
  CHECK(custom[0].body->name == "mixer");
  CHECK(in(custom[0].body->read, byte) == 4.0 * 32 * 128);
  CHECK(in(custom[0].body->written, byte) == 4.0 * 32 * 64);
  CHECK(custom[0].body->elements == 32.0 * 64);
  CHECK(in(work(custom[0]), flop) == 2.0 * 32 * 64);
  const Shape one{32, 64};
  CHECK(operations<op::Custom>(layer_test::run(layer, {one, one, one, one}).forward).size() == 1);
  CHECK(operations<op::Custom>(layer_test::run(layer, {one, one, one}).forward).empty());
}

TEST_CASE("patterns: neighbours summed, rows picked, innermost dimensions exchanged") {
  const auto sum = layer_test::run(
      OpaqueOperator{.word = "mean", .sample = {8}, .each = {16, 0}, .pattern = Pattern::row_sum}, {{4, 8, 16}});
  CHECK(std::get<op::Reduction>(sum.forward.operations.at(0)) ==
        op::matrix_sum(32, 16, NumberFormat::fp32, op::ReducedDimension::columns));
  CHECK(layer_test::total_work(sum.forward) == 4.0 * 8 * 16 * flop);

  const auto rows = layer_test::run(OpaqueOperator{.sample = {3, 16}, .pattern = Pattern::gather}, {{4, 8, 16}});
  CHECK(std::get<op::Gather>(rows.forward.operations.at(0)) == op::Gather{.rows = 12, .columns = 16});

  const auto turned = layer_test::run(OpaqueOperator{.sample = {8, 16}, .pattern = Pattern::transpose}, {{4, 16, 8}});
  const op::Pointwise copy = std::get<op::Pointwise>(turned.forward.operations.at(0));
  CHECK(copy.function == PointwiseFunction::copy);
  CHECK(copy.inputs[0].shape == Shape{4, 8, 16});
  CHECK((copy.inputs[0].strides[0] == 128 && copy.inputs[0].strides[1] == 1 && copy.inputs[0].strides[2] == 8));
}

TEST_CASE("it counts in a network: input, parameter and output once each") {
  Network network{.name = "n", .inputs = {{.name = "x", .shape = {128}}}};
  network.layers.push_back({.name = "fc", .what = Linear{.inputs = 128, .outputs = 128}});
  network.layers.push_back(
      {.name = "op", .what = OpaqueOperator{.word = "op", .sample = {128}, .parameter = {128}, .each = {1, 0}}});
  CHECK(parameter_count(network) == 128 * 128 + 128 + 128);
  const std::vector<Shape> shapes{{32, 128}};
  CHECK(in(compulsory_traffic(network.layers[1].what, shapes, NumberFormat::fp32), byte) == 4.0 * (2 * 32 * 128 + 128));
}
}  // namespace layer_opaque_operator_test

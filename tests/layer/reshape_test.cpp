#include <perfmodel/layer/reshape.hpp>

#include "support.hpp"

namespace layer_reshape_test {
using namespace perfmodel;
using layer_test::operations;
using layer_test::pointwise;

TEST_CASE("shapes of views and concatenations") {
  const std::vector<Shape> x{{2, 3, 4, 5}};
  CHECK(output_shape(Flatten{}, x) == Shape{2, 60});
  CHECK(output_shape(Flatten{2}, x) == Shape{2, 3, 20});
  CHECK(output_shape(Reshape{{12, 5}}, x) == Shape{2, 12, 5});
  CHECK(output_shape(Transpose{}, x) == Shape{2, 4, 3, 5});
  CHECK(output_shape(Slice{.dimension = 2, .begin = 1, .length = 3}, x) == Shape{2, 3, 3, 5});
  CHECK(output_shape(Concat{}, std::vector<Shape>{{2, 3, 4}, {2, 5, 4}}) == Shape{2, 8, 4});
}

TEST_CASE("views move no byte, concatenations each byte once each way") {
  CHECK(layer_test::run(Flatten{}, {{2, 3, 4}}).forward.operations.empty());
  CHECK(layer_test::run(Reshape{{12}}, {{2, 3, 4}}).forward.operations.empty());
  CHECK(layer_test::run(Transpose{.copied = false}, {{2, 3, 4}}).forward.operations.empty());
  const auto run = layer_test::run(Concat{}, {{2, 3, 4}, {2, 5, 4}});
  const auto joined = operations<op::Concatenation>(run.forward);
  REQUIRE(joined.size() == 1);
  CHECK(joined[0].output.shape == Shape{2, 8, 4});
  CHECK(joined[0].inputs == 2);
  CHECK(traffic(joined[0]) == 2.0 * 4.0 * 2 * 8 * 4 * byte);
  // each part of the gradient is a view with the strides of the whole; this test's inputs, parameters, take copies
  for (const op::Pointwise& p : operations<op::Pointwise>(run.backward)) {
    CHECK(p.function == PointwiseFunction::copy);
    CHECK(p.inputs[0].strides[0] == 8 * 4);
  }
}

TEST_CASE("concatenated images keep their channels together only if all have them so") {
  TraceWriter w(TraceOptions{});
  const auto image = [&](bool together) { return w.allocate_images({2, 8, 4, 4}, NumberFormat::fp16, together); };
  const auto joined = [&](bool one, bool other) {
    const std::array<Tensor, 2> both{image(one), image(other)};
    return has_channels_together(forward(w, Concat{}, both, {}).operand());
  };
  CHECK(joined(true, true));
  CHECK_FALSE(joined(true, false));
  CHECK_FALSE(joined(false, false));
}

TEST_CASE("images with their channels together are flattened by a copy, planes and single pixels by a view") {
  TraceWriter w(TraceOptions{});
  std::vector<TraceEvent> events;
  w.write_to(&events);
  const auto copies = [&](const Shape& shape, bool together) {
    events.clear();
    const std::array<Tensor, 1> image{w.allocate_images(shape, NumberFormat::fp16, together)};
    const Tensor y = forward(w, Flatten{}, image, {});
    CHECK(y.is_contiguous());
    std::size_t n = 0;
    for (const TraceEvent& e : events) n += std::holds_alternative<Execute>(e.what) ? 1 : 0;
    return n;
  };
  CHECK(copies({2, 8, 7, 7}, true) == 1);
  CHECK(copies({2, 8, 7, 7}, false) == 0);
  CHECK(copies({2, 8, 1, 1}, true) == 0);
  w.write_to(nullptr);
}

TEST_CASE("a slice is a strided view; its gradient is copied into a zeroed one") {
  const auto run = layer_test::run(Slice{.dimension = 2, .begin = 1, .length = 3}, {{2, 3, 5}});
  CHECK(run.forward.operations.empty());
  REQUIRE(run.backward.operations.size() == 3);  // gradient of one, zeros, copy
  CHECK(std::get<op::Fill>(run.backward.operations[1]).output.shape == Shape{2, 3, 5});
  const op::Pointwise copy = pointwise(run.backward, PointwiseFunction::copy).at(0);
  CHECK(copy.outputs[0].shape == Shape{2, 3, 3});
  CHECK(copy.outputs[0].strides[1] == 5);
}

TEST_CASE("a copied transpose reads a strided view; its gradient is a view") {
  const auto run = layer_test::run(Transpose{}, {{2, 3, 4}});
  const op::Pointwise copy = pointwise(run.forward, PointwiseFunction::copy).at(0);
  CHECK(copy.inputs[0].shape == Shape{2, 4, 3});
  CHECK((copy.inputs[0].strides[1] == 1 && copy.inputs[0].strides[2] == 4));
  CHECK(copy.outputs[0] == packed({2, 4, 3}, NumberFormat::fp32));
  REQUIRE(run.backward.operations.size() == 2);  // a gradient of one, and a copy of its view: this test holds it
  const op::Pointwise taken = pointwise(run.backward, PointwiseFunction::copy).at(0);
  CHECK(taken.inputs[0].shape == Shape{2, 3, 4});
  CHECK((taken.inputs[0].strides[1] == 1 && taken.inputs[0].strides[2] == 3));
}

TEST_CASE("what does not fit names the shapes") {
  CHECK_THROWS_AS((void)output_shape(Reshape{{7}}, std::vector<Shape>{{2, 3, 4}}), Error);
  CHECK_THROWS_AS((void)output_shape(Concat{}, std::vector<Shape>{{2, 3, 4}, {2, 5, 3}}), Error);
  CHECK_THROWS_AS((void)output_shape(Concat{7}, std::vector<Shape>{{2, 3, 4}}), Error);
  CHECK_THROWS_AS((void)output_shape(Slice{.dimension = 1, .begin = 2, .length = 2}, std::vector<Shape>{{2, 3, 4}}),
                  Error);
  CHECK_THROWS_AS((void)output_shape(Transpose{.first = 1, .second = 3}, std::vector<Shape>{{2, 3, 4}}), Error);
}

TEST_CASE("every dimension of an input can be named, the next ones on both sides cannot") {
  const std::vector<Shape> x{{2, 3, 4}};
  const auto taken = [&](const LayerKind& layer) {
    try {
      (void)output_shape(layer, x);
      return true;
    } catch (const Error&) {
      return false;
    }
  };
  for (std::int64_t d = -2; d < 6; ++d) {
    const bool there = d >= 0 && d < 3;
    CAPTURE(d);
    CHECK(taken(Flatten{d}) == there);
    CHECK(taken(Concat{d}) == there);
    CHECK(taken(Transpose{.first = d, .second = 1}) == there);
    CHECK(taken(Transpose{.first = 1, .second = d}) == there);
    CHECK(taken(Slice{.dimension = d, .begin = 0, .length = 1}) == (there && d > 0));  // the batch is not sliced
    for (std::int64_t length = -1; length < 7; ++length)
      CHECK(taken(Slice{.dimension = 2, .begin = d, .length = length}) == (d >= 0 && length >= 1 && d + length <= 4));
  }
  CHECK(output_shape(Transpose{.first = 0, .second = 2}, x) == Shape{4, 3, 2});
  CHECK(output_shape(Flatten{0}, x) == Shape{24});
}
}  // namespace layer_reshape_test

#include <perfmodel/layer/convolution.hpp>

#include "support.hpp"

namespace layer_convolution_test {
using namespace perfmodel;

TEST_CASE("a convolution's shape, parameters and work") {
  const Convolution2d stem{.in = 3,
                           .out = 64,
                           .kernel_h = 7,
                           .kernel_w = 7,
                           .stride_h = 2,
                           .stride_w = 2,
                           .pad_h = 3,
                           .pad_w = 3,
                           .bias = true};
  const std::vector<Shape> image{{8, 3, 224, 224}};
  CHECK(output_shape(stem, image) == Shape{8, 64, 112, 112});
  CHECK(parameters(stem, image)[0].shape == Shape{64, 3, 7, 7});
  CHECK(forward_work(stem, image) == 8.0 * 64 * 112 * 112 * 3 * 49 * mac);
  const Convolution2d depthwise{
      .in = 32, .out = 32, .kernel_h = 3, .kernel_w = 3, .pad_h = 1, .pad_w = 1, .groups = 32};
  CHECK(kind(depthwise) == "depthwise_convolution");
  CHECK(forward_work(depthwise, std::vector<Shape>{{1, 32, 10, 10}}) == 32.0 * 100 * 9 * mac);
  const Convolution2d dilated{
      .in = 4, .out = 4, .kernel_h = 3, .kernel_w = 3, .pad_h = 2, .pad_w = 2, .dilation_h = 2, .dilation_w = 2};
  CHECK(output_shape(dilated, std::vector<Shape>{{1, 4, 9, 9}}) == Shape{1, 4, 9, 9});
}

TEST_CASE("a transposed convolution undoes the shape of the plain one and does the same work") {
  const Convolution2d up{.in = 128,
                         .out = 64,
                         .kernel_h = 4,
                         .kernel_w = 4,
                         .stride_h = 2,
                         .stride_w = 2,
                         .pad_h = 1,
                         .pad_w = 1,
                         .transposed = true};
  const std::vector<Shape> small{{2, 128, 8, 8}}, large{{2, 64, 16, 16}};
  CHECK(output_shape(up, small) == Shape{2, 64, 16, 16});
  CHECK(parameters(up, small)[0].shape == Shape{128, 64, 4, 4});
  Convolution2d down = up;
  down.transposed = false;
  std::swap(down.in, down.out);
  CHECK(forward_work(up, small) == forward_work(down, large));
  CHECK(layer_test::operations<Convolution>(layer_test::run(up, small).forward)[0].pass ==
        ConvolutionPass::input_gradient);
}

TEST_CASE(
    "backward makes the input gradient, then the weight gradient, each with the forward pass's work; the input is "
    "saved") {
  const Convolution2d c{.in = 16, .out = 32, .kernel_h = 3, .kernel_w = 3, .pad_h = 1, .pad_w = 1, .bias = true};
  const std::vector<Shape> in{{4, 16, 8, 8}};
  const layer_test::Run run = layer_test::run(c, in);
  const auto backward = layer_test::operations<Convolution>(run.backward);
  REQUIRE(backward.size() == 2);
  CHECK(backward[0].pass == ConvolutionPass::input_gradient);
  CHECK(backward[1].pass == ConvolutionPass::weight_gradient);
  for (const Convolution& k : backward) CHECK(work(k) == forward_work(c, in));
  CHECK(run.saved == 0);  // the input and the weight, which live anyway
}

TEST_CASE(
    "the bias is added by an operation of its own, repeated over batch and positions; its gradient is their sum") {
  const Convolution2d c{.in = 16, .out = 32, .kernel_h = 3, .kernel_w = 3, .pad_h = 1, .pad_w = 1, .bias = true};
  const layer_test::Run run = layer_test::run(c, {{4, 16, 8, 8}});
  REQUIRE(run.forward.operations.size() == 2);
  const op::Pointwise sum = std::get<op::Pointwise>(run.forward.operations[1]);
  CHECK(sum.function == PointwiseFunction::add);
  CHECK(sum.inputs[1].shape == Shape{4, 32, 8, 8});
  CHECK(stored_elements(sum.inputs[1]) == 32);
  const auto sums = layer_test::operations<op::Reduction>(run.backward);
  REQUIRE(sums.size() == 1);
  CHECK(sums[0].input.shape == Shape{4, 32, 8, 8});
  CHECK(sums[0].output.shape == Shape{1, 32, 1, 1});
}

namespace {
/// One convolution over an image that lies so; gives its output's, and its gradients', operands.
struct Laid {
  bool output{}, input_gradient{};
  std::size_t copies{};
};
Laid laid(MemoryFormat recipe, bool image_together, bool gradient_together) {
  TraceWriter w(TraceOptions{.memory_format = recipe});
  const Convolution2d c{.in = 8, .out = 8, .kernel_h = 3, .kernel_w = 3, .pad_h = 1, .pad_w = 1};
  const Shape shape{2, 8, 4, 4};
  const ParameterId weight = w.add_parameter(weight_shape(c), NumberFormat::fp32, true);
  std::vector<TraceEvent> events;
  w.write_to(&events);
  const std::array<Tensor, 1> x{w.leaf(w.allocate_images(shape, NumberFormat::fp32, image_together))};
  const std::array<ParameterId, 1> ids{weight};
  const Tensor y = forward(w, c, x, ids);
  std::array<Tensor, 1> dy{w.allocate_images(shape, NumberFormat::fp32, gradient_together)};
  Laid result{.output = has_channels_together(y.operand())};
  const std::array<Tensor, 1> outputs{y};
  result.input_gradient = has_channels_together(w.backward(outputs, dy, x, 0)[0].operand());
  w.write_to(nullptr);
  const OperationList list = w.take_operations();
  for (const Operation& o : layer_test::executed(events, list)) result.copies += name(o) == "copy" ? 1 : 0;
  return result;
}
}  // namespace

TEST_CASE("results lie as the recipe says; what does not lie so is copied first") {
  const Laid planes = laid(MemoryFormat::nchw, false, false), together = laid(MemoryFormat::nhwc, true, true);
  CHECK((!planes.output && !planes.input_gradient && planes.copies == 0));
  CHECK((together.output && together.input_gradient && together.copies == 0));
  CHECK(laid(MemoryFormat::nhwc, true, false).copies == 2);  // for each gradient
  CHECK(laid(MemoryFormat::nhwc, false, true).copies == 2);  // forward and backward
  CHECK(laid(MemoryFormat::nchw, false, true).copies == 2);
}

TEST_CASE("impossible convolutions name the shapes") {
  const auto refused = [](const Convolution2d& c, const Shape& in) {
    CHECK_THROWS_AS((void)output_shape(LayerKind{c}, std::vector<Shape>{in}), Error);
  };
  refused({.in = 3, .out = 8}, {1, 4, 8, 8});
  refused({.in = 4, .out = 8}, {1, 4, 8});
  refused({.in = 4, .out = 6, .groups = 4}, {1, 4, 8, 8});
  refused({.in = 4, .out = 8, .kernel_h = 9, .kernel_w = 9}, {1, 4, 8, 8});
  refused({.in = 4, .out = 0}, {1, 4, 8, 8});
  refused({.in = 4, .out = 8, .stride_h = 0}, {1, 4, 8, 8});
  refused({.in = 4, .out = 8, .pad_h = -1}, {1, 4, 8, 8});
}

TEST_CASE("a transposed convolution's output is padded by less than its stride or its dilation, whichever is larger") {
  const auto shape = [](std::int64_t stride, std::int64_t dilation, std::int64_t rows, std::int64_t columns) {
    const Convolution2d up{.in = 4,
                           .out = 4,
                           .kernel_h = 3,
                           .kernel_w = 3,
                           .stride_h = stride,
                           .stride_w = stride,
                           .dilation_h = dilation,
                           .dilation_w = dilation,
                           .transposed = true,
                           .output_pad_h = rows,
                           .output_pad_w = columns};
    return output_shape(up, std::vector<Shape>{{1, 4, 5, 5}});
  };
  // (5 - 1) x stride + dilation x 2 + padding + 1, torch.nn.ConvTranspose2d
  CHECK(shape(3, 1, 2, 0) == Shape{1, 4, 17, 15});
  CHECK(shape(3, 1, 0, 2) == Shape{1, 4, 15, 17});
  CHECK(shape(1, 3, 2, 1) == Shape{1, 4, 13, 12});
  CHECK_THROWS_AS(shape(3, 1, 3, 0), Error);
  CHECK_THROWS_AS(shape(3, 1, 0, 3), Error);
  CHECK_THROWS_AS(shape(1, 3, 0, 3), Error);
}

}  // namespace layer_convolution_test

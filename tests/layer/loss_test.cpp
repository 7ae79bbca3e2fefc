#include <perfmodel/layer/loss.hpp>
#include <vector>

#include "support.hpp"

namespace layer_loss_test {
using namespace perfmodel;

namespace {
template <class L>
layer_test::Run run(const L& loss, Precision precision) {
  layer_test::Run r;
  TraceWriter w(TraceOptions{.precision = policy(precision)});
  const NumberFormat format = policy(precision).stored();
  const ParameterId p = w.add_parameter({64, 1000}, format, true);
  const Target t = target(loss, Shape{64, 1000}, format);
  const Tensor labels = w.allocate(t.shape, t.format, MemoryClass::input);
  w.write_to(&r.forward.events);
  w.set_autocast(policy(precision).autocast);
  const Tensor value = forward(w, loss, w.parameter(p), labels);
  w.set_autocast(false);
  CHECK(value.size() == 1);
  w.write_to(&r.backward.events);
  w.set_phase(Phase::backward);
  w.backward(value);
  w.write_to(nullptr);
  const OperationList list = w.take_operations();
  r.forward.operations = layer_test::executed(r.forward.events, list);
  r.backward.operations = layer_test::executed(r.backward.events, list);
  return r;
}
}  // namespace

TEST_CASE("cross entropy is a log-softmax each way and compares with one int64 label per row") {
  const layer_test::Run r = run(CrossEntropy{}, Precision::fp32);
  REQUIRE(r.forward.operations.size() == 2);
  const op::Softmax softmax = std::get<op::Softmax>(r.forward.operations[0]);
  CHECK((softmax.logarithm && softmax.rows == 64 && softmax.columns == 1000));
  CHECK(std::get<op::NllLoss>(r.forward.operations[1]) == op::NllLoss{.rows = 64});
  REQUIRE(r.backward.operations.size() == 4);  // gradient of one, zeros, labels' places, softmax
  CHECK(std::get<op::Fill>(r.backward.operations[1]).output.shape == Shape{64, 1000});
  CHECK(std::get<op::NllLoss>(r.backward.operations[2]) == op::NllLoss{.backward = true, .rows = 64});
  CHECK(std::get<op::Softmax>(r.backward.operations[3]).backward);
  CHECK(target(CrossEntropy{}, Shape{64, 1000}, NumberFormat::fp32).shape == Shape{64});
  CHECK(target(CrossEntropy{}, Shape{8, 128, 1000}, NumberFormat::fp32).shape == Shape{8, 128});
}

TEST_CASE("of logits whose columns lie on several cards the loss is made of single operations, in FP32") {
  const layer_test::Run r = run(CrossEntropy{.columns = LossColumns::distributed}, Precision::bf16);
  const double matrix = 64.0 * 1000 * 4;
  CHECK(layer_test::operations<op::Softmax>(r.forward).empty());
  CHECK(layer_test::operations<op::Softmax>(r.backward).empty());
  CHECK(layer_test::operations<op::Reduction>(r.forward).size() == 2);  // the largest, the sum of exponentials
  CHECK(layer_test::pointwise(r.forward, PointwiseFunction::exponential).size() == 1);
  CHECK(layer_test::pointwise(r.backward, PointwiseFunction::exponential).size() == 1);
  // the logits in FP32, shifted, and exponentials or logarithms; zeros, exponentials and their sum beside what is kept
  CHECK(layer_test::most_alive(r.forward) >= 3.0 * matrix);
  CHECK(layer_test::most_alive(r.forward) < 3.1 * matrix);
  CHECK(layer_test::most_alive(r.backward) >= 3.0 * matrix);
  CHECK(layer_test::most_alive(r.backward) < 3.1 * matrix);
}

TEST_CASE("of logits that a program cuts by hand the shares are kept, and become the gradient in place") {
  const layer_test::Run r = run(CrossEntropy{.columns = LossColumns::by_hand}, Precision::bf16);
  const double matrix = 64.0 * 1000 * 4;
  CHECK(layer_test::operations<op::Softmax>(r.forward).empty());
  CHECK(layer_test::pointwise(r.forward, PointwiseFunction::exponential).size() == 1);
  CHECK(layer_test::pointwise(r.backward, PointwiseFunction::exponential).empty());
  CHECK(layer_test::most_alive(r.forward) >= 2.0 * matrix);
  CHECK(layer_test::most_alive(r.forward) < 2.1 * matrix);
  CHECK(layer_test::most_alive(r.backward) < 0.6 * matrix);  // the gradient in 16 bits
  // logits in FP32 are the loss's own, whether the network asks for them or not
  const layer_test::Run wide = run(CrossEntropy{.widen = true, .columns = LossColumns::by_hand}, Precision::bf16);
  CHECK(layer_test::most_alive(wide.forward) == layer_test::most_alive(r.forward));
}

TEST_CASE("the mean squared error: differences, their mean; the loss's gradient is one number for all elements") {
  const layer_test::Run r = run(MeanSquaredError{}, Precision::fp32);
  REQUIRE(r.forward.operations.size() == 2);
  CHECK(layer_test::pointwise(r.forward, PointwiseFunction::squared_difference).size() == 1);
  const op::Reduction mean = std::get<op::Reduction>(r.forward.operations[1]);
  CHECK(mean.input == packed({64, 1000}, NumberFormat::fp32));
  CHECK(outputs_of(mean) == 1);
  CHECK(layer_test::total_work(r.forward) == forward_work(MeanSquaredError{}, Shape{64, 1000}));
  const op::Pointwise back = layer_test::pointwise(r.backward, PointwiseFunction::squared_difference_backward).at(0);
  REQUIRE(back.input_count == 3);
  CHECK(stored_elements(back.inputs[2]) == 1);
  CHECK(target(MeanSquaredError{}, Shape{64, 1000}, NumberFormat::fp16).shape == Shape{64, 1000});
}

TEST_CASE("under autocast the squared differences of half-precision outputs are FP32") {
  const layer_test::Run r = run(MeanSquaredError{}, Precision::amp_bf16);
  CHECK(layer_test::pointwise(r.forward, PointwiseFunction::squared_difference).at(0).outputs[0].format ==
        NumberFormat::fp32);
}
}  // namespace layer_loss_test

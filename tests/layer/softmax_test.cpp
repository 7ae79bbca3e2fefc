#include <perfmodel/layer/softmax.hpp>

#include "support.hpp"

namespace layer_softmax_test {
using namespace perfmodel;
using layer_test::operations;

TEST_CASE("softmax saves its result; backward reads result and gradient") {
  const auto r = layer_test::run(Softmax{}, {{32, 1000}});
  CHECK(r.saved == 0);
  const auto forward = operations<op::Softmax>(r.forward), backward = operations<op::Softmax>(r.backward);
  REQUIRE(forward.size() == 1);
  REQUIRE(backward.size() == 1);
  CHECK(layer_test::total_work(r.forward) == forward_work(Softmax{}, std::vector<Shape>{{32, 1000}}));
  CHECK((backward[0].backward && backward[0].rows == 32 && backward[0].columns == 1000));
  CHECK(traffic(backward[0]) == 3.0 * 32 * 1000 * 4 * byte);
}

TEST_CASE("softmax's backward takes the product of gradient and result first, log_softmax's does not") {
  const auto products = [](bool logarithm) {
    const auto run = layer_test::run(Softmax{.logarithm = logarithm}, {{32, 1000}});
    CHECK(operations<op::Softmax>(run.backward).at(0).logarithm == logarithm);
    return layer_test::pointwise(run.backward, PointwiseFunction::multiply).size();
  };
  CHECK(products(false) == 1);
  CHECK(products(true) == 0);
}

TEST_CASE("under autocast the result is FP32") {
  CHECK(layer_test::run(Softmax{}, {{32, 1000}}, Precision::amp_bf16).output_format == NumberFormat::fp32);
  CHECK(layer_test::run(Softmax{}, {{32, 1000}}, Precision::bf16).output_format == NumberFormat::bf16);
}

TEST_CASE("FP16 is read as it is where the result is FP32, BF16 is copied first") {
  const auto forward = [](Precision p) {
    TraceWriter writer(TraceOptions{.precision = policy(p), .training = false});
    std::vector<TraceEvent> events;
    const Tensor x = writer.allocate({32, 1000}, policy(p).compute);
    writer.write_to(&events);
    writer.set_autocast(true);
    const std::array<Tensor, 1> inputs{x};
    (void)perfmodel::forward(writer, Softmax{}, inputs, {});
    return layer_test::executed(events, writer.take_operations());
  };
  const auto half = forward(Precision::amp_fp16), brain = forward(Precision::amp_bf16);
  REQUIRE(half.size() == 1);
  CHECK(std::get<op::Softmax>(half[0]).input == NumberFormat::fp16);
  CHECK(std::get<op::Softmax>(half[0]).output == NumberFormat::fp32);
  REQUIRE(brain.size() == 2);
  CHECK(std::get<op::Softmax>(brain[1]).input == NumberFormat::fp32);
}
}  // namespace layer_softmax_test

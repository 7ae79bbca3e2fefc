#include <perfmodel/layer/activation.hpp>

#include "support.hpp"

namespace layer_activation_test {
using namespace perfmodel;
using layer_test::operations;
using layer_test::pointwise;

TEST_CASE("activations move two tensors forward and three backward, by the functions of their rule") {
  for (const ActivationKind f :
       {ActivationKind::relu, ActivationKind::leaky_relu, ActivationKind::relu6, ActivationKind::sigmoid,
        ActivationKind::tanh, ActivationKind::gelu, ActivationKind::gelu_tanh, ActivationKind::silu,
        ActivationKind::hardswish, ActivationKind::elu}) {
    const ActivationRule r = rule(f);
    CAPTURE(r.word);
    CHECK(kind(Activation{f}) == r.word);
    CHECK(name(r.forward) == r.word);
    CHECK(name(r.backward) == std::string(r.word) + "_backward");
    const auto run = layer_test::run(Activation{f}, {{64, 1024}});
    const Bytes one = 4.0 * 64 * 1024 * byte;
    REQUIRE(run.forward.operations.size() == 1);
    CHECK(traffic(pointwise(run.forward, r.forward).at(0)) == 2.0 * one);
    CHECK(traffic(pointwise(run.backward, r.backward).at(0)) == 3.0 * one);
    CHECK(layer_test::total_work(run.forward) == forward_work(Activation{f}, std::vector<Shape>{{64, 1024}}));
    CHECK(run.saved == 0);  // the output or the input, which live anyway
  }
}

TEST_CASE("in place takes no memory where the output is enough for backward, a copy where it is not") {
  const auto run = [](const Activation& a) { return layer_test::run(a, {{64, 1024}}).forward; };
  const auto allocations = [&](const Activation& a) {
    std::size_t n = 0;
    for (const TraceEvent& e : run(a).events) n += std::holds_alternative<Allocate>(e.what) ? 1 : 0;
    return n;
  };
  CHECK(allocations({ActivationKind::relu, false}) == 1);
  CHECK(allocations({ActivationKind::relu, true}) == 0);
  CHECK(allocations({ActivationKind::silu, true}) == 1);
  CHECK(pointwise(run({ActivationKind::silu, true}), PointwiseFunction::copy).size() == 1);
  CHECK(pointwise(run({ActivationKind::relu, true}), PointwiseFunction::copy).empty());
}
}  // namespace layer_activation_test

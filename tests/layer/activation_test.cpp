#include <perfmodel/layer/activation.hpp>
#include "support.hpp"

using namespace perfmodel;

TEST_CASE("activations move two tensors forward and three backward") {
  for (const ActivationKind f : {ActivationKind::relu, ActivationKind::sigmoid, ActivationKind::tanh, ActivationKind::gelu}) {
    CAPTURE(kind(Activation{f}));
    const auto r = layer_test::run(Activation{f}, {{64, 1024}});
    const Bytes one = 4.0 * 64 * 1024 * byte;
    const auto forward = layer_test::kernels<Streaming>(r.forward);
    REQUIRE(forward.size() == 1);
    CHECK(traffic(forward[0]) == 2.0 * one);
    CHECK(traffic(layer_test::kernels<Streaming>(r.backward).back()) == 3.0 * one);
    CHECK(r.saved == 0);  // the output or the input, which live anyway
  }
}

TEST_CASE("in place takes no memory where the output is enough for backward, a copy where it is not") {
  const auto allocations = [](const Activation& a) {
    std::size_t n = 0;
    for (const TraceEvent& e : layer_test::run(a, {{64, 1024}}).forward) n += std::holds_alternative<Allocate>(e.what) ? 1 : 0;
    return n;
  };
  CHECK(allocations({ActivationKind::relu, false}) == 1);
  CHECK(allocations({ActivationKind::relu, true}) == 0);
  CHECK(allocations({ActivationKind::silu, true}) == 1);
}

#include <doctest/doctest.h>

#include <perfmodel/network/fcnn.hpp>

namespace network_fcnn_test {
using namespace perfmodel;

// "Towards High-Performance AI4NP Applications on Modern GPU Platforms", Table 2, its corners.
static_assert(fcnn_weights({.layers = 4, .hidden = 32, .inputs = 2000, .outputs = 200}) == 32 * 32 * 3 + 32 * 2200);
static_assert(fcnn_weights({.layers = 128, .hidden = 8192, .inputs = 8000, .outputs = 1000}) ==
              8192LL * 8192 * 127 + 8192LL * 9000);
static_assert(fcnn_step_work({.layers = 4, .hidden = 32, .inputs = 2000, .outputs = 200}, 64) ==
              6.0 * 73472 * 64 * flop);

TEST_CASE("the network's own count is Phi, and Phi plus one bias per node with biases") {
  for (const std::int64_t layers : {1, 4, 128})
    for (const std::int64_t hidden : {32, 8192}) {
      FcnnOptions o{.layers = layers, .hidden = hidden, .inputs = 4000, .outputs = 600, .bias = false};
      CHECK(parameter_count(fcnn(o)) == fcnn_weights(o));
      o.bias = true;
      CHECK(parameter_count(fcnn(o)) == fcnn_weights(o) + layers * hidden + 600);
      CHECK(fcnn(o).layers.size() == static_cast<std::size_t>(2 * layers + 1));
    }
}

TEST_CASE("the forward pass has 2 Phi batch operations in products, and one per activation") {
  const FcnnOptions o{.layers = 8, .hidden = 1024, .inputs = 4000, .outputs = 600};
  const Work products = 2.0 * static_cast<double>(fcnn_weights(o)) * 256.0 * flop;
  CHECK(forward_work(fcnn(o), 256) == products + 8.0 * 1024 * 256 * flop);
}

TEST_CASE("impossible sizes are refused by name") {
  CHECK_THROWS_WITH_AS((void)fcnn({.layers = 0}), "fcnn: layers: got 0; must be >= 1", Error);
  CHECK_THROWS_AS((void)fcnn({.hidden = -5}), Error);
  CHECK(fcnn({.layers = 10'000, .hidden = 32}).layers.size() == 20'001);
  CHECK_THROWS_WITH_AS((void)fcnn({.layers = 10'001}),
                       "fcnn: layers: got 10001; must be at most 10000, the deepest network that anybody trained",
                       Error);
  CHECK_THROWS_AS((void)parameter_count(fcnn({.layers = 4, .hidden = 4'000'000'000'000})), Error);
}
}  // namespace network_fcnn_test

#include <doctest/doctest.h>

#include <perfmodel/network/network.hpp>

namespace network_network_test {
using namespace perfmodel;

namespace {
/// x -> linear -> relu -> linear, added to x.
Network residual() {
  return {.name = "residual",
          .inputs = {{.name = "x", .shape = {64}}},
          .layers = {{.name = "in", .what = Linear{64, 256}},
                     {.name = "act", .what = Activation{}},
                     {.name = "out", .what = Linear{256, 64}},
                     {.name = "sum", .what = Add{}, .inputs = {2, network_input(0)}}}};
}
}  // namespace

TEST_CASE("shapes follow the graph, with the batch in front") {
  const NetworkShapes shapes = infer_shapes(residual(), 32);
  CHECK(shapes.inputs[0] == Shape{32, 64});
  CHECK(shapes.outputs[1] == Shape{32, 256});
  CHECK(shapes.layer_inputs[3].size() == 2);
  CHECK(shapes.outputs[3] == Shape{32, 64});
  CHECK(parameter_count(residual()) == 2 * 64 * 256 + 256 + 64);
}

TEST_CASE("an error names network, layer and both shapes") {
  Network n = residual();
  n.layers[2].what = Linear{255, 64};
  CHECK_THROWS_WITH_AS(
      (void)infer_shapes(n, 1),
      "residual: layer 2 (out): input shape: got [1, 256]; weights of shape [64, 255] take inputs that end in 255",
      Error);
}

TEST_CASE("references forward, missing inputs, empty networks, batches below one and overflow are refused") {
  Network n = residual();
  n.layers[1].inputs = {2};
  CHECK_THROWS_AS((void)infer_shapes(n, 1), Error);
  n = residual();
  n.layers[3].inputs = {2, network_input(1)};
  CHECK_THROWS_AS((void)infer_shapes(n, 1), Error);
  CHECK_THROWS_AS((void)infer_shapes(Network{.name = "empty", .inputs = {{.shape = {1}}}}, 1), Error);
  CHECK_THROWS_AS((void)infer_shapes(residual(), 0), Error);
  CHECK_THROWS_AS((void)infer_shapes(residual(), 1LL << 60), Error);
  n = residual();
  n.inputs[0].shape = {-64};
  CHECK_THROWS_AS((void)infer_shapes(n, 1), Error);
}

TEST_CASE("tied parameters are counted once") {
  Network n = residual();
  n.layers[2].what = Linear{256, 256};
  n.layers.insert(n.layers.begin() + 3, {.name = "again", .what = Linear{256, 256}, .parameters_of = 2});
  n.layers.pop_back();
  CHECK(parameter_count(n) == 64 * 256 + 256 + 256 * 256 + 256);
}
}  // namespace network_network_test

#include <perfmodel/layer/traffic_only.hpp>
#include <doctest/doctest.h>
#include <perfmodel/network/network.hpp>
#include "support.hpp"

using namespace perfmodel;

TEST_CASE("an operator known by its traffic: shape, parameter, operations per element") {
  const TrafficOnly layer{.word = "fancy", .sample = {8, 16}, .parameter = {16}, .each = {3, 0}};
  const std::vector<Shape> inputs{{4, 128}, {4, 1}};
  CHECK(kind(layer) == "fancy");
  CHECK(output_shape(layer, inputs) == Shape{4, 8, 16});
  CHECK(parameters(layer, inputs).size() == 1);
  CHECK(forward_work(layer, inputs) == 3.0 * 4 * 8 * 16 * flop);
  CHECK(parameters(TrafficOnly{.sample = {8}}, inputs).empty());
  CHECK_THROWS_AS((void)output_shape(layer, {}), Error);
  CHECK_THROWS_AS((void)output_shape(TrafficOnly{.sample = {0}}, inputs), Error);
}

TEST_CASE("one kernel forward that reads everything, backward one for each input and one for the parameter") {
  const auto run = layer_test::run(TrafficOnly{.word = "op", .sample = {128}, .parameter = {128}, .each = {1, 0}}, {{32, 128}, {32, 128}});
  std::vector<Streaming> forward, backward;
  for (const auto& [events, kernels] : {std::pair{&run.forward, &forward}, std::pair{&run.backward, &backward}})
    for (const TraceEvent& e : *events)
      if (const auto* launch = std::get_if<Launch>(&e.what))
        if (const auto* streaming = std::get_if<Streaming>(&launch->kernel)) kernels->push_back(*streaming);
  REQUIRE(forward.size() == 1);
  CHECK(in(forward[0].read, byte) == 4.0 * (2 * 32 * 128 + 128));
  CHECK(in(forward[0].written, byte) == 4.0 * 32 * 128);
  CHECK(backward.size() >= 3);
  CHECK(run.output == Shape{32, 128});
}

TEST_CASE("it counts in a network: input, parameter and output once each") {
  Network network{.name = "n", .inputs = {{.name = "x", .shape = {128}}}};
  network.layers.push_back({.name = "fc", .what = Linear{.inputs = 128, .outputs = 128}});
  network.layers.push_back({.name = "op", .what = TrafficOnly{.word = "op", .sample = {128}, .parameter = {128}, .each = {1, 0}}});
  CHECK(parameter_count(network) == 128 * 128 + 128 + 128);
  const std::vector<Shape> shapes{{32, 128}};
  CHECK(in(compulsory_traffic(network.layers[1].what, shapes, NumberFormat::fp32), byte) == 4.0 * (2 * 32 * 128 + 128));
}

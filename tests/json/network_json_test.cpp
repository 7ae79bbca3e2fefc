#include <doctest/doctest.h>

#include <perfmodel/json/network_json.hpp>
#include <perfmodel/network/fcnn.hpp>
#include <string>

#include "../refusal.hpp"

namespace json_network_json_test {
using namespace perfmodel;

namespace {

Network read(const std::string& text) {
  const json::Document document = json::parse_text(text, "net.json");
  return json::network_from_json(document.root());
}

std::string message(const std::string& text) {
  return refusal([&] { (void)read(text); });
}

std::string with_layers(const std::string& layers) {
  return R"({"inputs": [{"shape": [16]}], "layers": [)" + layers + "]}";
}

}  // namespace

TEST_CASE("network_from_json() builds the same network as fcnn()") {
  const Network network = read(R"({"name": "fcnn", "inputs": [{"shape": [4000]}], "loss": "cross_entropy", "layers": [
      {"repeat": 8, "layers": [{"type": "linear", "outputs": 4096}, {"type": "relu"}]},
      {"type": "linear", "name": "output", "outputs": 600}]})");
  const Network built = fcnn({.layers = 8, .hidden = 4096, .inputs = 4000, .outputs = 600});
  REQUIRE(network.layers.size() == built.layers.size());
  CHECK(parameter_count(network) == parameter_count(built));
  CHECK(in(forward_work(network, 64), flop) == in(forward_work(built, 64), flop));
  CHECK(network.layers.at(2).name == "block2.linear1");
  CHECK(network.layers.back().name == "output");
  CHECK(network.layers.at(2).block == 1);
  CHECK(network.layers.back().block == -1);
  CHECK(infer_shapes(network, 64).outputs.back() == Shape{64, 600});
}

TEST_CASE("\"from\" names earlier layers and inputs, seen from inside a block first") {
  const Network network = read(R"({"inputs": [{"name": "x", "shape": [32]}], "loss": "mse", "layers": [
      {"type": "linear", "name": "stem", "outputs": 64},
      {"repeat": 2, "name": "res", "layers": [
        {"type": "linear", "name": "up", "outputs": 64, "from": ["stem"]},
        {"type": "gelu"},
        {"type": "add", "name": "sum", "from": ["gelu1", "up"]}]},
      {"type": "linear", "name": "head", "outputs": 32, "bias": false},
      {"type": "add", "from": ["head", "x"]}]})");
  REQUIRE(network.layers.size() == 9);
  CHECK(network.layers[3].inputs == std::vector<std::int32_t>{2, 1});
  CHECK(network.layers[6].inputs == std::vector<std::int32_t>{5, 4});
  CHECK(network.layers[4].inputs == std::vector<std::int32_t>{0});
  CHECK(network.layers[8].inputs == std::vector<std::int32_t>{7, network_input(0)});
  CHECK(std::holds_alternative<MeanSquaredError>(network.loss));
  CHECK(parameter_count(network) == 33 * 64 + 2 * 65 * 64 + 64 * 32);
}

TEST_CASE("a repeat may give what each of its copies reads a name") {
  const Network network = read(R"({"inputs": [{"name": "x", "shape": [32]}], "layers": [
      {"repeat": 2, "name": "res", "input": "before", "layers": [
        {"type": "linear", "name": "up", "outputs": 32},
        {"type": "add", "from": ["up", "before"]}]}]})");
  REQUIRE(network.layers.size() == 4);
  CHECK(network.layers[1].inputs == std::vector<std::int32_t>{0, network_input(0)});
  CHECK(network.layers[3].inputs == std::vector<std::int32_t>{2, 1});
  CHECK(message(with_layers(R"({"repeat": 2, "input": "y", "layers": [{"type": "relu", "name": "y"}]})")) ==
        "net.json: /layers/0/layers/0: got the name \"block1.y\" twice; every input and layer has its own name");
  CHECK(message(with_layers(
            R"({"repeat": 2, "input": "y", "layers": [{"type": "relu"}]}, {"type": "add", "from": ["y", "y"]})")) ==
        "net.json: /layers/1/from/0: got \"y\"; must be the name of an input or of an earlier layer");
}

TEST_CASE("what is wrong in a network file is named with file, place, value and what is accepted") {
  CHECK(message(R"({"layers": []})") == "net.json: /inputs: got nothing; this field is required");
  CHECK(message(R"({"inputs": [{"shape": [16]}]})") == "net.json: /layers: got nothing; this field is required");
  CHECK(message(R"({"inputs": [{"shape": [16]}], "layers": []})") ==
        "net.json: /layers: got 0 elements; must have at least 1 element");
  CHECK(message(R"({"inputs": [{"shape": [0]}], "layers": [{"type": "relu"}]})") ==
        "net.json: /inputs/0/shape/0: got 0; must be a whole number from 1 to 1099511627776");
  CHECK(message(with_layers(R"({"type": "linear"})")) ==
        "net.json: /layers/0/outputs: got nothing; this field is required");
  CHECK(message(with_layers(R"({"type": "linear", "outputs": -4})")) ==
        "net.json: /layers/0/outputs: got -4; must be a whole number from 1 to 1099511627776");
  CHECK(message(with_layers(R"({"type": "linear", "outputs": 1e300})")) ==
        "net.json: /layers/0/outputs: got 1e+300; must be a whole number from 1 to 1099511627776");
  CHECK(message(with_layers(R"({"type": "linear", "outputs": 8, "biass": true})")) ==
        "net.json: /layers/0/biass: got the unknown field \"biass\"; accepted fields: type, name, from, parameters_of, "
        "inputs, outputs, bias");
  CHECK(message(with_layers(R"({"type": "relu", "from": ["y"]})")) ==
        "net.json: /layers/0/from/0: got \"y\"; must be the name of an input or of an earlier layer");
  CHECK(message(with_layers(R"({"type": "linear", "inputs": 32, "outputs": 8})")) ==
        "net.json: /layers/0 (linear): input shape: got [1, 16]; weights of shape [8, 32] take inputs that end in 32");
  CHECK(message(with_layers(R"({"type": "relu", "name": "a"}, {"type": "relu", "name": "a"})")) ==
        "net.json: /layers/1: got the name \"a\" twice; every input and layer has its own name");
  CHECK(message(with_layers(R"({"repeat": 1000000, "layers": [{"type": "relu"}]})")) ==
        "net.json: /layers/0/repeat: got 1000000; must be a whole number from 1 to 100000");
  CHECK(message(with_layers(R"({"repeat": 1000, "layers": [{"repeat": 1000, "layers": [{"type": "relu"}]}]})")) ==
        "net.json: /layers/0/layers/0/layers/0: got more than 100000 layers; must be at most 100000");
  CHECK(message(with_layers(R"({"type": "lineer"})"))
            .rfind("net.json: /layers/0/type: got \"lineer\"; must be one of linear, relu", 0) == 0);
}
}  // namespace json_network_json_test

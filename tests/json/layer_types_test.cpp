#include <perfmodel/json/network_json.hpp>
#include <doctest/doctest.h>

using namespace perfmodel;

TEST_CASE("a network of every family of layers is read from JSON") {
  const json::Document image = json::parse_text(R"({"inputs": [{"shape": [3, 32, 32]}], "layers": [
    {"type": "convolution", "outputs": 16, "kernel": 3, "padding": 1, "bias": false, "name": "c"}, {"type": "batch_norm"},
    {"type": "relu", "in_place": true, "name": "a"},
    {"type": "convolution", "outputs": 16, "kernel": [1, 3], "padding": [0, 1], "groups": 16, "name": "d"},
    {"type": "group_norm", "groups": 4, "name": "g"}, {"type": "add", "from": ["a", "g"]}, {"type": "max_pool", "window": 2, "name": "p"},
    {"type": "transposed_convolution", "outputs": 16, "kernel": 2, "stride": 2, "name": "u"}, {"type": "concat", "from": ["u", "a"]},
    {"type": "adaptive_avg_pool"}, {"type": "flatten"}, {"type": "linear", "outputs": 10}]})");
  const Network network = json::network_from_json(image.root());
  CHECK(parameter_count(network) == 3 * 16 * 9 + 32 + 16 * 3 + 16 + 32 + 16 * 16 * 4 + 16 + 32 * 10 + 10);
  const json::Document text = json::parse_text(R"({"inputs": [{"shape": [12], "integers": true}], "layers": [
    {"type": "embedding", "rows": 100, "width": 24, "name": "e"}, {"type": "rms_norm"}, {"type": "linear", "outputs": 48, "bias": false},
    {"type": "attention", "heads": 4, "key_heads": 2, "causal": true}, {"type": "lstm", "hidden": 8}, {"type": "layer_norm"},
    {"type": "mixture_of_experts", "inner": 16, "experts": 4, "used": 2}, {"type": "linear", "outputs": 100}]})");
  CHECK(parameter_count(json::network_from_json(text.root())) ==
        2400 + 24 + 24 * 48 + 4 * 8 * (24 + 8) + 2 * 32 + 16 + 4 * 8 + 4 * 3 * 8 * 16 + 8 * 100 + 100);
}

TEST_CASE("a convolution that does not fit names the shapes") {
  const json::Document bad = json::parse_text(R"({"inputs": [{"shape": [3, 4, 4]}], "layers": [{"type": "convolution", "outputs": 8, "kernel": 7}]})");
  CHECK_THROWS_AS((void)json::network_from_json(bad.root()), Error);
}

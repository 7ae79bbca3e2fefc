#include <doctest/doctest.h>

#include <perfmodel/json/network_json.hpp>
#include <string>

#include "../refusal.hpp"

namespace json_layer_types_test {
using namespace perfmodel;

TEST_CASE("a network of every family of layers is read from JSON") {
  const json::Document image = json::parse_text(R"({"inputs": [{"shape": [3, 32, 32]}], "layers": [
    {"type": "convolution", "outputs": 16, "kernel": 3, "padding": 1, "bias": false, "name": "c"},
    {"type": "batch_norm"},
    {"type": "relu", "in_place": true, "name": "a"},
    {"type": "convolution", "outputs": 16, "kernel": [1, 3], "padding": [0, 1], "groups": 16, "name": "d"},
    {"type": "group_norm", "groups": 4, "name": "g"}, {"type": "add", "from": ["a", "g"]}, {"type": "max_pool",
    "window": 2, "name": "p"},
    {"type": "transposed_convolution", "outputs": 16, "kernel": 2, "stride": 2, "name": "u"}, {"type": "concat",
    "from": ["u", "a"]},
    {"type": "adaptive_avg_pool"}, {"type": "flatten"}, {"type": "linear", "outputs": 10}]})");
  const Network network = json::network_from_json(image.root());
  CHECK(parameter_count(network) == 3 * 16 * 9 + 32 + 16 * 3 + 16 + 32 + 16 * 16 * 4 + 16 + 32 * 10 + 10);
  const json::Document text = json::parse_text(R"({"inputs": [{"shape": [12], "integers": true}], "layers": [
    {"type": "embedding", "rows": 100, "width": 24, "name": "e"}, {"type": "rms_norm"}, {"type": "linear",
    "outputs": 48, "bias": false},
    {"type": "attention", "heads": 4, "key_heads": 2, "causal": true}, {"type": "lstm", "hidden": 8},
    {"type": "layer_norm"},
    {"type": "mixture_of_experts", "inner": 16, "experts": 4, "used": 2}, {"type": "linear", "outputs": 100}]})");
  CHECK(parameter_count(json::network_from_json(text.root())) ==
        2400 + 24 + 24 * 48 + 4 * 8 * (24 + 8) + 2 * 32 + 16 + 4 * 8 + 4 * 3 * 8 * 16 + 8 * 100 + 100);
}

TEST_CASE("a convolution that does not fit names the shapes") {
  const json::Document bad = json::parse_text(
      R"({"inputs": [{"shape": [3, 4, 4]}], "layers": [{"type": "convolution", "outputs": 8, "kernel": 7}]})");
  CHECK_THROWS_AS((void)json::network_from_json(bad.root()), Error);
}

namespace {
/// What a network of one layer over inputs of these shapes is refused with.
std::string refused(const std::string& layer, const std::string& inputs) {
  const std::string text = R"({"loss": "mse", "inputs": [)" + inputs + R"(], "layers": [)" + layer + "]}";
  const json::Document document = json::parse_text(text, "net.json");
  return refusal([&] { (void)infer_shapes(json::network_from_json(document.root()), 2); });
}
constexpr auto row = R"({"shape": [16]})", image = R"({"shape": [3, 32, 32]})", sequence = R"({"shape": [8, 16]})";
}  // namespace

TEST_CASE("a layer without a field that it needs: the error names the file, the layer and the field") {
  struct Missing {
    const char *type, *inputs, *field;
  };
  for (const Missing& m :
       {Missing{"linear", row, "outputs"}, Missing{"convolution", image, "outputs"},
        Missing{"transposed_convolution", image, "outputs"}, Missing{"group_norm", image, "groups"},
        Missing{"reshape", row, "shape"}, Missing{"slice", image, "length"}, Missing{"embedding", row, "rows"},
        Missing{"position_embedding", row, "rows"}, Missing{"rotary", sequence, "heads"},
        Missing{"attention", sequence, "heads"}, Missing{"lstm", sequence, "hidden"},
        Missing{"gru", sequence, "hidden"}, Missing{"mixture_of_experts", sequence, "inner"}}) {
    CAPTURE(m.type);
    CHECK(refused(std::string(R"({"type": ")") + m.type + "\"}", m.inputs) ==
          std::string("net.json: /layers/0/") + m.field + ": got nothing; this field is required");
  }
}

TEST_CASE("a layer with an impossible field or an input that does not fit: the error names the layer and what it got") {
  struct Bad {
    const char *layer, *inputs, *got;
  };
  for (const Bad& b :
       {Bad{R"({"type": "linear", "outputs": 0})", row, "0"},
        Bad{R"({"type": "linear", "outputs": -4})", row, "-4"},
        Bad{R"({"type": "linear", "outputs": 1.5})", row, "1.5"},
        Bad{R"({"type": "linear", "outputs": "ten"})", row, "ten"},
        Bad{R"({"type": "linear", "inputs": 17, "outputs": 4})", row, "[1, 16]"},
        Bad{R"({"type": "linear", "outputs": 4, "bias": 1})", row, "1"},
        Bad{R"({"type": "linear", "outputs": 4, "units": 3})", row, "units"},
        Bad{R"({"type": "dense"})", row, "dense"},
        Bad{R"({"type": "dropout", "probability": 1.0})", row, "1"},
        Bad{R"({"type": "dropout", "probability": -0.1})", row, "-0.1"},
        Bad{R"({"type": "convolution", "outputs": 8, "kernel": 0})", image, "0"},
        Bad{R"({"type": "convolution", "outputs": 8, "kernel": 40})", image, "[1, 3, 32, 32]"},
        Bad{R"({"type": "convolution", "outputs": 8, "groups": 2})", image, "2"},
        Bad{R"({"type": "convolution", "outputs": 8, "stride": 0})", image, "0"},
        Bad{R"({"type": "convolution", "outputs": 8, "padding": -1})", image, "-1"},
        Bad{R"({"type": "convolution", "outputs": 8, "dilation": 0})", image, "0"},
        Bad{R"({"type": "convolution", "outputs": 8, "kernel": [3, 3, 3]})", image, "3"},
        Bad{R"({"type": "convolution", "outputs": 8})", row, "[1, 16]"},
        Bad{R"({"type": "transposed_convolution", "outputs": 8, "kernel": 2, "stride": 2, "output_padding": 2})", image,
            "2"},
        Bad{R"({"type": "max_pool", "window": 0})", image, "0"},
        Bad{R"({"type": "max_pool", "window": 33})", image, "[1, 3, 32, 32]"},
        Bad{R"({"type": "max_pool", "window": 2, "padding": 2})", image, "2"},
        Bad{R"({"type": "avg_pool"})", row, "[1, 16]"},
        Bad{R"({"type": "adaptive_avg_pool", "size": 0})", image, "0"},
        Bad{R"({"type": "adaptive_avg_pool"})", sequence, "[1, 8, 16]"},
        Bad{R"({"type": "upsample", "factor": 0})", image, "0"},
        Bad{R"({"type": "upsample"})", row, "[1, 16]"},
        Bad{R"({"type": "group_norm", "groups": 2})", image, "2"},
        Bad{R"({"type": "batch_norm", "groups": 2})", image, "groups"},
        Bad{R"({"type": "reshape", "shape": [3, 5]})", row, "[1, 16]"},
        Bad{R"({"type": "reshape", "shape": []})", row, "0 elements"},
        Bad{R"({"type": "slice", "length": 4})", image, "[1, 3, 32, 32]"},
        Bad{R"({"type": "slice", "dimension": 4, "length": 1})", row, "[1, 16]"},
        Bad{R"({"type": "transpose", "first": 1, "second": 3})", sequence, "[1, 8, 16]"},
        Bad{R"({"type": "matmul"})", row, "1"},
        Bad{R"({"type": "add"})", row, "1"},
        Bad{R"({"type": "multiply"})", row, "1"},
        Bad{R"({"type": "add", "from": ["a", "b"]})", R"({"name": "a", "shape": [16]}, {"name": "b", "shape": [17]})",
            "[1, 16] and [1, 17]"},
        Bad{R"({"type": "embedding", "rows": 10, "width": 0})", row, "0"},
        Bad{R"({"type": "rotary", "heads": 3})", sequence, "[1, 8, 16]"},
        Bad{R"({"type": "rotary", "heads": 4})", row, "[1, 16]"},
        Bad{R"({"type": "attention", "heads": 0})", sequence, "0"},
        Bad{R"({"type": "attention", "heads": 4})", row, "[1, 16]"},
        Bad{R"({"type": "attention", "heads": 4, "key_heads": 3})", sequence, "4"},
        Bad{R"({"type": "attention", "heads": 3})", sequence, "[1, 8, 16]"},
        Bad{R"({"type": "attention", "heads": 4, "dropout": 1})", sequence, "1"},
        Bad{R"({"type": "attention", "heads": 4, "mask": "all"})", sequence, "none, compiled, kept"},
        Bad{R"({"type": "lstm", "hidden": 0})", sequence, "0"},
        Bad{R"({"type": "lstm", "hidden": 8, "layers": 0})", sequence, "0"},
        Bad{R"({"type": "gru", "hidden": 8})", row, "[1, 16]"},
        Bad{R"({"type": "mixture_of_experts", "inner": 8, "experts": 2, "used": 3})", sequence, "3"},
        Bad{R"({"type": "mixture_of_experts", "inner": 0})", sequence, "0"},
        Bad{R"({"type": "layer_norm", "size": 4})", row, "size"}}) {
    CAPTURE(std::string(b.layer));
    const std::string message = refused(b.layer, b.inputs);
    CAPTURE(message);
    CHECK(message.find(b.got) != std::string::npos);
    CHECK((message.find("net.json: /layers/0") == 0 || message.find("layer ") != std::string::npos));
  }
}
}  // namespace json_layer_types_test

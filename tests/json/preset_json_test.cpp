#include <doctest/doctest.h>

#include <perfmodel/json/preset_json.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/step/recipe.hpp>

#include "../refusal.hpp"

namespace json_preset_json_test {
using namespace perfmodel;

namespace {

[[nodiscard]] std::string refused(const std::string& job, const std::string& sources = R"({"a": "a paper"})") {
  return refusal([&] {
    const json::Document document =
        json::parse_text(R"({"presets": [)" + job + R"(], "sources": )" + sources + "}", "presets.json");
    (void)json::presets_from_json(document.root());
  });
}

}  // namespace

TEST_CASE("MLPerf's jobs name networks and optimizers that there are") {
  for (const char* name : {"mlperf-resnet50", "mlperf-ssd", "mlperf-mask-rcnn", "mlperf-gnmt", "mlperf-transformer",
                           "mlperf-ncf", "mlperf-minigo"}) {
    CAPTURE(name);
    const Preset preset = json::load_preset(name);
    CHECK_NOTHROW((void)named_network(preset.network));
    Recipe recipe;
    CHECK_NOTHROW(set_optimizer(recipe, preset.optimizer, "optimizer"));
    CHECK(preset.samples.value_or(1e6) > 1e5);
    CHECK_FALSE(preset.quality.empty());
  }
  CHECK(json::load_preset("MLPerf-ResNet50").epochs == 62.0);
  CHECK(json::load_preset("mlperf-ncf").epochs == 16.0);
  CHECK_FALSE(json::load_preset("mlperf-minigo").samples);  // it plays them
  CHECK_FALSE(json::load_preset("mlperf-minigo").epochs);
  CHECK(json::load_preset("mlperf-ncf").samples.has_value());
  CHECK(refusal([] {
          (void)json::load_preset("mlperf-resnet5");
        }).find("preset: got \"mlperf-resnet5\"; must be the name of a preset; nearest: mlperf-resnet50") == 0);
}

TEST_CASE("a preset needs every field but its numbers, and a source for every number") {
  const std::string begin = R"({"name": "x", "network": "resnet18", "optimizer": "sgd", "data_set": "y", )"
                            R"("quality": {"value": "z", "source": "a"})";
  CHECK(refused(begin + "}").empty());
  CHECK(refused(R"({"name": "x"})") == "presets.json: /presets/0/network: got nothing; this field is required");
  CHECK(refused(begin + R"(, "samples": {"value": 0, "source": "a"}})") ==
        "presets.json: /presets/0/samples/value: got 0; must be a number > 0 and <= 1e+15");
  CHECK(refused(begin + R"(, "samples": {"value": 5, "source": "b"}})") ==
        "presets.json: /presets/0/samples/source: got \"b\"; must be one of the file's sources");
  CHECK(refused(begin + R"(, "samples": {"value": 5, "source": "a"}})").empty());
}
}  // namespace json_preset_json_test

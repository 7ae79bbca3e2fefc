#include <doctest/doctest.h>

#include <cstdlib>
#include <perfmodel/json/file.hpp>
#include <perfmodel/json/network_schema.hpp>

namespace json_network_schema_test {
using namespace perfmodel;

TEST_CASE("docs/network.schema.json is what network_schema() makes of the table of layer types") {
  const std::string file = PERFMODEL_SOURCE_DIR "/docs/network.schema.json";
  const std::string schema = json::network_schema().dump(1) + '\n';
  if (std::getenv("PERFMODEL_UPDATE_DOCS") != nullptr) json::write_file(file, schema);
  CHECK(json::read_file(file) == schema);
}

TEST_CASE("every layer type and field is in the schema once") {
  const auto layers = json::network_schema()["$defs"]["layer"]["oneOf"];
  REQUIRE(layers.size() == json::layer_types().size() + 1);  // and "repeat"
  for (std::size_t i = 0; i < json::layer_types().size(); ++i) {
    CHECK(layers[i]["properties"]["type"]["const"] == json::layer_types()[i].word);
    CHECK(layers[i]["properties"].size() == 4 + json::layer_types()[i].fields.size());
  }
}
}  // namespace json_network_schema_test

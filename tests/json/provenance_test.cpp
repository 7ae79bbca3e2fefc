#include <doctest/doctest.h>

#include <perfmodel/json/provenance.hpp>

namespace json_provenance_test {
using namespace perfmodel;

TEST_CASE("provenance comes back as it was written, and says what is not known") {
  const json::Provenance written{.program = "perfmodel-fit",
                                 .date = std::string(json::not_known),
                                 .inputs = {{"h200-sxm/ops.csv", "00000000000000ff"}},
                                 .rows = {{"ops", 12}},
                                 .notes = {"One.", "Two."}};
  const std::string text = json::laid_out(json::to_json(written));
  const json::Document document = json::parse_text(text, "file.json");
  const json::Provenance read = json::provenance_from_json(document.root());
  CHECK(json::laid_out(json::to_json(read)) == text);
  CHECK(read.date == "not known");
  CHECK(read.inputs.at("h200-sxm/ops.csv") == "00000000000000ff");
  CHECK(read.rows.at("ops") == 12);
  CHECK(read.notes.size() == 2);
}

TEST_CASE("a file that does not say what made it is refused") {
  const json::Document document = json::parse_text(R"({"date": "2026-11-23", "inputs": {}})", "file.json");
  CHECK_THROWS_WITH_AS((void)json::provenance_from_json(document.root()),
                       "file.json: /program: got nothing; this field is required", Error);
}
}  // namespace json_provenance_test

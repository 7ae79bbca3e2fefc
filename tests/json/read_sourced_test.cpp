#include <doctest/doctest.h>

#include <perfmodel/json/read_sourced.hpp>
#include <perfmodel/units.hpp>
#include <string>

#include "../refusal.hpp"

namespace json_read_sourced_test {
using namespace perfmodel;

namespace {
json::Sourced<ClockRate> clock_from(const std::string& text) {
  const json::Document document = json::parse_text(text, "f.json");
  return json::sourced<ClockRate>(document.root(),
                                  {{"MHz", 1.0 * mega * cycle / second}, {"GHz", 1.0 * giga * cycle / second}},
                                  json::positive(1e5));
}
std::string message(const std::string& text) {
  return refusal([&] { (void)clock_from(text); });
}
}  // namespace

TEST_CASE("sourced() keeps value, unit, kind, source and note beside the quantity") {
  const auto clock =
      clock_from(R"({"value": 1.41, "unit": "GHz", "kind": "estimated", "source": "a100", "note": "from the peak"})");
  CHECK(in(clock.quantity, giga * cycle / second) == 1.41);
  CHECK(clock.value == 1.41);
  CHECK(clock.unit == "GHz");
  CHECK(clock.kind == json::Kind::estimated);
  CHECK(name(clock.kind) == "estimated");
  CHECK(clock.source == "a100");
  CHECK(clock.note == "from the peak");
}

TEST_CASE("sourced() refuses a number without unit, kind, source or sense") {
  CHECK(message(R"({"value": 1410, "unit": "kHz", "kind": "published", "source": "a"})") ==
        "f.json: /unit: got \"kHz\"; must be \"MHz\" or \"GHz\"");
  CHECK(message(R"({"value": 1410, "kind": "published", "source": "a"})") ==
        "f.json: /unit: got nothing; this field is required");
  CHECK(message(R"({"unit": "MHz", "kind": "published", "source": "a"})") ==
        "f.json: /value: got nothing; this field is required");
  CHECK(message(R"({"value": 1410, "unit": "MHz", "kind": "guessed", "source": "a"})") ==
        "f.json: /kind: got \"guessed\"; must be one of published, measured, estimated");
  CHECK(message(R"({"value": 1410, "unit": "MHz", "kind": "published"})") ==
        "f.json: /source: got nothing; this field is required");
  CHECK(message(R"({"value": 1410, "unit": "MHz", "kind": "estimated", "source": "a"})") ==
        "f.json: /note: got nothing; an estimate says how it was derived");
  CHECK(message("1410") == "f.json: got 1410; must be an object");
  CHECK(message(R"({"value": 1410, "unit": "MHz", "kind": "published", "source": "a", "sourc": ""})") ==
        "f.json: /sourc: got the unknown field \"sourc\"; accepted fields: value, unit, kind, source, note");
  for (const char* value : {"-1", "0", "1e300", "\"1410\"", "null", "true"})
    CHECK(message(R"({"unit": "MHz", "kind": "published", "source": "a", "value": )" + std::string(value) + "}") ==
          "f.json: /value: got " + std::string(value[0] == '1' ? "1e+300" : value) +
              "; must be a number > 0 and <= 100000 MHz");
  CHECK(message(R"({"value": 101, "unit": "GHz", "kind": "published", "source": "a"})") != "");  // the range is in MHz
}
}  // namespace json_read_sourced_test

#include <doctest/doctest.h>

#include <array>
#include <limits>
#include <perfmodel/json/reader.hpp>
#include <string>

#include "../refusal.hpp"

namespace json_reader_test {
using namespace perfmodel;
using json::parse_text;

namespace {
std::string parse_message(const std::string& text, const json::Limits& limits = {}) {
  return refusal([&] { (void)parse_text(text, "f.json", limits); });
}
}  // namespace

TEST_CASE("parse_text() says where broken JSON breaks") {
  CHECK(parse_message("[1,\n 2,]") == "f.json: line 2, column 4: got ']'; must be valid JSON (RFC 8259)");
  CHECK(parse_message("{\"a\": [1, 2") ==
        "f.json: line 1, column 12: got the end of the text; the JSON text is cut short");
  CHECK(parse_message("") == "f.json: line 1, column 1: got the end of the text; the JSON text is cut short");
  CHECK(parse_message("NaN") == "f.json: line 1, column 1: got 'NaN'; must be valid JSON (RFC 8259)");
  CHECK(parse_message("[1] 2") == "f.json: line 1, column 5: got '2'; must be valid JSON (RFC 8259)");
  CHECK(parse_message("// note\n1") == "f.json: line 1, column 1: got '// note?1'; must be valid JSON (RFC 8259)");
  CHECK(parse_message("\"\xff\"") != "");
}

TEST_CASE("parse_text() refuses what a JSON library would let pass") {
  CHECK(parse_message(R"({"a": 1, "a": 2})") ==
        "f.json: got the field \"a\" twice in one object; every field must come once");
  CHECK(parse_message(R"({"a": {"b": 1}, "c": {"b": 2}})") == "");
  CHECK(parse_message("1e400") == "f.json: got a number beyond 1.8e308; numbers must fit a 64-bit float");
  CHECK(parse_message(std::string(1000000, '[')) ==
        "f.json: got more than 32 levels of nesting; must be nested at most 32 deep");
  CHECK(parse_message("[[1]]", {.depth = 2}) == "");
  CHECK(parse_message("[[1]]", {.depth = 1}) != "");
  CHECK(parse_message("[1, 2]", {.bytes = 5}) == "f.json: got 6 bytes; must be at most 5 bytes");
  CHECK(refusal([] { (void)parse_text("[1,", ""); }) ==
        "JSON text: line 1, column 4: got the end of the text; the JSON text is cut short");
}

TEST_CASE("Node names file, pointer, value and what is accepted") {
  const json::Document document = parse_text(R"({"a": {"b/c": [1, "x"]}, "n": -1})", "f.json");
  const json::Node root = document.root();
  CHECK(root.place() == "f.json");
  CHECK(root.at("a").at("b/c").place() == "f.json: /a/b~1c");
  CHECK(root.at("a").at("b/c").elements()[1].place() == "f.json: /a/b~1c/1");
  CHECK(refusal([&] { (void)root.at("z"); }) == "f.json: /z: got nothing; this field is required");
  CHECK(refusal([&] {
          root.allow_only({"a", "m"});
        }) == "f.json: /n: got the unknown field \"n\"; accepted fields: a, m");
  CHECK(refusal([&] { (void)root.at("n").number(json::positive(10)); }) ==
        "f.json: /n: got -1; must be a number > 0 and <= 10");
  CHECK(refusal([&] { (void)root.at("n").at("b"); }) == "f.json: /n: got -1; must be an object");
  CHECK(refusal([&] { (void)root.at("n").elements(); }) == "f.json: /n: got -1; must be an array");
  CHECK(refusal([&] { (void)root.at("a").at("b/c").elements(3); }) ==
        "f.json: /a/b~1c: got 2 elements; must have at least 3 elements");
  CHECK_FALSE(root.find("z").has_value());
}

TEST_CASE("integer() takes whole numbers only and never wraps") {
  const json::Document document =
      parse_text(R"([8, 8.0, 1e3, 8.5, "8", 18446744073709551615, 1e300, -0.0, 9223372036854775807, true])");
  const auto nodes = document.root().elements();
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  CHECK(nodes[0].integer(1, 10) == 8);
  CHECK(nodes[1].integer(1, 10) == 8);
  CHECK(nodes[2].integer(1, 1000) == 1000);
  for (const std::size_t i : {3u, 4u, 5u, 6u, 9u}) CHECK_THROWS_AS((void)nodes[i].integer(0, most), Error);
  CHECK_THROWS_AS((void)nodes[5].integer(-10, most), Error);  // 2^64 - 1 must not come out as -1
  CHECK(nodes[7].integer(0, 1) == 0);
  CHECK(nodes[8].integer(0, most) == most);
  CHECK(refusal([&] { (void)nodes[5].integer(0, 7); }) ==
        "/5: got 18446744073709551615; must be a whole number from 0 to 7");
}

TEST_CASE("number() refuses not-a-number, infinities and what is out of range") {
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), -1.0, 0.0, 1e300}) {
    const nlohmann::json value = bad;
    CHECK_THROWS_AS((void)json::Node(value, "").number(json::positive(1e12)), Error);
  }
  const nlohmann::json zero = 0;
  CHECK(json::Node(zero, "").number({.low = 0.0, .high = 1.0}) == 0.0);
}

TEST_CASE("text(), boolean() and word() are strict") {
  enum class Colour { red, blue };
  const json::Document document = parse_text(R"(["red", "", "a\nb", 1, true, "green"])");
  const auto nodes = document.root().elements();
  const std::initializer_list<json::Word<Colour>> colours{{"red", Colour::red}, {"blue", Colour::blue}};
  CHECK(nodes[0].text() == "red");
  CHECK(nodes[0].word<Colour>(colours) == Colour::red);
  CHECK(refusal([&] { (void)nodes[5].word<Colour>(colours); }) == "/5: got \"green\"; must be one of red, blue");
  CHECK_THROWS_AS((void)nodes[3].word<Colour>(colours), Error);
  for (const std::size_t i : {1u, 2u, 3u}) CHECK_THROWS_AS((void)nodes[i].text(), Error);
  CHECK_THROWS_AS((void)nodes[0].text(2), Error);
  CHECK(nodes[4].boolean());
  CHECK_THROWS_AS((void)nodes[3].boolean(), Error);
}

TEST_CASE("got() stays on one short line") {
  const json::Document document = parse_text(R"([")" + std::string(5000, 'x') + R"(", "a\u0001\nb"])");
  for (const json::Node& node : document.root().elements()) {
    CHECK(node.got().size() < 100);
    CHECK(node.got().find('\n') == std::string::npos);
  }
}

TEST_CASE("members that nobody wants are JSON, and left out") {
  const std::string text =
      R"({"a": {"c": 1, "b": [2]}, "b": {"a": [3, {"a": "}"}]}, "c": [[4.5, null], "\""], "d": -1})";
  constexpr std::array<std::string_view, 2> wanted{"a", "d"};
  nlohmann::json kept = nlohmann::json::parse(text);
  kept.erase("b");
  kept.erase("c");
  const json::Document document = json::parse_text(text, {}, {}, wanted);
  CHECK(document.root().raw() == kept);
  CHECK_THROWS_AS((void)json::parse_text(R"({"b": [1, 2,]})", {}, {}, wanted), Error);
  CHECK_THROWS_AS((void)json::parse_text(R"({"b": {"c": 1, "c": 2}})", {}, {}, wanted), Error);
}
}  // namespace json_reader_test

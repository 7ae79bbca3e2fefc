#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <perfmodel/json/plain_text.ipp>
#include <perfmodel/json/reader.hpp>
#include <random>
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

namespace {
constexpr std::size_t usual_depth = json::Limits{}.depth;

/// Equal to the last digit, and of the same types: 1 is not 1.0.
bool same(const nlohmann::json& a, const nlohmann::json& b) {
  if (a.type() != b.type() || a.size() != b.size()) return false;
  if (!a.is_structured()) return a == b;
  return std::equal(a.items().begin(), a.items().end(), b.items().begin(), [](const auto& one, const auto& other) {
    return one.key() == other.key() && same(one.value(), other.value());
  });
}

/// Whether PlainText reads a text as the library does, or leaves it to it.
bool reads_alike(const std::string& text) {
  const auto plain = json::detail::PlainText(text, usual_depth).all();
  return !plain || (nlohmann::json::accept(text) && same(*plain, nlohmann::json::parse(text)));
}
}  // namespace

TEST_CASE("PlainText reads every device file, all but the few that it leaves to the library") {
  int read = 0, left = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(PERFMODEL_DEVICES_DIR)) {
    if (entry.path().extension() != ".json") continue;
    const std::string text = json::read_file(entry.path());
    CHECK(reads_alike(text));
    ++(json::detail::PlainText(text, usual_depth).all() ? read : left);
  }
  CHECK(read > 40);
  CHECK(left < 3);
}

TEST_CASE("PlainText reads what is valid, and nothing else") {
  for (const char* text : {"0", "-0", "12", "-7", "0.5", "-1.25e-3", "1E5", "123456789012345678",
                           "1.7976931348623157e308", " [ 1 , 2 ] ", "{}", "[]", "[[], {}]", "true", "false", "null",
                           R"("a\"b\\c\/\n\t\r\b\f")", R"({"b": 1, "a": {"b": [null, ""]}})"}) {
    CAPTURE(text);
    CHECK(json::detail::PlainText(text, usual_depth).all().has_value());
    CHECK(reads_alike(text));
  }
  for (const char* text : {"",
                           " ",
                           "01",
                           "-",
                           "1.",
                           ".5",
                           "1e",
                           "1e+",
                           "+1",
                           "0x1",
                           "1e400",
                           "NaN",
                           "tru",
                           "[1,]",
                           "[1 2]",
                           "[,1]",
                           "{\"a\"}",
                           "{\"a\":}",
                           "{\"a\" 1}",
                           "{\"a\":1,}",
                           "{1:2}",
                           "[1}",
                           "[",
                           "{\"a\":1",
                           "\"a",
                           "\"\\\"",
                           "\"\\x\"",
                           "\"\n\"",
                           "1 2",
                           "{\"a\":1,\"a\":2}",
                           "\xef\xbb\xbf"
                           "1"}) {
    CAPTURE(text);
    CHECK_FALSE(json::detail::PlainText(text, usual_depth).all().has_value());
  }
  CHECK(json::detail::PlainText("[[1]]", 2).all().has_value());
  CHECK_FALSE(json::detail::PlainText("[[1]]", 1).all().has_value());
}

TEST_CASE("PlainText keeps the members that are wanted, as the library has them") {
  const std::string text =
      R"({"a": {"c": 1, "b": [2]}, "b": {"a": [3, {"a": "}"}]}, "c": [[4.5, null], "\""], "d": -1})";
  constexpr std::array<std::string_view, 2> wanted{"a", "d"};
  const auto plain = json::detail::PlainText(text, usual_depth, wanted).all();
  REQUIRE(plain);
  nlohmann::json whole = nlohmann::json::parse(text);
  whole.erase("b");
  whole.erase("c");
  CHECK(same(*plain, whole));
  for (std::size_t length = 0; length < text.size(); ++length)
    CHECK_FALSE(json::detail::PlainText(text.substr(0, length), usual_depth, wanted).all().has_value());
  CHECK_FALSE(json::detail::PlainText(R"({"b": [1, 2,]})", usual_depth, wanted).all().has_value());
  CHECK_FALSE(json::detail::PlainText(R"({"b": 1, "b": 2})", usual_depth, wanted).all().has_value());
}

TEST_CASE("PlainText reads damaged texts as the library does, or not at all") {
  const std::string whole = json::read_file(std::filesystem::path(PERFMODEL_DEVICES_DIR) / "t4.json");
  std::mt19937 draw(7);  // the same texts everywhere
  const std::string pieces = "{}[]\",:.0123456789eE+-tfn \\/u\x01\x7f\xff";
  int answered = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string text = whole;
    for (int k = 0; k <= i % 3; ++k) text[draw() % text.size()] = pieces[draw() % pieces.size()];
    CHECK(reads_alike(text));
    answered += json::detail::PlainText(text, usual_depth).all() ? 1 : 0;
  }
  CHECK(answered > 300);  // else nothing was compared
  CHECK(answered < 2700);
}
}  // namespace json_reader_test

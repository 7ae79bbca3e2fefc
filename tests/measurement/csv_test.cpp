#include <doctest/doctest.h>

#include <algorithm>
#include <perfmodel/measurement/csv.hpp>
#include <span>
#include <string>

#include "../refusal.hpp"

namespace measurement_csv_test {
using namespace perfmodel;

namespace {
using Cells = std::vector<std::string>;
}

TEST_CASE("parse_csv() reads header and rows, with quotes, CRLF, a byte-order mark and empty lines") {
  const CsvTable table = parse_csv(
      "\xef\xbb\xbf"
      "a,b,\"c,d\"\r\n1,\"x \"\"y\"\"\nz\",\r\n\r\n2,,3",
      "t.csv");
  CHECK(table.columns == Cells{"a", "b", "c,d"});
  REQUIRE(table.rows.size() == 2);
  CHECK(table.rows[0].cells == Cells{"1", "x \"y\"\nz", ""});
  CHECK(table.rows[1].cells == Cells{"2", "", "3"});
  CHECK(table.rows[0].line == 2);
  CHECK(table.rows[1].line == 5);  // the quoted cell spans two lines, then an empty one
  CHECK(table.at("b") == 1);
  CHECK_FALSE(table.find("e").has_value());
  CHECK(table.place(table.rows[1], "b") == "t.csv:5: b");
}

TEST_CASE("parse_csv() says what is wrong and where") {
  const auto message = [](std::string_view text) { return refusal([&] { (void)parse_csv(text, "t.csv"); }); };
  CHECK(message("") == "t.csv: got an empty file; must be CSV with a header line");
  CHECK(message("\n\n") == "t.csv: got an empty file; must be CSV with a header line");
  CHECK(message("a,b\n1\n") == "t.csv:2: got 1 cells; must be 2 as in the header");
  CHECK(message("a,b\n1,2,3\n") == "t.csv:2: got 3 cells; must be 2 as in the header");
  CHECK(message("a,a\n") == "t.csv:1: got the column \"a\" twice; every column must come once");
  CHECK(message("a,,b\n") == "t.csv:1: got a column without a name; every column must have a name");
  CHECK(message("a\n\"1\n2\n") == "t.csv:2: got a quote that is never closed; quotes must come in pairs");
  CHECK(message("a\n\"1\"2\n") == "t.csv:2: got text after a closing quote; must be a comma or the line's end");
  CHECK(message("a\n1\"2\n") ==
        "t.csv:2: got a quote inside a cell; a cell with quotes must be quoted whole, its quotes doubled");
  CHECK(message(std::string_view("a\n1\0", 4)) == "t.csv:2: got a zero byte; must be text");
  const auto absent = [](const std::string& text) { return refusal([&] { (void)parse_csv(text, "t.csv").at("m"); }); };
  CHECK(absent("\"a\nb\",\x01\n") == "t.csv:1: got columns a?b,?; the column \"m\" is required");
  CHECK(absent(std::string(100'000, 'x') + "\n").size() < 300);
  CHECK_THROWS_WITH_AS((void)parse_csv("a,b\n", "t.csv").at("m"),
                       "t.csv:1: got columns a,b; the column \"m\" is required", Error);
}

TEST_CASE("parse_csv_rows() keeps a row of the wrong length and says so") {
  const CsvTable table = parse_csv_rows("a,b\n1\n1,2\n1,2,3\n", "t.csv");
  REQUIRE(table.rows.size() == 3);
  CHECK(table.rows[0].cells == Cells{"1", ""});
  CHECK(table.rows[0].problem == "got 1 cells; must be 2 as in the header");
  CHECK(table.rows[1].problem.empty());
  CHECK(table.rows[2].cells == Cells{"1", "2"});
}

TEST_CASE("to_integer() and to_positive() take whole cells only") {
  CHECK(to_integer("42", "p", 1) == 42);
  CHECK(to_positive("1.5e3", "p") == 1500.0);
  for (const char* bad : {"", " 1", "1 ", "1.0", "1e3", "+1", "0x10", "0", "-3", "9223372036854775808", "nan"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS((void)to_integer(bad, "p", 1), Error);
  }
  for (const char* bad : {"", " 1", "1,5", "nan", "inf", "1e999", "0", "-1", "1x"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS((void)to_positive(bad, "p"), Error);
  }
  CHECK_THROWS_WITH_AS((void)to_integer("0", "t.csv:3: m", 1), "t.csv:3: m: got \"0\"; must be a whole number >= 1",
                       Error);
  CHECK_THROWS_WITH_AS((void)to_integer("", "p", 1, 9), "p: got nothing; must be a whole number from 1 to 9", Error);
}

TEST_CASE("csv_line() quotes what must be quoted, and parse_csv() reads it back") {
  CHECK(csv_line({"a", "b c", ""}) == "a,b c,\n");
  const Cells odd{"x,y", "say \"hi\"", "two\nlines", "plain"};
  const CsvTable table = parse_csv("a,b,c,d\n" + csv_line(odd), "t.csv");
  CHECK(table.rows.at(0).cells == odd);
}

TEST_CASE("a header of very many columns is refused with the count and the limit") {
  std::string header = "a0";
  for (int i = 1; i < 5000; ++i) header += ",a" + std::to_string(i);
  CHECK_THROWS_WITH_AS((void)parse_csv(header + "\n1\n", "x.csv"), "x.csv:1: got 5000 columns; must be at most 1000",
                       Error);
}

namespace {
/// A text that comes in pieces of so many bytes.
CsvBlocks in_pieces(std::string text, std::size_t piece) {
  return {[text = std::move(text), piece, at = std::size_t{0}](std::span<char> buffer) mutable {
            const std::size_t got = text.copy(buffer.data(), std::min(piece, buffer.size()), at);
            at += got;
            return got;
          },
          "t.csv"};
}
}  // namespace

TEST_CASE("CsvBlocks gives the rows of the whole text, however it comes and however many are asked for") {
  const std::string text = "\xef\xbb\xbf\r\na,\"b\r\nb\"\r\n1,\"x \"\"y\"\"\nz\"\r\n\r\n2,\r3,4,5\n\n\"6\r7\",8";
  const CsvTable whole = parse_csv_rows(text, "t.csv");
  REQUIRE(whole.rows.size() == 4);
  for (const std::size_t piece : {1U, 2U, 3U, 5U, 1000U})
    for (const std::size_t records : {1U, 2U, 3U, 100U}) {
      CAPTURE(piece);
      CAPTURE(records);
      CsvBlocks blocks = in_pieces(text, piece);
      CsvTable table = blocks.header();
      CHECK(table.columns == whole.columns);
      while (const auto block = blocks.next(records)) append_csv_rows(table, *block);
      REQUIRE(table.rows.size() == whole.rows.size());
      for (std::size_t i = 0; i < whole.rows.size(); ++i) {
        CHECK(table.rows[i].cells == whole.rows[i].cells);
        CHECK(table.rows[i].line == whole.rows[i].line);
        CHECK(table.rows[i].problem == whole.rows[i].problem);
      }
    }
}

TEST_CASE("CsvBlocks refuses what is no table, and a record without end") {
  const auto message = [](const std::string& text) {
    return refusal([&] {
      CsvBlocks blocks = in_pieces(text, 1000);
      CsvTable table = blocks.header();
      while (const auto block = blocks.next(2)) append_csv_rows(table, *block);
    });
  };
  CHECK(message("") == "t.csv: got an empty file; must be CSV with a header line");
  CHECK(message("\n\n") == "t.csv: got an empty file; must be CSV with a header line");
  CHECK(message("a,a\n") == "t.csv:1: got the column \"a\" twice; every column must come once");
  CHECK(message("a\n1\n\n\"2\n3\n") == "t.csv:4: got a quote that is never closed; quotes must come in pairs");
  CHECK(message("a\n" + std::string((17u << 20), 'x')) ==
        "t.csv:2: got a row of more than 16 MiB; must be at most 16 MiB");
}
}  // namespace measurement_csv_test

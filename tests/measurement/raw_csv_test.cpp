#include <doctest/doctest.h>

#include <perfmodel/measurement/raw_csv.hpp>

#include "../refusal.hpp"

namespace measurement_raw_csv_test {
using namespace perfmodel;

namespace {
const std::string good = "# perfmodel-raw 1 gemm card=h200-sxm\ndtype,time_us\nbf16,3.5\nfp32,7\n# end 2\n";

std::string without(const std::string& text, const std::string& part) {
  std::string cut = text;
  return cut.erase(cut.find(part), part.size());
}
std::string message(const std::string& text, std::string_view table = "gemm", std::string_view card = "h200-sxm") {
  return refusal([&] { (void)parse_raw(text, "x.csv", table, card); });
}
bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }
}  // namespace

TEST_CASE("a complete file of raw measurements is read with its table, its card and the lines of its rows") {
  const RawTable raw = parse_raw(good, "x.csv", "gemm", "h200-sxm");
  CHECK(raw.table == "gemm");
  CHECK(raw.card == "h200-sxm");
  REQUIRE(raw.csv.rows.size() == 2);
  CHECK(raw.csv.rows[1].cells == std::vector<std::string>{"fp32", "7"});
  CHECK(raw.csv.rows[1].line == 4);  // the comment is line 1, the columns line 2
}

TEST_CASE("table and card are checked only where they are asked for") {
  CHECK(parse_raw(good, "x.csv", "").card == "h200-sxm");
  CHECK(contains(message(good, "bandwidth"), "must hold the table \"bandwidth\""));
  CHECK(contains(message(good, "gemm", "a100-sxm4-40gb"), "must be of the card \"a100-sxm4-40gb\""));
}

TEST_CASE("Windows line ends change nothing") {
  std::string text;
  for (const char c : good) text += c == '\n' ? std::string("\r\n") : std::string(1, c);
  CHECK(parse_raw(text, "x.csv", "gemm", "h200-sxm").csv.rows.size() == 2);
}

TEST_CASE("a file that was cut anywhere is refused") {
  for (std::size_t length = 0; length + 1 < good.size(); ++length) {
    CAPTURE(length);
    CHECK(message(good.substr(0, length)) != "");
  }
  CHECK(contains(message(without(good, "# end 2\n")), "truncated"));
  CHECK(contains(message(without(good, "fp32,7\n")), "the two counts must agree"));
}

TEST_CASE("files of another kind and of another version are refused with a reason") {
  CHECK(contains(message("dtype,time_us\nbf16,3.5\n"), "x.csv:1"));
  CHECK(contains(message("dtype,time_us\nbf16,3.5\n"), "a file of perfmodel-calibrate"));
  std::string newer = good;
  newer.replace(newer.find("raw 1"), 5, "raw 2");
  CHECK(contains(message(newer), "format version must be 1"));
  CHECK(contains(message(without(good, "card=h200-sxm")), "card=CARD"));
}

TEST_CASE(
    "cells that cannot have been measured are refused with file, row, column and what is accepted; empty ones are not "
    "known") {
  struct Case {
    const char* column;
    std::vector<const char*> good, bad;
    const char* accepted;
  };
  for (const Case& c :
       {Case{"noise",
             {"0", "0.31", "1", ""},
             {"-0.1", "1.5", "loud", "nan", "inf", "0.1x"},
             "must be a number from 0 to 1"},
        Case{"sm_clock_mhz", {"1980", "-1", ""}, {"-5", "0", "fast", "1980 MHz"}, "must be a number > 0"},
        Case{"power_w", {"699.5", "-1"}, {"0", "-700"}, "must be a number > 0"},
        Case{"repeats", {"5"}, {"0", "2.5", "-1"}, "must be a whole number >= 1"},
        Case{"held_out", {"0", "1"}, {"2", "yes", "-1"}, "must be a whole number from 0 to 1"}}) {
    CAPTURE(c.column);
    const auto file = [&](const std::string& cell) {
      return std::string("# perfmodel-raw 1 gemm card=h200-sxm\ndtype,") + c.column + ",time_us\nbf16,,3.5\nfp32," +
             cell + ",7\n# end 2\n";
    };
    for (const char* cell : c.good) CHECK(message(file(cell)) == "");
    for (const char* cell : c.bad)
      CHECK(message(file(cell)) == std::string("x.csv:4: ") + c.column + ": got \"" + cell + "\"; " + c.accepted);
  }
}

TEST_CASE("a bad cell is reported with its line in the file") {
  const RawTable raw = parse_raw("# perfmodel-raw 1 gemm card=c\nm\n0\n# end 1\n", "x.csv", "gemm");
  const CsvRow& row = raw.csv.rows.front();
  CHECK_THROWS_WITH_AS((void)to_integer(row.cells[0], raw.csv.place(row, "m"), 1),
                       "x.csv:3: m: got \"0\"; must be a whole number >= 1", Error);
}
}  // namespace measurement_raw_csv_test

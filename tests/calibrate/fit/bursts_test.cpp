// When boards at their power limit slow down: bursts from idle on an H100 and an H200, call by call
// (data/raw/*/bursts.csv; docs/reference/clock.md, "Two limits").
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <perfmodel/json/file.hpp>
#include <perfmodel/measurement/raw_csv.hpp>
#include <perfmodel/pricing/gemm/constants.hpp>
#include <string>
#include <vector>

namespace calibrate_fit_bursts_test {
using namespace perfmodel;

namespace {
struct Interval {
  double from_ms{}, to_ms{}, teraflops{};
};

[[nodiscard]] std::vector<Interval> burst(const std::string& card, const std::string& format, const std::string& size,
                                          const std::string& operands) {
  const std::string file = std::string(PERFMODEL_DATA_DIR) + "/raw/" + card + "/bursts.csv";
  const CsvTable table = parse_raw(json::read_file(file), file, "bursts").csv;
  std::vector<Interval> out;
  for (const CsvRow& row : table.rows) {
    const auto& cells = row.cells;
    if (cells[table.at("format")] != format || cells[table.at("size")] != size ||
        cells[table.at("operands")] != operands || cells[table.at("mode")] != "burst")
      continue;
    const Interval next{std::stod(cells[table.at("from_ms")]), std::stod(cells[table.at("to_ms")]),
                        std::stod(cells[table.at("tflops")])};
    if (!out.empty() && next.from_ms < out.back().from_ms) break;  // a second, longer burst
    out.push_back(next);
  }
  return out;
}

/// Mean rate between two times since the start.
[[nodiscard]] double rate(const std::vector<Interval>& rows, double from_ms, double to_ms) {
  double work = 0.0, time = 0.0;
  for (const Interval& row : rows)
    if (row.from_ms >= from_ms && row.to_ms <= to_ms)
      work += row.teraflops * (row.to_ms - row.from_ms), time += row.to_ms - row.from_ms;
  REQUIRE(time > 0.0);
  return work / time;
}
}  // namespace

// Tolerances: repeated bursts differ by 1 to 2 % in one interval.
TEST_CASE(
    "boards at their limit run at one rate, then step down: for the first time within a factor of two of the "
    "controller's time") {
  const double controller_ms = 1e3 * gemm_table().board.controller_time;
  for (const char* card : {"h100-sxm5-80gb", "h200-sxm"})
    for (const char* format : {"bf16", "fp16", "tf32"}) {
      CAPTURE(card);
      CAPTURE(format);
      const std::vector<Interval> rows = burst(card, format, "8192", "random");
      const double first = rate(rows, 2, 10), settled = rate(rows, 160, 400);
      CHECK(std::abs(rate(rows, 10, 25) / first - 1.0) < 0.03);
      CHECK(settled < 0.93 * first);
      CHECK(settled > 0.75 * first);
      const auto step = std::find_if(rows.begin(), rows.end(), [&](const Interval& row) {
        return row.from_ms >= 2 && row.teraflops < 0.97 * first;
      });
      REQUIRE(step != rows.end());
      CHECK(step->to_ms > 0.5 * controller_ms);
      CHECK(step->from_ms < 2.0 * controller_ms);
      CHECK(std::abs(rate(rows, 140, 250) / settled - 1.0) < 0.06);  // the controller swings once or twice
    }
}

TEST_CASE("what fits into the limit never steps down") {
  for (const char* card : {"h100-sxm5-80gb", "h200-sxm"}) {
    const std::vector<Interval> rows = burst(card, "fp32", "4096", "random");
    CHECK(std::abs(rate(rows, 200, 400) / rate(rows, 2, 25) - 1.0) < 0.02);
  }
}

TEST_CASE("zeros run faster than random numbers") {
  for (const char* card : {"h100-sxm5-80gb", "h200-sxm"})
    for (const char* format : {"bf16", "fp16"})
      CHECK(rate(burst(card, format, "8192", "zeros"), 2, 25) >
            1.05 * rate(burst(card, format, "8192", "random"), 2, 25));
}
}  // namespace calibrate_fit_bursts_test

#include <doctest/doctest.h>

#include <cstdio>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/json/file.hpp>
#include <sstream>
#include <string>

namespace json_device_page_test {
using namespace perfmodel;

namespace {
const std::string root = PERFMODEL_SOURCE_DIR;

std::string number(const char* format, double value) {
  char text[32];
  std::snprintf(text, sizeof text, format, value);
  return text;
}
/// One row of the table in docs/reference/cards.md.
std::string row(const Device& d) {
  const double fp32 = in(peak(d, MathUnit::cuda_core, NumberFormat::fp32), tera * flop / second);
  const double tensor = in(peak(d, MathUnit::tensor_core, NumberFormat::fp16), tera * flop / second);
  const double cuda = in(peak(d, MathUnit::cuda_core, NumberFormat::fp16), tera * flop / second);
  const double fp16 = tensor > 0.0 ? tensor : cuda;
  const double bandwidth = in(d.dram_bandwidth, giga * byte / second);
  const bool half = fp16 > 0.0;
  return "| " + d.name + " | " + d.architecture + " | " + std::to_string(d.compute_capability / 10) + '.' +
         std::to_string(d.compute_capability % 10) + " | " + number("%g", in(d.sms, sm)) + " | " +
         number("%.1f", fp32) + " | " + (half ? number(fp16 < 100.0 ? "%.1f" : "%.0f", fp16) : "-") + " | " +
         number("%g", bandwidth) + " | " + number("%.1f", 1e3 * fp32 / bandwidth) + " | " +
         (half ? number("%.0f", 1e3 * fp16 / bandwidth) : "-") + " | " + number("%g", in(d.memory, gibi * byte)) +
         " |\n";
}
}  // namespace

TEST_CASE("every row of the table in docs/reference/cards.md is what its device file says") {
  const std::string page = json::read_file(root + "/docs/reference/cards.md");
  const std::size_t begin = page.find("| K20Xm |"), end = page.find("\n\n", begin);
  REQUIRE(begin != std::string::npos);
  std::istringstream table(page.substr(begin, end - begin));
  int rows = 0;
  for (std::string line; std::getline(table, line); ++rows) {
    const std::string name = line.substr(2, line.find(" |", 2) - 2);
    CHECK(line + "\n" == row(json::load_device(name, "docs/reference/cards.md", root + "/devices").device));
  }
  CHECK(rows >= 31);  // the cards that the catalogue began with
}
}  // namespace json_device_page_test

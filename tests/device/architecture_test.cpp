#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <perfmodel/device/architecture.hpp>
#include <perfmodel/json/card.hpp>
#include <regex>
#include <string>

namespace device_architecture_test {
using namespace perfmodel;
namespace fs = std::filesystem;

// Rows are in order and do not overlap.
static_assert([] {
  int last = 0;
  for (const Architecture& row : architectures) {
    if (row.cc_low <= last || row.cc_high < row.cc_low) return false;
    last = row.cc_high;
  }
  return true;
}());

// GP100 whitepaper: two schedulers an SM; four elsewhere, whatever the FP32 lanes
static_assert(architecture_of(60).warps_issued_per_clock == 2.0 && architecture_of(61).warps_issued_per_clock == 4.0);
static_assert(architecture_of(70).warps_issued_per_clock == 4.0 && architecture_of(90).warps_issued_per_clock == 4.0);
// CUDA C++ Programming Guide, throughput of 32-bit additions and of special functions
static_assert(architecture_of(60).fp32_lanes == 64.0 && architecture_of(61).fp32_lanes == 128.0 &&
              architecture_of(75).fp32_lanes == 64.0 && architecture_of(80).fp32_lanes == 64.0 &&
              architecture_of(86).fp32_lanes == 128.0);
static_assert(architecture_of(35).special_functions_per_clock == 32.0 &&
              architecture_of(50).special_functions_per_clock == 16.0);
// The same guide, "Shared Memory": unified L1 and shared memory of an SM, KiB
static_assert(architecture_of(70).l1_kibibytes == 128.0 && architecture_of(80).l1_kibibytes == 192.0 &&
              architecture_of(89).l1_kibibytes == 128.0 && architecture_of(90).l1_kibibytes == 256.0 &&
              architecture_of(100).l1_kibibytes == 256.0 && architecture_of(120).l1_kibibytes == 128.0);
// A100 whitepaper: its L2 is cut in two; the chips of GeForce cards have one
static_assert(architecture_of(80).l2_partitions == 2.0 && architecture_of(86).l2_partitions == 1.0 &&
              architecture_of(120).l2_partitions == 1.0);
static_assert(architecture_of(90).tensor_formats.has(NumberFormat::fp8) &&
              !architecture_of(86).tensor_formats.has(NumberFormat::fp8) &&
              architecture_of(89).tensor_formats.has(NumberFormat::fp8));

// A compute capability without a row has the nearest older one's; there is none older than the first.
static_assert(architecture_of(95).cc_high == 90 && architecture_of(130).cc_high == 121 &&
              architecture_of(79).cc_high == 75 && architecture_of(10).cc_low == 30);
static_assert(known_capability(95) == 90 && known_capability(130) == 121 && known_capability(101) == 101 &&
              known_capability(10) == 30);
static_assert(is_known(90) && is_known(37) && !is_known(95) && !is_known(130) && !is_known(20));
static_assert(is_for(80, 89, 86) && !is_for(80, 89, 90) && is_for(90, 90, 95) && !is_for(91, 99, 95));

TEST_CASE("capability_text() writes what device files hold") {
  CHECK(capability_text(90) == "9.0");
  CHECK(capability_text(121) == "12.1");
}

TEST_CASE("every shipped card has a row, whose tensor cores multiply the formats that the card states rates for") {
  const auto cards = json::all_cards(fs::path(PERFMODEL_DEVICES_DIR));
  REQUIRE(cards.size() > 30);
  for (const json::Card& card : cards) {
    const Device& device = card.device();
    CAPTURE(device.name);
    CHECK(is_known(device.compute_capability));
    const Architecture& row = architecture_of(device);
    for (const NumberFormat format : all_number_formats) {
      CAPTURE(name(format));
      if (device.rates(MathUnit::tensor_core, format) > IssueRate{}) CHECK(row.tensor_formats.has(format));
    }
    CHECK((row.tensor != TensorInstruction::none) ==
          (device.rates(MathUnit::tensor_core, NumberFormat::fp16) > IssueRate{}));
  }
}

TEST_CASE("no other file decides by compute capability") {
  // Reading, writing and passing on are free; so is the question whether two cards are of one generation
  // (calibrate/fit/calibration.cpp).
  const std::regex decision(
      R"((capability\)?|cc_low|cc_high)\s*(<(?!<)|>(?!>)|[!=]=|%|/\s*10(?!\.))|\s(<=?|>=?|[!=]=)\s[\w.\->]*(capability\b|cc_low|cc_high))");
  const fs::path root(PERFMODEL_SOURCE_DIR);
  int files = 0;
  std::string found;
  for (const char* folder : {"include/perfmodel", "plan", "calibrate"})
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const fs::path path = entry.path();
      const std::string extension = path.extension(), name = fs::relative(path, root);
      if (extension != ".hpp" && extension != ".ipp" && extension != ".cpp" && extension != ".cu") continue;
      ++files;
      if (name == "include/perfmodel/device/architecture.hpp" || name == "calibrate/fit/calibration.cpp") continue;
      std::ifstream in(path);
      for (std::string line; std::getline(in, line);) {
        const std::string code = line.substr(0, line.find("//"));
        const bool mentioned = code.find("capability") != std::string::npos || code.find("cc_") != std::string::npos;
        if (mentioned && std::regex_search(code, decision)) found += name + ": " + code + '\n';
      }
    }
  CHECK(files > 200);
  CHECK(found == "");
  CHECK(std::regex_search("if (target.compute_capability >= 90)", decision));
  CHECK(std::regex_search("return 80 <= device.compute_capability;", decision));
  CHECK(std::regex_search("row.cc_low <= cc", decision));
}
}  // namespace device_architecture_test

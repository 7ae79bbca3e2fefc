#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/json/published_peaks.hpp>
#include <perfmodel/measurement/csv.hpp>
#include <perfmodel/number_text.hpp>
#include <perfmodel/pricing/host_copy/time.hpp>
#include <sstream>
#include <tests/german_numbers.hpp>
#include <tests/refusal.hpp>

namespace number_text_test {
using namespace perfmodel;

TEST_CASE("numbers: six digits, an exponent where that is shorter") {
  CHECK(number_text(0.0) == "0");
  CHECK(number_text(0.5) == "0.5");
  CHECK(number_text(-1234567.0) == "-1.23457e+06");
  CHECK(number_text(1e300) == "1e+300");
  CHECK(number_text(100.0) == "100");
}

TEST_CASE("numbers in messages and files are the same in a program that writes German ones") {
  const GermanNumbers german;
  std::ostringstream stream;
  stream << 1234.5;
  REQUIRE(stream.str() == "1.234,5");
  if (!german.in_c) MESSAGE("no German locale (Debian: package locales); std::to_string() is not tried");
  if (german.in_c) REQUIRE(std::to_string(0.5) == "0,500000");
  CHECK(number_text(1234.5) == "1234.5");
  CHECK(to_number("0.25", "x", 0.1, 1.0) == 0.25);
  CHECK(refusal([] { (void)to_number("7", "x", 0.5, 1.5); }) == "x: got \"7\"; must be a number from 0.5 to 1.5");
  CHECK(refusal([] { (void)to_number("0,7", "x", 0.5, 1.5); }) == "x: got \"0,7\"; must be a number from 0.5 to 1.5");
  const json::DeviceRecord t4 = json::load_device("T4");
  CHECK(in(t4.device.dram_bandwidth, giga * byte / second) == doctest::Approx(320.0));
  REQUIRE(!t4.peaks.empty());
  for (const json::PublishedPeak& peak : t4.peaks)  // 8.1 TFLOPS is not 8
    CHECK(json::reproduced(t4.device, peak) == peak.exception.empty());
}
}  // namespace number_text_test

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <perfmodel/error.hpp>
#include <perfmodel/json/calibration_json.hpp>
#include <perfmodel/json/reader.hpp>

#include "../refusal.hpp"

namespace json_calibration_json_test {
using namespace perfmodel;
using Json = nlohmann::json;

namespace {
const std::string folder = std::string(PERFMODEL_SOURCE_DIR) + "/devices";
const Device t4 = json::load_device("t4", "test", folder).device;

Json good() {
  return {{"format", "perfmodel-calibration"},
          {"version", 1},
          {"device", "t4"},
          {"machine", {{"date", "2026-11-21"}}},
          {"calibration",
           {{"constants", constants_fingerprint(t4)},
            {"factors",
             {{"dram", {{"value", 0.95}}},
              {"math.fp16", {{"value", 1.1}}},
              {"host.libtorch", {{"value", 3.0}, {"machine", "a slow one"}}}}}}}};
}
json::CardCalibration read(const Json& file) { return json::calibration_from_json(json::Node(file, "t4.json"), t4); }
std::string refused(const Json& file) {
  return refusal([&] { (void)read(file); });
}
}  // namespace

TEST_CASE("the factors of a calibrated file are read, those that it does not name are one") {
  const json::CardCalibration c = read(good());
  CHECK(c.applies);
  CHECK(c.correction.dram == 0.95);
  CHECK(c.correction.math[index(NumberFormat::fp16)] == 1.1);
  REQUIRE(c.hosts.size() == 1);
  CHECK(c.hosts[0].framework == Framework::libtorch);
  CHECK(c.hosts[0].scale == 3.0);
  CHECK(c.hosts[0].machine == "a slow one");
  CHECK(c.correction.l2 == 1.0);
  CHECK(json::line(c) == "constants: measured on this card, 2026-11-21, t4.json");
}

TEST_CASE("factors that belong to other constants are not used, and the line says so") {
  Json file = good();
  file["calibration"]["constants"] = "0000000000000000";
  const json::CardCalibration c = read(file);
  CHECK_FALSE(c.applies);
  CHECK(c.correction == CardCorrection{});
  CHECK(c.hosts.empty());
  CHECK(json::line(c).find("other constants") != std::string::npos);
  file.erase("calibration");
  CHECK_FALSE(read(file).applies);
}

TEST_CASE("another card, version or kind, unknown names and factors out of bounds are refused with their place") {
  Json file = good();
  file["device"] = "a100-sxm4-40gb";
  CHECK(refused(file).find("/device: got \"a100-sxm4-40gb\"; must be t4") != std::string::npos);
  file = good();
  file["version"] = 2;
  CHECK(refused(file).find("/version") != std::string::npos);
  file = good();
  file["format"] = "perfmodel-raw";
  CHECK(refused(file).find("/format") != std::string::npos);
  file = good();
  file["calibration"]["factors"]["speed"] = {{"value", 1.0}};
  CHECK(refused(file).find("/calibration/factors/speed") != std::string::npos);
  file = good();
  file["calibration"]["factors"]["dram"]["value"] = 9.0;
  CHECK(refused(file).find("/calibration/factors/dram/value") != std::string::npos);
  file["calibration"]["factors"]["dram"]["value"] = "fast";
  CHECK(refused(file).find("/calibration/factors/dram/value") != std::string::npos);
  file = good();
  file["calibration"]["factors"]["host.libtorch"]["value"] = 11.0;
  CHECK(refused(file).find("/calibration/factors/host.libtorch/value") != std::string::npos);
  file["calibration"]["factors"]["host.libtorch"] = {{"value", 1.0}};
  CHECK(refused(file).find("/calibration/factors/host.libtorch") != std::string::npos);  // of which machine?
  for (const char* name : {"host", "host.jax"}) {
    file = good();
    file["calibration"]["factors"][name] = {{"value", 1.0}, {"machine", "one"}};
    CHECK(refused(file).find("math.FORMAT and host.FRAMEWORK") != std::string::npos);
  }
}
}  // namespace json_calibration_json_test

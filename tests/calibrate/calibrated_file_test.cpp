#include "calibrate/calibrated_file.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <perfmodel/json/calibration_json.hpp>
#include <perfmodel/json/device_json.hpp>
#include <perfmodel/json/reader.hpp>

#include "fitted.hpp"
#include "scratch.hpp"

namespace calibrate_calibrated_file_test {
using namespace perfmodel;
using namespace perfmodel::calibrate;

TEST_CASE("the calibrated file refers to published facts, names its raw files and parses") {
  const nlohmann::json file = nlohmann::json::parse(calibration_json(fitted("h200-sxm")));
  CHECK(file.at("format") == "perfmodel-calibration");
  CHECK(file.at("device") == "h200-sxm");
  CHECK(file.at("machine").at("driver").get<std::string>().size() > 3);
  CHECK(file.at("raw").at("files").at("gemm.csv").at("rows").get<int>() > 6000);
  const auto& bandwidth = file.at("measured").at("dram_read_bandwidth");
  CHECK(bandwidth.at("unit") == "GB/s");
  CHECK(bandwidth.at("kind") == "measured");
  CHECK(file.at("residuals").at("held_out").size() > 10);
}

TEST_CASE("the shipped calibrated files are those of the shipped raw tables") {
  for (const char* card : {"h200-sxm", "h100-sxm5-80gb"}) {
    CAPTURE(card);
    const auto now = nlohmann::json::parse(calibration_json(fitted(card)));
    const auto file =
        nlohmann::json::parse(read_text(std::string(PERFMODEL_DEVICES_DIR) + "/calibrated/" + card + ".json"));
    // not the errors: they move with every better set of constants
    for (const char* part : {"format", "version", "device", "machine", "raw", "measured"}) {
      CAPTURE(part);
      CHECK(file.at(part) == now.at(part));
    }
  }
}

TEST_CASE("the same raw files give the same file, byte for byte") {
  CHECK(calibration_json(fit(shipped / "h100-sxm5-80gb", "")) == calibration_json(fitted("h100-sxm5-80gb")));
}

TEST_CASE("the H200's file holds what the planner reads: factors, their constants, how far the data tell") {
  const std::string text = calibration_json(fitted("h200-sxm"));
  const nlohmann::json file = nlohmann::json::parse(text);
  const nlohmann::json& block = file.at("calibration");
  CHECK_FALSE(block.at("factors").contains("host.libtorch"));  // of seven machines: of none that a reader has
  const Device& device = fitted("h200-sxm").device;
  const json::CardCalibration read = json::calibration_from_json(json::Node(file, "h200-sxm.json"), device);
  CHECK(read.applies);
  CHECK(read.hosts.empty());
  CardCorrection from_file = read.correction, from_fit = fitted("h200-sxm").refinement.correction;
  for (const std::string name : {"dram", "l2", "launch", "power", "attention", "math.fp32", "math.tf32", "math.fp16",
                                 "math.bf16", "math.fp8", "math.fp64"}) {
    CAPTURE(name);
    CHECK(std::abs(factor(from_file, name) / factor(from_fit, name) - 1.0) < 1e-5);  // the file has six digits
  }
  if (!fitted("h200-sxm").refinement.available) return;  // built without Ceres
  CHECK(block.at("identifiability").at("singular_values").size() >= 8);
  CHECK(block.at("joint_fit").at("rows").get<int>() > 2000);
  CHECK_FALSE(block.at("joint_fit").at("factors").empty());
  for (const nlohmann::json& factors : {block.at("factors"), block.at("joint_fit").at("factors")})
    for (const auto& entry : factors.items()) {
      CAPTURE(entry.key());
      CHECK(entry.value().at("source").get<std::string>().size() > 20);
    }
}

TEST_CASE("a card that the catalogue lacks gets a device file that the device reader accepts") {
  const RawFolder raw = RawFolder::open(shipped / "h100-sxm5-80gb");
  std::vector<DirectFact> facts = bandwidth_facts(*raw.table("bandwidth"), 50.0 * 1048576);
  for (DirectFact& f : rate_facts(*raw.table("math_rate"))) facts.push_back(std::move(f));
  const ScratchFolder folder;
  write_text(folder.path / "new.json", new_device_json(raw, facts));
  const Device device = json::device_from_file(folder.path / "new.json").device;
  CHECK(in(device.sms, sm) == 132.0);
  CHECK(device.compute_capability == 90);
  // the H100 whitepaper's dense rate; a loop loses less than 3 %
  CHECK(std::abs(in(device.rates(MathUnit::tensor_core, NumberFormat::bf16), mac / (cycle * sm)) / 2048.0 - 1.0) <
        0.03);
  CHECK(in(device.dram_bandwidth, giga * byte / second) > 2500);  // published 3350, a read reaches about 90 %
}
}  // namespace calibrate_calibrated_file_test

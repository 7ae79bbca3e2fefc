#include "calibrate/fit.hpp"

#include <doctest/doctest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <perfmodel/json/calibration_json.hpp>
#include <perfmodel/json/device_json.hpp>

#include "calibrate/report.hpp"
#include "scratch.hpp"

using namespace perfmodel;
using namespace perfmodel::calibrate;

namespace {
const std::filesystem::path shipped = std::filesystem::path(PERFMODEL_SOURCE_DIR) / "devices" / "calibrated" / "raw";

/// A fit takes seconds: each card's once for all tests.
const Calibration& fitted(const std::string& card) {
  static std::map<std::string, Calibration> all;
  const auto found = all.find(card);
  return found != all.end() ? found->second : all.emplace(card, fit(shipped / card, "")).first->second;
}
}  // namespace

TEST_CASE("the shipped measurements of both cards are fitted: facts, errors of seen and unseen rows") {
  for (const char* card : {"h200-sxm", "h100-sxm5-80gb"}) {
    CAPTURE(card);
    const Calibration& c = fitted(card);
    CHECK(c.raw.card == card);
    CHECK(c.facts.size() > 40);
    std::size_t unseen = 0, seen = 0;
    for (const RegimeErrors& r : c.unseen)
      if (r.regime.rfind("gemm", 0) == 0) unseen += r.model.count;
    for (const RegimeErrors& r : c.seen)
      if (r.regime.rfind("gemm", 0) == 0) seen += r.model.count;
    CHECK(static_cast<double>(unseen) >
          0.25 * static_cast<double>(seen + unseen));  // 30 % of shapes; rows per shape differ
    for (const RegimeErrors& r : c.unseen) {
      CAPTURE(r.regime);
      CHECK(r.model.mean >= 0.0);
      CHECK(r.model.p90 <= r.model.worst);
      CHECK(r.coverage <= 1.0);
    }
  }
}

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
    const auto file = nlohmann::json::parse(read_text(shipped.parent_path() / (std::string(card) + ".json")));
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
  CHECK(block.at("factors").at("host").at("value").get<double>() > 0.5);
  const Device& device = fitted("h200-sxm").device;
  const json::CardCalibration read = json::calibration_from_json(json::Node(file, "h200-sxm.json"), device);
  CHECK(read.applies);
  CardCorrection from_file = read.correction, from_fit = fitted("h200-sxm").refinement.correction;
  for (const std::string name : {"dram", "l2", "launch", "power", "attention", "host", "math.fp32", "math.tf32",
                                 "math.fp16", "math.bf16", "math.fp8", "math.fp64"}) {
    CAPTURE(name);
    CHECK(std::abs(factor(from_file, name) / factor(from_fit, name) - 1.0) < 1e-5);  // the file has six digits
  }
  if (!fitted("h200-sxm").refinement.available) return;  // built without Ceres
  CHECK(block.at("identifiability").at("singular_values").size() >= 8);
  CHECK(block.at("joint_fit").at("rows").get<int>() > 2000);
  CHECK_FALSE(block.at("joint_fit").at("factors").empty());
  for (const nlohmann::json& factors : {block.at("factors"), block.at("joint_fit").at("factors")})
    for (const auto& [name, entry] : factors.items()) {
      CAPTURE(name);
      CHECK(entry.at("source").get<std::string>().size() > 20);
    }
}

TEST_CASE(
    "steps, convolutions, operations, attention and the random products of the H200 are judged beside its products") {
  std::map<std::string, std::size_t> rows;
  for (const RegimeErrors& r : fitted("h200-sxm").unseen) rows[r.regime.substr(0, r.regime.find(' '))] += r.model.count;
  CHECK(rows["gemm"] > 1500);
  CHECK(rows["step"] > 100);
  CHECK(rows["convolution"] > 300);
  CHECK(rows["ops"] > 200);
  CHECK(rows["attention"] > 50);
  CHECK(rows["unseen"] + rows["unseen,"] > 700);  // each once by format, once with all
  CHECK(fitted("h200-sxm").steps.sides > 100);
}

TEST_CASE("a card that the catalogue lacks gets a device file that the device reader accepts") {
  const RawFolder raw = RawFolder::open(shipped / "h100-sxm5-80gb");
  std::vector<DirectFact> facts = bandwidth_facts(*raw.table("bandwidth"), 50.0 * 1048576);
  for (DirectFact& f : rate_facts(*raw.table("math_rate"))) facts.push_back(std::move(f));
  const Scratch folder;
  write_text(folder.path / "new.json", new_device_json(raw, facts));
  const Device device = json::device_from_file(folder.path / "new.json").device;
  CHECK(in(device.sms, sm) == 132.0);
  CHECK(device.compute_capability == 90);
  // the H100 whitepaper's dense rate; a loop loses less than 3 %
  CHECK(std::abs(in(device.rates(MathUnit::tensor_core, NumberFormat::bf16), mac / (cycle * sm)) / 2048.0 - 1.0) <
        0.03);
  CHECK(in(device.dram_bandwidth, giga * byte / second) > 2500);  // published 3350, a read reaches about 90 %
}

TEST_CASE("the report has a row for every regime and plots beside it") {
  const Scratch folder;
  const Calibration& c = fitted("h100-sxm5-80gb");
  write_report(folder.path, c);
  const std::string text = read_text(folder.path / "report.md");
  for (const RegimeErrors& r : c.unseen) CHECK(text.find("| " + r.regime + " |") != std::string::npos);
  for (const char* plot : {"accuracy.svg", "unseen.svg", "operations.svg", "steps.svg", "bandwidth.svg", "clock.svg"}) {
    CAPTURE(plot);
    const std::string svg = read_text(folder.path / plot);
    CHECK(svg.rfind("<svg", 0) == 0);
    CHECK(svg.find("nan") == std::string::npos);
    CHECK(svg.find("</svg>") != std::string::npos);
  }
}

TEST_CASE("a calibration that misses its limits says which") {
  std::vector<RegimeErrors> errors{{.regime = "gemm bf16 aligned", .model = {.count = 100, .mean = 0.05}}};
  CHECK(missed_limits(errors).empty());
  errors[0].model.mean = 0.09;
  REQUIRE(missed_limits(errors).size() == 1);
  CHECK(missed_limits(errors)[0].rfind("gemm bf16 aligned: mean error 9.0", 0) == 0);
  errors[0].model.count = 3;  // three rows say more about themselves than about the model
  CHECK(missed_limits(errors).empty());
  errors[0] = {.regime = "unseen, all", .model = {.count = 100, .mean = 0.05, .p90 = 0.2, .bias = -0.04}};
  REQUIRE(missed_limits(errors).size() == 2);
  CHECK(missed_limits(errors)[0].find("90th percentile 20.0") != std::string::npos);
  CHECK(missed_limits(errors)[1].find("bias, either way, 4.00") != std::string::npos);
}

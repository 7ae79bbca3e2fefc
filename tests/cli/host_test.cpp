#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <perfmodel/json/calibration_json.hpp>
#include <string>

#include "run.hpp"

/// The machine's host: which scale an answer has, and that it says where it is from.

using cli::plan;
using cli::Run;

namespace {
const std::string small = "fcnn:layers=4,hidden=64,inputs=16,outputs=8";

/// A calibrated file of a T4 whose host was measured with LibTorch.
std::string calibrated() {
  const perfmodel::Device t4 = perfmodel::json::load_device("t4", "test", PERFMODEL_SOURCE_DIR "/devices").device;
  const nlohmann::json file{{"format", "perfmodel-calibration"},
                            {"version", 1},
                            {"device", "t4"},
                            {"machine", {{"date", "2026-01-01"}}},
                            {"calibration",
                             {{"constants", perfmodel::constants_fingerprint(t4)},
                              {"factors", {{"host.libtorch", {{"value", 2.5}, {"machine", "an old machine"}}}}}}}};
  return cli::scratch_file("host.json", file.dump());
}

double step_us(const std::string& arguments) {
  const Run run = plan("layers " + small + " --json " + arguments);
  REQUIRE(run.exit_code == 0);
  return nlohmann::json::parse(run.out).at("step_us").get<double>();
}
/// Words, as if lines were never broken.
std::string joined(std::string text) {
  for (char& c : text)
    if (c == '\n') c = ' ';
  return text;
}
}  // namespace

TEST_CASE(
    "a measured host scale holds for its framework; for another the answer says what is known and how to take it") {
  const std::string file = calibrated();
  CHECK(step_us("-d " + file + " --framework libtorch") > 1.5 * step_us("-d T4 --framework libtorch"));
  CHECK(step_us("-d " + file) == step_us("-d T4"));
  const std::string known = "2.5 times the libtorch profile's, measured (an old machine; " + file + ")";
  CHECK(joined(plan("layers " + small + " -d " + file + " --framework libtorch").out).find("host: " + known) !=
        std::string::npos);
  CHECK(joined(plan("layers " + small + " -d " + file).out)
            .find("host: the pytorch profile's; known is " + known + ", which --host-scale 2.5 would take") !=
        std::string::npos);
  CHECK(plan("layers " + small + " -d T4").out.find("\nhost: ") == std::string::npos);
  CHECK(joined(plan("recommend " + small + " -b 64 --as-is -d " + file).out)
            .find("host of T4: the pytorch profile's; known is " + known) != std::string::npos);
}

TEST_CASE("--host-scale is over the profile, whatever a calibrated file says") {
  const std::string file = calibrated();
  CHECK(step_us("-d " + file + " --framework libtorch --host-scale 1") == step_us("-d T4 --framework libtorch"));
  CHECK(step_us("-d " + file + " --host-scale 2.5") == step_us("-d T4 --host-scale 2.5"));
  const std::string two = joined(plan("recommend " + small + " -b 64 -d T4,L4 --as-is --host-scale 2.5").out);
  CHECK(two.find(": 2.5 times the pytorch profile's, from --host-scale") != std::string::npos);
  const bool either =
      two.find("host of T4, L4: ") != std::string::npos || two.find("host of L4, T4: ") != std::string::npos;
  CHECK(either);  // in the order of the table
  CHECK(joined(plan("layers " + small + " -d " + file + " --host-scale 2.5").out)
            .find("host: 2.5 times the pytorch profile's, from --host-scale") != std::string::npos);
}

TEST_CASE("CSV answers say on stderr which host was taken") {
  const std::string row = "network,batch,precision,optimizer\n\"" + small + "\",64,fp32,adam\n", file = calibrated();
  CHECK(plan("predict step -d " + file, row)
            .err.find("T4: host: 2.5 times the libtorch profile's, measured (an old machine; ") != std::string::npos);
  CHECK(plan("predict step -d T4 --host-scale 0.8", row)
            .err.find("T4: host: 0.8 times the profiles', from --host-scale\n") != std::string::npos);
  CHECK(plan("predict step -d T4", row).err.empty());
}

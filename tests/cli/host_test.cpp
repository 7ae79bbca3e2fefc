#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <perfmodel/json/calibration_json.hpp>
#include <string>

#include "run.hpp"

namespace cli_host_test {
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
            .find("host: quiet-server, 0.77 times the pytorch profile's; known is " + known +
                  ", which --host-scale 2.5 would take") != std::string::npos);
  CHECK(joined(plan("recommend " + small + " -b 64 --as-is -d " + file).out)
            .find("host of T4: quiet-server, 0.77 times the pytorch profile's; known is " + known) !=
        std::string::npos);
}

TEST_CASE("--host-scale is over the profile, whatever a calibrated file says") {
  const std::string file = calibrated();
  CHECK(step_us("-d " + file + " --framework libtorch --host-scale 1") ==
        step_us("-d T4 --framework libtorch --host virtual-machine"));  // whose factor is 1
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

TEST_CASE("--host takes a name or a file, on every command that times steps, and the default is a quiet server") {
  CHECK(step_us("-d T4") == step_us("-d T4 --host quiet-server"));
  CHECK(step_us("-d T4") < step_us("-d T4 --host virtual-machine"));
  CHECK(step_us("-d T4 --host Virtual-Machine") == step_us("-d T4 --host-scale 1"));
  CHECK(step_us("-d T4 --host data/host/crowded_virtual_machine.json") ==
        step_us("-d T4 --host crowded-virtual-machine"));
  CHECK(step_us("-d " + calibrated() + " --framework libtorch --host quiet-server") ==
        step_us("-d T4 --framework libtorch"));  // what is typed holds, whatever the calibrated file says
  for (const std::string& command :
       {"layers " + small + " -d T4", "advise " + small + " -d T4", "recommend " + small + " -d T4 -b 64 --as-is",
        "sweep " + small + " -d T4 -b 64", "memory " + small + " -d T4 --what-if"}) {
    CAPTURE(command);
    CHECK(plan(command + " --host quiet-server").exit_code == 0);
    const Run unknown = plan(command + " --host fast");
    CHECK(unknown.exit_code == 2);
    CHECK(unknown.err.find("--host: got \"fast\"; must be quiet-server, ") != std::string::npos);
    CHECK(plan(command + " --host quiet-server --host-scale 1").exit_code == 2);
  }
}

TEST_CASE("a step that waits for the host says whose it is, and how much of the interval is the host's") {
  const Run layers = plan("layers " + small + " -d T4");
  CHECK(joined(layers.out)
            .find("host: quiet-server, 0.77 times the pytorch profile's; 100 % of the interval is the "
                  "host's") != std::string::npos);
  const nlohmann::json said = nlohmann::json::parse(plan("layers " + small + " -d T4 --json").out);
  CHECK(said.at("bound") == "host");
  CHECK(said.at("host_of_interval").get<double>() > 0.99);  // kernels of microseconds beside a host of milliseconds
  const nlohmann::json large =
      nlohmann::json::parse(plan("layers fcnn:layers=4,hidden=8192,inputs=8192,outputs=8192 -b 8192 -d T4 --json").out);
  CHECK(large.at("bound") != "host");
  CHECK(large.at("host_of_interval").get<double>() == 0.0);
  const nlohmann::json options =
      nlohmann::json::parse(plan("recommend " + small + " -d T4 -b 64 --as-is --json").out).at("options");
  CHECK(options.at(0).at("host_of_interval").get<double>() > 0.99);
  CHECK(options.at(0).at("host") == "quiet-server, 0.77 times the pytorch profile's");
}

TEST_CASE("predict step takes a host for each row; rows without one have the options'") {
  const std::string head = "network,batch,precision,optimizer,host\n", row = "\"" + small + "\",64,fp32,adam,";
  const Run run = plan("predict step -d T4 --host crowded-virtual-machine",
                       head + row + "\n" + row + "quiet-server\n" + row + "crowded-virtual-machine\n" + row + "fast\n");
  CHECK(run.exit_code == 2);  // of the last row alone: the others are answered
  CHECK(run.out.find("host: got \"\"fast\"\"; must be quiet-server, ") != std::string::npos);
  const auto us = [&](int line) {
    std::size_t at = 0;
    for (int i = 0; i < line; ++i) at = run.out.find('\n', at) + 1;
    const std::string text = run.out.substr(at, run.out.find('\n', at) - at);
    return std::stod(text.substr(text.find(',', text.find("adam,") + 5) + 1));
  };
  CHECK(us(1) == us(3));
  CHECK(us(2) < us(1));
}
}  // namespace cli_host_test

// perfmodel-plan devices, and device files that are wrong, through the real binary.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "run.hpp"

namespace cli_devices_test {
using cli::plan;
using cli::Run;

TEST_CASE("devices lists the catalogue in 100 columns") {
  const Run run = plan("devices");
  CHECK(run.exit_code == 0);
  std::istringstream in(run.out);
  std::size_t lines = 0;
  for (std::string line; std::getline(in, line); ++lines) CHECK(line.size() <= 100);
  CHECK(lines >= 31);
  CHECK(nlohmann::json::parse(plan("devices --json").out).size() >= 31);
}

TEST_CASE("devices shows one card with the source of every number, whatever the case of its name") {
  const Run run = plan("devices a100-sxm4-40gb");
  CHECK(run.exit_code == 0);
  CHECK(run.out.rfind("A100-SXM4-40GB: GA100", 0) == 0);
  CHECK(run.out.find("[1] ") != std::string::npos);
  std::istringstream in(run.out);
  for (std::string line; std::getline(in, line);) CHECK(line.size() <= 100);
}

TEST_CASE("a device file that is wrong is refused with file, place, value and what is accepted") {
  const std::string good = cli::slurp(PERFMODEL_SOURCE_DIR "/devices/t4.json");
  REQUIRE_FALSE(good.empty());
  std::filesystem::copy_file(PERFMODEL_SOURCE_DIR "/devices/sources.json", cli::scratch() / "sources.json",
                             std::filesystem::copy_options::overwrite_existing);
  const auto changed = [&](const char* pointer, const nlohmann::json& value) {
    nlohmann::json file = nlohmann::json::parse(good);
    file[nlohmann::json::json_pointer(pointer)] = value;
    return file.dump();
  };
  const auto refused = [](const std::string& content, const std::string& message) {
    const std::string file = cli::scratch_file("card.json", content);
    const Run run = plan("gemm 1 2 3 --device " + file);
    CHECK(run.exit_code == 2);
    CHECK(run.out.empty());
    CHECK(run.err == "perfmodel-plan: " + file + ": " + message + '\n');
  };
  CHECK(plan("gemm 64 64 64 --device " + cli::scratch_file("card.json", good)).exit_code == 0);
  refused("", "line 1, column 1: got the end of the text; the JSON text is cut short");
  refused(changed("/sms/unit", "cores"), "/sms/unit: got \"cores\"; must be \"SM\"");
  refused(changed("/sms/value", -40), "/sms/value: got -40; must be a number >= 1 and <= 10000 SM");
  refused(changed("/sms/value", 0), "/sms/value: got 0; must be a number >= 1 and <= 10000 SM");
  refused(changed("/dram_bandwidth/value", 1e300),
          "/dram_bandwidth/value: got 1e+300; must be a number >= 1 and <= 1000000 GB/s");
  refused(changed("/boost_clock/value", nullptr),
          "/boost_clock/value: got null; must be a number >= 10 and <= 100000 MHz");
  const Run unknown = plan("gemm 1 2 3 --device " + cli::scratch_file("card.json", changed("/colour", "green")));
  CHECK(unknown.exit_code == 2);
  CHECK(unknown.err.find(": /colour: got the unknown field \"colour\"; accepted fields: $schema, name, ") !=
        std::string::npos);
  nlohmann::json missing = nlohmann::json::parse(good);
  missing.erase("l2");
  refused(missing.dump(), "/l2: got nothing; this field is required");
  refused(std::string(100, '['), "got more than 32 levels of nesting; must be nested at most 32 deep");
  const Run cut = plan("gemm 1 2 3 --device " + cli::scratch_file("card.json", good.substr(0, good.size() / 2)));
  CHECK(cut.exit_code == 2);
  CHECK(cut.err.find("the JSON text is cut short\n") != std::string::npos);
  const Run none = plan("gemm 1 2 3 --device ./no.json");
  CHECK(none.err ==
        "perfmodel-plan: ./no.json: got \"No such file or directory\" on opening; must be a readable file\n");
}

TEST_CASE("PERFMODEL_DEVICES names another folder of device files") {
  CHECK(cli::shell("PERFMODEL_DEVICES=/nonexistent perfmodel-plan devices").err ==
        "perfmodel-plan: PERFMODEL_DEVICES: got \"/nonexistent\"; must be a folder of device files\n");
}
}  // namespace cli_devices_test

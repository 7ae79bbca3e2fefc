#include <doctest/doctest.h>

#include <filesystem>
#include <perfmodel/json/file.hpp>
#include <perfmodel/json/host_json.hpp>
#include <perfmodel/json/table_json.hpp>
#include <string>

namespace json_host_json_test {
using namespace perfmodel;

namespace {
std::string refused(const std::string& word) {
  try {
    (void)json::load_host(word, "--host");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}
}  // namespace

TEST_CASE("the hosts that are compiled in are those of data/host, the default first") {
  const std::vector<Host> files = json::load_hosts(PERFMODEL_SOURCE_DIR "/data/host");
  REQUIRE(files.size() == known_hosts().size());
  CHECK(files[0].name == default_host_name);
  for (std::size_t i = 0; i < files.size(); ++i) {
    CAPTURE(files[i].name);
    CHECK(files[i].name == known_hosts()[i].name);
    CHECK(files[i].factor == known_hosts()[i].factor);
    CHECK(files[i].source == known_hosts()[i].source);
    CHECK(files[i].crowded == known_hosts()[i].crowded);
    CHECK_FALSE(files[i].source.empty());
  }
  // the profiles are the quietest machine's times 1.3 (notes of data/host/pytorch_2_11.json), to two digits
  CHECK(std::abs(default_host().factor - 1.0 / 1.3) < 0.005);
}

TEST_CASE("a host is found by its name in any case, or read from its file; an unknown name is told the known ones") {
  CHECK(json::load_host("Virtual-Machine").factor == 1.0);
  CHECK(json::load_host(PERFMODEL_SOURCE_DIR "/data/host/crowded_virtual_machine.json").name ==
        "crowded-virtual-machine");
  CHECK(refused("fast") == "--host: got \"fast\"; must be " + host_names() + ", or a host file (FILE.json)");
  CHECK(refused("").find("--host: got nothing; must be ") == 0);
  CHECK(refused("/no/such/host.json").find("/no/such/host.json") != std::string::npos);
  CHECK(refused(PERFMODEL_SOURCE_DIR "/data/host/pytorch_2_11.json") != "");  // a framework's profile is no host
}

TEST_CASE("a written host reads back; a factor that no machine has is refused") {
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "perfmodel-host-json-test.json";
  const Host mine{.name = "mine", .cpu = "a processor", .source = "a test", .factor = 0.5, .crowded = 0.25};
  json::write_file(file, json::table_text(mine, {.program = "test", .date = "2026-11-23"}));
  const Host read = json::load_host(file.string());
  CHECK(read.name == "mine");
  CHECK(read.factor == 0.5);
  CHECK(read.crowded == 0.25);
  CHECK(read.spread < 0.0);
  CHECK(read.clock == 0.0);
  Host slow = mine;
  slow.factor = 2.0 * most_host_scale;
  json::write_file(file, json::table_text(slow, {.program = "test", .date = "2026-11-23"}));
  CHECK(refused(file.string()).find("/factor") != std::string::npos);
  std::filesystem::remove(file);
}
}  // namespace json_host_json_test

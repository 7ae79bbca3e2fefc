#include <doctest/doctest.h>

#include <cstdlib>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/json/file.hpp>
#include <set>
#include <string>

#include "../refusal.hpp"

namespace json_catalogue_test {
using namespace perfmodel;
namespace fs = std::filesystem;

namespace {
const fs::path folder = fs::path(PERFMODEL_SOURCE_DIR) / "devices";

std::string message(const std::string& word) {
  return refusal([&] { (void)json::find_device(word, "--device", folder); });
}
}  // namespace

TEST_CASE("find_device() takes a name in any case, or a path") {
  CHECK(json::find_device("A100-PCIE-80GB", "x", folder) == folder / "a100-pcie-80gb.json");
  CHECK(json::find_device("a100-pcie-80gb", "x", folder) == folder / "a100-pcie-80gb.json");
  CHECK(json::find_device("Rtx-5090", "x", folder) == folder / "rtx-5090.json");
  CHECK(json::find_device("./my card.json", "x", folder) == "./my card.json");
  CHECK(json::find_device("mine.JSON", "x", folder) == "mine.JSON");
  CHECK(json::load_device("t4", "x", folder).device.name == "T4");
}

TEST_CASE("a name without its form is the card on a socket, where there is one") {
  CHECK(json::find_device("H100", "x", folder) == folder / "h100-sxm5-80gb.json");
  CHECK(json::find_device("b200", "x", folder) == folder / "b200-sxm.json");
  CHECK(message("V100").find("V100-SXM2-16GB") != std::string::npos);  // 16 GB or 32 GB
  CHECK(message("H").find("nearest: H") != std::string::npos);
}

TEST_CASE("a name may leave out the end of one card's name, at the end of a part") {
  CHECK(json::find_device("H100-SXM", "x", folder) == folder / "h100-sxm5-80gb.json");
  CHECK(json::find_device("h100-sxm5", "x", folder) == folder / "h100-sxm5-80gb.json");
  CHECK(message("A100-SXM4").find("nearest: A100-SXM4-40GB") != std::string::npos);  // 40 GB or 80 GB
  CHECK(message("RTX-509").find("nearest: RTX-5090") != std::string::npos);          // in the middle of a number
  CHECK(message("B200-S").find("nearest: B200-SXM") != std::string::npos);           // in the middle of a word
}

TEST_CASE("RTX may be left out of a card's name, or written without its dash") {
  CHECK(json::find_device("4090", "x", folder) == folder / "rtx-4090.json");
  CHECK(json::find_device("RTX4090", "x", folder) == folder / "rtx-4090.json");
  CHECK(json::find_device("a6000", "x", folder) == folder / "rtx-a6000.json");
  CHECK(message("409").find("nearest: ") != std::string::npos);
}

TEST_CASE("find_device() names the nearest cards") {
  CHECK(message("a100") ==
        "--device: got \"a100\"; must be the name of a card or a .json file; nearest: "
        "A100-PCIE-40GB, A100-PCIE-80GB, A100-SXM4-40GB, A100-SXM4-80GB");
  CHECK(message("H200-SMX").find("nearest: H200-SXM") != std::string::npos);
  for (const char* word : {"", "sources", "schema", "a\nb"}) {
    CAPTURE(word);
    CHECK(message(word).find("nearest: ") != std::string::npos);
    CHECK(message(word).find('\n') == std::string::npos);
  }
  CHECK(message(std::string(100000, 'x')).size() < 300);
}

TEST_CASE("the catalogue has every card it should, each in a file of its own name") {
  const std::set<std::string> wanted{"K20Xm",
                                     "K40c",
                                     "P100-PCIE-16GB",
                                     "P100-SXM2-16GB",
                                     "V100-PCIE-16GB",
                                     "V100-PCIE-32GB",
                                     "V100-SXM2-16GB",
                                     "V100-SXM2-32GB",
                                     "Quadro-GV100",
                                     "TITAN-V",
                                     "T4",
                                     "RTX-2080-Ti",
                                     "A100-PCIE-40GB",
                                     "A100-PCIE-80GB",
                                     "A100-SXM4-40GB",
                                     "A100-SXM4-80GB",
                                     "A30",
                                     "A40",
                                     "A10",
                                     "RTX-3090",
                                     "L4",
                                     "L20",
                                     "L40S",
                                     "RTX-4090",
                                     "H100-PCIe",
                                     "H100-SXM5-80GB",
                                     "H100-NVL",
                                     "H200-SXM",
                                     "GH200-96GB",
                                     "B200-SXM",
                                     "GB200",
                                     "RTX-5090"};
  const std::vector<std::string> names = json::device_names(folder);
  const std::set<std::string> found(names.begin(), names.end());
  for (const std::string& name : wanted) {
    CAPTURE(name);
    CHECK(found.count(name) == 1);
  }
  for (const std::string& name : names) {
    CAPTURE(name);
    CHECK(json::load_device(name, "x", folder).device.name == name);
  }
}

TEST_CASE("devices_folder() follows PERFMODEL_DEVICES and refuses one that is no folder") {
  CHECK(setenv("PERFMODEL_DEVICES", "/nowhere at all", 1) == 0);
  CHECK_THROWS_WITH_AS((void)json::devices_folder(),
                       "PERFMODEL_DEVICES: got \"/nowhere at all\"; must be a folder of device files", Error);
  CHECK(setenv("PERFMODEL_DEVICES", folder.c_str(), 1) == 0);
  CHECK(json::devices_folder() == folder);
  CHECK(unsetenv("PERFMODEL_DEVICES") == 0);
  CHECK(json::devices_folder() == fs::path(PERFMODEL_DEVICES_DIR));  // what the tests are built with
}

TEST_CASE("calibrated_file() is there only when the file is") {
  const fs::path own = fs::temp_directory_path() / "perfmodel-catalogue-test";
  fs::remove_all(own);
  fs::create_directories(own / "calibrated");
  CHECK_FALSE(json::calibrated_file("H100-PCIe", own).has_value());
  json::write_file(own / "calibrated" / "h100-pcie.json", "{}");
  CHECK(json::calibrated_file("H100-PCIe", own) == own / "calibrated" / "h100-pcie.json");
  fs::remove_all(own);
}
}  // namespace json_catalogue_test

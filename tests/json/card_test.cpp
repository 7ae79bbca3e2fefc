#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <perfmodel/json/card.hpp>
#include <perfmodel/json/file.hpp>
#include <string>

#include "../refusal.hpp"

namespace json_card_test {
using namespace perfmodel;
using Json = nlohmann::json;

namespace {
const std::filesystem::path folder = std::filesystem::path(PERFMODEL_SOURCE_DIR) / "devices";

/// A folder of our own with one card and its calibrated file, gone at the end.
struct Catalogue {
  std::filesystem::path path = std::filesystem::temp_directory_path() /
                               ("perfmodel_card_test_" + std::to_string(std::hash<std::string>{}(__FILE__)));
  Json file{{"format", "perfmodel-calibration"},
            {"version", 1},
            {"device", "t4"},
            {"machine", {{"date", "2026-11-21"}}},
            {"calibration",
             {{"constants", constants_fingerprint(json::load_device("t4", "test", folder).device)},
              {"factors", {{"dram", {{"value", 0.9}}}, {"host.libtorch", {{"value", 1.4}, {"machine", "one"}}}}}}}};

  Catalogue() {
    std::filesystem::remove_all(path);
    for (const char* name : {"calibrated", "elsewhere"}) std::filesystem::create_directories(path / name);
    for (const char* name : {"t4.json", "l4.json", "sources.json"})
      std::filesystem::copy_file(folder / name, path / name);
  }
  ~Catalogue() { std::filesystem::remove_all(path); }
  [[nodiscard]] std::string write(const char* name = "calibrated/t4.json") const {
    const std::string to = (path / name).string();
    json::write_file(to, file.dump());
    return to;
  }
  [[nodiscard]] std::string refused(const std::string& word) const {
    return refusal([&] { (void)json::load_card(word, "--device", path); });
  }
};
}  // namespace

TEST_CASE("a card that nobody measured has no calibration") {
  const Catalogue catalogue;
  const json::Card card = json::load_card("T4", "test", catalogue.path);
  CHECK(card.device().name == "T4");
  CHECK_FALSE(card.calibration);
  CHECK(card.correction() == CardCorrection{});
  CHECK(card.host() == every_framework(default_host().factor));
}

TEST_CASE("a measured host holds for the framework whose steps were timed, not for others") {
  const Catalogue catalogue;
  (void)catalogue.write();
  const HostScales host = json::load_card("t4", "test", catalogue.path).host();
  CHECK(host[static_cast<std::size_t>(Framework::libtorch)] == 1.4);
  CHECK(host[static_cast<std::size_t>(Framework::pytorch)] == default_host().factor);
  CHECK(host[static_cast<std::size_t>(Framework::cuda_graph)] == default_host().factor);
}

TEST_CASE("a card's calibrated file is preferred, and named as it lies in the catalogue") {
  const Catalogue catalogue;
  (void)catalogue.write();
  const json::Card card = json::load_card("t4", "test", catalogue.path);
  REQUIRE(card.calibration);
  CHECK(card.correction().dram == 0.9);
  CHECK(json::line(*card.calibration) == "constants: measured on this card, 2026-11-21, calibrated/t4.json");
  CHECK_FALSE(json::load_card("l4", "test", catalogue.path).calibration);
  const auto all = json::all_cards(catalogue.path);
  REQUIRE(all.size() == 2);
  CHECK_FALSE(all[0].calibration);  // L4
  CHECK(all[1].correction().dram == 0.9);
}

TEST_CASE("the path of a calibrated file stands for its card, wherever it lies") {
  const Catalogue catalogue;
  const json::Card card = json::load_card(catalogue.write("elsewhere/mine.json"), "--device", catalogue.path);
  CHECK(card.device().name == "T4");
  CHECK(card.correction().dram == 0.9);
  CHECK_FALSE(json::load_card((catalogue.path / "t4.json").string(), "--device", catalogue.path).calibration);
}

TEST_CASE("a calibrated file of another card, version or set of constants is refused with the reason") {
  Catalogue catalogue;
  catalogue.file["device"] = "l4";
  (void)catalogue.write();
  CHECK(catalogue.refused("t4").find("must be t4") != std::string::npos);  // its name says T4, it was measured on an L4
  catalogue.file["device"] = "t5";
  CHECK(catalogue.refused(catalogue.write("elsewhere/mine.json")).find("nearest: ") != std::string::npos);
  catalogue.file["device"] = "t4";
  catalogue.file["version"] = 2;
  CHECK(catalogue.refused(catalogue.write("elsewhere/mine.json")).find("/version: got 2; must be 1") !=
        std::string::npos);
  catalogue.file["version"] = 1;
  catalogue.file["calibration"]["constants"] = "0000000000000000";
  CHECK(catalogue.refused(catalogue.write("elsewhere/mine.json")).find("other constants") != std::string::npos);
  (void)catalogue.write();  // beside the catalogue it is left alone, and the line says why
  const json::Card card = json::load_card("t4", "test", catalogue.path);
  CHECK(card.correction() == CardCorrection{});
  CHECK(card.host() == every_framework(default_host().factor));
  CHECK(json::line(*card.calibration).find("is not used") != std::string::npos);
}
}  // namespace json_card_test

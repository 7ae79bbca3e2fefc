#include <doctest/doctest.h>

#include <perfmodel/json/table_json.hpp>
#include <perfmodel/pricing/attention/fields.hpp>
#include <perfmodel/pricing/collective/fields.hpp>
#include <perfmodel/pricing/gemm/fields.hpp>
#include <string>

namespace json_table_json_test {
using namespace perfmodel;

namespace {
const json::Provenance nobody{.program = "a test", .date = "2026-11-23"};
constexpr LinkConstants third{
    .share = 0.9, .hop_seconds = 1e-6, .start_seconds = 5e-6, .error_bar = {0.8, 1.2}, .ll128_share = 0.5};
constexpr CollectiveTable links{
    LinkConstants{.share = 1.0 / 3.0, .hop_seconds = 2e-5, .start_seconds = 3e-6, .error_bar = {0.5, 2.0}},
    third,
    LinkConstants{.share = 0.5, .hop_seconds = 1e-6, .start_seconds = 4e-5, .error_bar = {0.7, 1.4}},
    third,
    third,
    third};

/// What reading the links says after a part of their text was replaced.
[[nodiscard]] std::string refusal(const std::string& part, const std::string& by) {
  std::string text = json::table_text(links, nobody);
  const std::size_t at = text.find(part);
  REQUIRE(at != std::string::npos);
  text.replace(at, part.size(), by);
  const json::Document document = json::parse_text(text, "links.json");
  try {
    (void)json::table_from_json<CollectiveTable>(document.root());
  } catch (const Error& error) {
    return error.what();
  }
  return "read";
}
}  // namespace

TEST_CASE("a table is written with its units, five digits, and a line for each row") {
  CHECK(json::table_text(links, nobody) == R"({
  "provenance": {"program": "a test", "date": "2026-11-23", "inputs": {}},
  "units": {"hop_seconds": "s", "start_seconds": "s"},
  "links": {
    "pcie": {"share": 0.33333, "hop_seconds": 2e-05, "start_seconds": 3e-06, "error_bar": [0.5, 2]},
    "pcie_nccl2": {
      "share": 0.9, "hop_seconds": 1e-06, "start_seconds": 5e-06, "ll128_share": 0.5, "error_bar": [0.8, 1.2]
    },
    "nvlink": {"share": 0.5, "hop_seconds": 1e-06, "start_seconds": 4e-05, "error_bar": [0.7, 1.4]},
    "nvlink4": {
      "share": 0.9, "hop_seconds": 1e-06, "start_seconds": 5e-06, "ll128_share": 0.5, "error_bar": [0.8, 1.2]
    },
    "nvlink5": {
      "share": 0.9, "hop_seconds": 1e-06, "start_seconds": 5e-06, "ll128_share": 0.5, "error_bar": [0.8, 1.2]
    },
    "network": {
      "share": 0.9, "hop_seconds": 1e-06, "start_seconds": 5e-06, "ll128_share": 0.5, "error_bar": [0.8, 1.2]
    }
  }
}
)");
}

TEST_CASE("errors name file, JSON pointer, what came and what is accepted") {
  CHECK(refusal(R"("share": 0.5)", R"("share": "half")") ==
        R"(links.json: /links/nvlink/share: got "half"; must be a number >= 0 and <= 1)");
  CHECK(refusal(R"("share": 0.5)", R"("share": -0.5)") ==
        "links.json: /links/nvlink/share: got -0.5; must be a number >= 0 and <= 1");
  CHECK(refusal(R"("share": 0.5, )", "") == "links.json: /links/nvlink/share: got nothing; this field is required");
  CHECK(refusal(R"("share": 0.5)", R"("shares": 0.5, "share": 0.5)") ==
        "links.json: /links/nvlink/shares: got the unknown field \"shares\"; accepted fields: share, hop_seconds, "
        "start_seconds, ll_share, ll128_share, ll128_start, simple_start, ll128_hop, simple_hop, own, ramp, "
        "nvls_start, nvls_share, nvls_cards, error_bar");
  CHECK(refusal("[0.7, 1.4]", "[0.7]") ==
        "links.json: /links/nvlink/error_bar: got 1 elements; must have at least 2 and at most 2 elements");
  CHECK(refusal("[0.7, 1.4]", "[0.7, null]") ==
        "links.json: /links/nvlink/error_bar/1: got null; must be a number >= 0 and <= 1e+30");
  CHECK(refusal(R"("hop_seconds": "s")", R"("hop_seconds": "us")") ==
        R"(links.json: /units/hop_seconds: got "us"; must be "s")");
  CHECK(refusal(R"("hop_seconds": "s")", R"("hops": "s")") ==
        R"(links.json: /units/hops: got "s"; no constant of this name has a unit)");
  CHECK(refusal(R"("links")", R"("more": 1, "links")") ==
        "links.json: /more: got the unknown field \"more\"; accepted fields: provenance, units, links");
  CHECK(refusal(R"("share": 0.5)", R"("share": 0.6)") == "read");
}

TEST_CASE("what may lack takes its usual value, and is left out where it has it") {
  AttentionTable table{};
  for (AttentionConstants& family : table) family.source = "a test", family.efficiency = {0.5, 0.5, 0.5};
  table[1].random_cycles = 0.25;
  const std::string text = json::table_text(table, nobody);
  CHECK(text.find("\"random_cycles\": 0.25") != std::string::npos);
  CHECK(text.find("\"random_cycles\": 0,") == std::string::npos);
  const json::Document document = json::parse_text(text);
  const AttentionTable read = json::table_from_json<AttentionTable>(document.root()).table;
  CHECK(read[0].random_cycles == 0.0);
  CHECK(read[1].random_cycles == 0.25);
  CHECK(json::table_text(read, nobody) == text);
}

TEST_CASE("lists of a table have as many rows as it holds, words are those of their enumeration") {
  GemmTable table{};
  table.shared = shared_gemm_start();
  for (GemmConstants& family : table.families) family.tile_count = 2;
  table.families[3].tiles[1] = {
      .m = 128, .n = 64, .k = 32, .threads = 256, .scalar_copies = true, .efficiency = 0.123456};
  table.families[3].calibrated_on = {"T4", "A10"};
  table.choices[5].preference[7] = {0.1, -0.2, 0.0};
  const std::string text = json::table_text(table, nobody);
  json::Document document = json::parse_text(text, "gemm.json");
  const GemmTable read = json::table_from_json<GemmTable>(document.root()).table;
  CHECK(json::table_text(read, nobody) == text);
  CHECK(read.families[3].tile_count == 2);
  CHECK(read.families[3].tiles[1].scalar_copies);
  CHECK(read.families[3].tiles[1].efficiency == 0.12346);
  CHECK(read.families[3].calibrated_on[1] == "A10");
  CHECK(read.families[3].calibrated_on[2].empty());
  CHECK(read.choices[5].preference[7][1] == -0.2);
  CHECK(read.choices[5].preference[8][1] == 0.0);
  const auto says = [&] {
    try {
      (void)json::table_from_json<GemmTable>(document.root());
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("read");
  };
  auto& families = document.value["families"];
  families["dgemm"]["unit"] = "abacus";
  CHECK(
      says() ==
      R"(gemm.json: /families/dgemm/unit: got "abacus"; must be one of cuda_core, tensor_core, tensor_core_fp16_accumulate)");
  families["dgemm"]["unit"] = "cuda_core";
  families["dgemm"]["tiles"][1]["scalar_copies"] = 1;
  CHECK(says() == "gemm.json: /families/dgemm/tiles/1/scalar_copies: got 1; must be true or false");
  families["dgemm"]["tiles"] = nlohmann::json::array();
  CHECK(says() == "gemm.json: /families/dgemm/tiles: got 0 elements; must have at least 1 and at most 28 elements");
  families["dgemm"]["tiles"] = families["kepler_sgemm"]["tiles"];
  document.value["processes"].erase(0);
  CHECK(says() == "gemm.json: /processes: got 9 elements; must have at least 10 and at most 10 elements");
}
}  // namespace json_table_json_test

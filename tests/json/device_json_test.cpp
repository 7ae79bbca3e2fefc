#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <perfmodel/json/device_json.hpp>
#include <perfmodel/json/reader.hpp>
#include <string>

#include "../refusal.hpp"

namespace json_device_json_test {
using namespace perfmodel;
namespace fs = std::filesystem;

namespace {
const fs::path folder = fs::path(PERFMODEL_SOURCE_DIR) / "devices";

/// A real file that fields are broken in.
nlohmann::json a100() {
  nlohmann::json file = json::parse_file(folder / "a100-pcie-80gb.json").value;
  file["sources"] = json::parse_file(folder / "sources.json").value;
  return file;
}
std::string message(const nlohmann::json& file) {
  return refusal([&] { (void)json::device_from_json(json::Node(file, "x.json")); });
}
/// Message after one field was given another value.
std::string broken(const char* pointer, const nlohmann::json& value) {
  nlohmann::json file = a100();
  file[nlohmann::json::json_pointer(pointer)] = value;
  return message(file);
}
std::string without(const char* parent, const char* key) {
  nlohmann::json file = a100();
  file[nlohmann::json::json_pointer(parent)].erase(key);
  return message(file);
}
}  // namespace

TEST_CASE("device_from_file() reads every field of a file into its unit") {
  const json::DeviceRecord record = json::device_from_file(folder / "a100-pcie-80gb.json");
  const Device& d = record.device;
  CHECK(d.name == "A100-PCIE-80GB");
  CHECK(d.architecture == "ampere");
  CHECK(d.chip == "GA100");
  CHECK(d.compute_capability == 80);
  CHECK(d.sms == 108.0 * sm);
  CHECK(d.base_clock == 1065.0 * mega * cycle / second);
  CHECK(d.boost_clock == 1410.0 * mega * cycle / second);
  CHECK(d.tensor_clock == d.boost_clock);  // not in the file: the boost clock
  CHECK(d.rates(MathUnit::tensor_core, NumberFormat::bf16) == 1024.0 * mac / (cycle * sm));
  CHECK(d.rates(MathUnit::tensor_core, NumberFormat::fp8) == IssueRate{});
  CHECK(d.rates.sparse_factor == 2.0);
  CHECK(d.l2 == 40.0 * mebi * byte);
  CHECK(d.occupancy.shared_memory_per_sm == 164.0 * kibi * byte);
  CHECK(d.occupancy.shared_memory_per_block == 163.0 * kibi * byte);
  CHECK(d.occupancy.registers_per_sm == 256.0 * kibi * byte);
  CHECK(d.occupancy.threads_per_sm == 2048);
  CHECK(d.occupancy.blocks_per_sm == 32);
  CHECK(d.memory == 80.0 * gibi * byte);
  CHECK(d.memory_type == MemoryType::hbm2e);
  CHECK(d.memory_reported == 81920.0 * mebi * byte);
  CHECK(d.memory_visible == 81050.0 * mebi * byte);
  CHECK(d.dram_bandwidth == 1935.0 * giga * byte / second);
  CHECK(d.board_power == 300.0 * watt);
  CHECK(d.interconnect.pcie_generation == 4);
  CHECK(d.interconnect.pcie_lanes == 16);
  CHECK(d.interconnect.host_bandwidth == pcie_bandwidth(4, 16));
  CHECK(d.interconnect.nvlink_bandwidth == 600.0 * giga * byte / second);
  CHECK(d.interconnect.nvlink_cards == 2);
}

TEST_CASE("device_from_file() keeps value, unit, kind and source of each number, and measured beside published") {
  const json::DeviceRecord record = json::device_from_file(folder / "a100-pcie-80gb.json");
  const auto fact = std::find_if(record.facts.begin(), record.facts.end(),
                                 [](const json::Fact& f) { return f.field == "/rates/tensor_core/fp16"; });
  REQUIRE(fact != record.facts.end());
  CHECK(fact->value == 1024.0);
  CHECK(fact->unit == "MAC/clk/SM");
  CHECK(fact->kind == json::Kind::published);
  CHECK(record.sources.at(fact->source).year >= 2020);
  REQUIRE(record.measured_dram_bandwidth.has_value());
  CHECK(record.measured_dram_bandwidth->quantity == 1607.3 * giga * byte / second);
  CHECK(record.measured_dram_bandwidth->kind == json::Kind::measured);
}

TEST_CASE("device_from_json() names the file, the field, the value and what is accepted") {
  CHECK(message(a100()) == "");
  CHECK(broken("/sms/unit", "cores") == "x.json: /sms/unit: got \"cores\"; must be \"SM\"");
  CHECK(broken("/sms/value", -108) == "x.json: /sms/value: got -108; must be a number >= 1 and <= 10000 SM");
  CHECK(broken("/sms/value", 0) == "x.json: /sms/value: got 0; must be a number >= 1 and <= 10000 SM");
  CHECK(broken("/sms/value", 107.5) == "x.json: /sms/value: got 107.5; must be a whole number");
  CHECK(broken("/boost_clock/value", 1e300) ==
        "x.json: /boost_clock/value: got 1e+300; must be a number >= 10 and <= 100000 MHz");
  CHECK(broken("/rates/tensor_core/fp16/value", 1e-300) ==
        "x.json: /rates/tensor_core/fp16/value: got 1e-300; must be a number >= 0.01 and <= 1000000 MAC/clk/SM");
  CHECK(broken("/l2/value", 1e-300) == "x.json: /l2/value: got 1e-300; must be a number >= 0.01 and <= 1000000 MiB");
  CHECK(broken("/board_power/value", 1e-300) ==
        "x.json: /board_power/value: got 1e-300; must be a number >= 1 and <= 100000 W");
  CHECK(broken("/occupancy/registers_per_sm/value", 1e-300) ==
        "x.json: /occupancy/registers_per_sm/value: got 1e-300; must be a number >= 1 and <= 65536 KiB");
  CHECK(broken("/dram_bandwidth/value", std::nan("")) ==
        "x.json: /dram_bandwidth/value: got null; must be a number >= 1 and <= 1000000 GB/s");
  CHECK(broken("/dram_bandwidth/unit", "GiB/s") ==
        "x.json: /dram_bandwidth/unit: got \"GiB/s\"; must be \"GB/s\" or \"TB/s\"");
  CHECK(broken("/compute_capability", 8.0) == "x.json: /compute_capability: got 8.0; must be a text");
  CHECK(broken("/compute_capability", "8") == "x.json: /compute_capability: got \"8\"; must be a text such as \"8.0\"");
  CHECK(broken("/name", "A/100") == "x.json: /name: got \"A/100\"; must be made of letters, digits, '-', '_' and '.'");
  CHECK(broken("/rates/tensor_core/half", 1) ==
        "x.json: /rates/tensor_core/half: got \"half\"; must be one of fp64, fp32, tf32, fp16, bf16, fp8, fp4, int8, "
        "int4, int1");
  CHECK(without("/rates/cuda_core", "fp32") ==
        "x.json: /rates/cuda_core/fp32: got nothing; every card multiplies FP32 on its CUDA cores");
  CHECK(without("/l2", "unit") == "x.json: /l2/unit: got nothing; this field is required");
  CHECK(without("", "memory") == "x.json: /memory: got nothing; this field is required");
  CHECK(broken("/l2/source", "hearsay") ==
        "x.json: /l2/source: got \"hearsay\"; must name an entry of \"sources\" in this file or in sources.json beside "
        "it");
  CHECK(broken("/measured/dram_bandwidth/kind", "published") ==
        "x.json: /measured/dram_bandwidth/kind: got \"published\"; must be \"measured\"");
  CHECK(broken("/memory_type", "hbm").find("x.json: /memory_type: got \"hbm\"; must be one of unknown, gddr5, ") == 0);
  CHECK(message(nlohmann::json::array()) == "x.json: got []; must be an object");
}

TEST_CASE("device_from_json() refuses numbers that contradict each other") {
  CHECK(broken("/base_clock/value", 1500) == "x.json: /base_clock/value: got 1500; must not be above the boost clock");
  CHECK(broken("/memory_reported/value", 81921) ==
        "x.json: /memory_reported/value: got 81921; must not be above the nominal memory");
  CHECK(broken("/memory_visible/value", 81921) ==
        "x.json: /memory_visible/value: got 81921; must not be above memory_reported");
  CHECK(broken("/occupancy/shared_memory_per_block/value", 165) ==
        "x.json: /occupancy/shared_memory_per_block/value: got 165; must not be above shared_memory_per_sm");
}

TEST_CASE("device_from_json() refuses a misspelt field at every level") {
  for (const char* pointer : {"/smss", "/sms/valeu", "/rates/tensor", "/occupancy/threads", "/interconnect/pcie",
                              "/measured/x", "/peaks/0/digits"}) {
    CAPTURE(pointer);
    CHECK(broken(pointer, 1).find("got the unknown field") != std::string::npos);
  }
}

TEST_CASE("device_from_json() refuses a peak that is not printed digits at a known clock") {
  for (const nlohmann::json& bad :
       {nlohmann::json(312), nlohmann::json(""), nlohmann::json("1e9"), nlohmann::json("-3"), nlohmann::json("1.2.3"),
        nlohmann::json("."), nlohmann::json("31."), nlohmann::json("nan")}) {
    CAPTURE(bad);
    CHECK(broken("/peaks/0/printed", bad).find("x.json: /peaks/0/printed: got ") == 0);
  }
  CHECK(broken("/peaks/0/clock", "fast") == "x.json: /peaks/0/clock: got \"fast\"; must be one of base, boost, tensor");
  nlohmann::json file = a100();
  file.erase("base_clock");
  file["peaks"][0]["clock"] = "base";
  CHECK(message(file) == "x.json: /peaks/0/clock: got \"base\"; names a clock that this file does not have");
}

TEST_CASE("half a unit of the last printed digit follows from the digits") {
  nlohmann::json file = a100();
  const auto peak_of = [&](const char* printed, const char* unit) {
    file["peaks"] = {{{"math_unit", "tensor_core"},
                      {"format", "fp16"},
                      {"printed", printed},
                      {"unit", unit},
                      {"clock", "tensor"},
                      {"source", "a100-whitepaper"}}};
    return json::device_from_json(json::Node(file, "x.json")).peaks.at(0);
  };
  const auto tflops = [](WorkRate rate) { return in(rate, tera * flop / second); };
  CHECK(tflops(peak_of("312", "TFLOPS").half_digit) == 0.5);
  CHECK(std::abs(tflops(peak_of("989.4", "TFLOPS").half_digit) - 0.05) < 1e-12);
  CHECK(std::abs(tflops(peak_of("362.05", "TFLOPS").half_digit) - 0.005) < 1e-12);
  CHECK(std::abs(tflops(peak_of("4.5", "PFLOPS").half_digit) - 50.0) < 1e-9);
  CHECK(tflops(peak_of("4.5", "PFLOPS").rate) == 4500.0);
  const Device device = json::device_from_json(json::Node(file, "x.json")).device;
  CHECK(json::reproduced(device, peak_of("312", "TFLOPS")));
  CHECK(json::reproduced(device, peak_of("311.9", "TFLOPS")));
  CHECK_FALSE(json::reproduced(device, peak_of("311.8", "TFLOPS")));
  CHECK_FALSE(json::reproduced(device, peak_of("313", "TFLOPS")));
  CHECK_FALSE(json::reproduced(device, peak_of("311", "TFLOPS")));
}

TEST_CASE("a card with its own host link needs no PCIe, one with neither is refused") {
  nlohmann::json file = a100();
  file["interconnect"] = {
      {"host_bandwidth", {{"value", 450}, {"unit", "GB/s"}, {"kind", "published"}, {"source", "cuda-guide"}}}};
  const Device device = json::device_from_json(json::Node(file, "x.json")).device;
  CHECK(device.interconnect.pcie_generation == 0);
  CHECK(device.interconnect.host_bandwidth == 450.0 * giga * byte / second);
  file["interconnect"] = nlohmann::json::object();
  CHECK(message(file) ==
        "x.json: /interconnect/pcie_generation: got nothing; a card has pcie_generation and pcie_lanes, or "
        "host_bandwidth");
}
}  // namespace json_device_json_test

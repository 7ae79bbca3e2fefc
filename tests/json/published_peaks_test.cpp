#include <doctest/doctest.h>

#include <algorithm>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/json/published_peaks.hpp>
#include <perfmodel/json/reader.hpp>
#include <set>
#include <string>

namespace json_published_peaks_test {
// What the data of the device files must satisfy, card by card.
using namespace perfmodel;
namespace fs = std::filesystem;

namespace {
const fs::path folder = fs::path(PERFMODEL_SOURCE_DIR) / "devices";

const std::vector<json::DeviceRecord>& records() {
  static const std::vector<json::DeviceRecord> all = [] {
    std::vector<json::DeviceRecord> result;
    for (const fs::path& file : json::device_files(folder)) result.push_back(json::device_from_file(file));
    return result;
  }();
  return all;
}
double tflops(WorkRate rate) { return in(rate, tera * flop / second); }
}  // namespace

TEST_CASE("published peaks follow from SMs x clock x MACs to half a unit of the last digit, or the file says why not") {
  for (const json::DeviceRecord& record : records())
    for (const json::PublishedPeak& peak : record.peaks) {
      CAPTURE(record.device.name);
      CAPTURE(name(peak.math_unit));
      CAPTURE(name(peak.format));
      CAPTURE(peak.sparse);
      CAPTURE(peak.printed);
      CAPTURE(tflops(recomputed(record.device, peak)));
      CHECK(reproduced(record.device, peak) == peak.exception.empty());  // nor an excuse where none is needed
      CHECK(tflops(recomputed(record.device, peak)) > 0.0);
    }
}

TEST_CASE("an exception excuses the document's rounding, not a wrong rate: within 3 %, but for three documents") {
  const auto expected = [](const std::string& card, NumberFormat format) {
    if (card == "L40S" && format == NumberFormat::int4) return 2.0;       // the datasheet repeats INT8's
    if (card == "P4") return 1114.0 / 1075.0;                             // drivers report the one, it prints the other
    if (card == "H20" && format == NumberFormat::fp32) return 39.5 / 44;  // 44 needs 2203 MHz, which no Hopper reports
    return 1.0;
  };
  for (const json::DeviceRecord& record : records())
    for (const json::PublishedPeak& peak : record.peaks) {
      CAPTURE(record.device.name);
      CAPTURE(peak.printed);
      const double ratio = recomputed(record.device, peak) / peak.rate / expected(record.device.name, peak.format);
      CHECK(ratio > 0.97);
      CHECK(ratio < 1.03);
    }
}

TEST_CASE("every card has a published FP32 peak, and a tensor-core peak for each kind of tensor core it has") {
  for (const json::DeviceRecord& record : records()) {
    CAPTURE(record.device.name);
    const auto has = [&](MathUnit unit, NumberFormat format) {
      return std::any_of(record.peaks.begin(), record.peaks.end(),
                         [&](const json::PublishedPeak& p) { return p.math_unit == unit && p.format == format; });
    };
    CHECK(has(MathUnit::cuda_core, NumberFormat::fp32));
    if (record.device.name == "RTX-PRO-6000-Max-Q") continue;  // its page prints no other; the rates are its chip's
    for (const NumberFormat format :
         {NumberFormat::tf32, NumberFormat::fp16, NumberFormat::bf16, NumberFormat::fp8, NumberFormat::fp4})
      if (record.device.rates(MathUnit::tensor_core, format) > IssueRate{}) {
        CAPTURE(name(format));
        CHECK(has(MathUnit::tensor_core, format));
      }
  }
}

TEST_CASE("rates are consistent: narrower formats are not slower, FP16 accumulation not slower than FP32") {
  for (const json::DeviceRecord& record : records()) {
    const IssueRates& rates = record.device.rates;
    CAPTURE(record.device.name);
    const auto tensor = [&](NumberFormat format) { return rates(MathUnit::tensor_core, format); };
    const IssueRate none{};
    if (tensor(NumberFormat::bf16) > none) CHECK(tensor(NumberFormat::bf16) == tensor(NumberFormat::fp16));
    if (tensor(NumberFormat::tf32) > none) CHECK(2.0 * tensor(NumberFormat::tf32) == tensor(NumberFormat::fp16));
    if (tensor(NumberFormat::fp8) > none) CHECK(tensor(NumberFormat::fp8) == 2.0 * tensor(NumberFormat::fp16));
    if (tensor(NumberFormat::int4) > none) CHECK(tensor(NumberFormat::int4) == 2.0 * tensor(NumberFormat::int8));
    for (const NumberFormat format : {NumberFormat::fp16, NumberFormat::fp8})
      CHECK(rates(MathUnit::tensor_core_fp16_accumulate, format) >= tensor(format));
    const bool tensor_cores = tensor(NumberFormat::fp16) > none;
    CHECK(tensor_cores == (record.device.compute_capability >= 70));
    CHECK((rates.sparse_factor == 2.0) == (record.device.compute_capability >= 80));
  }
}

TEST_CASE("memory, clocks and limits are of a sane size and order") {
  for (const json::DeviceRecord& record : records()) {
    const Device& d = record.device;
    CAPTURE(d.name);
    CHECK(d.memory_reported > 0.9 * d.memory);
    CHECK(d.memory_visible > 0.9 * d.memory);
    CHECK(d.tensor_clock <= d.boost_clock);
    CHECK(d.occupancy.registers_per_sm == 256.0 * kibi * byte);  // 65,536 registers since Kepler
    CHECK(d.occupancy.threads_per_sm % 32 == 0);
    CHECK(d.l2 < d.memory);
    CHECK(d.memory_type != MemoryType::unknown);
    const bool hbm = d.memory_type >= MemoryType::hbm2;
    CHECK(hbm == (d.chip.find("100") != std::string::npos));  // GP100, GV100, GA100, GH100, GB100
  }
}

TEST_CASE("every source of sources.json is used, and every estimate says how it was derived") {
  std::set<std::string> used;
  for (const json::DeviceRecord& record : records()) {
    for (const auto& [id, source] : record.sources) used.insert(id);
    for (const json::Fact& fact : record.facts) {
      CAPTURE(record.device.name);
      CAPTURE(fact.field);
      CHECK((fact.kind != json::Kind::estimated || fact.note.size() > 20));
    }
  }
  const json::Document sources = json::parse_file(folder / "sources.json");
  for (const auto& member : sources.root().members()) {
    CAPTURE(member.first);
    CHECK(used.count(member.first) == 1);
  }
}
}  // namespace json_published_peaks_test

#include "fit.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/kernel/gemm_constants.hpp>

namespace perfmodel::calibrate {
namespace {

using Json = nlohmann::ordered_json;

constexpr double mebi = 1048576.0;

/// Two significant digits more than any measurement here is good for.
double rounded(double value) {
  if (value == 0.0) return 0.0;
  const double scale = std::pow(10.0, 5.0 - std::floor(std::log10(std::abs(value))));
  return std::round(value * scale) / scale;
}

void append(std::vector<DirectFact>& all, std::vector<DirectFact> more) {
  for (DirectFact& fact : more) all.push_back(std::move(fact));
}

double machine_number(const json::Node& machine, const char* key) {
  return machine.at(key).number({.low = -1e300, .high = 1e300});
}

/// What the card reports against what the catalogue says.
std::vector<std::string> differences(const json::Node& machine, const Device& device) {
  constexpr double tolerated = 0.005;
  std::vector<std::string> found;
  const auto compare = [&](const char* what, const char* key, double scale, double published, const char* unit) {
    const double reported = machine_number(machine, key) * scale;
    if (!(reported > 0.0) || !(published > 0.0) || std::abs(reported / published - 1.0) <= tolerated) return;
    found.push_back(std::string(what) + ": the card reports " + json::to_text(reported) + ' ' + unit +
                    ", published is " + json::to_text(published) + ' ' + unit);
  };
  compare("SMs", "sms", 1.0, in(device.sms, sm), "SM");
  compare("L2", "l2_bytes", 1.0 / mebi, in(device.l2, byte) / mebi, "MiB");
  compare("highest SM clock", "sm_clock_mhz", 1.0, in(device.boost_clock, mega * cycle / second), "MHz");
  compare("power limit", "power_limit_w", 1.0, in(device.board_power, watt), "W");
  return found;
}

Json facts_json(const std::vector<DirectFact>& facts) {
  Json list = Json::object();
  for (const DirectFact& fact : facts) {
    Json entry{{"value", rounded(fact.value)}, {"unit", fact.unit}, {"kind", "measured"}, {"source", fact.method}};
    if (fact.noise > 0.0) entry["noise"] = rounded(fact.noise);
    list[fact.name] = std::move(entry);
  }
  return list;
}

Json errors_json(const ErrorStatistics& e) {
  return {{"count", e.count},      {"mean", rounded(e.mean)},   {"median", rounded(e.median)},
          {"p90", rounded(e.p90)}, {"worst", rounded(e.worst)}, {"bias", rounded(e.bias)}};
}

Json regimes_json(const std::vector<RegimeErrors>& regimes) {
  Json list = Json::array();
  for (const RegimeErrors& r : regimes)
    list.push_back({{"regime", r.regime},
                    {"model", errors_json(r.model)},
                    {"roofline", errors_json(r.roofline)},
                    {"noise", rounded(r.noise)},
                    {"coverage", rounded(r.coverage)}});
  return list;
}

/// FNV-1a, 64 bit: enough to see that a raw file is another one.
std::string fingerprint(const std::string& text) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  char hex[17];
  std::snprintf(hex, sizeof hex, "%016llx", static_cast<unsigned long long>(hash));
  return hex;
}

/// Whether the constants that this program was built with were fitted to measurements of the card: the table says so,
/// or the raw tables are those that ship with the constants.
bool constants_know(const std::filesystem::path& raw, const Device& device) {
  for (const GemmConstants& family : gemm_table.families)
    for (const std::string_view card : family.calibrated_on)
      if (card == device.name) return true;
  std::error_code ignored;
  const auto shipped = std::filesystem::weakly_canonical(json::devices_folder() / "calibrated" / "raw", ignored);
  return std::filesystem::weakly_canonical(raw, ignored).parent_path() == shipped;
}

}  // namespace

std::string meaning_of_errors(const Calibration& c) {
  return c.fitted_to_these ? "The constants were fitted to this card's rows as well, held-out shapes included: this "
                             "shows how well they agree. "
                             "docs/accuracy.md has the errors of a fit that had not seen them."
                           : "The constants were fitted to other cards: no fit has seen any of these rows.";
}

Calibration fit(const std::filesystem::path& folder, const std::string& device_word) {
  Calibration c{.raw = RawFolder::open(folder)};
  const json::Document document = json::parse_file((folder / "machine.json").string());
  const json::Node machine = document.root();
  const double l2 = machine_number(machine, "l2_bytes");
  if (const auto t = c.raw.table("bandwidth")) {
    append(c.facts, bandwidth_facts(*t, l2));
    if (const auto knee = l2_knee(*t, l2)) c.facts.push_back(*knee);
  }
  if (const auto t = c.raw.table("bandwidth_sms")) append(c.facts, sm_facts(*t));
  if (const auto t = c.raw.table("launch")) append(c.facts, launch_facts(*t));
  if (const auto t = c.raw.table("math_rate")) append(c.facts, rate_facts(*t));
  if (const auto t = c.raw.table("clock")) append(c.facts, clock_facts(*t));
  if (const auto t = c.raw.table("copies")) append(c.facts, copy_facts(*t));
  c.device = json::load_device(device_word.empty() ? c.raw.card : device_word, "--device").device;
  c.differences = differences(machine, c.device);
  c.fitted_to_these = constants_know(folder, c.device);
  if (const auto t = c.raw.table("gemm")) c.judged = judge_products(*t, c.device);
  if (const auto t = c.raw.table("ops"))
    for (Judged& row : judge_operations(*t, c.device)) c.judged.push_back(std::move(row));
  c.seen = regime_errors(c.judged, false);
  c.unseen = regime_errors(c.judged, true);
  c.missed = missed_limits(c.unseen);
  return c;
}

std::string calibration_json(const Calibration& c) {
  Json file{{"format", "perfmodel-calibration"}, {"version", 1}, {"device", c.raw.card}};
  file["machine"] = Json::parse(read_text(c.raw.path / "machine.json"));
  Json files = Json::object();
  for (const char* name : {"gemm", "gemm_heuristics", "ops", "convolutions", "attention", "bandwidth", "bandwidth_sms",
                           "launch", "math_rate", "clock", "copies"})
    if (const auto table = c.raw.table(name)) {
      const std::string text = read_text(c.raw.path / (std::string(name) + ".csv"));
      files[std::string(name) + ".csv"] = {{"rows", table->csv.rows.size()}, {"fnv1a", fingerprint(text)}};
    }
  file["raw"] = {{"folder", "raw/" + c.raw.path.filename().string()}, {"files", std::move(files)}};
  file["measured"] = facts_json(c.facts);
  file["differences"] = c.differences;
  file["residuals"] = {{"note", "shares of the measured time. " + meaning_of_errors(c)},
                       {"held_out", regimes_json(c.unseen)},
                       {"fitted", regimes_json(c.seen)}};
  file["missed_limits"] = c.missed;
  return file.dump(2) + '\n';
}

std::string new_device_json(const RawFolder& raw, const std::vector<DirectFact>& facts) {
  const Json machine = Json::parse(read_text(raw.path / "machine.json"));
  const auto number = [](double value, const char* unit, const char* note = nullptr) {
    Json entry{{"value", rounded(value)}, {"unit", unit}, {"kind", "measured"}, {"source", "calibration"}};
    if (note != nullptr) entry["note"] = note;
    return entry;
  };
  const auto fact = [&](const std::string& name) {
    for (const DirectFact& f : facts)
      if (f.name == name) return f.value;
    return 0.0;
  };
  const auto kib = [&](const char* key) { return number(machine.at(key).get<double>() / 1024.0, "KiB"); };
  const int capability = machine.at("compute_capability").get<int>();
  Json device{{"$schema", "schema.json"},
              {"name", raw.card},
              {"architecture", "unknown"},
              {"chip", "unknown"},
              {"compute_capability", std::to_string(capability / 10) + '.' + std::to_string(capability % 10)}};
  device["sms"] = number(machine.at("sms").get<double>(), "SM");
  device["boost_clock"] = number(machine.at("sm_clock_mhz").get<double>(), "MHz", "highest clock the driver reports");
  Json rates = Json::object();
  for (const DirectFact& f : facts) {  // rate.<unit>.<format>.<instruction>: the fastest instruction of each
    if (f.name.rfind("rate.", 0) != 0 || f.unit != "MAC/clk/SM") continue;
    const std::size_t unit_end = f.name.find('.', 5), format_end = f.name.find('.', unit_end + 1);
    const std::string unit = f.name.substr(5, unit_end - 5),
                      format = f.name.substr(unit_end + 1, format_end - unit_end - 1);
    if (format == "int32") continue;
    Json& entry = rates[unit][format];
    if (entry.is_null() || entry["value"].get<double>() < f.value)
      entry = number(f.value, "MAC/clk/SM", "loop of one instruction");
  }
  device["rates"] = std::move(rates);
  device["l2"] = number(machine.at("l2_bytes").get<double>() / mebi, "MiB");
  device["occupancy"] = {
      {"shared_memory_per_sm", kib("shared_memory_per_sm_bytes")},
      {"shared_memory_per_block", kib("shared_memory_per_block_bytes")},
      {"registers_per_sm", number(machine.at("registers_per_sm").get<double>() * 4.0 / 1024.0, "KiB")},
      {"threads_per_sm", number(machine.at("threads_per_sm").get<double>(), "thread")},
      {"blocks_per_sm", number(machine.at("blocks_per_sm").get<double>(), "block")}};
  const double memory = machine.at("memory_bytes").get<double>();
  device["memory"] =
      number(std::ceil(memory / (1024.0 * mebi)), "GiB", "as the driver sees it, not as printed on the box");
  device["memory_reported"] = number(memory / mebi, "MiB");
  device["dram_bandwidth"] = number(fact("dram_read_bandwidth"), "GB/s", "what reads reach, not a published figure");
  device["board_power"] = number(machine.at("power_limit_w").get<double>(), "W");
  device["interconnect"] = {{"pcie_generation", number(machine.at("pcie_generation").get<double>(), "1")},
                            {"pcie_lanes", number(machine.at("pcie_width").get<double>(), "lane")}};
  const std::string date = machine.at("date").get<std::string>();
  device["sources"] = {{"calibration",
                        {{"document", "perfmodel-calibrate on " + machine.at("name").get<std::string>() + ", " + date},
                         {"year", std::stoi(date.substr(0, 4))},
                         {"table", "machine.json, bandwidth.csv, math_rate.csv"}}}};
  return device.dump(2) + '\n';
}

}  // namespace perfmodel::calibrate

#include "calibrated_file.hpp"

#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <perfmodel/device/architecture.hpp>
#include <perfmodel/fnv1a.hpp>
#include <perfmodel/pricing/card_correction.hpp>
#include <perfmodel/pricing/constants_fingerprint.hpp>
#include <string>
#include <vector>

namespace perfmodel::calibrate {
namespace {

using Json = nlohmann::ordered_json;

/// Two significant digits more than any measurement here is good for.
double rounded(double value) {
  if (value == 0.0) return 0.0;
  const double scale = std::pow(10.0, 5.0 - std::floor(std::log10(std::abs(value))));
  return std::round(value * scale) / scale;
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

/// Less than a hundredth is the measurement's noise.
void add_latency(Json& factors, const CardCorrection& correction) {
  if (std::abs(correction.latency - 1.0) > 0.01)
    factors["latency"] = {{"value", rounded(correction.latency)},
                          {"kind", "measured"},
                          {"source", "launch_gap.graph.blocks_1 beside that of the shared constants' card"}};
}

Json refinement_json(const Calibration& c) {
  const Refinement& r = c.refinement;
  Json factors = Json::object(), found = Json::object(), pairs = Json::array();
  const std::string folder = "raw/" + c.raw.path.filename().string();
  const auto entry = [](double value, double deviation, const std::string& source) {
    return Json{{"value", rounded(value)}, {"deviation", rounded(deviation)}, {"kind", "fitted"}, {"source", source}};
  };
  const std::string joint = "all factors together to " + std::to_string(r.rows) + " rows of " + folder;
  for (std::size_t i = 0; i < r.parameters.size(); ++i)
    found[r.parameters[i].name] = entry(std::exp(r.theta[i]), r.deviation[i], joint);
  CardCorrection correction = r.correction;
  const std::string alone =
      "the factors clearly off 1 to the same rows, the others held at 1; docs/reference/calibration.md";
  if (r.kept)
    for (const std::string& name : r.used)
      factors[name] = {{"value", rounded(factor(correction, name))}, {"kind", "fitted"}, {"source", alone}};
  add_latency(factors, correction);
  if (c.steps.scaled && c.steps.machines.size() == 1) {  // the middle of several is nobody's machine
    Json& host = factors["host." + std::string(name(Framework::libtorch))];
    host = entry(c.steps.card_scale, c.steps.host.noise, "host-bound steps of " + folder + "; steps.machines");
    host["machine"] = c.steps.machine;
  }
  for (const CorrelatedPair& pair : r.correlated)
    pairs.push_back({{"first", pair.first}, {"second", pair.second}, {"correlation", rounded(pair.correlation)}});
  Json singular = Json::array();
  for (const double value : r.singular_values) singular.push_back(rounded(value));
  Json block{{"constants", constants_fingerprint(c.device)},
             {"note", "factors on what the shared constants predict for this card; docs/reference/calibration.md"},
             {"factors", std::move(factors)}};
  if (!r.available) {
    block["solver"] = "none: built without Ceres";
    return block;
  }
  block["joint_fit"] = {{"rows", r.rows}, {"factors", std::move(found)}, {"clearly_off_1", r.used}, {"used", r.kept}};
  if (r.folds > 0)
    block["cross_validation"] = {{"families_left_out", "one in " + std::to_string(r.folds)},
                                 {"mean_error_with_shared_constants", rounded(r.before)},
                                 {"mean_error_with_factors", rounded(r.after)}};
  block["identifiability"] = {
      {"singular_values", std::move(singular)}, {"undetermined", r.undetermined}, {"correlated", std::move(pairs)}};
  return block;
}

Json steps_json(const StepFacts& s) {
  if (!s.scaled) return {{"host_not_fitted", s.problem}};
  Json block{{"host_scale", rounded(s.host.scale)}, {"noise", rounded(s.host.noise)}};
  if (!s.problem.empty()) block["note"] = s.problem;
  for (const MachineHost& machine : s.machines)
    block["machines"][machine.table] = {{"host_scale", rounded(machine.host.factor)},
                                        {"noise", rounded(machine.host.noise)},
                                        {"steps", machine.host.steps}};
  block["host_bound_cross_validated"] = errors_json(s.host.host_cross_validated);
  if (s.sides > 0) block["bounding_side"] = {{"steps", s.sides}, {"right", s.right}};
  return block;
}
}  // namespace

std::string calibration_json(const Calibration& c) {
  Json file{{"format", "perfmodel-calibration"}, {"version", 1}, {"device", c.raw.card}};
  file["machine"] = Json::parse(read_text(c.raw.path / "machine.json"));
  std::vector<std::string> names{"gemm",      "gemm_heuristics", "ops",           "convolutions",
                                 "attention", "bandwidth",       "bandwidth_sms", "launch",
                                 "math_rate", "clock",           "copies"};
  names.insert(names.end(), unseen_products.begin(), unseen_products.end());
  names.insert(names.end(), {"fcnn_steps", "fcnn_busy"});
  names.insert(names.end(), other_machines.begin(), other_machines.end());
  Json files = Json::object();
  for (const std::string& name : names)
    if (const auto table = c.raw.table(name)) {
      const std::string text = read_text(c.raw.path / (name + ".csv"));
      files[name + ".csv"] = {{"rows", table->csv.rows.size()}, {"fnv1a", hash_text(fnv1a(text))}};
    }
  file["raw"] = {{"folder", "raw/" + c.raw.path.filename().string()}, {"files", std::move(files)}};
  file["measured"] = facts_json(c.facts);
  file["differences"] = c.differences;
  file["calibration"] = refinement_json(c);
  if (c.steps.measured) file["steps"] = steps_json(c.steps);
  file["residuals"] = {{"note", "shares of the measured time. " + meaning_of_errors(c)},
                       {"held_out", regimes_json(c.unseen)},
                       {"held_out_with_shared_constants", regimes_json(c.shared)},
                       {"fitted", regimes_json(c.seen)}};
  file["missed_limits"] = c.missed;
  return file.dump(2) + '\n';
}

namespace {
Json number(double value, const char* unit, const char* note = nullptr) {
  Json entry{{"value", rounded(value)}, {"unit", unit}, {"kind", "measured"}, {"source", "calibration"}};
  if (note != nullptr) entry["note"] = note;
  return entry;
}

/// Of the facts rate.<unit>.<format>.<instruction>: the fastest instruction of each unit and format.
Json rates_json(const std::vector<DirectFact>& facts) {
  Json rates = Json::object();
  for (const DirectFact& f : facts) {
    if (f.name.rfind("rate.", 0) != 0 || f.unit != "MAC/clk/SM") continue;
    const std::size_t unit_end = f.name.find('.', 5), format_end = f.name.find('.', unit_end + 1);
    const std::string unit = f.name.substr(5, unit_end - 5),
                      format = f.name.substr(unit_end + 1, format_end - unit_end - 1);
    if (format == "int32") continue;
    Json& entry = rates[unit][format];
    if (entry.is_null() || entry["value"].get<double>() < f.value)
      entry = number(f.value, "MAC/clk/SM", "loop of one instruction");
  }
  return rates;
}
}  // namespace

std::string new_device_json(const RawFolder& raw, const std::vector<DirectFact>& facts) {
  const Json machine = Json::parse(read_text(raw.path / "machine.json"));
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
              {"compute_capability", capability_text(capability)}};
  device["sms"] = number(machine.at("sms").get<double>(), "SM");
  device["boost_clock"] = number(machine.at("sm_clock_mhz").get<double>(), "MHz", "highest clock the driver reports");
  device["rates"] = rates_json(facts);
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

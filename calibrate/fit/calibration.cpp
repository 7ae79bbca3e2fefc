#include "calibrate/fit/calibration.hpp"

#include <cmath>
#include <functional>
#include <map>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/json/reader.hpp>
#include <perfmodel/pricing/gemm/constants.hpp>

namespace perfmodel::calibrate {
namespace {

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

/// @throws Error where the raw tables are of another generation than the card they are to be judged as
void check_card(const json::Node& machine, const Device& device, const std::string& place) {
  const int measured = static_cast<int>(machine_number(machine, "compute_capability"));
  if (measured == device.compute_capability) return;
  throw bad_input(place, '"' + device.name + "\", of compute capability " + capability_text(device.compute_capability),
                  "must be the card that was measured, of compute capability " + capability_text(measured));
}

/// Whether the constants that this program was built with were fitted to measurements of the card: the table says so,
/// or the raw tables are those that ship with the constants.
bool constants_know(const std::filesystem::path& raw, const Device& device) {
  for (const GemmConstants& family : gemm_table().families)
    for (const std::string_view card : family.calibrated_on)
      if (card == device.name) return true;
  std::error_code ignored;
  const auto shipped =
      std::filesystem::weakly_canonical(json::devices_folder().parent_path() / "data" / "raw", ignored);
  return std::filesystem::weakly_canonical(raw, ignored).parent_path() == shipped;
}

}  // namespace

std::string meaning_of_errors(const Calibration& c) {
  if (!c.fitted_to_these)
    return "The shared constants were fitted to other cards: no fit has seen any of these held-out rows.";
  return std::string(
             "The constants were fitted to this card's rows as well, held-out shapes included: this shows how well "
             "they agree. docs/reference/accuracy.md has the errors of a fit that had not seen them.") +
         (c.raw.table("gemm_unseen") ? " No fit has seen the rows named unseen." : "");
}

namespace {

void read_facts(Calibration& c, double l2) {
  if (const auto t = c.raw.table("bandwidth")) {
    append(c.facts, bandwidth_facts(*t, l2));
    if (const auto knee = l2_knee(*t, l2)) c.facts.push_back(*knee);
  }
  if (const auto t = c.raw.table("bandwidth_sms")) append(c.facts, sm_facts(*t));
  if (const auto t = c.raw.table("launch")) append(c.facts, launch_facts(*t));
  if (const auto t = c.raw.table("math_rate")) append(c.facts, rate_facts(*t));
  if (const auto t = c.raw.table("clock")) append(c.facts, clock_facts(*t));
  if (const auto t = c.raw.table("copies")) append(c.facts, copy_facts(*t));
}

void append(std::vector<CardRow>& all, std::vector<CardRow> more) {
  for (CardRow& row : more) all.push_back(std::move(row));
}

/// Rows that the model can price. A format that the card's file does not list (a new card) leaves its rows out.
std::vector<CardRow> priced(std::vector<CardRow> rows, const Device& device) {
  const KernelModel model = make_kernel_model(device);
  std::erase_if(rows, [&](const CardRow& row) {
    try {
      return !(predict(row.measured, model).total > Time{});
    } catch (const Error&) {
      return true;
    }
  });
  return rows;
}

std::vector<CardRow> direct_rows(const RawFolder& raw, const Device& device) {
  std::vector<CardRow> rows;
  if (const auto t = raw.table("bandwidth")) append(rows, direct_bandwidth_rows(*t));
  if (const auto t = raw.table("launch")) append(rows, direct_launch_rows(*t, device));
  if (const auto t = raw.table("clock")) append(rows, direct_clock_rows(*t));
  return priced(std::move(rows), device);
}

std::vector<CardRow> kernel_rows(const RawFolder& raw, const Device& device) {
  std::vector<CardRow> rows;
  if (const auto t = raw.table("gemm")) append(rows, product_rows(*t));
  for (const char* rehearsal : unseen_products)
    if (const auto t = raw.table(rehearsal)) append(rows, product_rows(*t, "unseen"));
  if (const auto t = raw.table("ops")) append(rows, operation_rows(*t));
  if (const auto t = raw.table("convolutions")) append(rows, convolution_rows(*t));
  if (const auto t = raw.table("attention")) append(rows, attention_rows(*t, device));
  return priced(std::move(rows), device);
}

/// What the fit of the factors sees: no held-out family, and of large groups a sample, the same every time.
std::vector<CardRow> rows_to_fit(const std::vector<CardRow>& rows, const std::vector<CardRow>& direct) {
  constexpr std::size_t most = 150;  // of one group: more change nothing, as their weight is bounded
  std::map<std::string, std::size_t> count, taken;
  for (const CardRow& row : rows)
    if (!row.held_out) ++count[row.group];
  std::vector<CardRow> out = direct;
  for (const CardRow& row : rows) {
    if (row.held_out) continue;
    const std::size_t n = taken[row.group]++, all = count[row.group];
    if (all <= most || n * most / all != (n + 1) * most / all) out.push_back(row);
  }
  return out;
}

/// The ten columns that name a step.
std::string step_key(const CsvRow& row) {
  constexpr std::size_t key_columns = 10;
  std::string key;
  for (std::size_t i = 0; i < key_columns; ++i) key += row.cells[i] + ',';
  return key;
}

/// Keys of the rows that measured_steps() returns, in its order.
std::vector<std::string> measured_keys(const CsvTable& steps) {
  std::vector<std::string> keys;
  for (const CsvRow& row : steps.rows)
    if (!row.cells[steps.at("step_s")].empty()) keys.push_back(step_key(row));
  return keys;
}

/// Device-busy time of steps.
std::map<std::string, double> busy_times(const RawTable& busy) {
  std::map<std::string, double> out;
  for (const CsvRow& row : busy.csv.rows) {
    if (row.cells[busy.csv.at("kernel")] != "total") continue;
    out[step_key(row)] =
        to_positive(row.cells[busy.csv.at("seconds_per_step")], busy.csv.place(row, "seconds_per_step"));
  }
  return out;
}

/// The factor of the machine that fcnn_steps is of. Too few steps for a fit, as of a quick run: the factor alone.
void fit_host_factor(Calibration& c, const std::vector<MeasuredStep>& steps, const StepModel& model,
                     const HostProfile& profile) {
  constexpr std::size_t fewest = 3;
  const HostFactor host = host_factor(steps, model, profile);
  try {
    c.steps.host = calibrate_host(steps, model, profile);
  } catch (const Error& error) {
    c.steps.problem = error.what();
    if (host.steps < fewest) return;
    c.steps.problem += "; the factor of " + std::to_string(host.steps) + " is taken";
    c.steps.host.scale = host.factor;
    c.steps.host.noise = host.noise;
  }
  c.steps.scaled = true;
  c.steps.machines.push_back({"fcnn_steps", host});
}

/// "Intel(R) Xeon(R) Processor, 16 threads", as far as it was recorded.
std::string machine_name(const json::Node& machine) {
  const auto cpu = machine.find("host_cpu"), threads = machine.find("host_threads");
  if (!cpu) return "a machine of unknown processor";
  return cpu->text(200) + (threads ? ", " + std::to_string(threads->integer(1, 1'000'000)) + " threads" : "");
}

/// Noisier steps than this are marked: they cannot tell whether an error is under the limit of its 90th percentile.
constexpr double most_noise = 0.10;

/// Steps in so many rounds (median of a table) are judged as this machine's, with the limits; fewer say too much of the
/// machine.
constexpr double rounds_to_judge = 16;
bool well_known(const std::vector<MeasuredStep>& steps) {
  std::vector<double> rounds;
  for (const MeasuredStep& m : steps) rounds.push_back(static_cast<double>(m.rounds));
  return quantile(rounds, 0.5) >= rounds_to_judge;
}

/// Steps of one machine with its host's factor: judged. Limits hold for those without marks.
/// @param suffix  of the regimes' names of other machines whose steps are not well known
void judge_machine(Calibration& c, const std::vector<MeasuredStep>& steps, StepModel model, double host,
                   const std::string& suffix, const std::function<void(std::size_t, bool)>& side) {
  model.host_scale = every_framework(std::clamp(host, least_host_scale, most_host_scale));
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const MeasuredStep& m = steps[i];
    const StepTime t = step_time(fcnn(m.network), m.recipe, model);
    const bool host_bound = t.bound == Bound::host;
    const NumberFormat format = policy(m.recipe.precision).compute;
    const std::string marks = (noise(m) > most_noise ? ", noisy" : "") + suffix;
    c.judged.push_back(
        {.regime = (host_bound ? "step host-bound" : "step device-bound") + marks,
         .predicted = in(t.total, second),
         .low = in(t.low, second),
         .high = in(t.high, second),
         .measured = in(m.step, second),
         .roofline = peak(c.device, format) > WorkRate{} ? in(t.work / peak(c.device, format), second) : 0.0,
         .noise = noise(m),
         .held_out = m.held_out,
         .bound = "step " + std::string(name(m.recipe.precision)) + (host_bound ? " host" : " device") + marks});
    side(i, host_bound);
  }
}

/// Steps with their own machine's factor, which judges the rest of the host's model, and on which side they are bound.
/// The median of several machines is told, and goes into no file: the next machine is like none of them.
/// @param machine  root of machine.json
void judge_steps(Calibration& c, const json::Node& machine) {
  const auto table = c.raw.table("fcnn_steps");
  if (!table) return;
  c.steps.measured = true;
  const std::vector<MeasuredStep> steps = measured_steps(table->csv);
  StepModel model = make_step_model(c.device, software_of(Framework::libtorch));
  apply(c.refinement.correction, model.kernels);
  const HostProfile profile = model.software().host;
  fit_host_factor(c, steps, model, profile);
  const auto busy_table = c.raw.table("fcnn_busy");
  const std::map<std::string, double> busy = busy_table ? busy_times(*busy_table) : std::map<std::string, double>{};
  const std::vector<std::string> keys = measured_keys(table->csv);
  judge_machine(c, steps, model, c.steps.scaled ? c.steps.host.scale : 1.0, "", [&](std::size_t i, bool host_bound) {
    const auto found = busy.find(keys.at(i));
    if (found == busy.end()) return;
    constexpr double device_bound = 0.85;  // of the step the device is busy, then it bounds
    ++c.steps.sides;
    c.steps.right += (found->second > device_bound * in(steps[i].step, second)) == !host_bound ? 1 : 0;
  });
  if (!c.steps.scaled) return;
  for (const char* name : other_machines) {
    const auto other = c.raw.table(name);
    if (!other) continue;
    const std::vector<MeasuredStep> theirs = measured_steps(other->csv);
    const HostFactor host = host_factor(theirs, model, profile);
    if (host.steps == 0) continue;
    c.steps.machines.push_back({name, host});
    judge_machine(c, theirs, model, host.factor, well_known(theirs) ? "" : std::string(", ") + name,
                  [](std::size_t, bool) {});
  }
  std::vector<double> factors;
  for (const MachineHost& one : c.steps.machines) factors.push_back(one.host.factor);
  c.steps.card_scale = std::clamp(quantile(factors, 0.5), least_host_scale, most_host_scale);
  c.steps.machine =
      factors.size() > 1 ? "median of " + std::to_string(factors.size()) + " machines" : machine_name(machine);
}

}  // namespace

Calibration fit(const std::filesystem::path& folder, const std::string& device_word) {
  Calibration c{.raw = RawFolder::open(folder)};
  const json::Document document = json::parse_file((folder / "machine.json").string());
  const json::Node machine = document.root();
  read_facts(c, machine_number(machine, "l2_bytes"));
  c.device = json::load_device(device_word.empty() ? c.raw.card : device_word, "--device").device;
  check_card(machine, c.device, device_word.empty() ? (folder / "machine.json").string() : "--device");
  c.differences = differences(machine, c.device);
  c.fitted_to_these = constants_know(folder, c.device);
  const std::vector<CardRow> direct = direct_rows(c.raw, c.device), rows = kernel_rows(c.raw, c.device);
  if (const std::vector<CardRow> used = rows_to_fit(rows, direct); !used.empty()) c.refinement = refine(c.device, used);
  c.refinement.correction.latency = latency_factor(c.facts, make_streaming_model(c.device).table.latency_seconds);
  c.direct = judge(direct, c.device, c.refinement.correction);
  c.judged = judge(rows, c.device, c.refinement.correction);
  judge_steps(c, machine);
  c.seen = regime_errors(c.judged, false);
  c.unseen = regime_errors(c.judged, true);
  for (const RegimeErrors& all : regime_errors(merged(c.judged, "unseen ", "unseen, all"), true))
    c.unseen.push_back(all);
  c.by_bound = bound_errors(c.judged, true);
  c.shared = regime_errors(judge(rows, c.device), true);
  c.missed = missed_limits(c.unseen);
  constexpr double sides_right = 0.95;
  if (c.steps.sides >= fewest_to_judge &&
      static_cast<double>(c.steps.right) < sides_right * static_cast<double>(c.steps.sides))
    c.missed.push_back("steps: the side that bounds is right in " + std::to_string(c.steps.right) + " of " +
                       std::to_string(c.steps.sides) + ", the limit is 95 %");
  return c;
}

}  // namespace perfmodel::calibrate

/// perfmodel-fit-host: fits what LibTorch and PyTorch cost on the processor to host-bound training steps, and says how
/// much slower the machines are on which steps were timed. No GPU. See docs/guide/refit.md.
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <perfmodel/fnv1a.hpp>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/json/file.hpp>
#include <perfmodel/measurement/raw_csv.hpp>

#include "calibrate/fit/fit_program.hpp"
#include "calibrate/fit/host_writer.hpp"
#include "calibrate/fit/network_host_fit.hpp"

namespace perfmodel {
namespace {

constexpr const char* version = "2.11";

struct Arguments {
  std::filesystem::path raw{"data/raw"}, out{};
  std::string card{"h200-sxm"};
};

[[nodiscard]] std::string today() {
  const std::time_t now = std::time(nullptr);
  char date[16];
  std::strftime(date, sizeof date, "%Y-%m-%d", std::gmtime(&now));
  return date;
}

/// Raw tables of the card, noted as inputs.
class Tables {
 public:
  explicit Tables(const Arguments& arguments) : folder_(arguments.raw / arguments.card), card_(arguments.card) {}

  [[nodiscard]] bool has(const std::string& name) const { return std::filesystem::exists(path(name)); }
  /// @param kind  what the file's first line calls the table
  [[nodiscard]] CsvTable read(const std::string& name, const std::string& kind, HostProvenance& provenance) const {
    const std::string text = json::read_file(path(name));
    provenance.inputs["data/raw/" + card_ + '/' + name + ".csv"] = hash_text(fnv1a(text));
    return parse_raw(text, path(name).string(), kind, card_).csv;
  }

 private:
  [[nodiscard]] std::filesystem::path path(const std::string& name) const { return folder_ / (name + ".csv"); }
  std::filesystem::path folder_;
  std::string card_;
};

[[nodiscard]] std::string factor_note(const std::map<std::string, double>& factors, double middle) {
  std::string text = "Host time of the machines over the quietest one's:";
  char number[80];
  for (const auto& [table, factor] : factors) {
    std::snprintf(number, sizeof number, " %s %.2f,", table.c_str(), factor);
    text += number;
  }
  std::snprintf(number, sizeof number, " and the profile is that of their middle, %.2f.", middle);
  return text + number;
}

[[nodiscard]] double middle_of(const std::map<std::string, double>& factors) {
  std::vector<double> values;
  for (const auto& [table, factor] : factors) values.push_back(factor);
  return quantile(values, 0.5);
}

void print(const char* what, const ErrorStatistics& e) {
  std::printf("%-46s n %4zu  mean %5.1f %%  median %5.1f %%  p90 %5.1f %%  bias %+5.1f %%\n", what, e.count,
              100 * e.mean, 100 * e.median, 100 * e.p90, 100 * e.bias);
}

void write(const Arguments& arguments, const HostProfile& profile, const HostProvenance& provenance) {
  std::printf("%s\n", provenance.notes.front().c_str());
  if (arguments.out.empty()) return;
  const std::filesystem::path file = arguments.out / (std::string(name(profile.framework)) + "_2_11.json");
  std::filesystem::create_directories(arguments.out);
  json::write_file(file, host_profile_text(profile, provenance));
}

/// LibTorch from fully-connected networks: the profile of fcnn_steps' machine, then that of the middle machine.
void fit_libtorch(const Arguments& arguments, const StepModel& model) {
  const Tables tables(arguments);
  HostProvenance provenance{.program = "perfmodel-fit-host", .date = today()};
  const HostProfile prior = host_profile(Framework::libtorch, version);
  const std::vector<MeasuredStep> steps = measured_steps(tables.read("fcnn_steps", "fcnn_steps", provenance));
  HostCalibration fit = calibrate_host(steps, model, prior);
  print("LibTorch, host-bound, fitted", fit.host_fitted);
  print("LibTorch, host-bound, held out", fit.host_held_out);
  print("LibTorch, host-bound, families left out", fit.host_cross_validated);
  std::vector<HostSample> samples;
  for (const MeasuredStep& step : steps)
    samples.push_back(
        {.events = steady_step(fcnn(step.network), step.recipe, model.software(), model.target).step, .seconds = 1.0});
  std::map<std::string, double> factors;
  for (const char* table : {"fcnn_steps", "fcnn_steps_2", "fcnn_steps_3", "fcnn_steps_4", "fcnn_steps_5",
                            "fcnn_repeats", "fcnn_figures", "fcnn_technique_steps"}) {
    if (!tables.has(table)) continue;
    const HostFactor host = host_factor(measured_steps(tables.read(table, table, provenance)), model, fit.profile);
    if (host.steps > 0) factors[table] = host.factor;
  }
  const double middle = middle_of(factors);
  provenance.notes = {factor_note(factors, middle)};
  HostProfile profile = scaled(fit.profile, middle);
  keep_untold(profile, prior, detail::features_of(samples, prior));
  profile.source = "host-bound steps of fully-connected networks, families not held out (perfmodel-fit-host)";
  write(arguments, profile, provenance);
}

/// PyTorch from named networks: passes and whole steps of several machines.
void fit_pytorch(const Arguments& arguments, const StepModel& model) {
  const Tables tables(arguments);
  HostProvenance provenance{.program = "perfmodel-fit-host", .date = today()};
  const HostProfile prior = host_profile(Framework::pytorch, version);
  std::vector<MachineSteps> machines;
  for (const char* table :
       {"pytorch_networks", "pytorch_validation", "pytorch_unusual", "pytorch_smallest", "pytorch_validation_3",
        "pytorch_validation_4", "pytorch_validation_5", "pytorch_validation_6"})
    if (tables.has(table))
      machines.push_back({table, network_steps(tables.read(table, "pytorch_networks", provenance))});
  if (machines.empty()) return;
  const NetworkHostFit fit = fit_network_host(machines, model, prior);
  print("PyTorch, host-bound, as compiled in", error_statistics(fit.prior_fitted));
  print("PyTorch, host-bound, fitted", error_statistics(fit.fitted));
  print("PyTorch, host-bound, families left out", error_statistics(fit.left_out));
  print("PyTorch, host-bound, held out, as compiled in", error_statistics(fit.prior_held_out));
  print("PyTorch, host-bound, held out", error_statistics(fit.held_out));
  const double middle = middle_of(fit.factors);
  provenance.notes = {factor_note(fit.factors, middle),
                      "Held-out rows tell their machine's factor and nothing else. What no step contains, and "
                      "further_kernel, inference, submit, spread and crowded, stay as they were."};
  HostProfile profile = scaled(fit.profile, middle);
  keep_untold(profile, prior, fit.told);
  profile.source = "passes and host-bound steps of named networks, not held out (perfmodel-fit-host)";
  write(arguments, profile, provenance);
}

void run(const Arguments& arguments) {
  const StepModel model = make_step_model(json::load_device(arguments.card).device);
  fit_libtorch(arguments, with_framework(model, Framework::libtorch));
  fit_pytorch(arguments, model);
}

}  // namespace
}  // namespace perfmodel

int main(int argc, char** argv) {
  CLI::App app{"fits the host profiles of LibTorch and PyTorch to measured training steps; no GPU needed"};
  perfmodel::Arguments arguments;
  app.add_option("--raw", arguments.raw, "folder of raw measurements, one folder a card")->capture_default_str();
  app.add_option("--card", arguments.card, "card whose steps are read")->capture_default_str();
  app.add_option("--out", arguments.out, "folder for the profiles; without it they are only judged");
  return perfmodel::run_program("perfmodel-fit-host", app, argc, argv, [&] { perfmodel::run(arguments); });
}

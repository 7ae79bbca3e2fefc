/// perfmodel-calibrate: measures a card, fits what the model says of it, and judges it on held-out shapes.
/// Exit codes: 0 done, 1 the calibration was made but is less exact than its limits ask for, 2 bad usage or input, 3 a
/// measurement or device failed.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <limits>
#include <optional>
#include <perfmodel/error.hpp>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/measurement/csv.hpp>

#include "calibrate/measure/host/host_speed.hpp"
#include "calibrate/measure/measure.hpp"
#include "calibrate/measure/nccl/collectives.hpp"
#include "calibrated_file.hpp"
#include "report.hpp"
#include "system_file.hpp"

namespace {
namespace fs = std::filesystem;
using namespace perfmodel::calibrate;

struct Arguments {
  std::string raw{}, out{}, device{}, report{}, card{}, step{}, system{};
  std::string python = "python3", loops{};
  std::optional<double> host_seconds{};
  std::vector<std::string> only{};
  int gpu = 0, gpus = 0;
  double seconds = 60;
  unsigned seed = 1;
  bool quick = false, resume = false, kept = false;
};

int failed(const std::string& why, int code) {
  std::cerr << "perfmodel-calibrate: " << why.substr(0, why.find('\n')) << '\n';
  return code;
}

fs::path this_program() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  if (error) throw perfmodel::DeviceError("/proc/self/exe cannot be read: the steps are started from there");
  return self;
}

/// Raw tables beside the file to be written: h200.json -> raw/h200/.
fs::path raw_folder(const Arguments& a) {
  if (!a.raw.empty()) return a.raw;
  const fs::path out(a.out);
  return out.parent_path() / "raw" / out.stem();
}

int measure_all(const Arguments& a) {
  const MeasureOptions options{.folder = raw_folder(a),
                               .card = a.card,
                               .gpu = a.gpu,
                               .quick = a.quick,
                               .resume = a.resume,
                               .seed = a.seed,
                               .only = a.only,
                               .self = this_program()};
  if (!a.step.empty()) return measure_one(options, a.step, a.seconds);
  measure(options);
  return 0;
}

/// Measuring takes minutes: what could not be written afterwards is refused before.
/// @throws Error where a file would be a folder, or its folder neither is there nor can be made, or cannot be written
void check_writable(const std::string& option, const fs::path& file) {
  std::error_code error;
  const std::string got = '"' + perfmodel::one_line(file.string(), 200) + '"';
  if (fs::is_directory(file, error)) throw perfmodel::bad_input(option, got + ", a folder", "must be a file");
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  fs::create_directories(folder, error);
  if (fs::exists(file, error) && !fs::is_regular_file(file, error)) return;  // a device takes what it is given
  const fs::path probe = file.string() + ".tmp";  // of what a file system allows its answer is the only proof
  const bool opened = static_cast<bool>(std::ofstream(probe));
  fs::remove(probe, error);
  if (!opened) throw perfmodel::bad_input(option, got, "must be a file in a folder that can be written");
}
void check_outputs(const Arguments& a) {
  if (!a.out.empty()) check_writable("--out", a.out);
  if (!a.report.empty()) check_writable("--report", fs::path(a.report) / "report.md");
}

/// A card that the catalogue lacks gets a device file from what it reports, so that no code is needed for it.
std::string device_word(const Arguments& a) {
  if (!a.device.empty()) return a.device;
  const RawFolder raw = RawFolder::open(raw_folder(a));
  try {
    (void)perfmodel::json::find_device(raw.card, "card");
    return raw.card;
  } catch (const perfmodel::Error&) {
    std::vector<perfmodel::DirectFact> facts;
    if (const auto t = raw.table("bandwidth"))
      for (auto& f : perfmodel::bandwidth_facts(*t, 0.0)) facts.push_back(std::move(f));
    if (const auto t = raw.table("math_rate"))
      for (auto& f : perfmodel::rate_facts(*t)) facts.push_back(std::move(f));
    const fs::path file = raw.path / (raw.card + ".device.json");
    write_text(file, new_device_json(raw, facts));
    std::cerr << "note: " << raw.card << " is not in the catalogue; its device file is " << file.string() << '\n';
    return file.string();
  }
}

int fit_and_judge(const Arguments& a) {
  check_outputs(a);
  const Calibration calibration = fit(raw_folder(a), device_word(a));
  if (!a.out.empty()) write_text(a.out, calibration_json(calibration));
  if (!a.report.empty()) write_report(a.report, calibration);
  print_report(std::cout, calibration);
  if (calibration.missed.empty()) return 0;
  const bool written = !a.out.empty();
  return failed("the calibration was made" + std::string(written ? " and written" : "") + ", but misses " +
                    std::to_string(calibration.missed.size()) + " of its limits (\"missed:\" above): predictions of " +
                    "such rows are as far off as is said there" + (written ? "; the file can be used" : ""),
                1);
}

int measure_host(const Arguments& a) {
  if (!a.out.empty()) check_writable("--out", a.out);
  std::vector<std::string> words;
  if (!a.out.empty()) words.insert(words.end(), {"--out", a.out});
  if (!a.loops.empty()) words.insert(words.end(), {"--loops", a.loops});
  if (a.host_seconds) words.insert(words.end(), {"--seconds", std::to_string(*a.host_seconds)});
  return run_host_speed(a.python, words);
}

int measure_nccl(const Arguments& a) {
  if (a.raw.empty() && a.out.empty())
    throw perfmodel::bad_input("command line", "nothing to do", "give --raw FOLDER, --out SYSTEM.json, or both");
  if (!a.out.empty()) check_writable("--out", a.out);
  if (!a.kept)
    (void)measure_collectives(
        {.folder = raw_folder(a).string(), .card = a.card, .gpus = a.gpus, .seconds = a.seconds, .quick = a.quick});
  if (a.out.empty() && !a.kept) return 0;
  const SystemFit fit = fit_system(raw_folder(a), a.system);
  if (!a.out.empty()) write_text(a.out, system_json(fit, fs::path(a.out).stem().string()));
  print_report(std::cout, fit);
  return 0;
}

CLI::App* add_host_command(CLI::App& app, Arguments& a) {
  CLI::App* command = app.add_subcommand(
      "host", "measure this machine's processor in less than a minute; needs Python, neither a GPU nor CUDA");
  command->add_option("--out", a.out, "host file to write, which perfmodel-plan --host FILE.json takes");
  command
      ->add_option_function<std::string>(
          "--seconds", [&a](const std::string& text) { a.host_seconds = perfmodel::to_positive(text, "--seconds"); },
          "that it runs (default 40)")
      ->type_name("X");
  command->add_option("--loops", a.loops, "of torch_cuda, torch_cpu, interpreter (default: all that run here)");
  command->add_option("--python", a.python, "interpreter, best the one that has PyTorch")->capture_default_str();
  return command;
}

/// A whole number, refused with the same words as everything else.
template <class Integer>
CLI::Option* add_integer(CLI::App& app, const std::string& name, Integer& value, std::int64_t low, std::int64_t high,
                         const std::string& help) {
  return app
      .add_option_function<std::string>(
          name,
          [&value, name, low, high](const std::string& text) {
            value = static_cast<Integer>(perfmodel::to_integer(text, name, low, high));
          },
          help)
      ->type_name("N");
}

void add_measure_options(CLI::App& app, Arguments& a) {
  add_integer(app, "--gpu", a.gpu, 0, 1023, "number of the GPU, as CUDA counts");
  app.add_option("--card", a.card, "name of the card's files; otherwise from the driver's name");
  app.add_flag("--quick", a.quick, "about a tenth of the cases: under a minute on a large card");
  app.add_flag("--resume", a.resume, "keep what an interrupted run has measured");
}

CLI::App* add_nccl_command(CLI::App& app, Arguments& a) {
  CLI::App* command = app.add_subcommand(
      "nccl", "measure communication among this machine's GPUs; needs CUDA and NCCL, changes nothing on the cards");
  command->add_option("--out", a.out, "system file to write, which perfmodel-plan --system FILE.json takes");
  command->add_option("--raw", a.raw, "folder for the raw table; otherwise raw/ beside the system file");
  command->add_option("--system", a.system, "system that this is: a name or a .json file; otherwise the card's usual");
  command->add_option("--card", a.card, "name of the card's files; otherwise from the driver's name");
  add_integer(*command, "--gpus", a.gpus, 2, 1024, "the first so many; otherwise all");
  command
      ->add_option_function<std::string>(
          "--seconds", [&a](const std::string& text) { a.seconds = perfmodel::to_positive(text, "--seconds"); },
          "start no case later (default 60)")
      ->type_name("X");
  command->add_flag("--quick", a.quick, "every fourth size, one format");
  command->add_flag("--fit-only", a.kept, "of the table that --raw holds; no GPU needed");
  return command;
}

void add_fit_options(CLI::App& app, Arguments& a) {
  app.add_option("--device", a.device,
                 "name or file of the card's published facts; otherwise the card that was measured");
  app.add_option("--report", a.report, "folder for report.md and its plots");
}

CLI::App* add_measure_command(CLI::App& app, Arguments& a) {
  CLI::App* command =
      app.add_subcommand("measure", "measure this machine's GPU; needs CUDA, changes nothing on the card");
  command->add_option("--raw", a.raw, "folder for the raw tables")->required();
  add_measure_options(*command, a);
  command->add_option("--only", a.only, "steps to run")->delimiter(',');
  add_integer(*command, "--seed", a.seed, 0, std::numeric_limits<unsigned>::max(),
              "of the order of cases, and of the random products of gemm_unseen");
  command->add_option("--step", a.step, "one step in this process")->group("");
  command
      ->add_option_function<std::string>(
          "--seconds", [&a](const std::string& text) { a.seconds = perfmodel::to_positive(text, "--seconds"); },
          "time limit of --step")
      ->group("");
  return command;
}

int run(CLI::App& app, int argc, char** argv) {
  Arguments a;
  app.set_version_flag("--version", "perfmodel-calibrate " PERFMODEL_VERSION);
  app.require_subcommand(0, 1);
  app.add_option("--out", a.out, "measure, fit and judge: write this calibrated file");
  app.add_option("--raw", a.raw, "folder for the raw tables; otherwise raw/ beside the calibrated file");
  add_measure_options(app, a);
  add_fit_options(app, a);
  const CLI::App* measure_command = add_measure_command(app, a);
  CLI::App* fit_command = app.add_subcommand("fit", "raw tables to a calibrated file; no GPU needed");
  CLI::App* validate_command = app.add_subcommand("validate", "judge the model on held-out shapes; no GPU needed");
  for (CLI::App* command : {fit_command, validate_command}) {
    command->add_option("--raw", a.raw, "folder of raw tables")->required();
    add_fit_options(*command, a);
  }
  fit_command->add_option("--out", a.out, "calibrated file to write")->required();
  const CLI::App* host_command = add_host_command(app, a);
  const CLI::App* nccl_command = add_nccl_command(app, a);
  app.parse(argc, argv);
  if (host_command->parsed()) return measure_host(a);
  if (nccl_command->parsed()) return measure_nccl(a);
  if (measure_command->parsed()) return measure_all(a);
  if (fit_command->parsed() || validate_command->parsed()) return fit_and_judge(a);
  if (a.out.empty())
    throw perfmodel::bad_input("command line", "nothing to do",
                               "give --out FILE.json, or measure, fit, validate, host or nccl (--help)");
  check_outputs(a);
  const int measured = measure_all(a);
  return measured != 0 ? measured : fit_and_judge(a);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Measures a GPU, fits the performance model to it, and judges it on held-out shapes.",
               "perfmodel-calibrate"};
  try {
    return run(app, argc, argv);
  } catch (const CLI::Success& done) {
    return app.exit(done);
  } catch (const CLI::ParseError& error) {
    return failed(std::string(error.what()) + " (see --help)", 2);
  } catch (const perfmodel::Error& error) {
    return failed(error.what(), 2);
  } catch (const perfmodel::DeviceError& error) {
    return failed(error.what(), 3);
  } catch (const std::bad_alloc&) {
    return failed("not enough host memory", 3);
  } catch (const std::exception& error) {
    return failed(std::string("internal error: ") + error.what(), 3);
  }
}

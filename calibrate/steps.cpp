#include "steps.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <perfmodel/error.hpp>

#include "gemm.hpp"
#include "kernel_activity.hpp"
#include "microbenchmarks.hpp"
#include "raw_folder.hpp"
#include "session.hpp"
#ifdef PERFMODEL_TORCH
#include "torch_case.hpp"
#endif

namespace perfmodel::calibrate {
namespace fs = std::filesystem;
namespace {

constexpr double quick_share = 0.1;
constexpr std::size_t least_memory = std::size_t{4} << 30;

struct Step {
  const char* name;
  double seconds, quick_seconds;  ///< time limits; a step that reaches its limit keeps what it has
  std::function<void(Session&)> run;
  bool optional = false;  ///< a fault of this step does not stop the others
};

double share(const Session& s) { return s.quick ? quick_share : 1.0; }

const std::vector<Step>& steps() {
  static const std::vector<Step> all{
      {"launch", 10, 5, measure_launch},
      {"math_rate", 10, 5, measure_math_rate},
      {"copies", 15, 5, measure_copies},
      {"bandwidth_sms", 10, 5, measure_bandwidth_by_sms},
      {"bandwidth", 20, 5, measure_bandwidth},
      {"clock", 20, 8, measure_clock_power},
      {"gemm_kernels", 30, 8, [](Session& s) { record_gemm_kernels(s, share(s)); }, true},
      {"gemm_heuristics", 20, 5, [](Session& s) { dump_gemm_heuristics(s, s.quick ? 200 : 3000); }},
      {"gemm_times", 130, 15, [](Session& s) { measure_gemm(s, share(s)); }},
#ifdef PERFMODEL_TORCH
      {"ops", 25, 5, measure_streaming_ops, true},
      {"convolutions", 35, 6, measure_convolutions, true},
      {"attention", 25, 4, measure_attention, true},
#endif
  };
  return all;
}

const Step& step_of(const std::string& name) {
  std::string names;
  for (const Step& s : steps()) {
    if (s.name == name) return s;
    names += (names.empty() ? "" : ", ") + std::string(s.name);
  }
  throw bad_input("--step", '"' + name + '"', "must be one of " + names);
}

/// Whether the step's table is there and complete.
bool complete(const fs::path& folder, const std::string& step) {
  const std::string table = step == "ops" || step == "convolutions" || step == "attention" ? step + "_kernels" : step;
  try {
    return RawFolder::open(folder).table(table).has_value();
  } catch (const Error&) {
    return false;
  }
}

/// Runs a program to its end. @return its exit code, or 128 + the signal that ended it
int run_program(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child < 0) throw DeviceError("no further process can be started");
  if (child == 0) {
    execv(arguments[0], arguments.data());
    _exit(127);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Starts this program again for one step. @return its exit code
int run_step(const MeasureOptions& o, const Step& step, double seconds) {
  std::vector<std::string> words{o.self.string(), "measure",
                                 "--step",        step.name,
                                 "--raw",         o.folder.string(),
                                 "--gpu",         std::to_string(o.gpu),
                                 "--seconds",     std::to_string(seconds)};
  if (!o.card.empty()) words.insert(words.end(), {"--card", o.card});
  if (o.quick) words.emplace_back("--quick");
  if (o.resume) words.emplace_back("--resume");
  return run_program(std::move(words));
}

/// Training steps of fully-connected networks: a program of its own beside this one, where LibTorch was there to build
/// it.
void measure_training_steps(const MeasureOptions& o) {
  const fs::path program = o.self.parent_path() / "perfmodel-calibrate-steps";
  const fs::path table = o.folder / "fcnn_steps.csv";
  std::error_code ignored;
  if (!fs::exists(program, ignored) || (o.resume && fs::exists(table, ignored))) return;
  const int code = run_program({program.string(), "--mode", "steps", "--out", table.string(), "--seconds",
                                o.quick ? "6" : "40", "--longest-step", "0.1"});
  if (code != 0) std::fprintf(stderr, "note: training steps failed (exit code %d); they are left out\n", code);
}

}  // namespace

std::vector<std::string> step_names() {
  std::vector<std::string> names;
  for (const Step& s : steps()) names.emplace_back(s.name);
  return names;
}

void measure_one(const MeasureOptions& o, const std::string& name, double seconds) {
  const Step& step = step_of(name);
  Session session;
  session.card = discover(o.gpu, o.card);
  session.folder = o.folder.string();
  session.quick = o.quick;
  session.resume = o.resume;
  session.deadline = SteadyClock::now() + std::chrono::milliseconds(static_cast<long>(1e3 * seconds));
  stop_on_interrupt();
  const Nvml nvml(session.card.pci_bus_id);
  check(cudaStreamCreateWithFlags(&session.stream, cudaStreamNonBlocking), "stream");
  ClockSampler sampler(nvml);
  session.sampler = &sampler;
  step.run(session);
}

void measure(const MeasureOptions& o) {
  for (const std::string& name : o.only) (void)step_of(name);
  fs::create_directories(o.folder);
  const Card card = discover(o.gpu, o.card);
  if (o.resume && fs::exists(o.folder / "machine.json"))
    if (const RawFolder old = RawFolder::open(o.folder); old.card != card.stem)
      throw DeviceError(o.folder.string() + " holds measurements of " + old.card + ", this card is " + card.stem);
  {
    const Nvml nvml(card.pci_bus_id);
    if (!nvml.loaded())
      std::fprintf(
          stderr, "note: no management library (NVML): power, temperature and other users of the card are not known\n");
    check_fit_for_measuring(card, nvml, least_memory);
  }
  check(cudaDeviceReset(), "handing the device to the steps");  // this process only; nothing on the card changes
  if (!KernelActivity::built_in()) std::fprintf(stderr, "note: built without CUPTI: kernel names are left out\n");
#ifndef PERFMODEL_TORCH
  std::fprintf(stderr, "note: built without LibTorch (CUDA): framework operations are left out\n");
#endif
  std::fprintf(stderr, "%s (%s), %d SMs, driver %s, CUDA %d.%d\n", card.name.c_str(), card.stem.c_str(), card.sms,
               card.facts.driver_version.c_str(), card.runtime_version / 1000, card.runtime_version % 1000 / 10);
  write_machine(card, o.folder.string(), o.quick ? "quick; docs/calibration.md" : "docs/calibration.md");
  stop_on_interrupt();
  for (const Step& step : steps()) {
    if (!o.only.empty() && std::find(o.only.begin(), o.only.end(), step.name) == o.only.end()) continue;
    if (o.resume && complete(o.folder, step.name)) continue;
    const int code = run_step(o, step, o.quick ? step.quick_seconds : step.seconds);
    if (interrupted() || code == 130)
      throw DeviceError("interrupted in step " + std::string(step.name) + "; what was measured is in " +
                        o.folder.string() + ", --resume goes on");
    if (code == 0) continue;
    const std::string fault = "step " + std::string(step.name) + " failed (exit code " + std::to_string(code) + ")";
    if (!step.optional)
      throw DeviceError(fault + "; what was measured is in " + o.folder.string() + ", --resume goes on");
    std::fprintf(stderr, "note: %s; it is left out\n", fault.c_str());
  }
  if (o.only.empty()) measure_training_steps(o);
  join_tables(o.folder);
}

}  // namespace perfmodel::calibrate

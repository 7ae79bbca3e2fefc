#include "calibrate/measure/measure.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <perfmodel/error.hpp>
#include <thread>

#include "calibrate/raw_folder.hpp"
#include "gemm.hpp"
#include "kernel_activity.hpp"
#include "microbenchmarks.hpp"
#include "readiness.hpp"
#include "session.hpp"
#ifdef PERFMODEL_TORCH
#include "calibrate/measure/torch/torch_case.hpp"
#endif

namespace perfmodel::calibrate {
namespace fs = std::filesystem;
namespace {

constexpr double quick_share = 0.1;
constexpr std::size_t least_memory = std::size_t{4} << 30;
/// All steps together, so that fit and report still end within five minutes, and within one.
constexpr double all_seconds = 272, all_quick_seconds = 48;
constexpr int interrupted_code = 130;  // 128 + SIGINT, as shells say it

struct Step {
  const char* name;
  double seconds, quick_seconds;  ///< share of the time; a step that reaches its limit keeps what it has
  std::function<void(Session&)> run{};
  bool optional = false;  ///< a fault of this step does not stop the others
  bool asked = false;     ///< runs only where --only names it
  std::vector<std::string>
      program{};  ///< arguments of perfmodel-calibrate-steps, which does this step instead of `run`
};

double share(const Session& s) { return s.quick ? quick_share : 1.0; }

const std::vector<Step>& steps() {
  static const std::vector<Step> all{
      {"launch", 4, 2, measure_launch},
      {"math_rate", 5, 3, measure_math_rate},
      {"copies", 5, 3, measure_copies},
      {"bandwidth_sms", 4, 2, measure_bandwidth_by_sms},
      {"bandwidth", 12, 4, measure_bandwidth},
      {"clock", 12, 6, measure_clock_power},
      {"gemm_kernels", 24, 4, [](Session& s) { record_gemm_kernels(s, gemm_design(s, share(s))); }, true},
      {"gemm_heuristics", 8, 2, [](Session& s) { dump_gemm_heuristics(s, s.quick ? 200 : 3000); }},
      {"gemm_times", 76, 8, [](Session& s) { measure_gemm(s, gemm_design(s, share(s))); }},
      {"gemm_unseen_kernels", 20, 5, [](Session& s) { record_gemm_kernels(s, gemm_unseen(s)); }, true, true},
      {"gemm_unseen_times", 60, 15, [](Session& s) { measure_gemm(s, gemm_unseen(s)); }, false, true},
      {"gemm_random_kernels", 20, 5, [](Session& s) { record_gemm_kernels(s, gemm_random(s)); }, true, true},
      {"gemm_random_times", 220, 15, [](Session& s) { measure_gemm(s, gemm_random(s)); }, false, true},
      {"gemm_choices", 60, 10, [](Session& s) { dump_gemm_choices(s, s.quick ? 10000 : 100000); }, false, true},
      {"gemm_linear_kernels", 20, 5, [](Session& s) { record_gemm_kernels(s, gemm_linear(s)); }, true, true},
      {"gemm_linear_times", 110, 15, [](Session& s) { measure_gemm(s, gemm_linear(s)); }, false, true},
      {"gemm_warm_kernels", 20, 5, [](Session& s) { record_gemm_kernels(s, gemm_warm(s)); }, true, true},
      {"gemm_warm_times", 110, 15, [](Session& s) { measure_gemm(s, gemm_warm(s)); }, false, true},
      {"gemm_choices_linear", 30, 10, [](Session& s) { dump_linear_choices(s, s.quick ? 10000 : 80000); }, false, true},
      {"power", 50, 10, measure_power, true, true},
#ifdef PERFMODEL_TORCH
      {"ops", 20, 5, measure_streaming_ops, true},
      {"convolutions", 24, 5, measure_convolutions, true},
      {"attention", 14, 4, measure_attention, true},
#endif
      {"fcnn_steps", 64, 8, {}, true, false, {"--mode", "steps", "--longest-step", "0.1"}},
      {"fcnn_busy", 10, 3, {}, true, false, {"--mode", "busy", "--longest-step", "0.1"}},
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
  pass_interrupts_to(child);
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
  }
  pass_interrupts_to(0);
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
  words.insert(words.end(), {"--seed", std::to_string(o.seed)});
  return run_program(std::move(words));
}

fs::path steps_program(const MeasureOptions& o) { return o.self.parent_path() / "perfmodel-calibrate-steps"; }

/// A step of the program beside this one: training steps of fully-connected networks. Its rows get the frame of a raw
/// table once it is through. @return its exit code
int run_training_steps(const MeasureOptions& o, const Step& step, double seconds, const Card& card) {
  const fs::path part = o.folder / (std::string(step.name) + ".part.csv");
  std::error_code ignored;
  if (!o.resume) fs::remove(part, ignored);
  if (o.gpu != 0 && std::getenv("CUDA_VISIBLE_DEVICES") == nullptr)
    (void)setenv("CUDA_VISIBLE_DEVICES", std::to_string(o.gpu).c_str(), 0);  // the steps use the first that they see
  constexpr double usable = 0.75;  // of the free memory: the estimate that the program skips by is rough
  std::vector<std::string> words{steps_program(o).string(),
                                 "--out",
                                 part.string(),
                                 "--seconds",
                                 std::to_string(seconds),
                                 "--largest-bytes",
                                 std::to_string(usable * static_cast<double>(card.free_bytes))};
  words.insert(words.end(), step.program.begin(), step.program.end());
  const int code = run_program(std::move(words));
  if (code != 0 || interrupted()) return code;
  frame_table(part, o.folder, step.name, card.stem);
  fs::remove(part, ignored);
  return 0;
}

/// What a folder of an interrupted run must be to be resumed.
void check_resumable(const MeasureOptions& o, const Card& card) {
  if (!o.resume || !fs::exists(o.folder / "machine.json")) return;
  if (const RawFolder old = RawFolder::open(o.folder); old.card != card.stem)
    throw DeviceError(o.folder.string() + " holds measurements of " + old.card + ", this card is " + card.stem);
}

/// A load without a process may be the last run's: the driver's figure is of the second before.
void check_ready_for_measuring(const Card& card) {
  constexpr int tries = 4;
  for (int i = 1;; ++i) {
    const Nvml nvml(card.pci_bus_id);
    if (!nvml.loaded())
      std::fprintf(
          stderr, "note: no management library (NVML): power, temperature and other users of the card are not known\n");
    CardFacts facts = card.facts;
    if (i > 1) facts.utilization_percent = nvml.facts().utilization_percent;
    const auto problem = not_ready(card.name, facts, nvml.state(), card.free_bytes, least_memory);
    if (!problem) return;
    if (!problem->may_pass || i == tries) throw DeviceError(problem->why);
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
}

void say_what_is_left_out(const MeasureOptions& o) {
  if (!KernelActivity::built_in()) std::fprintf(stderr, "note: built without CUPTI: kernel names are left out\n");
#ifndef PERFMODEL_TORCH
  std::fprintf(stderr, "note: built without LibTorch (CUDA): framework operations are left out\n");
#endif
  std::error_code ignored;
  if (!fs::exists(steps_program(o), ignored))
    std::fprintf(stderr, "note: no perfmodel-calibrate-steps beside this program: training steps are left out\n");
}

/// The steps to run: in order, without those that are done or cannot run.
std::vector<const Step*> plan(const MeasureOptions& o) {
  std::error_code ignored;
  const bool training = fs::exists(steps_program(o), ignored);
  std::vector<const Step*> planned;
  for (const Step& step : steps()) {
    const bool named = std::find(o.only.begin(), o.only.end(), step.name) != o.only.end();
    if (o.only.empty() ? step.asked : !named) continue;
    if (!step.program.empty() && !training) continue;
    if (o.resume && complete(o.folder, step.name)) continue;
    planned.push_back(&step);
  }
  return planned;
}

}  // namespace

std::vector<std::string> step_names() {
  std::vector<std::string> names;
  for (const Step& s : steps()) names.emplace_back(s.name);
  return names;
}

int measure_one(const MeasureOptions& o, const std::string& name, double seconds) {
  const Step& step = step_of(name);
  if (!step.run) throw bad_input("--step", '"' + name + '"', "is done by perfmodel-calibrate-steps");
  stop_on_interrupt();
  Session session;
  session.card = discover(o.gpu, o.card);
  session.folder = o.folder.string();
  session.quick = o.quick;
  session.resume = o.resume;
  session.seed = o.seed;
  session.deadline = SteadyClock::now() + std::chrono::milliseconds(static_cast<long>(1e3 * seconds));
  const Nvml nvml(session.card.pci_bus_id);
  check(cudaStreamCreateWithFlags(&session.stream, cudaStreamNonBlocking), "stream");
  ClockSampler sampler(nvml);
  session.sampler = &sampler;
  step.run(session);
  return interrupted() ? interrupted_code : 0;
}

void measure(const MeasureOptions& o) {
  for (const std::string& name : o.only) (void)step_of(name);
  stop_on_interrupt();
  const Card card = discover(o.gpu, o.card);
  check_resumable(o, card);
  check_ready_for_measuring(card);
  check(cudaDeviceReset(), "handing the device to the steps");  // this process only; nothing on the card changes
  fs::create_directories(o.folder);
  say_what_is_left_out(o);
  std::fprintf(stderr, "%s (%s), %d SMs, driver %s, CUDA %d.%d\n", card.name.c_str(), card.stem.c_str(), card.sms,
               card.facts.driver_version.c_str(), card.runtime_version / 1000, card.runtime_version % 1000 / 10);
  write_machine(card, o.folder.string(),
                o.quick ? "quick; docs/reference/calibration.md" : "docs/reference/calibration.md");
  const std::vector<const Step*> planned = plan(o);
  double shares = 0, total = o.quick ? all_quick_seconds : all_seconds;
  const auto share_of = [&](const Step& step) { return o.quick ? step.quick_seconds : step.seconds; };
  for (const Step* step : planned) shares += share_of(*step);
  total = std::min(total, shares);  // a few steps alone do not get the time of all
  const auto begin = SteadyClock::now();
  std::size_t number = 0;
  for (const Step* step : planned) {
    // What earlier steps left over goes to the later ones.
    const double left = total - std::chrono::duration<double>(SteadyClock::now() - begin).count();
    const double seconds = std::max(1.0, left * share_of(*step) / shares);
    shares -= share_of(*step);
    std::fprintf(stderr, "step %zu of %zu, %.0f s left in all: %s\n", ++number, planned.size(), std::max(left, 0.0),
                 step->name);
    const int code = step->program.empty() ? run_step(o, *step, seconds) : run_training_steps(o, *step, seconds, card);
    if (interrupted() || code == interrupted_code)
      throw DeviceError("interrupted in step " + std::string(step->name) + "; what was measured is in " +
                        o.folder.string() + ", --resume goes on");
    if (code == 0) continue;
    const std::string fault = "step " + std::string(step->name) + " failed (exit code " + std::to_string(code) + ")";
    if (!step->optional)
      throw DeviceError(fault + "; what was measured is in " + o.folder.string() + ", --resume goes on");
    std::fprintf(stderr, "note: %s; it is left out\n", fault.c_str());
  }
  join_tables(o.folder);
}

}  // namespace perfmodel::calibrate

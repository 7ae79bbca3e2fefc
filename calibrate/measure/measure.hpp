#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace perfmodel::calibrate {

/// What `measure` is asked for.
struct MeasureOptions {
  std::filesystem::path folder{};  ///< of raw tables
  std::string card{};              ///< file name of the card; empty: from the driver's name
  int gpu = 0;
  bool quick = false, resume = false;
  unsigned seed = 1;                ///< order of the cases; which random products gemm_unseen draws
  std::vector<std::string> only{};  ///< steps to run; empty: all
  std::filesystem::path self{};     ///< this program, started again for each step
};

/// Names of the steps in the order in which they run. Which of them can run depends on how the program was built.
[[nodiscard]] std::vector<std::string> step_names();

/// All steps, each in a process of its own: the profiler's interface disturbs timings for the rest of a process, and a
/// step that dies takes nothing with it. @throws DeviceError naming the fault; what was measured stays for --resume
void measure(const MeasureOptions& options);

/// One step, in this process. @return 0, or 130 where it was interrupted
/// @throws Error for an unknown step, DeviceError
[[nodiscard]] int measure_one(const MeasureOptions& options, const std::string& step, double seconds);

}  // namespace perfmodel::calibrate

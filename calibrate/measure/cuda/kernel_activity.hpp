#pragma once
#include <string>
#include <vector>

namespace perfmodel::calibrate {

/// A kernel that ran, as CUPTI reports it.
struct KernelRecord {
  std::string name{};
  double duration_us{};
  int grid_x{}, grid_y{}, grid_z{}, block{};
  bool memset = false;  ///< the driver's fill, e.g. of the counters of split-K kernels
};

/// Records the kernels that run while it lives. One at a time. Its own pass: recording disturbs timing.
/// @throws DeviceError where CUPTI was not built in or may not be used (NVIDIA_DEV... ERR_NVGPUCTRPERM)
class KernelActivity {
 public:
  KernelActivity();
  KernelActivity(const KernelActivity&) = delete;
  KernelActivity& operator=(const KernelActivity&) = delete;
  ~KernelActivity();
  /// the kernels since the last call, in the order in which they ran; synchronizes the device
  [[nodiscard]] std::vector<KernelRecord> take();
  [[nodiscard]] static bool built_in();
};

/// What one call launched: the longest kernel, the sum of all durations and how many of each kind.
struct CallSummary {
  KernelRecord longest{};
  double total_us{};
  std::size_t kernels{}, memsets{};
};
[[nodiscard]] CallSummary summary(const std::vector<KernelRecord>& records);

/// The name without commas, quotes and template arguments beyond `longest` characters: it goes into a CSV field.
[[nodiscard]] std::string tidy_name(const std::string& name, std::size_t longest = 90);

}  // namespace perfmodel::calibrate

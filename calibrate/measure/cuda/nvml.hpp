#pragma once
#include <string>
#include <vector>

namespace perfmodel::calibrate {

/// What NVML says of one card at one moment. A negative number: the driver does not tell.
struct CardState {
  double sm_clock_mhz = -1, memory_clock_mhz = -1, power_w = -1, temperature_c = -1;
  unsigned long long throttle_reasons = 0;
};

/// The standing facts NVML knows beyond the CUDA properties. Empty or negative: not told.
struct CardFacts {
  std::string driver_version, nvml_version, vbios;
  double max_sm_clock_mhz = -1, max_memory_clock_mhz = -1, power_limit_w = -1, power_default_limit_w = -1;
  int pcie_generation = -1, pcie_width = -1, nvlinks = -1, ecc = -1, mig = -1, memory_bus_bits = -1;
  int utilization_percent = -1;                     ///< of the last sampling period, by whoever uses the card
  std::vector<unsigned long long> other_processes;  ///< memory in bytes of each other compute process
};

/// The driver's management library, loaded at run time: neither its header nor its stub is needed to build.
/// Where it is missing, every query answers "not told" and loaded() is false. It only reads: no call that sets anything
/// is even looked up.
class Nvml {
 public:
  /// @param pci_bus_id as the CUDA runtime prints it, so that both libraries speak of the same card
  /// @param library    of the management interface; another one for tests
  explicit Nvml(const std::string& pci_bus_id, const std::string& library = "libnvidia-ml.so.1");
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;
  ~Nvml();
  [[nodiscard]] bool loaded() const { return device_ != nullptr; }
  [[nodiscard]] CardState state() const;
  [[nodiscard]] CardFacts facts() const;

 private:
  template <class F>
  F symbol(const char* name) const;
  void* library_ = nullptr;
  void* device_ = nullptr;
};

}  // namespace perfmodel::calibrate

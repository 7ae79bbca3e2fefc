#include "nvml.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <array>

namespace perfmodel::calibrate {
namespace {

// The few declarations needed, after the NVML API Reference (docs.nvidia.com/deploy/nvml-api). 0 = NVML_SUCCESS.
using Device = void*;
constexpr unsigned clock_sm = 1, clock_memory = 2;  // nvmlClockType_t
constexpr unsigned temperature_gpu = 0;             // nvmlTemperatureSensors_t
constexpr unsigned field_power_instant = 186;       // NVML_FI_DEV_POWER_INSTANT, milliwatts
constexpr unsigned max_links = 18;                  // NVML_NVLINK_MAX_LINKS
constexpr unsigned mig_enabled = 1;                 // NVML_DEVICE_MIG_ENABLE
struct FieldValue {
  unsigned field, scope;
  long long timestamp, latency;
  unsigned type;
  int status;
  union {
    double d;
    unsigned ui;
    unsigned long ul;
    unsigned long long ull;
    signed long long sll;
  } value;
};
struct Utilization {
  unsigned gpu, memory;
};
struct Process {
  unsigned pid;
  unsigned long long used;
  unsigned gpu_instance, compute_instance;
};

}  // namespace

template <class F>
F Nvml::symbol(const char* name) const {
  return library_ == nullptr ? nullptr : reinterpret_cast<F>(dlsym(library_, name));
}

Nvml::Nvml(const std::string& pci_bus_id, const std::string& library) {
  library_ = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  const auto init = symbol<int (*)()>("nvmlInit_v2");
  const auto by_bus = symbol<int (*)(const char*, Device*)>("nvmlDeviceGetHandleByPciBusId_v2");
  if (init == nullptr || by_bus == nullptr || init() != 0) return;
  if (by_bus(pci_bus_id.c_str(), &device_) != 0) device_ = nullptr;
}

Nvml::~Nvml() {
  if (const auto shutdown = symbol<int (*)()>("nvmlShutdown")) shutdown();
  if (library_ != nullptr) dlclose(library_);
}

CardState Nvml::state() const {
  CardState s;
  if (!loaded()) return s;
  unsigned value = 0;
  const auto clock = symbol<int (*)(Device, unsigned, unsigned*)>("nvmlDeviceGetClockInfo");
  if (clock && clock(device_, clock_sm, &value) == 0) s.sm_clock_mhz = value;
  if (clock && clock(device_, clock_memory, &value) == 0) s.memory_clock_mhz = value;
  // The instantaneous reading where the driver has it; the other one is an average over a second on newer cards.
  FieldValue field{};
  field.field = field_power_instant;
  const auto fields = symbol<int (*)(Device, int, FieldValue*)>("nvmlDeviceGetFieldValues");
  const auto power = symbol<int (*)(Device, unsigned*)>("nvmlDeviceGetPowerUsage");
  if (fields && fields(device_, 1, &field) == 0 && field.status == 0)
    s.power_w = field.value.ui / 1e3;
  else if (power && power(device_, &value) == 0)
    s.power_w = value / 1e3;
  const auto temperature = symbol<int (*)(Device, unsigned, unsigned*)>("nvmlDeviceGetTemperature");
  if (temperature && temperature(device_, temperature_gpu, &value) == 0) s.temperature_c = value;
  const auto reasons = symbol<int (*)(Device, unsigned long long*)>("nvmlDeviceGetCurrentClocksThrottleReasons");
  unsigned long long mask = 0;
  if (reasons && reasons(device_, &mask) == 0) s.throttle_reasons = mask;
  return s;
}

CardFacts Nvml::facts() const {
  CardFacts f;
  if (!loaded()) return f;
  std::array<char, 96> text{};
  const auto size = static_cast<unsigned>(text.size());
  if (const auto get = symbol<int (*)(char*, unsigned)>("nvmlSystemGetDriverVersion");
      get && get(text.data(), size) == 0)
    f.driver_version = text.data();
  if (const auto get = symbol<int (*)(char*, unsigned)>("nvmlSystemGetNVMLVersion"); get && get(text.data(), size) == 0)
    f.nvml_version = text.data();
  if (const auto get = symbol<int (*)(Device, char*, unsigned)>("nvmlDeviceGetVbiosVersion");
      get && get(device_, text.data(), size) == 0)
    f.vbios = text.data();
  unsigned value = 0, second = 0;
  const auto max_clock = symbol<int (*)(Device, unsigned, unsigned*)>("nvmlDeviceGetMaxClockInfo");
  if (max_clock && max_clock(device_, clock_sm, &value) == 0) f.max_sm_clock_mhz = value;
  if (max_clock && max_clock(device_, clock_memory, &value) == 0) f.max_memory_clock_mhz = value;
  const auto number = [&](const char* name) {
    const auto get = symbol<int (*)(Device, unsigned*)>(name);
    return get && get(device_, &value) == 0 ? static_cast<double>(value) : -1.0;
  };
  if (const double mw = number("nvmlDeviceGetEnforcedPowerLimit"); mw >= 0) f.power_limit_w = mw / 1e3;
  if (const double mw = number("nvmlDeviceGetPowerManagementDefaultLimit"); mw >= 0) f.power_default_limit_w = mw / 1e3;
  f.pcie_generation = static_cast<int>(number("nvmlDeviceGetMaxPcieLinkGeneration"));
  f.pcie_width = static_cast<int>(number("nvmlDeviceGetMaxPcieLinkWidth"));
  f.memory_bus_bits = static_cast<int>(number("nvmlDeviceGetMemoryBusWidth"));
  const auto pair = symbol<int (*)(Device, unsigned*, unsigned*)>("nvmlDeviceGetEccMode");
  if (pair && pair(device_, &value, &second) == 0) f.ecc = static_cast<int>(value);
  const auto mig = symbol<int (*)(Device, unsigned*, unsigned*)>("nvmlDeviceGetMigMode");
  if (mig && mig(device_, &value, &second) == 0) f.mig = value == mig_enabled ? 1 : 0;
  if (const auto link = symbol<int (*)(Device, unsigned, unsigned*)>("nvmlDeviceGetNvLinkState")) {
    f.nvlinks = 0;
    for (unsigned i = 0; i < max_links; ++i)
      if (link(device_, i, &value) == 0 && value == 1) ++f.nvlinks;
  }
  Utilization use{};
  const auto utilization = symbol<int (*)(Device, Utilization*)>("nvmlDeviceGetUtilizationRates");
  if (utilization && utilization(device_, &use) == 0) f.utilization_percent = static_cast<int>(use.gpu);
  std::array<Process, 64> processes{};
  auto count = static_cast<unsigned>(processes.size());
  const auto running = symbol<int (*)(Device, unsigned*, Process*)>("nvmlDeviceGetComputeRunningProcesses_v3");
  if (running && running(device_, &count, processes.data()) == 0)
    for (unsigned i = 0; i < count && i < processes.size(); ++i)
      if (processes[i].pid != static_cast<unsigned>(getpid())) f.other_processes.push_back(processes[i].used);
  return f;
}

}  // namespace perfmodel::calibrate

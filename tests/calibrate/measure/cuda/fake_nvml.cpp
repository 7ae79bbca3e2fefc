// A stand-in for the driver's management library (libnvidia-ml.so.1) that tells of one card in the state which the
// environment's FAKE_NVML names: mig, throttled, hot, busy, loaded, or anything else for a card in order.
#include <cstdlib>
#include <cstring>
#include <string>

namespace {
std::string state() {
  const char* set = std::getenv("FAKE_NVML");
  return set == nullptr ? "" : set;
}
int card = 0;
}  // namespace

extern "C" {
int nvmlInit_v2() { return state() == "refused" ? 9 : 0; }  // 9: NVML_ERROR_DRIVER_NOT_LOADED
int nvmlShutdown() { return 0; }
int nvmlDeviceGetHandleByPciBusId_v2(const char*, void** device) {
  *device = &card;
  return 0;
}
int nvmlSystemGetDriverVersion(char* text, unsigned size) {
  std::strncpy(text, "123.45", size);
  return 0;
}
int nvmlDeviceGetEnforcedPowerLimit(void*, unsigned* milliwatts) {
  *milliwatts = 350'000;
  return 0;
}
int nvmlDeviceGetClockInfo(void*, unsigned type, unsigned* mhz) {
  *mhz = type == 1 ? 1410 : 1593;
  return 0;
}
int nvmlDeviceGetMigMode(void*, unsigned* current, unsigned* pending) {
  *current = *pending = state() == "mig" ? 1 : 0;
  return 0;
}
int nvmlDeviceGetCurrentClocksThrottleReasons(void*, unsigned long long* reasons) {
  // SW power cap alone is the normal state of a busy card; 0x40: HW thermal, 0x80: HW power brake
  *reasons = state() == "hot" ? 0x40 : state() == "throttled" ? 0x80 : 0x4;
  return 0;
}
int nvmlDeviceGetUtilizationRates(void*, unsigned* gpu_and_memory) {
  gpu_and_memory[0] = state() == "loaded" ? 80 : 0;
  gpu_and_memory[1] = 0;
  return 0;
}
int nvmlDeviceGetComputeRunningProcesses_v3(void*, unsigned* count, void* processes) {
  struct Process {
    unsigned pid;
    unsigned long long used;
    unsigned gpu_instance, compute_instance;
  };
  *count = state() == "busy" ? 1 : 0;
  if (*count == 1) *static_cast<Process*>(processes) = {1, 512ULL << 20, 0, 0};
  return 0;
}
}

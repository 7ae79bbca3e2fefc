#pragma once
/// What is read from the card while a step runs: allocator counters and history, memory in use, clock and power (NVML,
/// loaded at run time), kernel times (CUPTI, if it was found at build time). Without CUDA everything reads as zero.
#include <torch/torch.h>
#include <torch/version.h>

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>
#ifdef FCNN_WITH_CUDA
#include <ATen/cuda/CUDAContext.h>
#include <ATen/cuda/CUDAEvent.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <cuda_runtime.h>
#include <dlfcn.h>
#endif
#ifdef FCNN_WITH_CUPTI
#include "calibrate/measure/cuda/cupti_library.hpp"
#endif

namespace fcnn {

struct Counters {
  std::int64_t allocated{}, peak_allocated{}, reserved{}, peak_reserved{}, segments{}, retries{};
};
struct DeviceMemory {
  std::int64_t used{}, total{};  ///< cudaMemGetInfo: total - free
  std::int64_t nvml_used{};
};
struct TraceLine {
  int step{}, pass{};
  char action{};  ///< a: allocated, f: freed, S: segment obtained, R: segment released, O: out of memory
  std::int64_t address{}, bytes{};
};
struct KernelTime {
  std::int64_t count{};
  double seconds{};
};

#ifdef FCNN_WITH_CUDA
namespace allocator = c10::cuda::CUDACachingAllocator;

inline void synchronize() { C10_CUDA_CHECK(cudaDeviceSynchronize()); }
inline Counters counters() {
  const auto s = allocator::getDeviceStats(0);
  return {s.allocated_bytes[0].current, s.allocated_bytes[0].peak, s.reserved_bytes[0].current,
          s.reserved_bytes[0].peak,     s.segment[0].current,      static_cast<std::int64_t>(s.num_alloc_retries)};
}
inline void reset_peaks() { allocator::resetPeakStats(0); }
/// Back to an allocator that holds nothing: library workspaces too.
inline void empty_allocator() {
  synchronize();
#if TORCH_VERSION_MAJOR >= 2
  at::cuda::clearCublasWorkspaces();
#endif
  allocator::emptyCache();
}
inline void limit_reserved(std::int64_t bytes, std::int64_t total) {
  allocator::setMemoryFraction(bytes <= 0 ? 1.0 : double(bytes) / double(total), 0);
}

/// The few NVML calls that are needed, by symbol, so that neither its header nor its stub is.
class Nvml {
 public:
  Nvml() {
    void* library = dlopen("libnvidia-ml.so.1", RTLD_NOW);
    if (library == nullptr) return;
    const auto init = reinterpret_cast<int (*)()>(dlsym(library, "nvmlInit_v2"));
    const auto handle = reinterpret_cast<int (*)(unsigned, void**)>(dlsym(library, "nvmlDeviceGetHandleByIndex_v2"));
    clock_ = reinterpret_cast<int (*)(void*, int, unsigned*)>(dlsym(library, "nvmlDeviceGetClockInfo"));
    power_ = reinterpret_cast<int (*)(void*, unsigned*)>(dlsym(library, "nvmlDeviceGetPowerUsage"));
    memory_ = reinterpret_cast<int (*)(void*, unsigned long long*)>(dlsym(library, "nvmlDeviceGetMemoryInfo"));
    if (init == nullptr || handle == nullptr || init() != 0 || handle(0, &device_) != 0) device_ = nullptr;
  }
  double sm_mhz() const { return read(clock_, 1); }
  double watts() const {
    unsigned milliwatts = 0;
    return device_ != nullptr && power_ != nullptr && power_(device_, &milliwatts) == 0 ? milliwatts * 1e-3 : 0.0;
  }
  std::int64_t used() const {
    unsigned long long total_free_used[3] = {0, 0, 0};
    return device_ != nullptr && memory_ != nullptr && memory_(device_, total_free_used) == 0
               ? std::int64_t(total_free_used[2])
               : 0;
  }

 private:
  double read(int (*call)(void*, int, unsigned*), int what) const {
    unsigned value = 0;
    return device_ != nullptr && call != nullptr && call(device_, what, &value) == 0 ? value : 0.0;
  }
  void* device_{};
  int (*clock_)(void*, int, unsigned*){};
  int (*power_)(void*, unsigned*){};
  int (*memory_)(void*, unsigned long long*){};
};
inline Nvml& nvml() {
  static Nvml instance;
  return instance;
}
inline DeviceMemory device_memory() {
  std::size_t free = 0, total = 0;
  C10_CUDA_CHECK(cudaMemGetInfo(&free, &total));
  return {std::int64_t(total - free), std::int64_t(total), nvml().used()};
}

/// Every allocation and release of the allocator, in order, while `on`.
struct AllocationTrace {
  std::mutex mutex{};
  bool on{false};
  int step{}, pass{};
  std::vector<TraceLine> lines{};
};
inline AllocationTrace& allocation_trace() {
  static AllocationTrace& instance = *new AllocationTrace;
  return instance;
}
inline void attach_trace() {
#if TORCH_VERSION_MAJOR * 100 + TORCH_VERSION_MINOR >= 203
  static bool attached = false;
  if (attached) return;
  attached = true;
  allocator::attachAllocatorTraceTracker([](const auto& entry) {
    auto& trace = allocation_trace();
    if (!trace.on) return;
    using Entry = std::decay_t<decltype(entry)>;
    const auto action = entry.action_;
    const char letter = action == Entry::ALLOC            ? 'a'
                        : action == Entry::FREE_COMPLETED ? 'f'
                        : action == Entry::SEGMENT_ALLOC  ? 'S'
                        : action == Entry::SEGMENT_FREE   ? 'R'
                        : action == Entry::OOM            ? 'O'
                                                          : '-';
    if (letter == '-') return;
    const std::lock_guard lock(trace.mutex);
    trace.lines.push_back({trace.step, trace.pass, letter, static_cast<std::int64_t>(entry.addr_),
                           static_cast<std::int64_t>(entry.size_)});
  });
#endif
}
#else
inline void synchronize() {}
inline Counters counters() { return {}; }
inline void reset_peaks() {}
inline void empty_allocator() {}
inline void limit_reserved(std::int64_t, std::int64_t) {}
struct Nvml {
  double sm_mhz() const { return 0; }
  double watts() const { return 0; }
};
inline Nvml& nvml() {
  static Nvml instance;
  return instance;
}
inline DeviceMemory device_memory() { return {}; }
struct AllocationTrace {
  bool on{false};
  int step{}, pass{};
  std::vector<TraceLine> lines{};
};
inline AllocationTrace& allocation_trace() {
  static AllocationTrace instance;
  return instance;
}
inline void attach_trace() {}
#endif

#ifdef FCNN_WITH_CUPTI
inline const perfmodel::calibrate::Cupti& cupti() { return perfmodel::calibrate::cupti_library(); }
inline std::map<std::string, KernelTime>& kernel_times() {
  static auto& instance = *new std::map<std::string, KernelTime>;
  return instance;
}
inline void CUPTIAPI give_buffer(std::uint8_t** buffer, std::size_t* size, std::size_t* records) {
  *size = 8u << 20;
  *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(8, *size));
  *records = 0;
}
inline void CUPTIAPI take_buffer(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t valid) {
  CUpti_Activity* record = nullptr;
  while (cupti().next_record(buffer, valid, &record) == CUPTI_SUCCESS) {
    std::string name;
    std::uint64_t begin = 0, end = 0;
    if (record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL || record->kind == CUPTI_ACTIVITY_KIND_KERNEL) {
      // start, end and name keep their places in every later version of the record
      const auto* kernel = reinterpret_cast<const CUpti_ActivityKernel9*>(record);
      name = kernel->name != nullptr ? kernel->name : "?";
      begin = kernel->start;
      end = kernel->end;
    } else if (record->kind == CUPTI_ACTIVITY_KIND_MEMSET) {
      const auto* fill = reinterpret_cast<const CUpti_ActivityMemset4*>(record);
      name = "memset";
      begin = fill->start;
      end = fill->end;
    } else if (record->kind == CUPTI_ACTIVITY_KIND_MEMCPY) {
      const auto* copy = reinterpret_cast<const CUpti_ActivityMemcpy5*>(record);
      name = "memcpy";
      begin = copy->start;
      end = copy->end;
    } else {
      continue;
    }
    auto& sum = kernel_times()[name];
    ++sum.count;
    sum.seconds += double(end - begin) * 1e-9;
  }
  std::free(buffer);
}
/// Kernel names and times of what runs between start and stop. Empty where CUPTI is refused.
inline bool start_kernel_times() {
  if (!cupti().problem.empty()) return false;
  static const bool ready = cupti().register_callbacks(give_buffer, take_buffer) == CUPTI_SUCCESS;
  kernel_times().clear();
  bool good = ready;
  for (auto kind : {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMSET, CUPTI_ACTIVITY_KIND_MEMCPY})
    good = good && cupti().enable(kind) == CUPTI_SUCCESS;
  return good;
}
inline std::map<std::string, KernelTime> stop_kernel_times() {
  synchronize();
  cupti().flush(1);
  for (auto kind : {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMSET, CUPTI_ACTIVITY_KIND_MEMCPY})
    (void)cupti().disable(kind);
  return kernel_times();
}
#else
inline bool start_kernel_times() { return false; }
inline std::map<std::string, KernelTime> stop_kernel_times() { return {}; }
#endif

}  // namespace fcnn

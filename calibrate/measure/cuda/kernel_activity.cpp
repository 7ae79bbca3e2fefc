#include "kernel_activity.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdlib>
#include <perfmodel/error.hpp>

#ifdef PERFMODEL_CUPTI
#include <cxxabi.h>

#include <mutex>

#include "cupti_library.hpp"
#endif

namespace perfmodel::calibrate {

CallSummary summary(const std::vector<KernelRecord>& records) {
  CallSummary s;
  for (const KernelRecord& r : records) {
    ++(r.memset ? s.memsets : s.kernels);
    s.total_us += r.duration_us;
    if (!r.memset && r.duration_us > s.longest.duration_us) s.longest = r;
  }
  return s;
}

std::string tidy_name(const std::string& name, std::size_t longest) {
  std::string tidy;
  for (const char c : name) tidy += c == ',' ? ';' : c == '"' || c == '\n' ? ' ' : c;
  for (const char* noise : {"void ", "at::native::", "(anonymous namespace)::", "<unnamed>::"})
    for (std::size_t at = tidy.find(noise); at != std::string::npos; at = tidy.find(noise))
      tidy.erase(at, std::string(noise).size());
  // cutlass::Kernel2<name>(name::Params) -> name
  for (const char* wrapper : {"cutlass::Kernel2<", "cutlass::Kernel<"})
    if (tidy.rfind(wrapper, 0) == 0) {
      tidy.erase(0, std::string(wrapper).size());
      tidy.erase(std::min(tidy.find('>'), tidy.size()));
    }
  return tidy.substr(0, longest);
}

#ifdef PERFMODEL_CUPTI
namespace {

struct Store {
  std::mutex mutex{};
  std::vector<std::pair<std::uint64_t, KernelRecord>> records{};
};
Store& store() {
  static Store s;
  return s;
}

const Cupti& cupti() {
  const Cupti& library = cupti_library();
  if (!library.problem.empty()) throw DeviceError("CUPTI: " + library.problem);
  return library;
}

void check(CUptiResult status, const char* what) {
  if (status == CUPTI_SUCCESS) return;
  const char* words = nullptr;
  cupti().result_string(status, &words);
  const bool permission =
      status == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES || status == CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES;
  throw DeviceError(std::string("CUPTI, ") + what + ": " + (words ? words : "unknown") +
                    (permission ? "; the administrator of this machine must allow profiling" : ""));
}

constexpr std::size_t buffer_bytes = std::size_t{4} << 20;

void CUPTIAPI give_buffer(std::uint8_t** buffer, std::size_t* size, std::size_t* most_records) {
  *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(8, buffer_bytes));
  *size = *buffer == nullptr ? 0 : buffer_bytes;
  *most_records = 0;
}

std::string plain_name(const char* mangled) {
  int status = 0;
  char* text = abi::__cxa_demangle(mangled, nullptr, nullptr, &status);
  std::string name = status == 0 && text != nullptr ? text : mangled;
  std::free(text);
  return name;
}

void CUPTIAPI take_buffer(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t valid) {
  CUpti_Activity* record = nullptr;
  const std::lock_guard<std::mutex> lock(store().mutex);
  while (cupti().next_record(buffer, valid, &record) == CUPTI_SUCCESS) {
    if (record->kind == CUPTI_ACTIVITY_KIND_MEMSET) {
      const auto* m = reinterpret_cast<const CUpti_ActivityMemset4*>(record);
      store().records.push_back(
          {m->start, {.name = "memset", .duration_us = static_cast<double>(m->end - m->start) / 1e3, .memset = true}});
      continue;
    }
    if (record->kind != CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL && record->kind != CUPTI_ACTIVITY_KIND_KERNEL) continue;
    // Later versions of this record only append fields.
    const auto* k = reinterpret_cast<const CUpti_ActivityKernel9*>(record);
    store().records.push_back({k->start,
                               {.name = plain_name(k->name),
                                .duration_us = static_cast<double>(k->end - k->start) / 1e3,
                                .grid_x = k->gridX,
                                .grid_y = k->gridY,
                                .grid_z = k->gridZ,
                                .block = k->blockX * k->blockY * k->blockZ}});
  }
  std::free(buffer);
}

}  // namespace

KernelActivity::KernelActivity() {
  check(cupti().register_callbacks(give_buffer, take_buffer), "registering");
  check(cupti().enable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL), "recording kernels");
  check(cupti().enable(CUPTI_ACTIVITY_KIND_MEMSET), "recording fills");
  (void)take();
}
KernelActivity::~KernelActivity() {
  (void)cupti().disable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  (void)cupti().disable(CUPTI_ACTIVITY_KIND_MEMSET);
}

std::vector<KernelRecord> KernelActivity::take() {
  (void)cudaDeviceSynchronize();
  check(cupti().flush(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED), "flushing");
  const std::lock_guard<std::mutex> lock(store().mutex);
  auto& all = store().records;
  std::sort(all.begin(), all.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
  std::vector<KernelRecord> result;
  for (auto& [start, record] : all) result.push_back(std::move(record));
  all.clear();
  return result;
}
bool KernelActivity::built_in() { return true; }
#else
KernelActivity::KernelActivity() {
  throw DeviceError("this program was built without CUPTI: kernel names are not recorded");
}
KernelActivity::~KernelActivity() = default;
std::vector<KernelRecord> KernelActivity::take() { return {}; }
bool KernelActivity::built_in() { return false; }
#endif

}  // namespace perfmodel::calibrate

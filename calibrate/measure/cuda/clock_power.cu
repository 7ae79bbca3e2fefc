#include "clock_power.hpp"

namespace perfmodel::calibrate {
namespace {

__device__ inline unsigned long long global_nanoseconds() {
  unsigned long long t;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
  return t;
}

__global__ void count_cycles(long long* out, unsigned long long nanoseconds) {
  // Start on a tick of the global timer, whose step is 32 ns to 1 us depending on the card.
  unsigned long long t0 = global_nanoseconds(), t1 = t0;
  while (t1 == t0) t1 = global_nanoseconds();
  const long long c1 = clock64();
  unsigned long long t2 = t1;
  while (t2 < t1 + nanoseconds) t2 = global_nanoseconds();
  const long long c2 = clock64();
  out[0] = c2 - c1;
  out[1] = static_cast<long long>(t2 - t1);
  out[2] = static_cast<long long>(t2);
}

constexpr unsigned long long probe_nanoseconds = 20000;

}  // namespace

ClockProbe::ClockProbe() {
  check(cudaHostAlloc(reinterpret_cast<void**>(&host_), 3 * sizeof(long long), cudaHostAllocMapped), "pinned memory");
  check(cudaHostGetDevicePointer(reinterpret_cast<void**>(&device_), host_, 0), "mapped memory");
}
ClockProbe::~ClockProbe() { (void)cudaFreeHost(host_); }
void ClockProbe::enqueue(cudaStream_t stream) const {
  count_cycles<<<1, 1, 0, stream>>>(device_, probe_nanoseconds);
  check(cudaGetLastError(), "clock probe");
}
void ClockProbe::read() {
  // Long enough that the host's jitter of some 10 us is nothing, short enough to follow a timer that drifts.
  constexpr double shortest_ns = 2e8, longest_ns = 1e9, wildest = 0.1;
  const double host_ns =
      std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch()).count();
  moments_.push_back({static_cast<double>(host_[2]), host_ns});
  while (moments_.size() > 2 && host_ns - moments_[1].host_ns > longest_ns) moments_.pop_front();
  const Moment& first = moments_.front();
  const double elapsed = host_ns - first.host_ns;
  if (elapsed > shortest_ns) {
    const double rate = (moments_.back().device_ns - first.device_ns) / elapsed;
    if (rate > 1 - wildest && rate < 1 + wildest) rate_ = rate;
  }
  mhz_ = host_[1] > 0 ? 1e3 * static_cast<double>(host_[0]) / static_cast<double>(host_[1]) * rate_ : -1;
}

ClockSampler::ClockSampler(const Nvml& nvml, std::chrono::milliseconds period) : nvml_(nvml) {
  samples_.reserve(1 << 16);
  thread_ = std::thread([this, period] {
    while (!stop_) {
      const CardState state = nvml_.state();
      {
        const std::lock_guard<std::mutex> lock(mutex_);
        samples_.push_back({std::chrono::steady_clock::now(), state});
      }
      std::this_thread::sleep_for(period);
    }
  });
}
ClockSampler::~ClockSampler() {
  stop_ = true;
  thread_.join();
}
double ClockSampler::mean_power(std::chrono::steady_clock::time_point from,
                                std::chrono::steady_clock::time_point to) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  double sum = 0, count = 0;
  for (auto s = samples_.rbegin(); s != samples_.rend(); ++s) {
    if (s->when > to) continue;
    if (s->when < from && count > 0) break;
    sum += s->state.power_w;
    count += 1;
    if (s->when < from) break;
  }
  return count > 0 ? sum / count : -1;
}
std::vector<ClockSampler::Sample> ClockSampler::since(std::chrono::steady_clock::time_point from) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<Sample> result;
  for (const Sample& s : samples_)
    if (s.when >= from) result.push_back(s);
  return result;
}

}  // namespace perfmodel::calibrate

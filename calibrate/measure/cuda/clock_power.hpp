#pragma once
#include <atomic>
#include <chrono>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include "cuda_check.hpp"
#include "nvml.hpp"

namespace perfmodel::calibrate {

struct Session;

/// What the card's clock and power were while something ran.
struct ClockReading {
  double sm_clock_mhz = -1;  ///< from clock64 against the global timer, right after the timed work
  double power_w = -1;       ///< mean of the samples taken meanwhile; the last one before if there were none
};

/// A host thread that reads the management library every few milliseconds and keeps the samples with their times.
class ClockSampler {
 public:
  struct Sample {
    std::chrono::steady_clock::time_point when;
    CardState state;
  };
  explicit ClockSampler(const Nvml& nvml, std::chrono::milliseconds period = std::chrono::milliseconds(10));
  ClockSampler(const ClockSampler&) = delete;
  ClockSampler& operator=(const ClockSampler&) = delete;
  ~ClockSampler();
  /// mean board power of the samples in [from, to]
  [[nodiscard]] double mean_power(std::chrono::steady_clock::time_point from,
                                  std::chrono::steady_clock::time_point to) const;
  [[nodiscard]] std::vector<Sample> since(std::chrono::steady_clock::time_point from) const;

 private:
  const Nvml& nvml_;
  mutable std::mutex mutex_{};
  std::vector<Sample> samples_{};
  std::atomic<bool> stop_{false};
  std::thread thread_{};
};

/// Runs one thread for about 20 us that counts clock64 cycles against the global nanosecond timer. Enqueue it right
/// after the timed work, read after the stream is idle: clock = cycles / nanoseconds.
class ClockProbe {
 public:
  ClockProbe();
  ClockProbe(const ClockProbe&) = delete;
  ClockProbe& operator=(const ClockProbe&) = delete;
  ~ClockProbe();
  void enqueue(cudaStream_t stream) const;
  /// Call once after the stream is idle: reads the probe and notes the host's time.
  void read();
  [[nodiscard]] double mhz() const { return mhz_; }    ///< true clock: corrected by rate()
  [[nodiscard]] double rate() const { return rate_; }  ///< device nanoseconds per host nanosecond

 private:
  struct Moment {
    double device_ns, host_ns;
  };
  long long* host_ = nullptr;  // pinned, mapped: cycles, nanoseconds, device time at the end
  long long* device_ = nullptr;
  std::deque<Moment> moments_{};
  double mhz_ = -1, rate_ = 1;
};

/// clock.csv: clock, power and rate every 10 ms while one product runs back to back, from a rested card to steady
/// state.
void measure_clock_power(Session& session);

/// power.csv: squares of 4,096 and 8,192 back to back for 1.4 s, in four formats, with normal random numbers and with
/// zeros: median clock and rate and mean power once the clock has settled, two rounds.
/// format,operands,size,round,seconds,sm_clock_mhz,power_w,temperature_c,throttle_reasons,tflops
void measure_power(Session& session);

}  // namespace perfmodel::calibrate

#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <perfmodel/compiled.hpp>
#include <perfmodel/software/host_profile.hpp>
#include <perfmodel/timeline/operation_prices.hpp>
#include <perfmodel/trace/step_trace.hpp>
#include <span>
#include <vector>

namespace perfmodel {

inline constexpr std::size_t phase_count = 6;

/// What one layer costs in a step. Index -1 of the trace (loss, bookkeeping) is the last entry.
struct LayerTime {
  Time forward{}, backward{}, optimizer{};  ///< device time of its kernels; the loss counts as forward
  Time host{};
  Work work{};      ///< of its forward and backward pass
  Bytes traffic{};  ///< of the same, to and from device memory
  Work optimizer_work{};
  Bytes optimizer_traffic{};
  std::array<Time, bound_count> by_bound{};  ///< of forward and backward pass
};

/// One step in the steady state.
struct StepTime {
  Time total{};               ///< from one step to the next
  Time low{}, high{};         ///< 90 % interval
  double host_of_interval{};  ///< share of its width that is the host's: the rest remains where the host is known
  Time device{};              ///< kernels and the gaps between them, if the device never waited
  Time busy{};                ///< kernels alone: what a profiler calls GPU active time
  Time host{};                ///< host operations and launches, if the host never waited
  Bound bound{};              ///< host, or what bounds the largest share of device time
  Work work{};                ///< useful operations of all kernels
  Bytes traffic{};
  std::int64_t launches{};
  std::array<Time, phase_count> device_by_phase{}, host_by_phase{};
  std::array<Time, bound_count> by_bound{};  ///< device time by what bounds the kernels
  std::vector<LayerTime> layers{};

  /// Share of the elapsed time in which the device runs a kernel. "Benchmarking Machine Learning in HEP", section 3.2.
  [[nodiscard]] double gpu_utilization() const { return total > Time{} ? std::min(1.0, in(busy, total)) : 0.0; }
  /// Operations done over operations possible in the elapsed time, against a peak of the caller's choice.
  [[nodiscard]] double flop_utilization(WorkRate peak) const {
    const Work possible = peak * total;
    return possible > Work{} ? in(work, possible) : 0.0;
  }
};

/// A product of 4-byte operands.
[[nodiscard]] inline bool is_wide_product(const Kernel& kernel) {
  const auto* gemm = std::get_if<Gemm>(&kernel);
  return gemm != nullptr && bits(gemm->format) == 32;
}

namespace detail {

/// A product of 4-byte operands: the library takes longer to choose its kernel.
[[nodiscard]] inline bool is_wide_product(const Operation& operation) {
  const auto* gemm = std::get_if<Gemm>(&operation);
  return gemm != nullptr && bits(gemm->format) == 32;
}

/// The host's clock and the device's, side by side. Times in seconds.
struct TwoClocks {
  double host{}, device{};
  double submit{};
  std::size_t depth{};

  void launch(double cost, double duration) {
    host += cost;
    if (in_flight.empty()) in_flight.resize(std::max<std::size_t>(1, depth));
    if (waiting == in_flight.size()) {  // the queue is full: the host waits for the oldest launch
      host = std::max(host, in_flight[oldest]);
      oldest = place(1);
      --waiting;
    }
    device = std::max(device, host + submit) + duration;
    in_flight[place(waiting)] = device;
    ++waiting;
  }
  void wait() {
    host = std::max(host, device);
    waiting = 0;
  }

  std::vector<double> in_flight{};  ///< a ring: ends of the launches not yet known to be done
  std::size_t oldest{}, waiting{};  ///< its first entry, and how many there are
  [[nodiscard]] std::size_t place(std::size_t after_oldest) const {
    const std::size_t at = oldest + after_oldest;
    return at < in_flight.size() ? at : at - in_flight.size();
  }
};

struct TimelineEvent {
  double host{};        ///< seconds the host works
  double device{-1.0};  ///< seconds the launched kernels run; negative: no launch
  int launches{};
  bool wait{};
};

/// Where work passes to another thread of the framework, and how long that thread has slept: autograd's wakes where a
/// backward pass begins, the training loop's where it ends. `host`: seconds of each event. In a steady state the time
/// before the first backward pass of a step follows on the time after the last one of the step before.
struct ThreadWake {
  std::size_t event{};
  double slept{};
};
[[nodiscard]] std::vector<ThreadWake> thread_wakes(std::span<const TraceEvent> events, std::span<const double> host);

/// From one step to the next when steps follow each other for ever: max-plus, so the period is reached after a
/// transient; a full queue at the start stands for a host that has run ahead as far as it can.
[[nodiscard]] double period(std::span<const TimelineEvent> events, const HostProfile& profile, double host,
                            double device);

}  // namespace detail

/// Runs one steady step's events on host and device. `layers`: number of the network's layers.
/// Host and device work at the same time: a launch costs the host its call and starts on the device when the host has
/// issued it and the device is free; see docs/reference/timeline.md.
/// @param costs  where given, gets what each event costs host and device
[[nodiscard]] StepTime step_time(std::span<const TraceEvent> events, std::size_t layers, OperationPrices& prices,
                                 const HostProfile& profile, std::vector<detail::TimelineEvent>* costs = nullptr);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/timeline/timeline.ipp>
#endif

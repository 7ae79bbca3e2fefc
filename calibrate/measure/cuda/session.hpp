#pragma once
#include <chrono>
#include <cstdint>
#include <string>

#include "clock_power.hpp"
#include "cuda_check.hpp"
#include "discovery.hpp"

namespace perfmodel::calibrate {

using SteadyClock = std::chrono::steady_clock;

/// Everything the benchmarks share: the card, one stream, where results go, how long there is.
struct Session {
  Card card{};
  std::string folder{};    ///< raw tables are written here
  bool quick = false;      ///< a fifth of the cases
  bool resume = false;     ///< keep the rows of an interrupted run
  std::uint64_t seed = 1;  ///< of the order of cases
  cudaStream_t stream{};
  ClockSampler* sampler = nullptr;
  SteadyClock::time_point deadline = SteadyClock::time_point::max();  ///< of the benchmark that runs now

  [[nodiscard]] bool out_of_time() const { return SteadyClock::now() >= deadline; }
};

/// True once Ctrl-C (or SIGTERM) was asked for: benchmarks stop after the case at hand, their rows are on disk.
[[nodiscard]] bool interrupted();
void stop_on_interrupt();
/// A process that is told when this one is interrupted; 0: none. Terminals tell it anyway, a plain kill does not.
void pass_interrupts_to(int child);

/// One line of progress on stderr: which benchmark, how many cases of how many, seconds left at this speed.
class Progress {
 public:
  Progress(std::string what, std::size_t total, SteadyClock::time_point deadline)
      : what_(std::move(what)), total_(total), deadline_(deadline) {}
  void step();
  ~Progress();

 private:
  std::string what_;
  std::size_t total_, done_ = 0;
  SteadyClock::time_point deadline_, start_ = SteadyClock::now(), last_{};
};

}  // namespace perfmodel::calibrate

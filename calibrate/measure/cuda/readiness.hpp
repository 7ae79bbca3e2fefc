#pragma once
#include <cstddef>
#include <optional>
#include <string>

#include "nvml.hpp"

namespace perfmodel::calibrate {

/// Why a card cannot be measured now.
struct NotReady {
  std::string why{};
  bool may_pass{};  ///< a load without a process: the last run's, or one that is ending
};

/// MIG mode, other processes, load, too little free memory, throttling by heat or power brake: the first that holds.
/// `needed` bytes must be free. NVML API Reference: nvmlClocksThrottleReasons.
[[nodiscard]] inline std::optional<NotReady> not_ready(const std::string& card, const CardFacts& facts,
                                                       const CardState& state, std::size_t free, std::size_t needed) {
  constexpr unsigned long long hardware_slowdown = 0x8, software_thermal = 0x20, hardware_thermal = 0x40,
                               power_brake = 0x80;
  constexpr int busy_percent = 5;
  const auto mebibytes = [](std::size_t bytes) { return std::to_string(bytes >> 20) + " MiB"; };
  if (facts.mig == 1) return NotReady{card + " is in MIG mode: a slice of a card says little of the card"};
  if (!facts.other_processes.empty()) {
    unsigned long long held = 0;
    for (const unsigned long long bytes : facts.other_processes) held += bytes == ~0ULL ? 0 : bytes;
    return NotReady{card + " is busy: " + std::to_string(facts.other_processes.size()) +
                    " other process(es) use it, with " + mebibytes(held) + " of its memory"};
  }
  if (free < needed)
    return NotReady{card + ": " + mebibytes(free) + " are free; the benchmarks need " + mebibytes(needed)};
  if (facts.utilization_percent > busy_percent)
    return NotReady{card + " is busy: " + std::to_string(facts.utilization_percent) + " % load by someone else", true};
  if ((state.throttle_reasons & (hardware_slowdown | software_thermal | hardware_thermal | power_brake)) != 0)
    return NotReady{card + " is throttled (heat or power brake): let it cool, then measure"};
  return std::nullopt;
}

}  // namespace perfmodel::calibrate

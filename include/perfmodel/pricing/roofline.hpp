#pragma once
/// The roofline: Williams, Waterman, Patterson, "Roofline: an insightful visual performance model for multicore
/// architectures", CACM 52(4), 2009, doi:10.1145/1498765.1498785. A bound, not a prediction: no launch, no tail, no
/// clock under load. The kernel models say how near a kernel comes.
#include <algorithm>
#include <perfmodel/device/device.hpp>
#include <perfmodel/pricing/prediction.hpp>

namespace perfmodel {

/// Two roofs: what the math units can do, and what device memory can feed them.
struct Roof {
  WorkRate peak{};
  Bandwidth bandwidth{};
};

/// The published roofs of a card for one kind of math. @pre the card can multiply `format` on `unit`
[[nodiscard]] constexpr Roof roof(const Device& device, MathUnit unit, NumberFormat format) {
  return {.peak = peak(device, unit, format), .bandwidth = device.dram_bandwidth};
}
/// The same for the fastest unit with FP32 or wider accumulation.
[[nodiscard]] constexpr Roof roof(const Device& device, NumberFormat format) {
  return {.peak = peak(device, format), .bandwidth = device.dram_bandwidth};
}

/// Intensity at which the roofs meet, peak / bandwidth. @pre bandwidth > 0
[[nodiscard]] constexpr Intensity ridge_point(const Roof& roof) { return roof.peak / roof.bandwidth; }

/// min(intensity x bandwidth, peak)
[[nodiscard]] constexpr WorkRate attainable(Intensity intensity, const Roof& roof) {
  const WorkRate fed = intensity * roof.bandwidth;
  return std::min(fed, roof.peak);
}

/// Math-limited above the ridge point, memory-limited up to it.
[[nodiscard]] constexpr Bound roofline_bound(Intensity intensity, const Roof& roof) {
  return intensity > ridge_point(roof) ? Bound::math : Bound::memory;
}

/// Lower bound of the run time, max(work / peak, traffic / bandwidth). @pre peak > 0 and bandwidth > 0
[[nodiscard]] constexpr Time roofline_time(Work work, Bytes traffic, const Roof& roof) {
  const Time math = work / roof.peak, memory = traffic / roof.bandwidth;
  return std::max(math, memory);
}

}  // namespace perfmodel

#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <perfmodel/pricing/evidence.hpp>
#include <perfmodel/units.hpp>
#include <string_view>

namespace perfmodel {

/// What limits a kernel or a step. `latency`: too little parallelism or too small to fill the card; `launch`: the
/// fixed cost of a kernel; `host`: the CPU cannot launch fast enough (steps only).
enum class Bound : std::uint8_t { math, memory, latency, launch, host, communication, input };

[[nodiscard]] constexpr std::string_view name(Bound bound) {
  constexpr std::array<std::string_view, 7> names{"math", "memory",        "latency", "launch",
                                                  "host", "communication", "input"};
  return names[static_cast<std::size_t>(bound)];
}

/// A time is never a bare number: the parts say why, low and high how sure (90 % interval).
struct Prediction {
  Time math{};     ///< the multiply-accumulates at the clock under load, quantized into tiles and waves
  Time dram{};     ///< device-memory traffic
  Time l2{};       ///< traffic between L2 and SMs
  Time latency{};  ///< prologue, pipeline fill, reduction tail: time in which the card is not full
  Time launch{};   ///< from one kernel's end to the next one's start, in a stream that is never empty
  Time total{};    ///< not the sum: parts overlap
  Time low{}, high{};
  Bound bound{};
  Bytes traffic{};        ///< bytes moved to and from device memory
  Work work{};            ///< useful operations (2 per multiply-accumulate)
  int kernels{1};         ///< that one call of the library runs: copies, transforms and sums beside the main one
  bool validated = true;  ///< false: outside the range of shapes that any measurement has covered
  Evidence evidence{};    ///< what the constants were fitted to

  /// useful operations per byte that really crosses the memory bus; 0 where nothing does
  [[nodiscard]] constexpr Intensity intensity() const { return traffic > Bytes{} ? work / traffic : Intensity{}; }
};

/// The 90 % interval of a total.
constexpr void set_interval(Prediction& prediction, const ErrorBar& bar) {
  prediction.low = bar.low * prediction.total;
  prediction.high = bar.high * prediction.total;
}

}  // namespace perfmodel

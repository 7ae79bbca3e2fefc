#pragma once
#include <algorithm>
#include <array>
#include <perfmodel/device/device.hpp>
#include <perfmodel/operation/attention.hpp>
#include <perfmodel/operation/collective.hpp>
#include <perfmodel/operation/convolution.hpp>
#include <perfmodel/pricing/prediction.hpp>
#include <perfmodel/units.hpp>

namespace perfmodel {

/// What no kernel beats, whatever constants were fitted: a card's published rates at the highest clock that it reaches,
/// and its published bandwidth. (Products have theirs in gemm/physical_limit.hpp: operands may be in the L2.)
struct HardwareLimits {
  Bandwidth bandwidth{};
  std::array<WorkRate, number_format_count> peak{};  ///< of the fastest unit
};

/// @param clock  the highest that the board reaches
[[nodiscard]] inline HardwareLimits make_hardware_limits(const Device& device, ClockRate clock) {
  HardwareLimits out{.bandwidth = device.dram_bandwidth};
  for (const NumberFormat format : all_number_formats)
    out.peak[index(format)] =
        device.sms * clock *
        std::max({device.rates(MathUnit::cuda_core, format), device.rates(MathUnit::tensor_core, format),
                  summed_rate(device, MathUnit::cuda_core, format)});
  return out;
}

namespace detail {
/// Seconds of work and bytes, whichever takes longer; what is not known limits nothing.
[[nodiscard]] inline Time least_time(const HardwareLimits& limits, Work work, NumberFormat format, Bytes traffic) {
  const WorkRate peak = limits.peak[index(format)];
  const Time math = peak > WorkRate{} ? work / peak : Time{};
  return limits.bandwidth > Bandwidth{} ? std::max<Time>(math, traffic / limits.bandwidth) : math;
}
}  // namespace detail

/// Multiplications that an algorithm may save in an FP32 convolution: Winograd's and Fourier's tiles need at least two
/// for each result and pair of channels (Fourier: four real products for each of half of the frequencies; Lavin and
/// Gray, arXiv:1509.09308: 2.25 with tiles of 4 x 4).
[[nodiscard]] constexpr double most_saved(const Convolution& c) {
  constexpr double least_products = 2.0;
  if (bits(c.format) != 32) return 1.0;
  return std::max(1.0, static_cast<double>(c.r) * static_cast<double>(c.s) / least_products);
}

[[nodiscard]] inline Time least_time(const Convolution& c, const HardwareLimits& limits) {
  return detail::least_time(limits, work(c) / most_saved(c), c.format, traffic(c));
}
[[nodiscard]] inline Time least_time(const Attention& a, const HardwareLimits& limits) {
  return detail::least_time(limits, work(a), a.format, traffic(a));
}

/// The prediction, neither its time nor an end of its interval below `least`.
[[nodiscard]] inline Prediction not_below(Prediction p, Time least) {
  p.low = std::max(p.low, least);
  p.total = std::max(p.total, least);
  p.high = std::max(p.high, p.total);
  return p;
}

}  // namespace perfmodel

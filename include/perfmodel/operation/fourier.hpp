#pragma once
#include <cmath>
#include <cstdint>
#include <perfmodel/device/number_format.hpp>
#include <perfmodel/units.hpp>

namespace perfmodel::op {

/// Discrete Fourier transforms along one dimension: `count` of them, of `length` points each. Of a real input or result
/// only the half of the frequencies that is not the other's mirror image is there. Points of one transform lie side by
/// side, or `apart`, with those of others between them.
struct Fourier {
  enum class Side : std::uint8_t { complex, real_input, real_result } side{Side::complex};
  NumberFormat format{NumberFormat::fp32};  ///< of a real number, of which a complex one has two
  std::int64_t count{}, length{};
  bool apart{};
  friend constexpr bool operator==(const Fourier&, const Fourier&) = default;
};
/// 5 n log2(n) operations for n complex points, half as many for real ones: what fast transforms are compared by
/// (Frigo and Johnson, The Design and Implementation of FFTW3, 2005).
[[nodiscard]] inline Work work(const Fourier& f) {
  const double n = static_cast<double>(f.length), of_one = 5.0 * n * std::log2(n > 1.0 ? n : 1.0);
  return static_cast<double>(f.count) * (f.side == Fourier::Side::complex ? 1.0 : 0.5) * of_one * flop;
}
namespace detail {
[[nodiscard]] constexpr Bytes fourier_side(const Fourier& f, bool real) {
  const std::int64_t numbers = real ? f.length : 2 * (f.side == Fourier::Side::complex ? f.length : f.length / 2 + 1);
  return static_cast<double>(f.count) * static_cast<double>(numbers) * element_size(f.format);
}
}  // namespace detail
[[nodiscard]] constexpr Bytes read_bytes(const Fourier& f) {
  return detail::fourier_side(f, f.side == Fourier::Side::real_input);
}
[[nodiscard]] constexpr Bytes written_bytes(const Fourier& f) {
  return detail::fourier_side(f, f.side == Fourier::Side::real_result);
}
[[nodiscard]] constexpr Bytes traffic(const Fourier& f) { return read_bytes(f) + written_bytes(f); }

}  // namespace perfmodel::op

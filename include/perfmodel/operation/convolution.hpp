#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <perfmodel/device/number_format.hpp>
#include <perfmodel/units.hpp>
#include <string_view>

namespace perfmodel {

enum class ConvolutionPass : std::uint8_t { forward, input_gradient, weight_gradient };
enum class MemoryFormat : std::uint8_t { nchw, nhwc };

[[nodiscard]] constexpr std::string_view name(ConvolutionPass pass) {
  constexpr std::array<std::string_view, 3> names{"forward", "input_gradient", "weight_gradient"};
  return names[static_cast<std::size_t>(pass)];
}

/// A convolution: input n x c x d x h x w, filter k x (c / groups) x t x r x s, output n x k x o x p x q. Of images d
/// and t are 1, and volumes whose filter has no depth are images, too: n counts their planes.
struct Convolution {
  ConvolutionPass pass{ConvolutionPass::forward};
  NumberFormat format{NumberFormat::fp32};
  MemoryFormat memory_format{MemoryFormat::nchw};
  std::int64_t n{1}, c{}, h{}, w{}, k{}, r{1}, s{1};
  std::int64_t stride_h{1}, stride_w{1}, pad_h{}, pad_w{}, dilation_h{1}, dilation_w{1}, groups{1};
  std::int64_t d{1}, t{1}, stride_d{1}, pad_d{}, dilation_d{1};
  bool bias{};
  Bytes between{};  ///< that other kernels bring into L2 between two uses of the filter; 0: one layer called again and
                    ///< again
  std::int64_t planes{};  ///< of one volume, where images are planes of volumes (as_images()); 0: images

  [[nodiscard]] constexpr std::int64_t channels_a_group() const { return c / groups; }
  [[nodiscard]] constexpr std::int64_t p() const { return (h + 2 * pad_h - dilation_h * (r - 1) - 1) / stride_h + 1; }
  [[nodiscard]] constexpr std::int64_t q() const { return (w + 2 * pad_w - dilation_w * (s - 1) - 1) / stride_w + 1; }
  [[nodiscard]] constexpr std::int64_t o() const { return (d + 2 * pad_d - dilation_d * (t - 1) - 1) / stride_d + 1; }
  [[nodiscard]] constexpr std::int64_t pixels_in() const { return d * h * w; }
  [[nodiscard]] constexpr std::int64_t pixels_out() const { return o() * p() * q(); }
  [[nodiscard]] constexpr std::int64_t taps() const { return t * r * s; }
  friend constexpr bool operator==(const Convolution&, const Convolution&) = default;
};

/// A filter without depth sees the planes of a volume, of which n then counts those that get a result; one of a single
/// number sees all planes as rows of one image.
[[nodiscard]] constexpr Convolution as_images(Convolution c) {
  if (c.t != 1) return c;
  const bool all = c.r == 1 && c.s == 1 && c.stride_d == 1 && c.stride_h == 1 && c.stride_w == 1 && c.pad_d == 0;
  if (!all && c.d > 1) c.planes = c.d;
  (all ? c.h : c.n) *= all ? c.d : c.o();
  c.d = c.stride_d = c.dilation_d = 1, c.pad_d = 0;
  return c;
}

/// 2 N K O P Q (C / groups) T R S: the same count for all three passes.
[[nodiscard]] constexpr Work work(const Convolution& c) {
  return static_cast<double>(c.n) * static_cast<double>(c.k) * static_cast<double>(c.pixels_out()) *
         static_cast<double>(c.channels_a_group()) * static_cast<double>(c.taps()) * mac;
}

/// Input, filter and output once each. A filter that is smaller than the stride skips part of the input, except where
/// its gradient is written.
[[nodiscard]] constexpr Bytes traffic(const Convolution& c) {
  const bool whole = c.pass == ConvolutionPass::input_gradient;
  const double rows = whole || c.r >= c.stride_h ? 1.0 : static_cast<double>(c.r) / static_cast<double>(c.stride_h);
  const double columns = whole || c.s >= c.stride_w ? 1.0 : static_cast<double>(c.s) / static_cast<double>(c.stride_w);
  const double planes = whole || c.t >= c.stride_d ? 1.0 : static_cast<double>(c.t) / static_cast<double>(c.stride_d);
  const double x = planes * rows * columns * static_cast<double>(c.n) * static_cast<double>(c.c) *
                   static_cast<double>(c.pixels_in());
  const double f = static_cast<double>(c.k) * static_cast<double>(c.channels_a_group()) * static_cast<double>(c.taps());
  const double y = static_cast<double>(c.n) * static_cast<double>(c.k) * static_cast<double>(c.pixels_out());
  return (x + f + y) * element_size(c.format);
}

}  // namespace perfmodel

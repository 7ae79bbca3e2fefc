#pragma once
#include <cstdint>
#include <perfmodel/device/number_format.hpp>
#include <perfmodel/units.hpp>

namespace perfmodel {

enum class ConvolutionPass : std::uint8_t { forward, input_gradient, weight_gradient };
enum class MemoryFormat : std::uint8_t { nchw, nhwc };

/// A 2-D convolution: input n x c x h x w, filter k x (c / groups) x r x s, output n x k x p x q.
struct Convolution {
  ConvolutionPass pass{ConvolutionPass::forward};
  NumberFormat format{NumberFormat::fp32};
  MemoryFormat memory_format{MemoryFormat::nchw};
  std::int64_t n{1}, c{}, h{}, w{}, k{}, r{1}, s{1};
  std::int64_t stride_h{1}, stride_w{1}, pad_h{}, pad_w{}, dilation_h{1}, dilation_w{1}, groups{1};
  bool bias{};
  Bytes between{};  ///< that other kernels bring into L2 between two uses of the filter; 0: one layer called again and
                    ///< again

  [[nodiscard]] constexpr std::int64_t channels_a_group() const { return c / groups; }
  [[nodiscard]] constexpr std::int64_t p() const { return (h + 2 * pad_h - dilation_h * (r - 1) - 1) / stride_h + 1; }
  [[nodiscard]] constexpr std::int64_t q() const { return (w + 2 * pad_w - dilation_w * (s - 1) - 1) / stride_w + 1; }
  friend constexpr bool operator==(const Convolution&, const Convolution&) = default;
};

/// 2 N K P Q (C / groups) R S: the same count for all three passes.
[[nodiscard]] constexpr Work work(const Convolution& c) {
  return static_cast<double>(c.n) * static_cast<double>(c.k) * static_cast<double>(c.p()) * static_cast<double>(c.q()) *
         static_cast<double>(c.channels_a_group()) * static_cast<double>(c.r) * static_cast<double>(c.s) * mac;
}

/// Input, filter and output once each. A filter that is smaller than the stride skips part of the input, except where
/// its gradient is written.
[[nodiscard]] constexpr Bytes traffic(const Convolution& c) {
  const bool whole = c.pass == ConvolutionPass::input_gradient;
  const double rows = whole || c.r >= c.stride_h ? 1.0 : static_cast<double>(c.r) / static_cast<double>(c.stride_h);
  const double columns = whole || c.s >= c.stride_w ? 1.0 : static_cast<double>(c.s) / static_cast<double>(c.stride_w);
  const double x = rows * columns * static_cast<double>(c.n) * static_cast<double>(c.c) * static_cast<double>(c.h) *
                   static_cast<double>(c.w);
  const double f = static_cast<double>(c.k) * static_cast<double>(c.channels_a_group()) * static_cast<double>(c.r) *
                   static_cast<double>(c.s);
  const double y =
      static_cast<double>(c.n) * static_cast<double>(c.k) * static_cast<double>(c.p()) * static_cast<double>(c.q());
  return (x + f + y) * element_size(c.format);
}

}  // namespace perfmodel

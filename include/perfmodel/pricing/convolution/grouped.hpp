#pragma once
/// Convolutions whose groups have few channels, or one: kernels of their own, and blocks that share tiles.
#include <algorithm>
#include <cmath>
#include <perfmodel/operation/convolution.hpp>
#include <perfmodel/pricing/convolution/products.hpp>
#include <perfmodel/pricing/gemm/time.hpp>
#include <perfmodel/pricing/streaming/time.hpp>

namespace perfmodel {

/// Results of a depthwise convolution over SMs x clock, for schedulers as on the cards that the constants come from.
/// The weight gradient of NCHW images has a block for each number of the filter: the busiest SM counts.
[[nodiscard]] inline double depthwise_results(const Convolution& c, const StreamingModel& streaming) {
  const bool to_input = c.pass == ConvolutionPass::input_gradient;
  const double results = static_cast<double>(c.n) * static_cast<double>(to_input ? c.c : c.k) *
                         static_cast<double>(to_input ? c.pixels_in() : c.pixels_out());
  double busiest = 1.0;
  if (c.pass == ConvolutionPass::weight_gradient && c.memory_format == MemoryFormat::nchw) {
    const double blocks_per_sm = static_cast<double>(c.k * c.taps()) / streaming.sms;
    busiest = std::ceil(blocks_per_sm) / blocks_per_sm;
  }
  return results * busiest * streaming.warp_scale / (streaming.sms * streaming.clock);
}

/// Does PyTorch run its own kernel where cuDNN has one for FP16 over NCHW? By its source since cuDNN 8.2
/// (aten/src/ATen/native/Convolution.cpp, use_cudnn_depthwise and check_cudnn_depthwise_workload_with_filter).
[[nodiscard]] constexpr bool framework_depthwise(const Convolution& c) {
  constexpr std::int64_t fewest_channels = 32, smallest_width = 7, small_width = 28, few_images = 16,
                         some_channels = 128, many_channels = 256, most_channels = 512;
  if (c.c < fewest_channels || c.dilation_h > 1 || c.dilation_w > 1) return true;
  if (c.h == 1 && c.r == 1) return c.stride_w > 1;
  if (c.stride_h != c.stride_w || c.r != c.s || (c.s != 1 && c.s != 3 && c.s != 5)) return true;
  if (c.w < smallest_width || c.stride_w > 2) return true;
  if (c.stride_w == 1) return false;
  if (c.n == 1) return c.s == 1 && c.w > small_width;
  if (c.s == 1) return c.n > few_images || c.c < some_channels || c.w > smallest_width;
  return c.c < most_channels && (c.c < many_channels || c.w < small_width);
}

/// Does PyTorch run its own kernels for a convolution of one channel a group? Over NCHW, but for what
/// framework_depthwise() leaves to the library in FP16.
[[nodiscard]] constexpr bool runs_in_framework(const Convolution& c) {
  return c.groups > 1 && c.c == c.groups && c.memory_format == MemoryFormat::nchw &&
         (c.format != NumberFormat::fp16 || framework_depthwise(c));
}

/// Do threads of a 16-bit depthwise forward kernel over NHWC images keep the rows that neighbouring results have in
/// common? cuDNN 9's do for pairs of channels of eight images and more, without a stride
/// (conv2d_c1_k1_nhwc_specialized; docs/lab/2026-11-27-eighth-list.md).
[[nodiscard]] constexpr bool shares_rows(const Convolution& c) {
  constexpr std::int64_t pair = 2, images = 8;
  return c.c % pair == 0 && c.n >= images && c.stride_h == 1 && c.stride_w == 1;
}

/// Weight gradients of NHWC images that another kernel than the tiled one runs: 32-bit filters above 5 x 5, or channels
/// that no 16-byte load takes (wgrad2d_grouped_direct_kernel): a block walks over all images of a channel.
[[nodiscard]] constexpr bool walks_over_images(const Convolution& c) {
  constexpr std::int64_t largest_filter = 5, loaded = 4;
  return bits(c.format) >= 32 && c.memory_format == MemoryFormat::nhwc && c.pass == ConvolutionPass::weight_gradient &&
         (c.r > largest_filter || c.s > largest_filter || c.k % loaded != 0);
}

/// Seconds beside loads and products of a depthwise weight gradient. NCHW: PyTorch's kernel has a block for each number
/// of the filter: 800 cycles at 392 results, 1,200 at 1,568. NHWC: where a block walks over all images of a channel it
/// takes 6.5 cycles for each result and a tenth more for each tap, and all together 1.2 of an SM for each tap of each
/// result, 0.9 more where the image is not found in L2 (docs/lab/2026-11-25-networks-third-list.md); the tiled kernels'
/// blocks (sm90_xmma_depthwise_convolution_wgrad_tiling; BF16 has none) are few and end with sums over all SMs, which
/// take longer for larger filters and with a stride. Kernel times in data/raw/h200-sxm/pytorch_small_convolutions.csv.
[[nodiscard]] inline double depthwise_block_seconds(const Convolution& c, std::size_t width,
                                                    const StreamingModel& streaming) {
  const WalkConstants& w = streaming.table.walks;
  constexpr std::int64_t small_filter = 3, many_images = 32, large_image = 56;
  if (c.pass != ConvolutionPass::weight_gradient) return 0.0;
  if (c.memory_format == MemoryFormat::nchw)
    return width < 2 ? w.filter_block * static_cast<double>(c.k * c.taps()) / (streaming.sms * streaming.clock) : 0.0;
  if (walks_over_images(c)) {
    const double taps = static_cast<double>(c.taps()), channels_per_sm = static_cast<double>(c.k) / streaming.sms;
    const Bytes image = static_cast<double>(c.n) * static_cast<double>(c.c * c.pixels_in()) * element_size(c.format);
    const double each = w.filter_step + w.filter_missed_step * detail::missed_of_fresh(image, streaming);
    return static_cast<double>(c.n * c.pixels_out()) *
           std::max(each * channels_per_sm * taps, w.filter_result + w.filter_tap * taps) / streaming.clock;
  }
  const bool tiled = bits(c.format) >= 32 || (c.format == NumberFormat::fp16 && std::max(c.r, c.s) <= 5 &&
                                              (c.n >= many_images || c.h >= large_image));
  if (!tiled) return 0.0;
  if (std::max(c.r, c.s) > small_filter) return bits(c.format) >= 32 ? w.filter_sums_large : w.filter_sums_large_narrow;
  return c.stride_h > 1 ? w.filter_sums_strided : w.filter_sums;
}

/// Seconds of a weight gradient of few channels a group (detail::few_channels_a_group()).
[[nodiscard]] inline double few_channels_a_group_seconds(const Convolution& c, const StreamingModel& streaming) {
  constexpr double tile = 64.0;
  const WalkConstants& w = streaming.table.walks;
  if (c.memory_format == MemoryFormat::nchw)
    return in(work(c), mac) / (w.grouped_filter_rate * streaming.sms * streaming.clock);
  const double blocks = std::ceil(static_cast<double>(c.k) / tile) * static_cast<double>(c.taps());
  return std::ceil(blocks / streaming.sms) * w.grouped_filter_result * static_cast<double>(c.n * c.pixels_out()) /
         streaming.clock;
}

/// Cycles of the busiest SM in a weight gradient whose groups share tiles of 64 x 64, split along K until one wave is
/// full (the plain product's tile and split would be chosen for a traffic that a convolution does not have).
/// @param ends  ConvolutionBlocks::packed_ends
[[nodiscard]] inline double packed_weight_cycles(const Gemm& g, double rate, double sms, double ends) {
  constexpr double side = 64.0;
  const double blocks = std::ceil(static_cast<double>(g.m) / side) * std::ceil(static_cast<double>(g.n) / side),
               k = static_cast<double>(g.k);
  const double splits = std::clamp(std::floor(sms / blocks), 1.0, std::max(1.0, k / side));
  return std::ceil(blocks * splits / sms) * side * side * (k / splits + ends) / rate;
}

}  // namespace perfmodel
